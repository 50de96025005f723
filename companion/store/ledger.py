"""What the ledger of a campaign comes to: rosters as they stand, totals, standings. Plain data, no rule code."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.engine.frozen import frozen
from companion.engine.state.changes import plain
from companion.store.format.campaign import BatchRow, Battle, Campaign, CampaignRoster, CareerRow

T = TypeVar("T")
CLOSED, OPEN, VOIDED = "closed", "open", "voided"


@frozen
class Difference:
    """A value of a roster that the ledger does not lead to. `field` is empty if a whole unit differs."""

    roster: str
    of: str
    field: str
    ledger: Any
    file: Any

    def __str__(self) -> str:
        what = f"{self.roster}: {self.of}" + (f".{self.field}" if self.field else "")
        return f"{what}: the roster has {_worded(self.file)}, the ledger leads to {_worded(self.ledger)}"


def _worded(value: Any) -> str:
    if isinstance(value, dict):
        return "the unit" if value else "an empty unit"
    return "nothing" if value is None else repr(value)


def fold(campaign: Campaign, roster: str, upto: int | None = None) -> CampaignRoster:
    """The roster as its batches leave it, up to the batch of this number; without one, as it should stand now."""
    now = campaign.rosters[roster]
    made = CampaignRoster(now.player, now.name)
    for row in campaign.ledger:
        if row.roster == roster and (upto is None or row.n <= upto):
            apply_batch(made, row)
    return made


def apply_batch(roster: CampaignRoster, row: BatchRow) -> None:
    """Makes the changes of a batch in its roster."""
    roster.fields |= plain(row.fields)
    roster.units |= plain(row.units)
    for entry in row.entries:
        put(roster, row.roster, entry.of, entry.field, entry.after)


def put(roster: CampaignRoster, own: str, of: str, field: str, value: Any) -> None:
    """Sets a value of the roster or of a unit; None takes it away."""
    value = copy.deepcopy(plain(value))
    if not field:
        if value is None:
            roster.units.pop(of, None)
        else:
            roster.units[of] = value
        return
    inside = roster.fields if of == own else roster.units.setdefault(of, {})
    *outer, name = field.split(".")
    for part in outer:
        inner = inside.get(part)
        inside[part] = inside = dict(inner) if isinstance(inner, dict) else {}
    if value is None:
        inside.pop(name, None)
    else:
        inside[name] = value


def has_place(roster: CampaignRoster, own: str, of: str, field: str) -> bool:
    """Whether there is something to set this field of: the roster itself or a unit on it; a whole unit may come."""
    return not field or of == own or of in roster.units


def value_at(roster: CampaignRoster, own: str, of: str, field: str) -> Any:
    """A value of the roster or of a unit; None if there is none."""
    inside: Any = roster.fields if of == own else roster.units.get(of)
    for part in field.split(".") if field else ():
        inside = inside.get(part) if isinstance(inside, dict) else None
    return inside


def differences(campaign: Campaign) -> Iterator[Difference]:
    """Where the rosters of the file are not what the ledger leads to: changed by hand, in the order of the file."""
    for of, now in campaign.rosters.items():
        led = fold(campaign, of)
        units = [(unit, now.units.get(unit), led.units.get(unit)) for unit in {**now.units, **led.units}]
        for one, mine, theirs in [(of, now.fields, led.fields), *units]:
            if mine is None or theirs is None:
                yield Difference(of, one, "", theirs, mine)
                continue
            for field in {**mine, **theirs}:
                before, after = theirs.get(field), mine.get(field)
                if before != after or type(before) is not type(after):
                    yield Difference(of, one, field, before, after)


def taken_ids(campaign: Campaign, but: tuple[str, str] = ("", "")) -> set[str]:
    """Every id that was ever used in the campaign, of rosters and of units, the gone ones too.

    `but` leaves out what one battle brought into one roster, so that closing it again brings the same.
    """
    rows = [row for row in campaign.ledger if not row.battle or (row.battle, row.roster) != but]
    joined = {of for row in rows for of in row.units}
    brought = {entry.of for row in rows for entry in row.entries if not entry.field}
    models = {str(m["id"]) for row in rows for unit in row.units.values() for m in _models(unit) if "id" in m}
    return {*campaign.rosters, *joined, *brought, *models}


def names_of(campaign: Campaign) -> dict[tuple[str, str], str]:
    """What every unit that is not gone is called, by roster and id."""
    return {
        (of, unit): str(fields.get("name", unit))
        for of, roster in campaign.rosters.items()
        for unit, fields in roster.present.items()
    }


def _models(unit: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The records inside a unit that may have an id of their own."""
    for value in unit.values():
        for item in value if isinstance(value, (list, tuple)) else ():
            if isinstance(item, Mapping):
                yield item


def batches_in_force(campaign: Campaign) -> list[BatchRow]:
    """The batches that no later one takes back; reversals themselves are left out."""
    undone = {row.reverses for row in campaign.ledger if row.reverses}
    return [row for row in campaign.ledger if row.n not in undone and row.kind != "reversal"]


def batches_of(campaign: Campaign, battle: str, rosters: Sequence[str] = ()) -> list[BatchRow]:
    """What a battle left to these rosters, or to all, and is in force; corrections of its result too."""
    wanted = rosters or campaign.battles[battle].base
    return [row for row in batches_in_force(campaign) if row.battle == battle and row.roster in wanted]


def closing(campaign: Campaign, battle: str, roster: str) -> BatchRow | None:
    """The batch that closed this battle for this roster; None if its aftermath is owed."""
    return next((row for row in batches_of(campaign, battle, [roster]) if row.kind == "battle"), None)


def last_batch(campaign: Campaign, roster: str) -> int:
    """The number of the last batch of a roster; 0 if it has none."""
    return max((row.n for row in campaign.ledger if row.roster == roster), default=0)


def owed(campaign: Campaign, battle: str) -> list[str]:
    """The rosters whose aftermath of this battle is not closed."""
    made = campaign.battles[battle]
    return [] if made.voided else [of for of in made.base if closing(campaign, battle, of) is None]


def voided_words(battle: Battle) -> str:
    """That a battle is voided, and why, if players said it."""
    return VOIDED if battle.voided == VOIDED else f"{VOIDED}: {battle.voided}"


def state_of(campaign: Campaign, battle: str) -> str:
    """`open`, `closed` once every roster has closed it, or `voided`."""
    if campaign.battles[battle].voided:
        return VOIDED
    return OPEN if owed(campaign, battle) else CLOSED


def dependents(campaign: Campaign, battle: str, rosters: Sequence[str] = ()) -> list[str]:
    """The battles that started from what this one left to its rosters, or to the given ones, oldest first."""
    found = []
    for roster in rosters or list(campaign.battles[battle].base):
        row = closing(campaign, battle, roster)
        if row is not None:
            found += [
                of
                for of, other in campaign.battles.items()
                if of != battle and not other.voided and not other.practice and other.base.get(roster, 0) >= row.n
            ]
    return [of for of in campaign.battles if of in found]


@dataclass(slots=True)
class PlayerStanding:
    """One line of the standings. `place` is the player's in the campaign, which gives the colour."""

    name: str
    place: int
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


def counted(campaign: Campaign) -> Iterator[tuple[str, Battle]]:
    """The battles that count: with a result, not voided, no practice."""
    for of, battle in campaign.battles.items():
        if battle.result is not None and not battle.voided and not battle.practice:
            yield of, battle


def standings(campaign: Campaign) -> list[PlayerStanding]:
    """Every player, the most victories first; who is level is in the order of the file."""
    lines = {of: PlayerStanding(player.name, at) for at, (of, player) in enumerate(campaign.players.items(), 1)}
    for _, battle in counted(campaign):
        assert battle.result is not None
        for roster in battle.base:
            line = lines[campaign.rosters[roster].player]
            line.played += 1
            if battle.result.drawn:
                line.drawn += 1
            elif roster in battle.result.won:
                line.won += 1
            else:
                line.lost += 1
    return sorted(lines.values(), key=lambda line: (-line.won, -line.drawn))


def careers(campaign: Campaign, roster: str) -> dict[str, CareerRow]:
    """The totals of every unit of a roster that fought, by its id."""
    totals: dict[str, CareerRow] = {}
    for row in batches_in_force(campaign):
        for add in row.careers if row.roster == roster else ():
            totals[add.of] = totals.get(add.of, CareerRow(add.of)).plus(add)
    return totals
