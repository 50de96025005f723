"""Odds that were worked out before: the same position asks the same again, after an undo or in another session.

A position is known by what it is made of: the whole state of the table, the procedure, what was answered in it, what it
changed. Never by anything sealed, and never by which object it is.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from threading import Lock, RLock
from typing import Final

from companion.engine.inputs import Amend, Answer
from companion.engine.odds import Odds
from companion.engine.requests import Request
from companion.engine.run import Run
from companion.engine.state.entity import Entity
from companion.engine.state.table import AnyTable, Model

MOST_KNOWN = 64

UNREAD: Final = ("notes", "odds_looks")
"""Fields that no rule reads."""


class KnownOdds:
    """The odds of the last positions. Several threads may ask."""

    def __init__(self) -> None:
        self._found: OrderedDict[Hashable, Odds | None] = OrderedDict()
        self._lock = Lock()

    def find(self, key: Hashable) -> tuple[Odds | None] | None:
        """What is known of this position, in a tuple of one; None if nothing is."""
        with self._lock:
            if key not in self._found:
                return None
            self._found.move_to_end(key)
            return (self._found[key],)

    def keep(self, key: Hashable, odds: Odds | None) -> None:
        """Keeps the odds of a position, and forgets that which was asked for longest ago."""
        with self._lock:
            self._found[key] = odds
            if len(self._found) > MOST_KNOWN:
                _ = self._found.popitem(last=False)

    def cache_clear(self) -> None:
        """Forgets all."""
        with self._lock:
            self._found.clear()


KNOWN = KnownOdds()
WORKING_OUT = RLock()
"""One thread at a time works odds out: one that was given up may still be at it, and games keep what they add to."""


def position(run: Run, request: Request[object], goal: str) -> Hashable | None:
    """What the odds of this request hang on; None if the ruleset keeps something that cannot be compared."""
    table, sealed = run.table, run.sealed_keys()
    inputs = [
        (type(taken.input).__name__, _plain(taken.input), taken.place, taken.drops)
        for taken in run.inputs
        if not (isinstance(taken.input, (Answer, Amend)) and taken.input.key in sealed)
    ]
    key = (
        table.spec.id,
        goal,
        request.key,
        _plain(request.by),
        run.procedure.name,
        _plain(run.args),
        _of_table(table),
        tuple(inputs),
        tuple(_plain(change.data()) for change in run.changes()),
    )
    try:
        _ = hash(key)
    except TypeError:
        return None
    return key


def _of_table(table: AnyTable) -> Hashable:
    parts: list[Entity] = [table, *table.sides.values(), *table.units.values()]
    return tuple(map(_of_entity, parts)), _plain(table.contacts)


def _of_entity(entity: Entity) -> Hashable:
    return tuple(_plain(getattr(entity, name)) for name in entity.specs() if name not in UNREAD)


def _plain(value: object) -> object:
    """The same value of parts that are compared by what they are."""
    if isinstance(value, bool):
        # Python holds True and 1 for equal; a keyword that is so may be another than one of 1.
        return bool, value
    if isinstance(value, (str, int, float)) or value is None:
        return value
    if isinstance(value, Mapping):
        return tuple((key, _plain(item)) for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return tuple(map(_plain, value))
    if isinstance(value, (set, frozenset)):
        return frozenset(value)
    if isinstance(value, Model):
        return _of_entity(value)
    if isinstance(value, (Answer, Amend)):
        return value.key, _plain(value.value), value.by
    parts = getattr(value, "__dataclass_fields__", None)
    return (type(value), *(_plain(getattr(value, name)) for name in parts)) if parts else value
