"""Whole games as they are heard: what is told once, and in words that a listener can place."""

import io
import re
from functools import cache
from random import Random

import pytest

from companion.engine import log, registry
from companion.engine.bookkeeping import covers
from companion.engine.requests import Roll
from companion.engine.session import Session
from companion.engine.standing import Standing
from companion.engine.state.changes import Change, Note
from companion.engine.state.declarations import StandingRow
from companion.engine.state.phrases import falls
from companion.engine.state.results import FaceGroup, Result
from companion.frontend.saying.sentences import ending
from companion.play.plain import Plain
from companion.play.results import change_lines, result_lines
from companion.play.speech import spoken
from companion.play.table_text import StandingText
from companion.testing import step_random
from tests.examples import table_of
from tests.games.duel import example
from tests.play.held import Held
from tests.rules import gloom, legion
from tests.rules.bushido_kit import model
from tests.rules.bushido_kit import session as bushido


@cache
def game(of: str, seed: int = 2) -> tuple[Session, str]:
    """A ready game played to its end at random, and what plain play said of it."""
    held = Held(Session(table_of(of), rng=Random(seed)))
    out, rng = io.StringIO(), Random(seed)
    talk = Plain(held, out, 0)
    talk.greet()
    while held.session.run is not None or held.session.table.over is None:
        if held.session.request is None:
            talk.tell(step_random(held.session, rng))
        else:
            talk.answered(lambda _: step_random(held.session, rng))
    return held.session, out.getvalue()


@pytest.mark.parametrize("of", registry.BUILT_IN)
def test_the_end_of_a_game_is_told_once(of: str) -> None:
    session, told = game(of)
    over = session.table.over
    assert over is not None
    assert told.count(over.why) == 1 + told.count(f"({over.why})"), "the question who won may name the reason too"
    assert len(re.findall(r"(?i)\b(game|battle) is over[:,]", told)) == 1
    assert spoken(ending(session.table)) in told
    assert over.why not in " ".join(session.entries[-1].conclusion)
    assert sum(over.why in line.text for line in log.lines(session) if line.kind == "note") == 1, "the log has it"


@pytest.mark.parametrize("of", registry.BUILT_IN)
def test_no_symbol_stands_for_or_more_and_no_face_of_plain_dice_is_listed(of: str) -> None:
    _, told = game(of)
    assert re.findall(r"\b\d+\+(?!\w)", told) == []
    assert "faces 1 to" not in told
    assert re.findall(r"\d\.0 percent", told) == []
    assert re.findall(r"^(\w+), \1\.$", told, re.MULTILINE) == []


def test_a_last_stand_and_its_end_are_told_once() -> None:
    held = Held(
        bushido(
            model("a", "red", last_stand=True, wounds_marked=3, wounds_max=3),
            model("b", "blue"),
            model("c", "red"),
            phase="ending",
        )
    )
    out = io.StringIO()
    talk = Plain(held, out, 0)
    talk.take("end_phase")
    while held.session.run is not None:
        talk.take("")
    assert out.getvalue().count("A is out of play: its Last Stand is over") == 1
    assert "no longer" not in out.getvalue()


def test_names_that_are_listed_all_have_what_is_said_behind_them() -> None:
    session = Session(registry.find("legion").example())  # type: ignore[misc]
    table = session.table
    unit = next(unit for unit in table.units.values() if len(unit.miniatures) > 2)
    one, two = unit.miniatures[1:3]
    for mini in (one, two):
        session.adjust(mini.id, "defeated", True)
    told = [falls(f"{table.title(one.id)} and {table.title(two.id)} fall", one, two)]
    gone = [Change(mini.id, "defeated", False, True, "struck", "") for mini in (one, two)]
    assert all(covers(table, told, change) for change in gone)
    assert not covers(table, [falls(f"{table.title(one.id)} strikes {table.title(two.id)}: it falls", two)], gone[0])


def test_both_that_are_destroyed_are_told_in_one_sentence() -> None:
    on = gloom.table([gloom.unit("rav", "p1", health=1), gloom.unit("ogre", "p2", health=1)], [("rav", "ogre")])
    held = Held(Session(on))
    out = io.StringIO()
    talk = Plain(held, out, 0)
    talk.take("melee rav")
    rng = Random(1)
    while held.session.run is not None:
        roll = held.session.request
        if isinstance(roll, Roll):
            talk.take(
                " / ".join(
                    " ".join("5" if of.name == "red" else "1" for _ in range(of.count)) for of in roll.dice if of.count
                )
            )
        else:
            talk.tell(step_random(held.session, rng))
    assert "are destroyed" in out.getvalue()
    assert " are and " not in out.getvalue()
    assert " is and " not in out.getvalue()


def test_what_one_reason_changed_of_a_unit_is_one_sentence() -> None:
    table = example()
    steps = [
        Change("ann", "health", 3, 2, "hail", ""),
        Change("ann", "health", 2, 1, "hail", ""),
        Change("ann", "shaken", False, True, "hail", ""),
        Change("bob", "health", 3, 2, "fire", ""),
    ]
    assert list(change_lines(table, steps)) == ["Ann: Health 3 → 1, Shaken (hail).", "Bob [/: Health 3 → 2 (fire)."]


def test_a_symbol_that_counts_as_itself_is_said_once() -> None:
    faces, marks = ("hit", "surge", "blank", "crit"), ("hit", "hit", "", "critical")
    made = Result("k", "Dice", (FaceGroup("red", "", "red attack die", faces, marks),), "2 hits, 1 crit", "", {})
    assert next(iter(result_lines(example(), made))) == "Dice. Red: hit crit, surge as hit, blank no effect."


def test_of_one_that_is_out_of_action_nothing_stands_any_more() -> None:
    text = StandingText()
    ann = Standing("ann", "red", "Ann", "attacker", (StandingRow("health", "Health", 0, 3),))
    assert list(text.lines([ann], gone={"ann"})) == ["  Ann: out of action."]
    assert list(text.lines([ann], gone={"ann"})) == []


def test_minis_without_room_share_a_sentence() -> None:
    units = [legion.unit("us", "blue", name="Troopers", minis=5), legion.unit("foe", "red", name="Guards", minis=2)]
    touching = [("us.1", "foe.1"), ("us.2", "foe.2"), ("us.3", "foe.2"), ("us.4", "foe.2"), ("us.5", "foe.2")]
    session = Session(legion.table(units, touching))
    session.start("effect", {"unit": "foe"})
    script = {"effect": "removed", "removed_mini": "foe.2", "room_for": []}
    while session.run is not None and session.request is not None:
        session.answer(script[session.request.name])
    notes = [line.text for line in log.lines(session) if "no room" in line.text]
    assert notes == [
        "Troopers 2, Troopers 3, Troopers 4 and Troopers 5 have no room: they stand in cohesion with their leader"
    ]
    facts = [e.facts["no_room"] for e in session.entries[-1].events if isinstance(e, Note) and "no_room" in e.facts]
    assert facts == ["us.2", "us.3", "us.4", "us.5"], "programs hear of each"


def test_a_note_that_a_result_has_told_is_no_line_of_the_log() -> None:
    session, _ = game("speedies")
    notes = [event for entry in session.entries for event in entry.events if isinstance(event, Note)]
    told = [note for note in notes if note.beside == "result"]
    assert any("volley" in note.facts for note in told)
    texts = [line.text for line in log.lines(session)]
    assert [note.text for note in told if note.text in texts] == []


def test_what_was_revealed_is_not_said_again() -> None:
    _, told = game("bushido")
    reveals = re.findall(r"^Revealed: .*?: (\d attack, \d defence)", told, re.MULTILINE)
    assert reveals
    assert re.findall(r"^\w+(?: \w+)? \d attack, \d defence", told, re.MULTILINE) == []


def test_the_strengths_of_a_comparison_are_said_once() -> None:
    _, told = game("bushido")
    damage = [part for part in told.split("\n\n") if "damage dice:" in part]
    assert damage
    assert all("highest die" not in part and "Attack result" not in part for part in damage)
