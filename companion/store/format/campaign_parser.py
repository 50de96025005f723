"""From the tables of campaign.toml to a campaign, with everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from companion.engine.errors import InvalidInput
from companion.engine.registry import find
from companion.engine.state.changes import plain
from companion.store.folders import is_kept_file
from companion.store.format.campaign import BatchRow, Battle, Campaign, CampaignRoster, CampaignTable, Player
from companion.store.format.rulings import RulingRow
from companion.store.format.toml import dotted
from companion.store.format.values import deserialize

T = TypeVar("T")
Problems = list[tuple[str, str]]

_KNOWN = ("summary", "campaign", "options", "players", "rosters", "battles", "rulings", "ledger")


def parse_campaign(data: Mapping[str, Any], *, trusted: bool) -> tuple[Campaign | None, Problems]:
    """The campaign in the tables of a file that is one; None with every problem as (key, reason).

    `trusted`: nobody has changed the file since Companion wrote it, so that its shape is not validated again.
    """
    summary, wrong = data.get("summary", {}), Problems()
    made = Campaign(str(summary.get("name", "")), _one(CampaignTable, data["campaign"], "campaign", trusted, wrong))
    if wrong:
        return None, wrong
    made.game = str(summary.get("game", ""))
    made.options = plain(_table(data, "options", wrong))
    made.players = dict(_each(Player, data, "players", trusted, wrong))
    made.battles = dict(_each(Battle, data, "battles", trusted, wrong))
    made.rosters = dict(_rosters(data, wrong))
    made.ledger = _list(BatchRow, data, "ledger", "batches", trusted, wrong)
    made.rulings = _list(RulingRow, data, "rulings", "rulings", trusted, wrong)
    made.extras = {name: value for name, value in data.items() if name not in _KNOWN}
    if not wrong and not trusted:
        wrong += _misfits(made)
    return (None, wrong) if wrong else (made, [])


def _table(data: Mapping[str, Any], name: str, wrong: Problems) -> Mapping[str, Any]:
    table = data.get(name, {})
    if isinstance(table, Mapping):
        return table
    wrong.append((name, f"this is a table with its own line [{name}]"))
    return {}


def _list(kind: type[T], data: Mapping[str, Any], name: str, what: str, trusted: bool, wrong: Problems) -> list[T]:
    rows = data.get(name, [])
    if not isinstance(rows, list):
        wrong.append((name, f"this is a list of {what}: [[{name}]]"))
        return []
    return [_one(kind, row, dotted(name, place), trusted, wrong) for place, row in enumerate(rows)]


def _one(kind: type[T], raw: Any, key: str, trusted: bool, wrong: Problems) -> T:
    made, problems = deserialize(kind, raw, trusted=trusted)
    wrong += [(".".join(part for part in (key, dotted(*path)) if part), reason) for path, reason in problems]
    value: T = made
    return value


def _each(kind: type[T], data: Mapping[str, Any], name: str, trusted: bool, wrong: Problems) -> Iterator[tuple[str, T]]:
    for of, raw in _table(data, name, wrong).items():
        yield of, _one(kind, raw, dotted(name, of), trusted, wrong)


def _rosters(data: Mapping[str, Any], wrong: Problems) -> Iterator[tuple[str, CampaignRoster]]:
    for of, raw in _table(data, "rosters", wrong).items():
        key = dotted("rosters", of)
        if not isinstance(raw, Mapping):
            wrong.append((key, f"this is a table with its own line [{key}]"))
            continue
        fields = {name: plain(value) for name, value in raw.items() if name not in ("player", "name", "units")}
        player, name, units = raw.get("player"), raw.get("name"), raw.get("units", {})
        for what, value in (("player", player), ("name", name)):
            if not isinstance(value, str):
                wrong.append((f"{key}.{what}", "this is text in quotes"))
        if not isinstance(units, Mapping) or not all(isinstance(unit, Mapping) for unit in units.values()):
            wrong.append((f"{key}.units", f"each unit is a table with its own line [{key}.units.…]"))
            continue
        yield of, CampaignRoster(str(player), str(name), fields, {unit: plain(value) for unit, value in units.items()})


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
            yield dotted("options", name), fault.with_hint
    for of, roster in campaign.rosters.items():
        if roster.player not in campaign.players:
            yield dotted("rosters", of, "player"), f"there is no player {roster.player!r}"
    for of, battle in campaign.battles.items():
        yield from _battle_misfits(campaign, of, battle)
    yield from _ruling_misfits(campaign)
    for place, row in enumerate(campaign.ledger):
        key = dotted("ledger", place)
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
        key = dotted("rulings", place)
        if row.n != place + 1:
            yield f"{key}.n", f"rulings are numbered in their order: this is {place + 1}, not {row.n}"
        if row.battle and row.battle not in campaign.battles:
            yield f"{key}.battle", f"there is no battle {row.battle!r}"
        if row.scope == "battle" and not row.battle:
            yield f"{key}.scope", "a ruling of one battle names it"
        if fault := row.faults():
            yield key, fault


def _battle_misfits(campaign: Campaign, of: str, battle: Battle) -> Iterator[tuple[str, str]]:
    key = dotted("battles", of)
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
