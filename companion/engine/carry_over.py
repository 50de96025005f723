"""What a battle leaves to a roster where the game has no aftermath of its own: the plain carry-over.

Everybody comes back unhurt. What players changed in a profile stays changed, and who fought is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from companion.engine.campaign import GONE, Batch, Career, Entry
from companion.engine.journal import JournalEntry
from companion.engine.state.changes import Change
from companion.engine.state.declarations import FieldSpec
from companion.engine.state.table import Model, Table, Unit


class Fought(Protocol):
    """What a batch is made of: a session, as far as it is looked at."""

    @property
    def table(self) -> Table[Any, Any]:
        """The table as it stands."""

    @property
    def entries(self) -> Sequence[JournalEntry]:
        """What was played on it."""


_NOT_CARRIED = ("id", "side")


def carry_over(session: Fought, side: str) -> Batch:
    """The batch of a side: a pure function of the session.

    The option `aftermath_losses`, where the game declares it, says whether units out of action return (`return`) or
    leave their roster (`gone`).
    """
    changes = [change for entry in session.entries for change in entry.changes()]
    units = [unit for unit in session.table.units.values() if unit.side == side]
    entries = [entry for unit in units for entry in _profile_changes(unit, changes)]
    if session.table.options.get("aftermath_losses") == "gone":
        entries += [Entry(unit.id, GONE, None, "out of action", "lost in battle") for unit in units if not unit.alive]
    careers = [Career(unit.id, taken=_taken(session, unit, changes), fell=int(not unit.alive)) for unit in units]
    return Batch(side, tuple(entries), tuple(careers))


def _profile_changes(unit: Unit, changes: list[Change]) -> Iterator[Entry]:
    specs: Mapping[str, FieldSpec] = unit.specs()
    for name, spec in specs.items():
        made = [change for change in changes if change.of == unit.id and change.field == name]
        if not made or name in _NOT_CARRIED or spec.adjust or spec.place == "internal":
            continue
        before, after = made[0].before, getattr(unit, name)
        if before != after and not _holds_models(after):
            yield Entry(unit.id, name, before, after, made[-1].why)


def _holds_models(value: Any) -> bool:
    return isinstance(value, tuple) and any(isinstance(item, Model) for item in value)


def _taken(session: Fought, unit: Unit, changes: list[Change]) -> int:
    """How far its vital trackers, and those of its models, went from where they stood at first: wounds in all."""
    taken = 0
    first: dict[tuple[str, str], int] = {}
    for change in changes:
        if session.table.owner_of(change.of) is not unit:
            continue
        spec = session.table.find(change.of).specs().get(change.field)
        if spec is None or not spec.vital or not isinstance(change.before, int) or not isinstance(change.after, int):
            continue
        start = first.setdefault((change.of, change.field), change.before)
        taken += max(0, abs(change.after - start) - abs(change.before - start))
    return taken
