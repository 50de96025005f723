"""What the middle of the guide shows, by where the session stands."""

from __future__ import annotations

from typing import Literal

from companion.engine.odds import OFF, odds_use
from companion.tui.commands import (
    ACCEPT,
    ANSWERS,
    BIG,
    KIT,
    LEAVE,
    ODDS,
    OVERRULE,
    PAST,
    PEEK,
    ROLL,
    STEPS,
    UNITS,
    WHY,
    Command,
)
from companion.tui.controller import SessionController
from companion.tui.latest_result import losses, loudest

_OF_THE_REQUEST = (KIT, ROLL, PEEK, ODDS, OVERRULE, STEPS, WHY, ANSWERS, LEAVE, UNITS)
"""The commands that hang on what is asked; the others do something at any time, but that the past is at the table."""
Mode = Literal["ask", "watch", "end", "rest"]
"""What the middle shows: a request, the view of a reader, the end of a procedure; or nothing, at rest."""


def sealed_elsewhere(controller: SessionController) -> bool:
    """Whether the secret that is open is still to be sealed on screens of the players' own; this is the table's."""
    session = controller.session
    secret = session.secret
    open_ = set(secret.slots).difference(session.sealed) if secret is not None else set()
    return not session.seat and not open_.isdisjoint(session.seated)


def mode_of(controller: SessionController) -> Mode:
    """What belongs in the middle as the session stands."""
    if controller.session.run is None:
        return "end" if _stays(controller) else "rest"
    return "ask" if controller.session.decides and not controller.read_only else "watch"


def _stays(controller: SessionController) -> bool:
    """Whether the end of the procedure that was just closed is a page: who falls, and what becomes of a battle.

    Of all others the table tells what they came to, above whatever is next.
    """
    session, entry = controller.session, controller.ended
    if entry is None:
        return False
    asked = any(given.how != "auto" for given in entry.answers)
    fallen = (unit for unit in loudest(controller, losses(controller))[0] if not unit.alive)
    return session.table.over is not None or (asked and any(fallen))


def offers_odds(controller: SessionController) -> bool:
    """Whether the open request has chances."""
    request = controller.session.request
    if odds_use(controller.session.table) == OFF:
        return False
    return request is not None and request.has_odds


def does_something(command: Command, controller: SessionController, mode: Mode) -> bool:
    """Whether a command of the guide does something now."""
    session = controller.session
    if command is ACCEPT:
        return mode in ("ask", "end")
    if command is BIG:
        # Never for a secret answer: a metre is reading distance for the other player too.
        return session.secret is None and (mode == "ask" or (mode == "watch" and controller.read_only))
    if command not in _OF_THE_REQUEST:
        return command is not PAST
    if controller.read_only:
        return False
    if command is KIT:
        return mode == "ask" and session.request is not None and session.request.scores
    if command is ROLL:
        return mode == "ask" and session.request is not None and bool(session.request.dice)
    if command is PEEK:
        # On a screen of one's own nobody looks away, and nothing is hidden.
        return mode == "ask" and session.secret is not None and not session.seat
    if command is ODDS:
        return mode == "ask" and offers_odds(controller)
    if command in (OVERRULE, ANSWERS):
        return mode == "ask"
    if command is WHY:
        return mode in ("ask", "end")
    if command is STEPS:
        return session.run is not None and bool(session.run.steps())
    return session.run is not None and mode in ("ask", "watch")
