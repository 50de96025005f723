"""Drives a session as a front end would: a script of named answers, or a seeded random player."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from companion.engine.requests import Request
from companion.engine.session import Session
from companion.engine.state.changes import Done, Event
from companion.play.random_player import RandomPlayer

Scripted = tuple[str, Any] | tuple[str, str, Any]
"""(request name, value) or (request name, side, value). The first unused one that fits is taken."""


class NotScripted(AssertionError):
    """A request came up that the script has no answer for and that has no harmless default."""


def drive(
    session: Session,
    script: Iterable[Scripted] = (),
    *,
    strict: bool = True,
    stop: Callable[[Request[object]], bool] | None = None,
    default: Callable[[Request[object]], Any] | None = None,
) -> dict[str, Any]:
    """Answers until the open procedure ends; returns its outcome.

    Requests without a scripted answer get the harmless default: a `do` is done, a yes/no is its default, a pick is
    empty, a grid as it stands, a number its lowest, a choice its option `pass`, `keep`, `none`, `stop` or `no_room` if
    there is one.
    `strict`: every scripted answer must be used. `stop`: return {} when it says so of the open request.
    `default` may give other defaults; what it returns is taken unless it is None.
    """
    left = list(script)
    outcome: dict[str, Any] = {}
    while session.run is not None:
        request = session.request
        assert request is not None
        if stop is not None and stop(request):
            return {}
        value = take_scripted(left, request)
        if value is None and default is not None:
            value = default(request)
        if value is None:
            value = harmless_answer(request)
        happened = session.answer(value, by=request.side)
        outcome = next((dict(event.outcome) for event in happened if isinstance(event, Done)), outcome)
    if strict and left:
        raise AssertionError(f"never asked: {left}")
    return outcome


def take_scripted(left: list[Scripted], request: Request[object]) -> Any:
    """The first scripted answer that fits the request, taken out of `left`; None if none does."""
    for place, item in enumerate(left):
        name, side, value = (item[0], "", item[1]) if len(item) == 2 else item
        if name == request.name and (not side or side == request.by or side in request.by):
            del left[place]
            return value
    return None


def harmless_answer(request: Request[object]) -> Any:
    """What `drive` answers if nothing is scripted. Raises NotScripted if no answer is harmless."""
    found = request.harmless()
    if found is not None and not found.first:
        return found.value
    if any(option.value == "no_room" and option.why_not is None for option in request.options):
        return "no_room"
    raise NotScripted(f"{request.name} for {request.by} ({request.kind}): {request.title} {request.schema()}")


def play_random(
    session: Session,
    rng: Random,
    *,
    most: int = 3000,
    most_entries: int = 400,
    each: Callable[[Session], None] | None = None,
) -> bool:
    """Plays random legal inputs until the game is over; False if the bound was reached first."""
    return RandomPlayer(rng).play(session, most_inputs=most, most_procedures=most_entries, each=each)


def step_random(session: Session, rng: Random) -> list[Event]:
    """One random legal input, an open action at rest, else an answer; returns what happened."""
    return RandomPlayer(rng).step(session)
