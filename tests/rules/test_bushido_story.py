"""What an exchange is told as: the conclusion that the log keeps, and the sentences of a report."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.requests import Allotment
from companion.engine.session import Session
from companion.report.playback import scenes_of
from companion.rules.bushido.records import Special
from companion.testing import Scripted, drive
from tests.rules.bushido_kit import fight, pair, split
from tests.rules.scene import begun, run_of

COUNTER = (Special("Counterstrike Defence"),)


def told(of: Session) -> list[str]:
    """The sentences of the last procedure."""
    return [text for scene in scenes_of(of, of.table, of.entries[-1]) for text in scene.sentences]


@pytest.mark.parametrize(
    ("a", "b", "splits", "dice", "script", "concluded", "sentences"),
    [
        pytest.param(
            {},
            {},
            (split(0, 3), split(3, 0)),
            [[], [3, 3, 3], [2, 2, 2], []],
            [],
            "A holds off B, 5 to 4",
            ["A attacks B.", "A holds off B, 5 (3, 3, 3) against 4 (2, 2, 2)."],
            id="a tie of nothing with nothing is no blow, though the active player wins it",
        ),
        pytest.param(
            {},
            {"specials": COUNTER},
            (split(3, 0), split(0, 2, "Counterstrike Defence")),
            [[2, 2, 2], [], [], [6, 6]],
            [("10", [[5, 5]])],
            "B holds off A, 7 to 4, and does 2 wounds",
            [
                "A attacks B.",
                "B holds off A, 7 (6, 6) against 4 (2, 2, 2), and does 2 wounds (damage 5, 5 at Success Level 1).",
                "B's Counterstrike Defence triggers.",
            ],
            id="whoever holds off strikes back",
        ),
        pytest.param(
            {},
            {"specials": COUNTER},
            (split(3, 0), split(0, 2, "Counterstrike Defence")),
            [[2, 2, 2], [], [], [6, 6]],
            [("10", [[1, 1]])],
            "B holds off A, 7 to 4",
            [
                "A attacks B.",
                "B holds off A, 7 (6, 6) against 4 (2, 2, 2), and does no harm (damage 1, 1 at Success Level 1).",
                "B's Counterstrike Defence triggers.",
            ],
            id="a counterstrike without harm is no more than a defence",
        ),
    ],
)
def test_blows_are_told_by_what_came_of_them(
    a: dict[str, Any],
    b: dict[str, Any],
    splits: tuple[Allotment, Allotment],
    dice: list[list[int]],
    script: list[Scripted],
    concluded: str,
    sentences: list[str],
) -> None:
    held = pair(a, b)
    fight(held, "a+b", *splits, dice, *script)
    assert held.entries[-1].conclusion == (concluded,)
    assert told(held) == sentences


def test_whoever_reaches_something_without_dice_strikes_and_of_harm_nothing_is_said() -> None:
    """A ruling may give a result to somebody who has no dice."""
    held = begun(pair(), "melee", {"pair": "a+b"})
    script: list[Scripted] = [("5", "red", split(0, 3)), ("5", "blue", split(3, 0)), ("7", [[], [1] * 3, [2] * 3, []])]
    drive(held, script, stop=lambda request: request.name == "12")
    held.overrule(next(key for key in run_of(held).context.tallies if key.endswith("/attack[a]")), 2, "a cloud of dust")
    drive(held, [("12", [[1, 1]])])
    assert held.entries[-1].conclusion == ("A hits B, 2 to 0; B hits A, 4 to 0, and does 1 wound",)
    assert told(held) == [
        "A attacks B.",
        "A hits B, 2 against 0.",
        "B hits A, 4 (2, 2, 2) against 0 (1, 1, 1), and does 1 wound (damage 1, 1 at Success Level 4).",
    ]
