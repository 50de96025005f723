"""The number of a Leadership Test has its reason and its rule, and players may overrule it."""

from fractions import Fraction

from tests.examples import present
from tests.odds.stepping import column
from tests.rules.better_wargame import QUIET, SHAKEN, Wargame, melee, session
from tests.rules.scene import now, results


def needed(held: Wargame) -> str:
    (tally,) = now(held).tally
    return f"{tally.sentence()} ({', '.join(line.rule for line in tally.lines)})"


def ruled(held: Wargame, value: int) -> None:
    (tally,) = now(held).tally
    held.overrule(tally.key, value, "the standard is in sight")


def told(held: Wargame, face: int) -> str:
    return results(held.answer([face]))[0].text


def rallying() -> Wargame:
    return session({"A1": {"suppressed": True, "leadership": 5}, "B1": {}}, phase="start").begun("start_of_turn")


def test_every_leadership_test_says_why_its_number_is_so() -> None:
    held = rallying()
    assert needed(held) == "A1 passes on 5: leadership 5 (Leadership Tests)"
    assert held.standings == (), "one that tests fights nobody"
    held = melee({"A1": {**QUIET, **SHAKEN, "leadership": 3}, "B1": {}}, until="suppressed_test")
    assert needed(held) == "A1 passes on 3: leadership 3 (Leadership Tests)"


def test_a_ruled_number_is_the_one_that_is_asked_for_and_told() -> None:
    held = rallying()
    ruled(held, 3)
    assert now(held).title == "Roll to rally: A1 on 3+, else still suppressed"
    assert now(held).reach == 3
    assert column(present(held.odds()), "rallies", "A1")[None] == Fraction(4, 6)
    assert told(held, 3) == "A1 rallies: 3 against 3+"
    assert not held.table.unit("A1").suppressed
    held.undo(2)
    assert now(held).title == "Roll to rally: A1 on 5+, else still suppressed"
    held.redo(2)
    assert not held.table.unit("A1").suppressed


def test_a_break_test_that_is_rolled_again_goes_by_the_ruled_number_too() -> None:
    low = {"models": 2, "start_models": 6, "casualties": 1, "break_reroll": True}
    held = melee({"A1": low, "B1": {}})
    held.answer([])
    ruled(held, 6)
    assert told(held, 5) == "A1 fails and rolls again: 5 against 6+"
    assert now(held).title == "Roll a Break Test again: A1 on 6+, else it leaves play (2 of 6 models left)"
    assert told(held, 5) == "A1 breaks and leaves play: 5 against 6+"
