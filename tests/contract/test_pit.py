"""The test of docs/writing-a-ruleset.md."""

from companion.testing import RulesetContract, Session, drive
from tests.games.pit import PIT, example


class TestPit(RulesetContract):
    ruleset = PIT


def test_two_of_four_dice_hit() -> None:
    session = Session(example())
    session.start("exchange", {"fighter": "ann"})
    assert drive(session, [("foe", "bob"), ("blow", [[4, 6, 1, 2]])])["dealt"] == 2
