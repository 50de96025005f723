"""A roster as a battle begins with it, whole but for what a batch says of it, and values with which none can begin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.campaign import GONE
from companion.engine.frozen import frozen
from companion.engine.registry import find
from companion.engine.ruleset import Ruleset
from companion.engine.state.changes import plain
from companion.engine.state.declarations import FieldSpec, specs
from companion.engine.state.entity import Entity
from companion.engine.state.table import Side, Unit
from companion.store.campaigns import MANUAL, Transaction
from companion.store.format.campaign import BatchRow, Campaign, CampaignRoster, EntryRow, Plain
from companion.store.format.state import Findings, sides_of, units_of
from companion.store.ledger import apply_batch

_NOT_KEPT = ("id", "side")


def fielded(campaign: Campaign, roster: str, upto: int | None = None) -> CampaignRoster:
    """The roster as its batches leave it, up to the batch of this number, with nothing in what its units have whole."""
    ruleset = find(campaign.header.ruleset)
    now = campaign.rosters[roster]
    made = CampaignRoster(now.player, now.name)
    said: dict[tuple[str, str], bool] = {}
    for row in campaign.ledger:
        if row.roster == roster and (upto is None or row.n <= upto):
            apply_batch(made, row)
            said |= _said(ruleset, made, row)
    for (of, name), kept in said.items():
        if not kept and of in made.units:
            made.units[of].pop(name, None)
    return made


def _said(ruleset: Ruleset, made: CampaignRoster, row: BatchRow) -> Iterator[tuple[tuple[str, str], bool]]:
    """The fields in question that a batch wrote, and whether it said something else there than what is whole.

    Who joins comes whole, whatever is written there of fields that a maximum bounds, unless players wrote it by hand.
    """
    joined = {*row.units, *(entry.of for entry in row.entries if not entry.field)}
    written = {(entry.of, entry.field) for entry in row.entries}
    by_hand = {entry.of for entry in row.entries if not entry.field and entry.by}
    for of in dict.fromkeys((*row.units, *(entry.of for entry in row.entries))):
        fields = made.units.get(of, {})
        for name, given in whole(ruleset, of, fields).items() if fields else ():
            if of in joined or (of, name) in written:
                other = fields.get(name, given) != given
                bounded = isinstance(specs(ruleset.unit_type)[name].hi, str)
                yield (of, name), other and (not bounded or of in by_hand or (of, name) in written)


def whole(ruleset: Ruleset, of: str, fields: Mapping[str, Any]) -> Plain:
    """What the profile of a unit gives it by itself, by field; nothing if these fields make no unit."""
    names = [name for name, spec in specs(ruleset.unit_type).items() if _is_given(spec)]
    profile = {name: value for name, value in fields.items() if name not in names and name != GONE}
    units = units_of({"units": {of: profile}}, ruleset, Findings())
    return {name: plain(getattr(unit, name)) for unit in units for name in names}


def joining_fields(unit: Unit) -> Plain:
    """The fields of a unit as a roster keeps them: whole, with its minis, and without what its profile gives it."""
    members: tuple[Entity, ...] = (unit, *unit.miniatures)
    for one in members:
        for name, spec in one.specs().items():
            if _is_given(spec) and isinstance(spec.hi, str):
                one.put(name, spec.derive(one) if spec.derive is not None else spec.default)
    fields = {name: value for name, value in unit.dump().items() if name not in _NOT_KEPT}
    given = {n: plain(s.derive(unit)) for n, s in unit.specs().items() if s.derive is not None}
    return {name: value for name, value in fields.items() if name not in given or value != given[name]}


def _is_given(spec: FieldSpec) -> bool:
    """Whether a profile says what is whole in this field: it bounds it from above, or gives its first value."""
    return spec.adjust and (spec.derive is not None or isinstance(spec.hi, str))


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
    fighting = {of: {**fields, "side": roster} for of, fields in held.present.items()}
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
