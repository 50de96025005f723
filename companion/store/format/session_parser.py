"""From the text of a session file to its table and journal, with everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.answers import freeze
from companion.engine.errors import InvalidInput
from companion.engine.journal import JournalEntry
from companion.engine.registry import find
from companion.engine.ruleset import Ruleset
from companion.engine.state.paths import contact_of
from companion.engine.state.table import Table
from companion.store.format import toml
from companion.store.format.journal import entry_of
from companion.store.format.session_file import FORMAT, KNOWN, Header
from companion.store.format.shapes import deserialize
from companion.store.format.spans import entry_texts, is_untouched
from companion.store.format.state import Extras, Findings, table_of


@dataclass(slots=True)
class Loaded:
    """A session file as it was read. `texts` are its journal entries as they stand there, `notices` for players."""

    header: Header
    table: Table[Any, Any]
    entries: list[JournalEntry]
    texts: Sequence[str]
    extras: Extras
    notices: list[str] = field(default_factory=list)


def parse_session(text: str, data: Mapping[str, Any], found: Findings) -> Loaded | None:
    """The session in a file whose tables are `data`; None where `found.problems` says why not."""
    header, summary = data.get("session"), data.get("summary", {})
    if not isinstance(header, Mapping) or not isinstance(summary, Mapping):
        what = "this is a roster, no session" if "roster" in data else "this is no session: it has no table [session]"
        found.problems.append(("session" if isinstance(summary, Mapping) else "summary", what))
        return None
    head = _header(header, summary, found)
    ruleset = _ruleset(header, found) if head is not None else None
    if head is None or ruleset is None:
        return None
    _find_extras(data, found)
    table = table_of(data, ruleset, str(summary.get("name", "")), found)
    if table is None:
        return None
    notices: list[str] = []
    if is_untouched(text, "state", header):
        # Play itself came to this: an adjustment may take a maximum below what a unit has.
        notices = [f"{key}: {reason}" for key, reason in found.bounds]
    else:
        found.problems.extend(found.bounds)
    revision = header.get("revision")
    if isinstance(revision, int) and revision > ruleset.revision:
        notices.append(f"this session was played with newer rules of {ruleset.title} than these")
    entries = list(_entries(data.get("journal", []), table, found))
    notices += [
        f"{toml.dotted(*path, k)} is not known here; it is kept" for path in found.extras for k in found.extras[path]
    ]
    return None if found.problems else Loaded(head, table, entries, entry_texts(text) or [], found.extras, notices)


def _ruleset(header: Mapping[str, Any], found: Findings) -> Ruleset | None:
    try:
        return find(str(header.get("ruleset", "")))
    except InvalidInput as fault:
        found.problems.append(("session.ruleset", fault.message + (f" ({fault.hint})" if fault.hint else "")))
        return None


def _find_extras(data: Mapping[str, Any], found: Findings) -> None:
    for path, known in KNOWN.items():
        inside = data if not path else data.get(path[0], {})
        extra = {k: v for k, v in inside.items() if k not in known}
        if extra:
            found.extras[path] = extra


def _header(header: Mapping[str, Any], summary: Mapping[str, Any], found: Findings) -> Header | None:
    format_ = header.get("format")
    if type(format_) is not int or format_ < 1:
        found.problems.append(("session.format", f"this is the number of the file format, {FORMAT}"))
        return None
    if format_ > FORMAT:
        reason = f"this file is in format {format_}, made by a newer Companion; this one reads up to format {FORMAT}"
        found.problems.append(("session.format", reason))
        return None
    contains = header.get("contains", {})
    generation, records = (
        header.get("generation", 1),
        contains.get("records", 0) if isinstance(contains, Mapping) else None,
    )
    if isinstance(generation, int) and isinstance(records, int) and generation >= 0 and records >= 0:
        log = str(contains.get("log", ""))
        return Header(str(header.get("id", "")), generation, (log, records), str(summary.get("played", "")))
    reason = "Companion counts here and in [session.contains]: take both from an earlier generation in .history"
    found.problems.append(("session.generation", reason))
    return None


def _entries(records: Any, table: Table[Any, Any], found: Findings) -> Iterator[JournalEntry]:
    if not isinstance(records, list):
        found.problems.append(("journal", "the journal is a list of [[journal]] tables"))
        return

    def value(of: str, name: str, raw: Any, place: str) -> Any:
        if of == "table" and contact_of(name) is not None:
            return freeze(raw)
        try:
            spec = table.find(of).specs().get(name.partition(".")[0])
        except InvalidInput as fault:
            found.problems.append((place, fault.message))
            return None
        if spec is None or "." in name:
            return freeze(raw)
        built, wrong = deserialize(spec.type, raw)
        found.problems.extend((place, reason) for _, reason in wrong)
        return built

    for place, record in enumerate(records):
        key = toml.dotted("journal", place)
        try:
            yield entry_of(record, key, value)
        except KeyError as fault:
            found.problems.append((key, f"this entry lacks {fault.args[0]!r}"))
        except (TypeError, ValueError, AttributeError) as fault:
            found.problems.append((key, f"this entry cannot be read: {fault}"))
