"""The text of campaign.toml. Tables that people change are written by tomli-w; the ledger has one change a line."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import companion
from companion.engine.state.changes import plain
from companion.store.format import toml
from companion.store.format.campaign import BatchRow, Campaign
from companion.store.format.document import CAMPAIGN

_TOP = "# A campaign of Companion. What may be changed here by hand: docs/campaigns.md\n\n"
_BODY = "\n[options]\n"


def compose_campaign(campaign: Campaign, summary: Mapping[str, Any]) -> bytes:
    """The whole file. `summary` is all that lists of campaigns read."""
    header = _set_fields(campaign.header) | {"generation": campaign.header.generation}
    header |= {"batches": len(campaign.ledger), "companion": companion.__version__}
    head = {name: value for name, value in campaign.extras.items() if not isinstance(value, (dict, list))}
    return (_TOP + CAMPAIGN.text(head | {"summary": summary, "campaign": header}, _body(campaign))).encode()


def body_of(text: str) -> str:
    """What the checksum of earlier versions covers: everything from the options on; empty if there are none."""
    start = text.find(_BODY)
    return text[start + 1 :] if start >= 0 else ""


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
    made = {}
    for item in dataclasses.fields(record):
        value = getattr(record, item.name)
        default = item.default if item.default_factory is dataclasses.MISSING else item.default_factory()
        if value is None or (value == default and type(value) is type(default)):
            continue
        made[item.name] = _plainly(value)
    return made


def _plainly(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _set_fields(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plainly(item) for item in value]
    return plain(value)
