"""Victory points of a side: their history, and how players type a change of them."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Change


class Scored(NamedTuple):
    """One change of the victory points of a side, with the round it was made in and what for."""

    round: int
    points: int
    why: str


def scored(session: Session, side: str) -> list[Scored]:
    """The history of the victory points of a side, oldest first."""
    played = [(entry.round, entry.changes()) for entry in session.entries]
    if session.run is not None:
        played.append((session.table.round, [e for e in session.run.context.events if isinstance(e, Change)]))
    return [
        Scored(number, change.after - change.before, change.why)
        for number, changes in played
        for change in changes
        if change.of == side and change.field == "score"
    ]


BY_HAND = "by hand"
"""Why points change where players say nothing."""


def points_typed(text: str) -> tuple[int, str]:
    """How many points, and what for: `2 the bridge`. Raises InvalidInput if no number is first."""
    number, _, why = text.strip().partition(" ")
    number = number.replace("−", "-")
    if not number.lstrip("+-").isdecimal() or not number.lstrip("+-").isascii() or len(number) > 5:
        raise InvalidInput("a number comes first", hint="2 the bridge, or -1 and why")
    return int(number), why.strip() or BY_HAND
