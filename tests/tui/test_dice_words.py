"""What is said of dice that are still missing."""

from __future__ import annotations

from companion.engine.dice import D6, Dice, Die
from companion.tui.widgets.dice_entry import missing


def test_a_drawn_token_is_no_die() -> None:
    token = Dice("token", Die("order token", ("corps", "support")), 1)
    assert missing(0, 1, token.die.noun) == "0 of 1 token in"
    assert missing(1, 3, D6.noun) == "1 of 3 dice in"
    assert missing(0, 2, Die("red attack die", ("hit", "blank")).noun) == "0 of 2 dice in"
