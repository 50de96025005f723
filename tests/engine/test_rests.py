"""Going back to a line: to that line where play stood still after it, else to the question that led to it."""

from random import Random

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.past import Past, rest_at
from companion.engine.registry import names
from companion.engine.session import Session
from companion.play.random_player import RandomPlayer
from companion.testing import state
from tests.engine.duels import at_first_roll
from tests.engine.test_past import played
from tests.games.duel import example
from tests.searching import seeds


def test_every_line_has_a_way_back_in_the_middle_of_what_an_answer_led_to_that_answer() -> None:
    session = at_first_roll((2, 1), (0, 3))
    session.answer([[4, 6], [1, 2, 5]])
    past = Past(session)
    hurt = next(n for n, line in enumerate(past.lines, 1) if "Health 3 → 2" in line.text)
    rest = rest_at(session, past.lines, hurt)
    assert rest.asked is not None
    assert (rest.asked.title, rest.undo) == ("Ann strikes Bob [/", 1)
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


def any_input(session: Session, player: RandomPlayer, rng: Random) -> None:
    """One random input of any kind; nothing where it is refused."""
    run = session.run
    asked = [record for record in run.answers if record.key in run.asked] if run is not None else []
    tallies = list(run.context.tallies) if run is not None else []
    kind = rng.choice(["step"] * 14 + ["undo", "redo", "adjust", "amend", "amend", "overrule", "leave"])
    try:
        if kind == "undo":
            session.undo(rng.randint(1, 3))
        elif kind == "redo":
            session.redo()
        elif kind == "adjust":
            session.adjust("table", "round", session.table.round + 1)
        elif kind == "amend" and run is not None and asked:
            record = rng.choice(asked)
            session.amend(record.key, run.asked[record.key].random(rng))
        elif kind == "overrule" and tallies:
            session.overrule(rng.choice(tallies), rng.randint(0, 4), "so be it")
        elif kind == "leave" and run is not None and rng.random() < 0.3:
            session.leave(rng.random() < 0.5)
        elif session.run is not None or session.table.over is None:
            player.step(session)
    except InvalidInput:
        pass


@pytest.mark.parametrize("game", ["", *names()])
@seeds(1, 2)
def test_after_inputs_of_all_kinds_play_goes_back_to_what_the_log_says(game: str, seed: int) -> None:
    session, rng = played(game, seed, 0) if game else Session(example(), rng=Random(seed)), Random(seed)
    player = RandomPlayer(rng)
    for _ in range(60):
        any_input(session, player, rng)
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
