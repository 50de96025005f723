"""The luck page: sums against expectation, typed and app dice apart, exact where it says so."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import icepool
import pytest

from companion.engine.dice import BLANK, D6
from companion.engine.reading import TOTAL, counting
from companion.engine.registry import find
from companion.engine.session import Session
from companion.engine.state.results import FaceGroup, Result
from companion.frontend.saying.luck import (
    _normal,
    likely,
    likely_words,
    luck_lines,
    luck_of,
    sum_below,
    thrown_in,
    unusual_words,
)
from companion.play import messages
from companion.report.battle_page import battle_page
from companion.report.markdown import markdown
from companion.report.reading import battle_of
from tests.engine.duels import to_the_blow
from tests.engine.test_past import played
from tests.games.duel import example

ONE = dict.fromkeys(range(1, 7), 1)


def test_typed_dice_stand_apart_from_the_apps_and_sides_from_each_other_in_the_report_too() -> None:
    session = Session(example(), rng=Random(4))
    assert luck_lines(session) == ["No dice were thrown yet."]
    to_the_blow(session)
    session.answer([[6, 6], [1, 1]])
    page = markdown(battle_page(battle_of(session, "Duel")))
    assert "## Luck" in page
    assert "2 d6: hits 2, 1.0 expected" in page
    session.answer("roll")
    found = {(luck.side, luck.source): luck for luck in luck_of(session)}
    assert set(found) == {("red", "typed"), ("blue", "typed"), ("red", "app"), ("blue", "app")}
    red, blue = found["red", "typed"], found["blue", "typed"]
    assert (red.dice, red.shown, red.expected, red.exact) == (2, 2, 1, True)
    assert red.below == pytest.approx(7 / 8)
    assert blue.below == pytest.approx(1 / 8)
    assert unusual_words(red) == "higher than 87 of 100 such throws"
    assert unusual_words(blue) == "lower than 87 of 100 such throws"
    assert unusual_words(replace(blue, exact=False)) == "lower than about 87 of 100 such throws"
    session.undo(2)
    assert luck_lines(session)[0] == "No dice were thrown yet."
    assert [line.startswith("Taken back: Bob [/ strikes Ann, rolled ") for line in luck_lines(session)[1:]] == [True]


def _coming_to(dice: int, shown: int) -> list[int]:
    """Faces of so many dice that come to this."""
    faces = [1] * dice
    for place in range(dice):
        faces[place] += min(5, shown - sum(faces))
    return faces


@pytest.mark.parametrize("dice", [1, 2, 5, 9])
def test_the_chance_of_a_sum_is_what_icepool_gives(dice: int) -> None:
    total = dice @ icepool.d6
    for shown in range(dice, 6 * dice + 1):
        group = FaceGroup("x", "a", D6.name, tuple(_coming_to(dice, shown)), ("",) * dice, reads=TOTAL)
        assert likely(group, {}) == Fraction(total.probability(">=", shown))
        middle = Fraction(total.probability("<", shown)) + Fraction(total.probability("==", shown)) / 2
        assert sum_below([(ONE, dice)], shown) == pytest.approx(float(middle))


def test_many_dice_are_judged_by_the_normal_distribution_which_is_near() -> None:
    for shown in (640, 700, 730):
        assert _normal([(ONE, 200)], shown) == pytest.approx(sum_below([(ONE, 200)], shown), abs=0.001)


def test_dice_with_symbols_are_judged_by_what_the_game_reads_and_of_several_without_a_reading_nothing_is_said() -> None:
    known = {die.name: die for die in find("legion").dice}
    red = known["red attack die"]
    reads = counting(frozenset(red.faces) - {BLANK})
    group = FaceGroup("red", "a", red.name, (red.faces[0], "blank"), ("", ""), reads=reads)
    blank = Fraction(red.faces.count("blank"), len(red.faces))
    assert likely(group, known) == 1 - blank**2
    assert likely(FaceGroup("x", "a", "order token", ("a",), ("",)), known) is None
    assert likely(FaceGroup("attack", "a", D6.name, (5, 6), ("", "")), {}) is None
    assert likely(FaceGroup("attack", "a", D6.name, (5,), ("",)), {}) == Fraction(1, 3)


@pytest.mark.parametrize(
    ("faces", "words"),
    [
        ((6, 6, 6), "As high or higher: attack 0.5 percent."),
        ((1, 1, 1), "As low or lower: attack 0.5 percent."),
        ((3, 4, 4), "As high or higher: attack 50 percent."),
        ((3, 3, 4), "As low or lower: attack 50 percent."),
    ],
)
def test_a_roll_is_told_by_its_rarer_side(faces: tuple[int, ...], words: str) -> None:
    group = FaceGroup("attack", "red", D6.name, faces, ("",) * len(faces), reads=TOTAL)
    session = Session(example(), rng=Random(4))
    assert likely_words(session, Result("key", "Feint", (group,), "it lies", "", {}, (group,))) == words


@pytest.mark.parametrize("game", ["better-wargame", "bushido", "gods-gloom", "legion", "speedies"])
def test_every_die_is_counted_once_however_often_it_is_shown(game: str) -> None:
    session = played(game, 2, 250)
    rolls = shown = 0
    for entry in session.entries:
        answered = {
            answer.key: answer.value for answer in entry.answers if answer.kind == "roll" and answer.how != "ruled"
        }
        rolls += sum(len(faces) for value in answered.values() for faces in value)
        shown += sum(len(thrown.group.faces) for thrown in thrown_in(entry.events, entry.answers))
    assert shown == rolls > 0
    # Nobody's are those alone that the table throws as one: whether a game of Bushido ends.
    assert {luck.side for luck in luck_of(session)} <= {*session.table.sides, "table"}


def test_a_face_that_a_file_alone_knows_is_not_counted() -> None:
    session = Session(example(), rng=Random(4))
    to_the_blow(session)
    session.answer([[6, 6], [1, 1]])
    assert session.run is not None
    for group in (thrown.group for thrown in thrown_in(session.run.context.events, session.run.answers)):
        object.__setattr__(group, "faces", (-99, 6))
    assert luck_of(session) == []


def test_dice_that_lay_already_were_not_thrown_with_a_reroll() -> None:
    lay = FaceGroup("attack", "red", D6.name, (6, 6), ("hit", "hit"), reads=TOTAL)
    new = FaceGroup("attack 1", "red", D6.name, (1,), ("rerolled",))
    session = Session(example(), rng=Random(4))
    made = Result("key", "Feint", (new, lay), "a six becomes a one", "", {}, (new,))
    assert likely_words(session, made) == "As low or lower: attack 1 17 percent."
    unlisted = Result("key", "Feint", (new, lay), "a six becomes a one", "", {})
    assert likely_words(session, unlisted).endswith("As high or higher: attack 2.8 percent.")
    assert likely_words(session, Result("", "Feint", (new, lay), "a six becomes a one", "", {}, (new,))) == ""
    line = messages.result(made, {})
    assert ["p" in part for part in line["groups"]] == [False, False]
    assert [part["exact"] for part in line["thrown"]] == ["1/1"]
