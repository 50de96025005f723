"""Plays a game to a certain request with answers that are always the same: for pictures, frames and benchmarks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from companion.engine.requests import Choose, Pick, Request, Roll, YesNo
from companion.engine.session import Session
from companion.testing.playing import side_of

_MOST = 300
"""Answers of one procedure, after which the request will not come."""


def first_answer(request: Request[object]) -> Any:
    """The first open option, every third face, yes; of anything else what a fixed seed brings."""
    if isinstance(request, Choose):
        return next(option.value for option in request.options if option.why_not is None)
    if isinstance(request, Pick):
        free = [option.value for option in request.options if option.why_not is None]
        return free[: max(request.at_least, min(1, request.at_most))]
    if isinstance(request, Roll):
        return [[g.die.legal[(i * 3 + 2) % len(g.die.legal)] for i in range(g.count)] for g in request.dice]
    return True if isinstance(request, YesNo) else request.random(Random(1))


def play_on(session: Session) -> None:
    """Answers the open procedure to its end."""
    for _ in range(_MOST):
        if session.request is None:
            return
        session.answer(first_answer(session.request), side_of(session.request))


def play_to(session: Session, actions: Sequence[tuple[str, str]], kind: str, enough: Callable[[Session], bool]) -> bool:
    """Starts these actions one after the other, each with its argument, an empty one being the first that is open.

    Stops in a fight at the first request of this kind once `enough` holds; whether it came to that.
    """
    for name, value in actions:
        _start(session, name, value)
        for _ in range(_MOST):
            request = session.request
            if request is None:
                break
            if request.kind == kind and len(session.standings) >= 2 and enough(session):
                return True
            session.answer(first_answer(request), side_of(request))
    return False


def _start(session: Session, name: str, value: str) -> None:
    if session.run is not None:
        return
    action = session.action(name)
    free = [option.value for option in action.values if option.why_not is None]
    session.start(name, {action.param: value or free[0]} if action.param else {})
