"""Campaigns on disk: a folder with campaign.toml and the sessions of its battles beside it.

Every change is one transaction: the file is locked, read, changed in memory and replaced whole.
"""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import companion
from companion.store.files import read
from companion.store.format.campaign import BatchRow, Campaign, CampaignRoster, EntryRow
from companion.store.format.campaign_file import compose_campaign, parse_campaign
from companion.store.format.document import CAMPAIGN
from companion.store.generations import EDITED, write_kept
from companion.store.ledger import apply_batch, counted, differences, fold, owed, standings, state_of
from companion.store.lock import locked

_WAIT: Final = 3.0
"""Seconds to wait for another program that is writing the campaign."""
BY_HAND: Final = "changed by hand in the file"
MANUAL: Final = "manual"
OWES: Final = "owes_aftermath"
"""The field of a side that says itself whether its aftermath is to be played, in games that have it."""


@dataclass(slots=True)
class Transaction:
    """A campaign that is being changed. `notices` are sentences for the players about what was found in the file."""

    file: Path
    campaign: Campaign
    notices: list[str]

    def add(self, roster: str, kind: Any, **more: Any) -> BatchRow:
        """Appends a batch to the ledger and applies it to the roster."""
        ledger = self.campaign.ledger
        row = BatchRow(len(ledger) + 1, roster, kind, today(), told=True, **more)
        ledger.append(row)
        apply_batch(self.campaign.rosters[roster], row)
        return row


def today() -> str:
    """The date of the players' calendar, as 2026-11-14."""
    return datetime.date.today().isoformat()


def summary(campaign: Campaign) -> dict[str, Any]:
    """The table [summary]: all that lists of campaigns read."""
    days = [battle.day for battle in campaign.battles.values()]
    return {
        "name": campaign.name,
        "game": campaign.game,
        "battles": sum(1 for _ in counted(campaign)),
        "open": [b.title for of, b in campaign.battles.items() if state_of(campaign, of) == "open"],
        "standings": [dataclasses.asdict(line) for line in standings(campaign)],
        "played": max(days, default=""),
    }


def read_campaign(file: Path, *, thorough: bool = False) -> Campaign:
    """Reads a campaign. Raises CannotOpen with everything that is wrong with the file.

    A file that nobody has changed since Companion wrote it is not validated again, unless `thorough`. What somebody has
    changed is said in its `notices`.
    """
    found = read(file, CAMPAIGN)
    header = found.tables["campaign"]
    whole = CAMPAIGN.has_checksums(header) and not found.changed & set(CAMPAIGN.parts)
    trusted = not thorough and whole and header.get("companion") == companion.__version__
    campaign, problems = parse_campaign(found.tables, trusted=trusted)
    if campaign is None:
        raise found.refused(problems)
    if found.changed:
        # Here and not above: a file that nobody has changed does not pay for the import.
        from companion.store.changed import judge, ledger_said

        campaign.changed = frozenset(found.changed)
        rows, differs = functools.partial(ledger_said, campaign), any(differences(campaign))
        campaign.notices = judge(found, campaign.header.generation, campaign.header.id, rows, "rosters", differs)
    return campaign


def changes_outside(campaign: Campaign) -> list[str]:
    """Sentences on everything that somebody has changed in the file, the rosters too."""
    return [*campaign.notices, *(f"changed by hand: {one}" for one in differences(campaign))]


@contextlib.contextmanager
def changing(file: Path) -> Iterator[Transaction]:
    """The campaign to be changed in a `with` block; it is written when the block ends, and not if it raises.

    What a person has changed in the rosters of the file is recorded in the ledger first. Raises CannotOpen if the
    file cannot be read or another program holds it, OSError if it cannot be written.
    """
    with locked(file, _WAIT):
        campaign = read_campaign(file)
        made = Transaction(file, campaign, list(campaign.notices))
        _record_by_hand(made)
        yield made
        write_campaign(made)


def _record_by_hand(made: Transaction) -> None:
    """Manual changes become batches of the ledger, so that the rosters are again what it leads to."""
    campaign = made.campaign
    found: dict[str, list[EntryRow]] = {}
    for one in list(differences(campaign)):
        made.notices.append(f"{one}; it is recorded as changed by hand")
        found.setdefault(one.roster, []).append(EntryRow(one.of, one.field, one.ledger, one.file, BY_HAND, by=MANUAL))
    for roster, entries in found.items():
        made.add(roster, "manual", why=BY_HAND, entries=tuple(entries))


def write_campaign(made: Transaction) -> None:
    """Replaces the file whole. Raises OSError; the old one stays then."""
    file, campaign = made.file, made.campaign
    for of in campaign.rosters:
        # Nothing but the ledger says what a roster is: what is written is what it leads to.
        led = fold(campaign, of)
        campaign.rosters[of].fields, campaign.rosters[of].units = led.fields, led.units
    number = campaign.header.generation

    def composed(next_number: int) -> bytes:
        campaign.header = dataclasses.replace(campaign.header, generation=next_number)
        return compose_campaign(campaign, summary(campaign))

    write_kept(file, composed, number, EDITED if campaign.changed else "")


def busy(campaign: Campaign, roster: str) -> str:
    """The battle whose aftermath this roster still owes; empty if it owes none. Practice holds nobody up."""
    for of, battle in campaign.battles.items():
        if not battle.practice and roster in battle.base and roster in owed(campaign, of):
            return of
    return ""


def active(campaign: Campaign) -> dict[str, CampaignRoster]:
    """The rosters whose players are still with us."""
    return {of: r for of, r in campaign.rosters.items() if not campaign.players[r.player].left}
