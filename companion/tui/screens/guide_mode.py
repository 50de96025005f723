"""What the middle of the guide shows, by where the session stands."""

from __future__ import annotations

from typing import Literal

from companion.engine.odds_use import OFF, odds_use
from companion.engine.requests import Roll
from companion.tui.commands import (
    ACCEPT,
    ANSWERS,
    BIG,
    HELP,
    LEAVE,
    LOG,
    LUCK,
    MENU,
    OVERRULE,
    PEEK,
    QUIT,
    REDO,
    ROLL,
    SHEETS,
    STEPS,
    TABLE,
    THEME,
    UNDO,
    UNITS,
    WHY,
    Command,
)
from companion.tui.controller import SessionController

Mode = Literal["ask", "curtain", "sealed", "reveal", "watch", "end", "rest"]
"""What the middle shows: a request, a curtain before one, both secrets sealed or revealed, the view of a reader,
the end of a procedure; or nothing, at rest."""


def mode_of(controller: SessionController, uncovered: str, reveal_open: bool) -> Mode:
    """`uncovered` is the key of the sealed request whose curtain was drawn back, `reveal_open` that of the reveal."""
    session = controller.session
    if controller.revealed:
        return "reveal" if reveal_open else "sealed"
    if session.run is None:
        return "end" if controller.ended is not None else "rest"
    if controller.read_only:
        return "watch"
    request = session.request
    if session.secret is not None and request is not None and request.key != uncovered:
        return "curtain"
    return "ask"


CURTAINS = ("curtain", "sealed", "reveal")
"""Modes that any key goes on from."""


def offers_odds(controller: SessionController) -> bool:
    """Whether the game may know chances for the standing request."""
    request = controller.session.request
    if odds_use(controller.session.table) == OFF:
        return False
    return request is not None and (request.has_odds or controller.session.ruleset.has_odds_hook)


def does_something(command: Command, controller: SessionController, mode: Mode) -> bool:
    """Whether a command of the guide does something now."""
    session = controller.session
    if command in (HELP, MENU, THEME, QUIT, TABLE, LOG):
        return True
    if command in (SHEETS, LUCK):
        return mode != "curtain"
    if command is ACCEPT:
        return mode in ("ask", "end", *CURTAINS)
    if command is BIG:
        # Never for a secret answer: a metre is reading distance for the other player too.
        return mode in ("ask", "watch") and session.secret is None
    if controller.read_only:
        return False
    if command is UNDO:
        return session.undo_count > 0
    if command is REDO:
        return session.redo_count > 0
    if command is ROLL:
        return mode == "ask" and isinstance(session.request, Roll)
    if command is PEEK:
        return mode == "ask" and session.secret is not None
    if command is OVERRULE:
        return mode == "ask"
    if command is STEPS:
        return session.run is not None and bool(session.run.steps())
    if command in (WHY, ANSWERS):
        return mode in ("ask", "end") and session.run is not None
    return command in (LEAVE, UNITS) and session.run is not None and mode in ("ask", "curtain")
