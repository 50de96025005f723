"""Minis that join or leave a unit of the game under way: what every front end asks and does."""

from __future__ import annotations

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.engine.state.minis import fresh_mini, heads, next_mini_id
from companion.engine.state.paths import HEADCOUNT, mini_path
from companion.engine.state.table import Unit
from companion.engine.wording import does

JOINS = "late arrival"
LEAVES = "taken off, no casualty"
"""The reasons that are in the log if players gave none."""


def has_minis(unit: Unit) -> bool:
    """Whether minis may join it and leave it: it has several, or its game counts them."""
    return bool(unit.miniatures or unit.counts_models)


def mini_joins(session: Session, unit: Unit, why: str = "") -> list[Event]:
    """One more mini, like the last one and unhurt. Raises InvalidInput if there can be none."""
    if not unit.miniatures:
        return session.adjust(unit.id, HEADCOUNT, heads(unit) + 1, why=why or JOINS)
    made = fresh_mini(unit, next_mini_id(unit, session.table))
    path = mini_path(len(unit.miniatures), made.id)
    return session.adjust(unit.id, path, made.as_record(), why=why or JOINS)


def mini_leaves(session: Session, unit: Unit, mini: str = "", why: str = "") -> list[Event]:
    """One mini less: the named one, if they have names. Nobody falls by it.

    Raises InvalidInput if it cannot leave, or if several might be meant.
    """
    minis = [one.id for one in unit.miniatures]
    if not minis:
        return session.adjust(unit.id, HEADCOUNT, heads(unit) - 1, why=why or LEAVES)
    if not mini and len(minis) > 1:
        raise InvalidInput("which of its minis?", hint=" or ".join(map(session.table.title, minis)))
    of = mini or minis[0]
    if of not in minis:
        raise InvalidInput(f"{does(unit.name, 'has')} no mini {of!r}", hint=", ".join(minis))
    return session.adjust(unit.id, mini_path(minis.index(of), of), why=why or LEAVES)
