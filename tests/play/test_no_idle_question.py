"""No idle question: over random games of all five, some answer to each request leads to another state."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.registry import BUILT_IN
from companion.engine.requests import Request
from companion.engine.session import Session
from companion.play.random_player import RandomPlayer
from companion.testing.reading import checksum
from tests.examples import table_of
from tests.searching import seeds

MOVES: Final = "a move on the table, which the players make"
MAY_BE_IDLE: Final = {
    "follow_up": MOVES,
    "follow_ups": MOVES,
    "stay_or_fall_back": MOVES,
    "MEL.40.effects.amount": "an effect that the players resolve; more wounds than a unit has change nothing",
    "MEL.40.effects.by": "whose wound it is counts to win, which nothing may come to hang on",
}
"""Requests all of whose answers may come to the same for the app, each with the reason."""

SHORT = 120
"""Inputs of a game."""
FAR = 30
"""Inputs that are played on after an answer, where it shows nothing at once."""
MANY = 60
"""Ways in which they are, at random, until one shows a difference."""


def _played_on(session: Session, seed: int) -> Any:
    """How it goes on at random, up to the procedure's end; nothing of it stays."""
    before, player, seen = session.undo_count, RandomPlayer(Random(seed)), list[Any]()
    while session.run is not None and len(seen) < FAR:
        player.step(session)
        seen.append(checksum(session))
    session.undo(session.undo_count - before)
    return seen


def _futures(session: Session, request: Request[object], answers: Sequence[object], seed: int | None) -> list[Any]:
    """What follows from each of these answers, up to the first that is different from the one before."""
    found = list[Any]()
    for value in answers:
        session.answer(value, by=request.side)
        found.append(checksum(session) if seed is None else _played_on(session, seed))
        session.undo()
        if found[-1] != found[0]:
            break
    return found


def is_idle(session: Session, request: Request[object]) -> bool:
    """Whether every answer to the open request leads to the same, now and as it is played on."""
    answers = list(request.answers(12))[:12]
    if len(answers) < 2 or request.dice or session.secret is not None:
        return False
    try:
        tries = (_futures(session, request, answers, seed) for seed in (None, *range(MANY)))
        return all(each == found[0] for found in tries for each in found)
    except InvalidInput:
        # An answer that the request alone allows may be closed by the table.
        return False


@pytest.mark.parametrize("game", BUILT_IN)
@seeds(3, 1, 2, 4, 5, 6)
def test_some_answer_makes_a_difference(game: str, seed: int) -> None:
    session, player = Session(table_of(game), rng=Random(seed)), RandomPlayer(Random(seed))
    for _ in range(SHORT):
        if session.table.over is not None:
            break
        request = session.request
        if request is not None and request.name not in MAY_BE_IDLE:
            assert not is_idle(session, request), f"{request.key}: {request.title}"
        player.step(session)
