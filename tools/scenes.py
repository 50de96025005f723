"""Plays a game to a certain request with answers that are always the same: for pictures, frames and benchmarks.

Battles of a campaign are played by a seed, and so are their aftermaths.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from companion.engine.requests import Choose, Pick, Request, Roll, YesNo
from companion.engine.session import Session
from companion.testing.playing import NotScripted, harmless_answer

_MOST = 300
"""Answers of one procedure, after which the request will not come."""


def first_answer(request: Request[object]) -> Any:
    """The first open option, every third face, yes; of anything else what a fixed seed brings."""
    free = [option.value for option in request.options if option.why_not is None]
    if free and not request.several:
        return free[0]
    if isinstance(request, Pick):
        return free[: max(request.at_least, min(1, request.at_most))]
    if isinstance(request, Roll):
        return [[g.die.legal[(i * 3 + 2) % len(g.die.legal)] for i in range(g.count)] for g in request.dice]
    return request.random(Random(1))


def play_on(session: Session) -> None:
    """Answers the open procedure to its end."""
    for _ in range(_MOST):
        if session.request is None:
            return
        session.answer(first_answer(session.request), session.request.side)


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
            session.answer(first_answer(request), request.side)
    return False


def _start(session: Session, name: str, value: str) -> None:
    if session.run is not None:
        return
    action = session.action(name)
    free = [option.value for option in action.values if option.why_not is None]
    session.start(name, {action.param: value or free[0]} if action.param else {})


def play_to_aftermath(session: Session, side: str, name: str, rng: Random) -> bool:
    """Plays a battle to its end and the aftermath of this side to the request of this name; whether it came to that."""
    for _ in range(_MOST):
        if session.run is None:
            if session.table.over is not None:
                break
            start_next(session, rng)
        elif session.request is not None:
            session.answer(battle_answer(session.request, rng), session.request.side)
    aftermath = session.ruleset.aftermath
    if session.table.over is None or aftermath is None:
        return False
    session.start(aftermath.name, {"side": side})
    while session.request is not None and session.request.name != name:
        session.answer(aftermath_answer(session.request, rng), session.request.side)
    return session.request is not None


def start_next(session: Session, rng: Random) -> None:
    """Starts what the headline names, or first of all what brings units into melee."""
    actions = [action for action in session.actions() if action.open and action.kind != "out_of_turn"]
    engaging = [action for action in actions if action.name in ("engage", "melee_phase")]
    named = session.ruleset.suggested(session.table, actions)
    action = rng.choice(engaging) if engaging else named or rng.choice(actions)
    values = [value.value for value in action.values if value.why_not is None]
    session.start(action.name, {action.param: rng.choice(values)} if action.param else {})


def battle_answer(request: Request[object], rng: Random) -> Any:
    """What is usual of a yes or no, else what the seed brings."""
    return request.default if isinstance(request, YesNo) else request.random(rng)


def aftermath_answer(request: Request[object], rng: Random) -> Any:
    """Dice by the seed, everything else as players do who buy nothing."""
    if isinstance(request, Choose) and request.name == "result":
        # What the rules say comes first.
        return request.options[0].value
    if isinstance(request, Roll):
        return request.random(rng)
    try:
        return harmless_answer(request)
    except NotScripted:
        return request.random(rng)
