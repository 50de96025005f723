"""What a battle adds to the lives of its units: who cost whom how much, found in what was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from companion.engine.campaign import Career
from companion.engine.journal import JournalEntry
from companion.engine.state.changes import Change
from companion.engine.state.health import vital
from companion.engine.state.table import AnyTable, Unit


class Loss(NamedTuple):
    """Wounds that a unit took and models that it lost at one time. `by` is the unit that inflicted them, or empty.

    In a game that counts models instead of wounds both are the models.
    """

    of: str
    by: str
    wounds: int = 0
    models: int = 0


class Fought(Protocol):
    """A session, as far as careers and batches are made of it."""

    @property
    def table(self) -> AnyTable:
        """The table as it stands."""

    @property
    def entries(self) -> Sequence[JournalEntry]:
        """What was played on it."""


def struck(session: Fought) -> Iterator[Loss]:
    """Every time a vital tracker of a unit, or of one of its models, went further from where it stood at first."""
    first: dict[tuple[str, str], int] = {}
    for change in changes_of(session):
        unit = session.table.owner_of(change.of)
        spec = session.table.find(change.of).specs().get(change.field) if unit is not None else None
        if unit is None or spec is None or not spec.vital or not _numbers(change):
            continue
        start = first.setdefault((change.of, change.field), change.before)
        wounds = abs(change.after - start) - abs(change.before - start)
        if wounds > 0:
            yield Loss(unit.id, change.by, wounds)


def changes_of(session: Fought) -> Iterator[Change]:
    """Every change of a session, in order."""
    for entry in session.entries:
        yield from entry.changes()


def careers_of(
    table: AnyTable, units: Sequence[Unit], losses: Iterable[Loss], kills: Mapping[str, int]
) -> list[Career]:
    """The careers of these units. A kill counts once, for the unit that last hurt one that is out of action now.

    `kills` are further ones that the players recorded.
    """
    listed = [_worded(table, loss) for loss in losses]
    last = {loss.of: loss.by for loss in listed if loss.by and loss.by != loss.of}
    made = []
    for unit in units:
        dealt = [loss for loss in listed if loss.by == unit.id != loss.of]
        taken = [loss for loss in listed if loss.of == unit.id]
        felled = sum(1 for of, by in last.items() if by == unit.id and of in table.units and not table.units[of].alive)
        made.append(
            Career(
                unit.id,
                dealt=sum(loss.wounds for loss in dealt),
                taken=sum(loss.wounds for loss in taken),
                felled=felled + kills.get(unit.id, 0),
                fell=int(not unit.alive),
                models=sum(loss.models for loss in dealt),
                lost=sum(loss.models for loss in taken),
            )
        )
    return made


def _worded(table: AnyTable, loss: Loss) -> Loss:
    """The loss as careers have it: models that are gone are no wounds, whatever their game counts."""
    unit = table.known(loss.of)
    counts = isinstance(unit, Unit) and any(spec.name in unit.counts_models for spec in vital(unit))
    return loss._replace(wounds=0) if counts else loss


def _numbers(change: Change) -> bool:
    return isinstance(change.before, int) and isinstance(change.after, int)
