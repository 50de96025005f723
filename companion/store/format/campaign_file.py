"""From campaign.toml to a campaign, with everything that is wrong with it, and back.

Tables that people change are written by tomli-w; the ledger has one change a line.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

import companion
from companion.engine.carry_over import WON
from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.engine.registry import find
from companion.engine.state.changes import plain
from companion.engine.state.shapes import set_fields
from companion.store.folders import is_kept_file
from companion.store.format import toml
from companion.store.format.campaign import (
    BatchRow,
    Battle,
    Campaign,
    CampaignRoster,
    CampaignTable,
    Player,
    RulingRow,
    read_in_words,
)
from companion.store.format.document import CAMPAIGN
from companion.store.format.values import deserialize

Problems = list[tuple[str, str]]


@frozen
class CampaignTables:
    """The tables of campaign.toml. Those of the rosters have fields of the game beside their own."""

    campaign: CampaignTable
    summary: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    players: Mapping[str, Player] = field(default_factory=dict)
    rosters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    battles: Mapping[str, Battle] = field(default_factory=dict)
    rulings: tuple[RulingRow, ...] = ()
    ledger: tuple[BatchRow, ...] = ()


_KNOWN = tuple(each.name for each in dataclasses.fields(CampaignTables))
_TOP = "# A campaign of Companion. What may be changed here by hand: docs/campaigns.md\n\n"
_LISTS = {"ledger": "batches", "rulings": "rulings"}


def parse_campaign(data: Mapping[str, Any], *, trusted: bool) -> tuple[Campaign | None, Problems]:
    """The campaign in the tables of a file that is one; None with every problem as (key, reason).

    `trusted`: nobody has changed the file since Companion wrote it, so that nobody asks whether it fits together.
    """
    read, faults = deserialize(CampaignTables, {k: v for k, v in data.items() if k in _KNOWN})
    wrong = [(toml.dotted(*path), _in_own_lines(*path) or reason) for path, reason in faults]
    if wrong:
        return None, wrong
    tables: CampaignTables = read
    made = Campaign(
        str(tables.summary.get("name", "")),
        tables.campaign,
        str(tables.summary.get("game", "")),
        plain(tables.options),
        dict(tables.players),
        {of: roster for of, raw in tables.rosters.items() if (roster := _roster(of, raw, wrong)) is not None},
        dict(tables.battles),
        list(map(_told, tables.ledger)),
        list(tables.rulings),
        {name: value for name, value in data.items() if name not in _KNOWN},
    )
    if not wrong and not trusted:
        wrong += _misfits(made)
    return (None, wrong) if wrong else (made, [])


def _told(row: BatchRow) -> BatchRow:
    """The batch, with what an earlier version left to the words of its changes."""
    if row.told:
        return row
    entries = (dataclasses.replace(read_in_words(one), won=one.why.endswith(WON)) for one in row.entries)
    return dataclasses.replace(row, entries=tuple(entries), told=True)


def _in_own_lines(name: str | int, *path: str | int) -> str:
    """What is said of a table that is none, of those that stand in lines of their own."""
    if name in _LISTS and not path:
        return f"this is a list of {_LISTS[str(name)]}: [[{name}]]"
    own = not path or (name == "rosters" and len(path) == 1)
    return f"this is a table with its own line [{toml.dotted(name, *path)}]" if own else ""


def _roster(of: str, raw: Mapping[str, Any], wrong: Problems) -> CampaignRoster | None:
    key = toml.dotted("rosters", of)
    owned = {name: plain(value) for name, value in raw.items() if name not in ("player", "name", "units")}
    player, name, units = raw.get("player"), raw.get("name"), raw.get("units", {})
    for what, value in (("player", player), ("name", name)):
        if not isinstance(value, str):
            wrong.append((f"{key}.{what}", "this is text in quotes"))
    if not isinstance(units, Mapping) or not all(isinstance(unit, Mapping) for unit in units.values()):
        wrong.append((f"{key}.units", f"each unit is a table with its own line [{key}.units.…]"))
        return None
    for inside, fields in ((), owned), *((("units", unit), fields) for unit, fields in units.items()):
        # The ledger calls a field by its name, one inside it with dots, and a whole unit by none.
        nameless = [name for name in fields if not name or "." in name]
        wrong.extend((toml.dotted("rosters", of, *inside, name), "this is a name without dots") for name in nameless)
    return CampaignRoster(str(player), str(name), owned, {unit: plain(value) for unit, value in units.items()})


def _misfits(campaign: Campaign) -> Iterator[tuple[str, str]]:
    """Names that lead nowhere, numbers out of order, options that the game does not know."""
    try:
        ruleset = find(campaign.header.ruleset)
    except InvalidInput as fault:
        yield "campaign.ruleset", fault.with_hint
        return
    for name, value in campaign.options.items():
        try:
            ruleset.checked_option(name, value)
        except InvalidInput as fault:
            yield toml.dotted("options", name), fault.with_hint
    for of, roster in campaign.rosters.items():
        if roster.player not in campaign.players:
            yield toml.dotted("rosters", of, "player"), f"there is no player {roster.player!r}"
    for of, battle in campaign.battles.items():
        yield from _battle_misfits(campaign, of, battle)
    yield from _ruling_misfits(campaign)
    for place, row in enumerate(campaign.ledger):
        key = toml.dotted("ledger", place)
        if row.n != place + 1:
            yield f"{key}.n", f"batches are numbered in their order: this is {place + 1}, not {row.n}"
        if row.roster not in campaign.rosters:
            yield f"{key}.roster", f"there is no roster {row.roster!r}"
        if row.battle and row.battle not in campaign.battles:
            yield f"{key}.battle", f"there is no battle {row.battle!r}"
        if row.reverses and not 0 < row.reverses < row.n:
            yield f"{key}.reverses", "this is the number of an earlier batch"


def _ruling_misfits(campaign: Campaign) -> Iterator[tuple[str, str]]:
    for place, row in enumerate(campaign.rulings):
        key = toml.dotted("rulings", place)
        if row.n != place + 1:
            yield f"{key}.n", f"rulings are numbered in their order: this is {place + 1}, not {row.n}"
        if row.battle and row.battle not in campaign.battles:
            yield f"{key}.battle", f"there is no battle {row.battle!r}"
        if row.scope == "battle" and not row.battle:
            yield f"{key}.scope", "a ruling of one battle names it"
        if fault := row.faults():
            yield key, fault


def _battle_misfits(campaign: Campaign, of: str, battle: Battle) -> Iterator[tuple[str, str]]:
    key = toml.dotted("battles", of)
    for roster, n in battle.base.items():
        if roster not in campaign.rosters:
            yield f"{key}.base", f"there is no roster {roster!r}"
        elif not 0 < n <= len(campaign.ledger):
            yield f"{key}.base", f"there is no batch {n} in the ledger"
    if battle.session and not battle.session_id:
        yield f"{key}.session_id", "this is the id that stands in the session"
    for roster in battle.result.won if battle.result is not None else ():
        if roster not in battle.base:
            yield f"{key}.result", f"{roster!r} does not fight in it"
    if battle.session and (not is_kept_file(battle.session) or set(battle.session) & set("/\\:\0")):
        yield f"{key}.session", "this is the name of a file beside the campaign, such as 01-first-blood.toml"


def compose_campaign(campaign: Campaign, summary: Mapping[str, Any]) -> bytes:
    """The whole file. `summary` is all that lists of campaigns read."""
    header = _set_fields(campaign.header) | {"generation": campaign.header.generation}
    header |= {"batches": len(campaign.ledger), "companion": companion.__version__}
    head = {name: value for name, value in campaign.extras.items() if not isinstance(value, (dict, list))}
    return (_TOP + CAMPAIGN.text(head | {"summary": summary, "campaign": header}, _body(campaign))).encode()


def _body(campaign: Campaign) -> str:
    rosters = {
        of: {"player": r.player, "name": r.name, **r.fields, "units": r.units} for of, r in campaign.rosters.items()
    }
    tables: dict[str, Any] = {
        "options": campaign.options,
        "players": {of: _set_fields(player) for of, player in campaign.players.items()},
        "rosters": rosters,
    }
    tables |= {name: value for name, value in campaign.extras.items() if isinstance(value, (dict, list))}
    battles = [
        f"[{toml.dotted('battles', of)}]\n{toml.pairs(_set_fields(battle))}" for of, battle in campaign.battles.items()
    ]
    rulings = [f"[[rulings]]\n{toml.pairs(_set_fields(row))}" for row in campaign.rulings]
    return "\n".join([toml.document(tables), *battles, *rulings, *map(_batch, campaign.ledger)])


def _batch(row: BatchRow) -> str:
    fields = _set_fields(row)
    entries, careers = fields.pop("entries", ()), fields.pop("careers", ())
    units: Mapping[str, Mapping[str, Any]] = fields.pop("units", {})
    text = "[[ledger]]\n" + toml.pairs(fields)
    for name, rows in (("entries", entries), ("careers", careers)):
        text += toml.rows(name, rows) if rows else ""
    for of, unit in units.items():
        text += f"[{toml.dotted('ledger', 'units', of)}]\n{toml.pairs(unit)}"
    return text


def _set_fields(record: Any) -> dict[str, Any]:
    """The fields of a record that differ from their defaults, as plain data. What is None is left out."""
    return {name: _plainly(value) for name, value in set_fields(record).items() if value is not None}


def _plainly(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _set_fields(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plainly(item) for item in value]
    return plain(value)
