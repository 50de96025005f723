"""The past of a session: every table that there was, nothing that players may not know yet, and the way back there.

Going back to a line is to that line where play stood still after it, else to the question that led to it.
"""

from random import Random
from typing import get_args

import pytest

from companion.engine.keys import melee_of
from companion.engine.past import Past, Stop, rest_at, strengths
from companion.engine.registry import names
from companion.engine.session import Session
from companion.engine.state.changes import Change
from companion.engine.state.contacts import melees
from companion.play.random_player import RandomPlayer
from companion.report.playback import Playback
from companion.testing import state
from tests.engine.duels import at_first_roll
from tests.examples import present, table_of
from tests.games.duel import example
from tests.searching import seeds
from tests.store.helpers import anything

GAMES = names()


def played(game: str, seed: int, inputs: int) -> Session:
    """A random game of so many inputs."""
    session = Session(table_of(game), rng=Random(seed))
    RandomPlayer(Random(seed)).play(session, most_inputs=inputs)
    return session


def changes(session: Session) -> list[Change]:
    """All changes so far."""
    run = session.run.changes() if session.run is not None else []
    return [change for entry in session.entries for change in entry.changes()] + run


def texts(past: Past, place: int) -> list[str]:
    """The lines that have happened at a place, as they are known there."""
    past.go(place)
    return [past.shown(n).text for n in range(1, place + 1)]


def stops(past: Past, kind: Stop, way: int) -> list[int]:
    """All places of this kind from where it stands, one by one."""
    found = []
    while (place := past.stop(kind, way)) is not None:
        past.go(place)
        found.append(place)
    return found


@pytest.mark.parametrize("game", GAMES)
@seeds(1, 2, 3)
def test_the_past_has_every_table_that_a_fresh_replay_has(game: str, seed: int) -> None:
    fresh = played(game, seed, 0)
    player = RandomPlayer(Random(seed))
    tables = {0: state(fresh.table)}
    for _ in range(150):
        if fresh.run is None and fresh.table.over is not None:
            break
        player.step(fresh)
        tables[len(changes(fresh))] = state(fresh.table)
    past, stood = Past(fresh), (state(fresh.table), melees(fresh.table))
    assert state(past.table) == stood[0]
    seen = 0
    for place in [*range(past.now, -1, -1), *range(past.now + 1)]:
        past.go(place)
        melees(past.table)
        stands = past._applied
        if stands in tables:
            seen += 1
            assert state(past.table) == tables[stands]
    assert seen > past.now / 4
    past.go(0)
    assert past.line is None
    assert state(past.table) == tables[0]
    assert (state(fresh.table), melees(fresh.table)) == stood, "looking back leaves the session as it is"


@pytest.mark.parametrize("game", GAMES)
def test_stops_lead_through_the_whole_past_and_back(game: str) -> None:
    past = Past(played(game, 5, 250))
    found = {}
    for kind in get_args(Stop):
        past.go(0)
        forth = stops(past, kind, 1)
        past.go(past.now)
        back = [past.now] if past.now in forth else []
        back += stops(past, kind, -1)
        assert [place for place in reversed(back) if place > 0] == forth
        found[kind] = len(forth)
    assert found["melee"]
    assert found["loss"]
    rounds = [number for _, number in past.rounds()]
    assert rounds == sorted(rounds)


def test_a_round_in_which_nothing_happened_is_no_trap_and_what_was_undone_is_no_part_of_the_past() -> None:
    session = Session(example(), rng=Random(1))
    for number in (2, 3, 4):
        session.adjust("table", "round", number)
    session.adjust("ann", "health", 2)
    past = Past(session)
    seen = []
    past.go(0)
    while (place := past.stop("round", 1)) is not None:
        past.go(place)
        seen.append((place, past.round_at(place), past.table.round))
    assert seen == [(1, 2, 2), (2, 3, 3), (3, 4, 4)]
    assert past.stop("loss", 1) == 4
    assert past.round_at(0) == 1
    session = Session(example(), rng=Random(1))
    session.start("exchange", {"fighter": "ann"})
    session.answer("bob")
    session.undo()
    session.answer("cid")
    past = Past(session)
    assert [line.kind for line in past.lines] == ["start", "answer"]
    assert "Cid" in past.lines[-1].text


def test_a_sealed_answer_shows_from_its_reveal_on() -> None:
    past = Past(at_first_roll((2, 1), (0, 3)))
    assert texts(past, past.now)[-2:] == [
        "Split Ann's dice — Rhea: 2 attack, 1 guard",
        "Split Bob [/'s dice — Boris: 0 attack, 3 guard",
    ]
    assert texts(past, past.now - 1)[-1] == "Rhea has sealed an answer"
    assert "attack" not in present(past.line).text


def test_strength_goes_down_with_what_is_lost() -> None:
    session = Session(example(), rng=Random(1))
    session.adjust("bob", "health", 2)
    session.adjust("bob", "health", 1)
    session.adjust("cid", "health", 0)
    past = Past(session)
    past.go(2)
    found = strengths(past, 4)
    assert past.place == 2
    assert found["red"] == [3, 3, 3, 3]
    assert found["blue"] == [4, 3, 2, 1]


@pytest.mark.parametrize("game", GAMES)
def test_strength_is_what_reports_count_and_less_when_somebody_is_hurt(game: str) -> None:
    session = played(game, 3, 250)
    past = Past(session)
    found = strengths(past, past.now + 1)
    past.go(0)
    told = Playback(session)
    assert {side: values[0] for side, values in found.items()} == told.start.strength
    assert {side: values[-1] for side, values in found.items()} == told.rounds[-1].strength
    assert any(values[-1] < values[0] for values in found.values())
    losses = stops(past, "loss", 1)
    for values in found.values():
        for place in range(1, past.now + 1):
            if values[place] < values[place - 1]:
                assert place in losses


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("activate[a]/exchange/split:red+blue:red", "activate[a]/exchange"),
        ("melee_phase/combat[b]/volley[a,b]/hit:red", "melee_phase/combat[b]"),
        ("melee_phase/which:red", ""),
        ("firefight_phase/fire[a]/hit:red", ""),
        ("melee[a]#2/charge:red", "melee[a]#2"),
    ],
)
def test_melees_are_known_by_the_names_of_procedures(key: str, path: str) -> None:
    assert melee_of(key, {"exchange", "combat", "melee"}) == path


# -- going back to a line


def test_every_line_has_a_way_back_in_the_middle_of_what_an_answer_led_to_that_answer() -> None:
    session = at_first_roll((2, 1), (0, 3))
    session.answer([[4, 6], [1, 2, 5]])
    past = Past(session)
    hurt = next(n for n, line in enumerate(past.lines, 1) if "Health 3 → 2" in line.text)
    rest = rest_at(session, past.lines, hurt)
    assert (present(rest.asked).title, rest.undo) == ("Ann strikes Bob [/", 1)
    last = rest_at(session, past.lines, past.now)
    assert (last.undo, last.lines) == (0, past.now)
    session.answer(False)
    session.adjust("ann", "health", 2)
    past = Past(session)
    back = [rest_at(session, past.lines, place).undo for place in range(past.now + 1)]
    assert back == sorted(back, reverse=True)
    assert back[0] == session.undo_count
    end = next(n for n, line in enumerate(past.lines, 1) if line.kind == "end")
    assert back[end] == 1


def test_where_an_answer_was_amended_no_other_course_is_gone_back_to() -> None:
    session = at_first_roll((2, 1), (0, 3))
    session.amend("exchange[ann]/foe:red", "cid")
    past = Past(session)
    for place in range(past.now + 1):
        rest = rest_at(session, past.lines, place)
        assert rest.lines <= place
        if rest.undo:
            session.undo(rest.undo)
        assert [line.text for line in Past(session).lines] == [line.text for line in past.lines[: rest.lines]]
        if rest.undo:
            session.redo(rest.undo)


@pytest.mark.parametrize("game", ["", *GAMES])
@seeds(1, 2)
def test_after_inputs_of_all_kinds_play_goes_back_to_what_the_log_says(game: str, seed: int) -> None:
    session, rng = played(game, seed, 0) if game else Session(example(), rng=Random(seed)), Random(seed)
    for _ in range(60):
        if session.run is not None or session.table.over is None:
            anything(session, rng)
    past, stood = Past(session), state(session.table)
    for place in rng.sample(range(past.now + 1), min(10, past.now + 1)):
        rest = rest_at(session, past.lines, place)
        if rest.undo:
            session.undo(rest.undo)
        lines = Past(session).lines
        assert len(lines) == rest.lines <= place
        for then, now in zip(lines, past.lines, strict=False):
            # What is sealed then is known now.
            assert then.text == now.text or "has sealed an answer" in then.text
        if rest.undo:
            session.redo(rest.undo)
        assert state(session.table) == stood


def test_a_procedure_that_no_longer_replays_is_not_overshot() -> None:
    session = Session(example(), rng=Random(1))
    RandomPlayer(Random(1)).play(session, most_procedures=2)
    assert len(session.entries) == 2
    past = Past(session)
    session.entries[-1].recorded_crc = 1
    place = next(n for n, line in enumerate(past.lines, 1) if line.entry == 1 and line.key)
    session.undo(rest_at(session, past.lines, place).undo)
    assert len(session.entries) == 1
    assert session.run is None
