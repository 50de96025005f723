"""Answers are put into records when somebody looks, and a journal entry counts its checksum then too."""

from __future__ import annotations

from random import Random

from companion.engine.answers import AnswerRecord
from companion.engine.registry import find
from companion.engine.session import Session
from companion.engine.state.changes import checksum
from companion.play.random_player import RandomPlayer


def test_records_of_an_open_and_of_a_closed_procedure_are_the_same() -> None:
    rules = find("gods-gloom")
    assert rules.example is not None
    session, player = Session(rules.example(), rng=Random(3)), RandomPlayer(Random(3))
    seen: list[AnswerRecord] = []
    while not session.entries or len(session.entries[-1].answers) < 3:
        player.step(session)
        seen = list(session.run.answers) if session.run is not None else seen
    entry = session.entries[-1]
    records = list(entry.answers)
    assert records[: len(seen)] == seen
    assert entry.answers[-1] == records[-1]
    assert entry.answers[1:] == records[1:]
    assert entry.state_crc == checksum(entry.changes()) == session.state_crc
    session.undo()
    assert session.run is not None
    assert list(session.run.answers) == records[: len(session.run.answers)]
