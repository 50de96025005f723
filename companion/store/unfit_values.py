"""Values of rosters with which no battle can begin, as a purse below 0: what they are, and the nearest that can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.engine.campaign import GONE
from companion.engine.frozen import frozen
from companion.engine.registry import find
from companion.engine.state.declarations import specs
from companion.engine.state.table import Side, Unit
from companion.store.campaigns import MANUAL, Transaction
from companion.store.fielding import fielded
from companion.store.format.campaign import Campaign, EntryRow
from companion.store.format.state import Findings, sides_of, units_of


@frozen
class Unfit:
    """A value of a unit, or of a roster by its own id, that its declaration forbids; `reason` says so in words.

    `whose` names the roster, and the unit if it is one's. `nearest` is the number nearest to it that may be there; None
    where it is no number.
    """

    roster: str
    of: str
    field: str
    value: Any
    nearest: int | None
    whose: str
    reason: str

    def __str__(self) -> str:
        return f"{self.whose}: {self.reason}"


def unfit(campaign: Campaign, rosters: Sequence[str] = ()) -> list[Unfit]:
    """What stands in the way of a battle of these rosters, or of all, as they stand."""
    return [one for of in rosters or campaign.rosters for one in _in_roster(campaign, of)]


def _in_roster(campaign: Campaign, roster: str) -> Iterator[Unfit]:
    ruleset = find(campaign.header.ruleset)
    held = fielded(campaign, roster)
    owned = {name: value for name, value in held.fields.items() if name in specs(ruleset.side_type)}
    fighting = {of: {**fields, "side": roster} for of, fields in held.units.items() if not fields.get(GONE)}
    found = Findings()
    entities: list[Side | Unit] = [
        *sides_of({"sides": {roster: {"name": held.name, **owned}}}, ruleset, found),
        *units_of({"units": fighting}, ruleset, found),
    ]
    for one in entities:
        whose = f"{held.name}, {one.name}" if isinstance(one, Unit) else held.name
        for name, reason in one.faults():
            value, spec = one.get(name), one.specs().get(name)
            nearest = None
            if spec is not None and isinstance(value, int):
                lo, hi = spec.bounds(one)
                nearest = lo if lo is not None and value < lo else hi if hi is not None and value > hi else None
            yield Unfit(roster, one.id, name, value, nearest, whose, reason)


def mend(made: Transaction, values: Sequence[Unfit], why: str) -> list[tuple[str, EntryRow]]:
    """Sets these values to the nearest that can be, as far as there is one; returns the entries by roster."""
    done = []
    for roster in dict.fromkeys(one.roster for one in values):
        entries = tuple(
            EntryRow(one.of, one.field, one.value, one.nearest, why, by=MANUAL)
            for one in values
            if one.roster == roster and one.nearest is not None
        )
        if entries:
            made.add(roster, "manual", why=why, entries=entries)
            done += [(roster, entry) for entry in entries]
    return done
