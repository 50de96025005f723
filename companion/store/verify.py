"""Says everything that is wrong with a file of any kind, and whether it is what was played. Touches nothing."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from companion.engine.answers import plain_answer
from companion.engine.errors import InvalidInput
from companion.engine.journal import JournalEntry
from companion.engine.past import table_at_start
from companion.engine.registry import find
from companion.engine.run import Run
from companion.engine.session import Session
from companion.engine.state.adjustments import apply
from companion.engine.state.changes import Change, Note, Recorded, plain
from companion.engine.state.results import Result
from companion.engine.state.table import AnyTable
from companion.store.battles import session_of
from companion.store.campaigns import read_campaign
from companion.store.closing import is_what_is_left
from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.fielding import unfit
from companion.store.files import located, owner_of, read_tables, read_text
from companion.store.folders import kept_files, log_file
from companion.store.format.campaign import Battle, Campaign
from companion.store.format.commit import record_problems
from companion.store.format.document import CAMPAIGN, ROSTER, SESSION, Kind, kind_of
from companion.store.format.source_map import SourceMap
from companion.store.format.state import Findings, broken_units, units_of
from companion.store.format.toml import dotted
from companion.store.ledger import closing, differences, names_of
from companion.store.listing import session_id
from companion.store.restore import restore
from companion.store.rosters import read_roster


def check_file(file: Path) -> list[Diagnostic]:
    """Everything that is wrong with a session and its log, with a roster or with a campaign, each with its line.

    A log is checked with the session that it belongs to. In a campaign that is shapes, rosters that the ledger does
    not lead to, sessions that are missing or differ. A roster that differs was changed by hand; the next change of the
    campaign records it.
    """
    try:
        file = owner_of(file)
    except CannotOpen as fault:
        return fault.diagnostics
    wrong = check_alone(file)
    with contextlib.suppress(CannotOpen):
        if _kind_at(file) is CAMPAIGN:
            wrong += _fitting(file, read_campaign(file))
    return wrong


def _kind_at(file: Path) -> Kind:
    return kind_of(read_tables(file, read_text(file)))


def _said(file: Path, sentences: Iterable[str]) -> list[Diagnostic]:
    return [Diagnostic(file, sentence) for sentence in sentences]


def check_alone(file: Path) -> list[Diagnostic]:
    """What is in the way of playing on: the file, and of a campaign its rosters and its sessions, each for itself."""
    try:
        kind = _kind_at(file)
        if kind is ROSTER:
            return _said(file, read_roster(file).notices)
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
                yield Diagnostic(log, reason, dotted("records", str(place + 1), *path), found.log.line(place))
    yield from (Diagnostic(log, bad.reason, line=bad.line) for bad in found.corrupt)
    if found.loaded.changed:
        yield from _said(file, found.loaded.notices)
    if found.missing:
        yield Diagnostic(log, found.missing)


def _fitting(file: Path, campaign: Campaign) -> Iterator[Diagnostic]:
    """How the files of a campaign fit together."""
    yield from _said(file, campaign.notices)
    yield from located(file, read_text(file), [*by_hand(campaign), *_same_names(campaign)])
    for of, battle in campaign.battles.items():
        yield from battle_faults(file, campaign, of, battle)
    known = {battle.session_id for battle in campaign.battles.values()}
    for other in _sessions(file):
        if session_id(other) not in known:
            yield Diagnostic(other, "this session belongs to no battle of the campaign")


def _sessions(file: Path) -> list[Path]:
    """The sessions that are beside the campaign."""
    return [other for other in kept_files(file.parent) if session_id(other)]


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
        yield Diagnostic(file, f"the record of {battle.title} is missing; what it left to the rosters stays", key)
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
            yield Diagnostic(session, f"what it leaves to {row.roster} cannot be told: {fault.message}")
            continue
        if not is_what_is_left(campaign, row, batch):
            reason = f"it no longer says what was closed for {row.roster} (batch {row.n}): reopen it, or leave it"
            yield Diagnostic(session, reason)


Verdict = Literal["exact", "unverified", "diverged"]
"""All came out the same; something could not be judged, and nothing came out otherwise; something did."""

_BY_HAND = " (a person has changed this file)"


@dataclass(slots=True)
class Verified:
    """What came of verifying one file. `found` has what is not exact, each with its line."""

    verdict: Verdict = "exact"
    procedures: int = 0
    inputs: int = 0
    found: list[Diagnostic] = field(default_factory=list)

    def note(self, verdict: Verdict, *diagnostics: Diagnostic) -> None:
        """What is not exact. Of both words the worse one stands."""
        self.found += diagnostics
        if diagnostics and self.verdict != "diverged":
            self.verdict = verdict


def verify_file(file: Path) -> Verified:
    """Says of a session, its log, a campaign or a roster whether it is exact. Raises nothing for a bad file.

    A session is played again, every closed procedure and the log. Words are not compared: titles, notes and reasons
    may be put otherwise at any time. Numbers, answers, changes, faces and what was made of them are; a fact that the
    rules tell today and did not then is no difference. A campaign is exact if its ledger leads to its rosters and has
    what its sessions leave, and those are exact; a roster if it is as Companion wrote it.
    """
    made = Verified()
    try:
        file = owner_of(file)
        text = read_text(file)
        tables = read_tables(file, text)
        kind = kind_of(tables)
        if kind is CAMPAIGN:
            _verify_campaign(made, file)
        elif kind is ROSTER:
            _verify_roster(made, file, tables["roster"])
        else:
            _verify_session(made, file, text, tables)
    except CannotOpen as fault:
        made.note("unverified", *fault.diagnostics)
    return made


def _verify_campaign(made: Verified, file: Path) -> None:
    campaign = read_campaign(file, thorough=True)
    made.note("unverified", *_said(file, campaign.notices))
    edited = bool(campaign.changed & {"state", "ledger"})
    differing = [(key, said + _BY_HAND * edited) for key, said in by_hand(campaign)]
    made.note("unverified" if edited else "diverged", *located(file, read_text(file), differing))
    for of in campaign.battles:
        _verify_battle(made, file, campaign, of)


def _verify_battle(made: Verified, file: Path, campaign: Campaign, of: str) -> None:
    battle = campaign.battles[of]
    session = session_of(file, battle)
    made.note("unverified" if session is None else "diverged", *battle_faults(file, campaign, of, battle))
    if session is None:
        return
    found = verify_file(session)
    made.procedures, made.inputs = made.procedures + found.procedures, made.inputs + found.inputs
    made.note(found.verdict, *found.found)


def _verify_roster(made: Verified, file: Path, header: object) -> None:
    notices = list(read_roster(file).notices)
    if not (isinstance(header, dict) and ROSTER.has_checksums(header)):
        notices.append("it has no checksums: Companion has not written it")
    made.note("unverified", *_said(file, notices))


def _verify_session(made: Verified, file: Path, text: str, tables: Mapping[str, Any]) -> None:
    restored = restore(file, thorough=True)
    for bad in restored.corrupt:
        verdict: Verdict = "diverged" if bad.word == "mismatch" else "unverified"
        made.note(verdict, Diagnostic(log_file(file), bad.reason, line=bad.line))
    edited = "state_checksum" not in tables["session"] or bool(SESSION.changed(text, tables) & set(SESSION.parts))
    session, lines = restored.session, SourceMap(text)
    made.inputs = session.undo_count
    table = table_at_start(session)
    for place, entry in enumerate(session.entries):
        made.procedures += bool(entry.procedure)
        try:
            reason = _difference(session, table, entry) if entry.procedure else ""
            verdict = "unverified" if edited else "diverged"
        except InvalidInput:
            reason, verdict = f"these rules have no procedure {entry.procedure!r} any more", "unverified"
        for change in entry.changes():
            apply(table, change)
        if reason:
            # An entry that is in the log alone has no line here: it ended after the file was written.
            key = f"journal[{place}]"
            reason = f"{entry.title}: {reason}" + (_BY_HAND if edited else _revisions(session, tables["session"]))
            made.note(verdict, Diagnostic(file, reason, key, lines.line(key)))


def _revisions(session: Session, header: Mapping[str, Any]) -> str:
    then, now = header.get("revision", 1), session.ruleset.revision
    return f" (played by revision {then} of the rules, these are {now})" if then != now else ""


def _difference(session: Session, table: AnyTable, entry: JournalEntry) -> str:
    """What comes out otherwise, in words; empty if nothing does. The table is left as it was.

    Raises InvalidInput if the ruleset has no such procedure.
    """
    run = Run(table, session.ruleset.procedure_named(entry.procedure), entry.args)
    try:
        run.begin(entry.inputs)
    except InvalidInput as fault:
        return f"it no longer replays: {fault.message}"
    try:
        return next(_differences(entry, run), "")
    finally:
        run.revert()


def _differences(entry: JournalEntry, run: Run) -> Iterator[str]:
    asked = [(given.key, given.kind, given.by, plain_answer(given.value)) for given in run.answers]
    were = [(given.key, given.kind, given.by, plain_answer(given.value)) for given in entry.answers]
    for was, now in zip(were, asked, strict=False):
        if was != now:
            yield f"{now[0]} = {now[3]!r} is answered where {was[0]} = {was[3]!r} was"
    request, outcome = run.driver.request, run.driver.outcome
    if len(asked) != len(were) or not run.driver.done:
        more = request.key if request is not None else next((key for key, *_ in asked[len(were) :]), "")
        yield f"{more} is asked too" if more else f"{were[min(len(asked), len(were) - 1)][0]} is no longer asked"
    old, new = entry.changes(), run.changes()
    for before, after in zip(old, new, strict=False):
        if before.data() != after.data():
            yield f"{_words(after)} where it was {_words(before)}"
    if len(old) != len(new):
        yield f"{len(new)} changes where it made {len(old)}"
    made = iter(_told(run.context.events))
    for facts in _told(entry.events):
        if not any(facts.items() <= others.items() for others in made):
            yield "this does not come out any more: " + ", ".join(f"{name} {value}" for name, value in facts.items())
            break
    came = outcome if isinstance(outcome, Mapping) else {}
    for name, value in plain(entry.outcome).items():
        if came.get(name) != value:
            yield f"the outcome {name} is {came.get(name)!r} where it was {value!r}"


def _words(change: Change) -> str:
    return f"{change.of}.{change.field} {plain(change.before)!r} → {plain(change.after)!r}"


def _told(events: Sequence[Recorded]) -> Iterator[dict[str, str]]:
    """The faces of every roll, what was read from them, and the facts of results and notes, each in words."""
    for event in events:
        if isinstance(event, Result):
            facts = dict(event.facts)
            for group in (*event.rolled, *event.groups):
                facts[f"{event.key} {group.name}"] = group.faces
                facts |= {f"{event.key} {group.name} {name}": count for name, count in group.counts.items()}
            yield {name: repr(plain(value)) for name, value in facts.items()}
        elif isinstance(event, Note) and event.facts:
            yield {name: repr(plain(value)) for name, value in event.facts.items()}
