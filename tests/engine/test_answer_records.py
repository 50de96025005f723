"""What was answered is the same while a procedure is open, once it is closed, and when it is open again."""

from random import Random

from companion.engine.answers import AnswerRecord
from companion.engine.session import Session
from companion.engine.state.changes import checksum
from companion.play.random_player import RandomPlayer
from tests.examples import run_of, table_of


def test_records_of_an_open_and_of_a_closed_procedure_are_the_same() -> None:
    session, player = Session(table_of("gods-gloom"), rng=Random(3)), RandomPlayer(Random(3))
    seen: list[AnswerRecord] = []
    while not session.entries or len(session.entries[-1].answers) < 3:
        player.step(session)
        seen = list(session.run.answers) if session.run is not None else seen
    entry = session.entries[-1]
    records = list(entry.answers)
    assert records[: len(seen)] == seen
    assert entry.state_crc == checksum(entry.changes()) == session.state_crc
    session.undo()
    assert list(run_of(session).answers) == records[: len(run_of(session).answers)]
