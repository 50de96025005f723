"""Undo for every front end: what crosses a border of a campaign is asked first."""

from __future__ import annotations

from typing import Final

from companion.engine.errors import InvalidInput
from companion.engine.state.changes import Event
from companion.frontend.opened import OpenSession

BORDER: Final = "border"
"""The code of a refusal that asks whether a border is meant to be crossed."""


class AtBorder(InvalidInput):
    """An undo would cross a border of the campaign. The same with `across` does it."""


def undo(opened: OpenSession, count: int = 1, *, across: bool = False, hint: str = "") -> list[Event]:
    """Undoes the last inputs. Raises AtBorder, with nothing undone, if that is to be asked first.

    `across`: the players were asked. `hint` tells them how to say yes. Raises InvalidInput if `count` inputs
    cannot be undone.
    """
    if not across and type(count) is int and 0 < count <= opened.session.undo_count:
        why = opened.border(count)
        if why:
            raise AtBorder(why, hint, BORDER)
    return opened.session.undo(count)
