"""What the ledger of a campaign says of a battle: the changes that it left, with their reasons and dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.engine.campaign import GONE
from companion.frontend.campaign_text import entry_line
from companion.report.reading import Part
from companion.store.format.campaign import Campaign, EntryRow
from companion.store.ledger import closing


def aftermath_parts(campaign: Campaign, battle: str) -> tuple[Part, ...]:
    """One part a roster that has closed its aftermath, in the order of the battle."""
    parts = []
    for of in campaign.battles[battle].base:
        row = closing(campaign, battle, of)
        if row is not None:
            lines = tuple(_line(campaign, of, entry) for entry in _together(row.entries))
            parts.append((campaign.rosters[of].name, lines))
    return tuple(parts)


def _together(entries: Iterable[EntryRow]) -> Iterator[EntryRow]:
    """Changes of one value that follow one another as one change, with all their reasons and dice."""
    last: EntryRow | None = None
    for entry in entries:
        if last is not None and entry.field and (last.of, last.field, last.by) == (entry.of, entry.field, entry.by):
            why = last.why if entry.why == last.why else f"{last.why}, {entry.why}"
            last = replace(last, after=entry.after, why=why, dice=(*last.dice, *entry.dice))
            continue
        if last is not None:
            yield last
        last = entry
    if last is not None:
        yield last


def _line(campaign: Campaign, roster: str, entry: EntryRow) -> str:
    if entry.field != GONE or entry.after is None:
        return entry_line(campaign, roster, entry)
    name = campaign.rosters[roster].units.get(entry.of, {}).get("name", entry.of)
    dice = f" (dice {', '.join(map(str, entry.dice))})" if entry.dice else ""
    manual = ", by hand" if entry.by else ""
    return f"{name} is gone: {entry.after}, {entry.why}{dice}{manual}"
