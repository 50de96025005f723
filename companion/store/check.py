"""Says everything that is wrong with a file, whatever it is, and touches nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.engine.errors import InvalidInput
from companion.engine.registry import find
from companion.store.battles import session_of
from companion.store.campaigns import read_campaign
from companion.store.closing import is_what_is_left
from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.files import located, owner_of, read_tables, read_text
from companion.store.folders import is_kept_file, log_file
from companion.store.format.campaign import Battle, Campaign
from companion.store.format.commit import record_problems
from companion.store.format.document import CAMPAIGN, ROSTER, kind_of
from companion.store.format.state import Findings, broken_units, units_of
from companion.store.format.toml import dotted
from companion.store.ledger import closing, differences, names_of
from companion.store.listing import session_id
from companion.store.restore import restore
from companion.store.rosters import read_roster
from companion.store.unfit_values import unfit


def check_file(file: Path) -> list[Diagnostic]:
    """Everything that is wrong with a session and its log, with a roster or with a campaign, each with its line.

    A log is checked with the session that it belongs to. In a campaign that is shapes, rosters that the ledger does
    not lead to, sessions that are missing or differ. A roster that differs was changed by hand; the next change of the
    campaign records it.
    """
    try:
        file = owner_of(file)
        kind = kind_of(read_tables(file, read_text(file)))
    except CannotOpen as fault:
        return fault.diagnostics
    wrong = check_alone(file)
    if kind is CAMPAIGN:
        try:
            wrong += _fitting(file, read_campaign(file))
        except CannotOpen:
            return wrong
    return wrong


def check_alone(file: Path) -> list[Diagnostic]:
    """What is in the way of playing on: the file, and of a campaign its rosters and its sessions, each for itself."""
    try:
        kind = kind_of(read_tables(file, read_text(file)))
        if kind is ROSTER:
            return [Diagnostic(file, None, "", notice) for notice in read_roster(file).notices]
        if kind is not CAMPAIGN:
            return list(_session_faults(file))
        campaign = read_campaign(file, thorough=True)
    except CannotOpen as fault:
        return fault.diagnostics
    wrong = located(file, read_text(file), list(_rosters(campaign)))
    return wrong + [fault for session in _sessions(file) for fault in check_alone(session)]


def _session_faults(file: Path) -> Iterator[Diagnostic]:
    """What is wrong with a session and its log. Raises CannotOpen."""
    found, log = restore(file, thorough=True), log_file(file)
    if found.log is not None:
        for place, record in enumerate(found.log.records):
            for path, reason in record_problems(record):
                yield Diagnostic(log, found.log.line(place), dotted("records", str(place + 1), *path), reason)
    yield from (Diagnostic(log, bad.line, "", bad.reason) for bad in found.corrupt)
    if found.loaded.changed:
        yield from (Diagnostic(file, None, "", said) for said in found.loaded.notices)
    if found.missing:
        yield Diagnostic(log, None, "", found.missing)


def _fitting(file: Path, campaign: Campaign) -> Iterator[Diagnostic]:
    """How the files of a campaign fit together."""
    yield from (Diagnostic(file, None, "", notice) for notice in campaign.notices)
    yield from located(file, read_text(file), [*by_hand(campaign), *_same_names(campaign)])
    for of, battle in campaign.battles.items():
        yield from battle_faults(file, campaign, of, battle)
    known = {battle.session_id for battle in campaign.battles.values()}
    for other in _sessions(file):
        if session_id(other) not in known:
            yield Diagnostic(other, None, "", "this session belongs to no battle of the campaign")


def _sessions(file: Path) -> list[Path]:
    """The sessions that are beside the campaign."""
    return [other for other in sorted(file.parent.glob("*.toml")) if is_kept_file(other.name) and session_id(other)]


def by_hand(campaign: Campaign) -> Iterator[tuple[str, str]]:
    """Where the rosters differ from what the ledger leads to, as (key, sentence)."""
    for one in differences(campaign):
        path = ("rosters", one.roster) if one.of == one.roster else ("rosters", one.roster, "units", one.of)
        yield dotted(*path, *([one.field] if one.field else [])), str(one)


def _rosters(campaign: Campaign) -> Iterator[tuple[str, str]]:
    """What the rules find wrong with the units of each roster as it stands."""
    ruleset = find(campaign.header.ruleset)
    for of, roster in campaign.rosters.items():
        found = Findings()
        units = units_of({"units": roster.units}, ruleset, found)
        for key, reason in [*found.problems, *broken_units(units)]:
            yield f"{dotted('rosters', of)}.{key}", reason
    for one in unfit(campaign):
        if one.of == one.roster:
            yield dotted("rosters", one.roster, one.field), one.reason


def _same_names(campaign: Campaign) -> Iterator[tuple[str, str]]:
    """Units of one name, whichever rosters they are in, as (key, sentence) from the second on."""
    first: dict[str, str] = {}
    for (of, unit), name in names_of(campaign).items():
        if name.casefold() in first:
            before = campaign.rosters[first[name.casefold()]].name
            said = f"{before} has a unit called {name} too: battles tell them apart by letters"
            yield dotted("rosters", of, "units", unit, "name"), said
        else:
            first[name.casefold()] = of


def battle_faults(file: Path, campaign: Campaign, of: str, battle: Battle) -> Iterator[Diagnostic]:
    """What is wrong with the session of a battle: it is missing, or leaves something else than the ledger has."""
    if not battle.session:
        return
    session = session_of(file, battle)
    key = dotted("battles", of, "session")
    if session is None:
        yield Diagnostic(file, None, key, f"the record of {battle.title} is missing; what it left to the rosters stays")
        return
    rows = [row for roster in battle.base if (row := closing(campaign, of, roster)) is not None]
    if not rows or battle.practice:
        return
    try:
        played = restore(session).session
    except CannotOpen:
        return
    for row in rows:
        try:
            batch = played.ruleset.batch(played, row.roster)
        except InvalidInput as fault:
            yield Diagnostic(session, None, "", f"what it leaves to {row.roster} cannot be told: {fault.message}")
            continue
        if not is_what_is_left(campaign, row, batch):
            reason = f"it no longer says what was closed for {row.roster} (batch {row.n}): reopen it, or leave it"
            yield Diagnostic(session, None, "", reason)
