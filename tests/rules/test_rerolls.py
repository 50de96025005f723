"""Dice that are rolled again keep what they showed before: in the results of all five games, wherever they are told."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.engine import log
from companion.engine.dice import Face
from companion.engine.session import Session
from companion.engine.state.results import FaceGroup, Result
from companion.frontend.saying.luck import likely_words
from companion.play import messages
from companion.play.results import result_lines
from companion.rules.bushido.records import Trait
from companion.rules.legion.example import sample
from companion.store.format.journal import entry_of, entry_record, entry_text
from companion.store.manage import create_session
from companion.store.opening import open_session
from companion.testing import Scripted, drive
from companion.tui.widgets.rolled import last_rows
from tests.examples import present
from tests.odds.stepping import answer
from tests.rules import better_wargame, bushido_kit, gloom, legion
from tests.rules.scene import begun, results
from tests.rules.speedies_setups import duel, skirmish

Turned = list[tuple[str, tuple[Face | None, ...]]]


def turned(groups: Sequence[FaceGroup]) -> Turned:
    """Each group with what its dice showed before, left out where nothing was rolled again."""
    return [(group.name, group.before) for group in groups if group.before]


def reply(session: Session, *values: object) -> None:
    for value in values:
        answer(session, value)


def rerolled(session: Session) -> list[Turned]:
    """The same of every result that shows dice rolled again."""
    return [found for found in (turned(result.groups) for result in results(session)) if found]


# -- the five games --------------------------------------------------------------------------------------------------


PROWESS, DODGE = (Trait("Prowess", x=1, of="Attack"),), (Trait("Dodge", x=1),)


def dodging() -> Session:
    traits = (Trait("Prowess", x=2, of="Attack"),)
    return bushido_kit.pair(a={"traits": traits}, b={"traits": DODGE})


BUSHIDO: list[Scripted] = [
    *bushido_kit.steps("3/0 v 0/3: 5 3 2 / / / 6 5 1"),
    ("7b1", "blue", ["attack 1"]),
    ("7b1", "red", [[2]]),
    ("7b4", "red", ["attack 1", "attack 3"]),
    ("7b4", "red", [[6], [2]]),
]


def test_bushido_dodge_and_prowess_on_the_same_die_and_the_same_face_again() -> None:
    session = dodging()
    begun(session, "melee", {"pair": "a+b"})
    drive(session, [*BUSHIDO, ("12", [[1, 1]])])
    assert rerolled(session) == [[("A attack", (5, None, None))], [("A attack", (2, None, 2))]]
    again = next(result for result in results(session) if result.title.startswith("Prowess"))
    assert [group.name for group in again.groups] == ["A attack", "B defence"], "each die once"
    assert again.groups[0].faces == (6, 3, 2)


def test_bushido_a_tied_tactical_test() -> None:
    session = bushido_kit.pair()
    session.table.round, session.table.phase = 1, "starting"
    begun(session, "starting_phase", until="4")
    reply(session, [[3], [3]], [[4], [2]])
    assert [[before for _, before in found] for found in rerolled(session)] == [[(3,), (3,)]]


def test_gods_gloom_a_whole_pool_for_a_seal_and_single_dice_after_it() -> None:
    session = begun(gloom.pair({"single_rerolls": 2}, seals=(1, 0)), "melee", {"attacker": "rav"})
    script = (
        "1 1 1 1 6 v 1 1 / 2 2 2; ATC.20.pool reroll; ATC.20.pool [6 1 1 1 1]; "
        "ATC.20.single 'red 1'; ATC.20.single [1]; ATC.20.single 'red 1'; ATC.20.single [3]; "
    )
    drive(session, gloom.steps(script + gloom.PUSHED))
    assert rerolled(session) == [
        [("red", (1, 1, 1, 1, 6))],
        [("red", (None, 1, None, None, None))],
        [("red", (None, 1, None, None, None))],
    ]


def test_legion_two_aims_and_a_die_that_is_rolled_twice() -> None:
    held = legion.table([sample("vader", "blue", aim=2), sample("luke", "red")], [("luke.1", "vader.1")])
    session = begun(held, "melee_attack", {"unit": "vader"})
    reply(session, ["hit", "hit", "blank", "crit", "surge", "blank"], [2, 4], ["surge", "surge"], [2], ["hit"])
    one, two = rerolled(session)
    assert one == [("red", (None, None, "blank", None, "surge", None))]
    assert two == [("red", (None, None, "surge", None, None, None))]


@pytest.mark.parametrize("surge", [0, 1])
def test_legion_uncanny_luck_is_told_once_with_surge_tokens_or_without(surge: int) -> None:
    foe = legion.unit("foe", "red", threshold=5, surge=surge, keywords={"Uncanny Luck": 2})
    held = legion.table([legion.unit("one", "blue", dice={"black": 3}), foe], [("foe.1", "one.1")])
    session = begun(held, "melee_attack", {"unit": "one"})
    reply(session, ["hit", "hit", "hit"], ["surge", "blank", "blank"], [1, 2], ["block", "blank"])
    drive(session)
    assert rerolled(session) == [[("defence", (None, "blank", "blank"))]]


@pytest.mark.parametrize("throw", ["row", "stage"])
def test_better_wargame_ones_and_sixes_that_are_rolled_again(throw: str) -> None:
    target = better_wargame.touch(1, start_models=6, attacks=0, melee_defense=4)
    session = better_wargame.melee({"A1": better_wargame.touch(3), "B1": target}, better_wargame.AB, throw=throw)
    reply(session, [[4, 4, 4]], [[6, 6, 6]], [[1, 3, 1]], [[1, 5]])
    assert rerolled(session) == [[("B1 against A1", (1, 1))]]


def test_better_wargame_a_break_test_of_which_only_the_failed_one_is_rolled_again() -> None:
    low = better_wargame.LOW
    units = {"A1": low, "A2": {**low, "rank": 1}, "B1": {**low, "break_reroll": True}, "B2": {}}
    session = better_wargame.melee(units, throw="stage")
    reply(session, [], [[4], [3], [2]], [3])
    assert rerolled(session) == [[("B1", (3,))]]


def test_speedies_roll_offs_are_drawn_again_and_again() -> None:
    session = skirmish("a bc", "ab ac", until="roll_off")
    reply(session, [[12], [12], [17]], [[4], [4]], [[4], [11]])
    assert rerolled(session) == [[("a", (12,)), ("b", (12,))], [("a", (4,)), ("b", (4,))]]


def test_speedies_a_random_hit_that_belongs_to_none() -> None:
    session = duel({"attacks": 3, "melee": 5}, {"defence": None, "max_wounds": 2}, until="melee_check")
    reply(session, [[10, 15, 16]], [[19]], [[20]], [[7]])
    assert rerolled(session) == [[("random hit", (19,))], [("random hit", (20,))]]


# -- wherever results are told ---------------------------------------------------------------------------------------


def prowess() -> Session:
    session = dodging()
    begun(session, "melee", {"pair": "a+b"}, BUSHIDO, until="12")
    return session


def test_every_front_end_shows_the_face_before() -> None:
    session = prowess()
    result = present(session.last_result)
    assert [part.get("before") for part in messages.result(result, {})["groups"]] == [[2, None, 2], None]
    assert "thrown" in messages.result(result, {})
    (dice, *_) = result_lines(session.table, result)
    assert "A attack: 6 (was 2) highest, 3 2 (was 2) support" in dice
    rows = "\n".join(row.plain for row in last_rows(session.table, result, [], 80, 6))
    assert "2→▐6▌▐3▌2→▐2▌" in rows
    (line,) = [line.text for line in log.open_lines(session) if "Rolled again" in line.text and "2→6" in line.text]
    assert line.endswith(". Rolled again: A attack 2→6, 2→2.")
    assert "→" not in likely_words(session, result)


def test_the_report_tells_all_faces_of_a_die() -> None:
    session = prowess()
    drive(session, [("12", [[1, 1]])])
    tell = present(session.ruleset.story)
    told = " ".join(text for scene in tell(session.table, session.entries[-1]) for text in scene.sentences)
    assert "(5→2→6, 3, 2→2)" in told


def test_undo_takes_a_reroll_back_and_redo_brings_it_again() -> None:
    session = prowess()
    with_both = rerolled(session)
    session.undo()
    assert rerolled(session) == with_both[:1]
    session.redo()
    assert rerolled(session) == with_both


def test_a_reroll_is_there_again_after_opening_in_the_middle_and_from_the_journal(tmp_path: Path) -> None:
    file = create_session(dodging().table, tmp_path, "Duel")
    opened = open_session(file)
    opened.session.start("melee", {"pair": "a+b"})
    drive(opened.session, BUSHIDO, stop=lambda r: r.name == "12")
    before = rerolled(opened.session)
    opened.close()

    opened = open_session(file)
    assert rerolled(opened.session) == before
    drive(opened.session, [("12", [[1, 1]])])
    opened.close()

    opened = open_session(file)
    assert opened.notices == []
    assert rerolled(opened.session) == before
    entry = opened.session.entries[-1]
    opened.close()
    read = entry_of(entry_record(entry_text(entry)), "journal[0]", lambda of, field, raw, place: raw)
    assert [event for event in read.events if isinstance(event, Result)] == results(opened.session)


def test_as_many_faces_before_as_dice() -> None:
    group = FaceGroup("red", "p1", "d6", (2, 3), ("", ""), {}, (1,))
    with pytest.raises(ValueError, match="zip"):
        list(group.lying)


# -- a re-roll that can change nothing is not offered; one that can change anything still is ---------------------------


@pytest.mark.parametrize(
    ("a", "b", "attack", "defence", "asked"),
    [
        (PROWESS, (), [6, 6, 6], [1, 4, 2], "12"),
        (PROWESS, (), [6, 6, 5], [1, 4, 2], "7b4"),
        (PROWESS, (), [1, 1, 1], [1, 4, 2], "7b4"),
        ((), DODGE, [1, 1, 1], [6, 6, 6], ""),
        ((), DODGE, [1, 2, 1], [6, 6, 6], "7b1"),
    ],
)
def test_bushido_prowess_of_sixes_alone_and_dodge_of_ones_alone_ask_nothing(
    a: Sequence[Trait], b: Sequence[Trait], attack: list[int], defence: list[int], asked: str
) -> None:
    session = begun(bushido_kit.pair(a={"traits": a}, b={"traits": b}), "melee", {"pair": "a+b"})
    script = [("5", "red", bushido_kit.split(3, 0)), ("5", "blue", bushido_kit.split(0, 3))]
    drive(session, [*script, ("7", [attack, [], [], defence])], stop=lambda r: r.name in ("7b1", "7b4", "12"))
    assert (session.request.name if session.request is not None else "") == asked
