"""Reading the main file of a session whole, with every fault found."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.engine.answers import freeze
from companion.engine.errors import InvalidInput
from companion.engine.journal import JournalEntry
from companion.engine.registry import find
from companion.engine.session import Session
from companion.engine.state.table import Table
from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.folders import open_file
from companion.store.format import toml
from companion.store.format.journal import entry_of
from companion.store.format.session_file import FORMAT, KNOWN, Header, entry_texts, seal_of, state_span
from companion.store.format.shapes import deserialize
from companion.store.format.source_map import SourceMap, syntax_fault
from companion.store.format.state import Extras, Findings, table_of
from companion.store.wal import Seen, Tail, look, read_tail

_TRIES = 5


@dataclass(slots=True)
class Loaded:
    """A main file as it was read. `texts` are its journal entries as they stand there."""

    header: Header
    table: Table[Any, Any]
    entries: list[JournalEntry]
    texts: list[str]
    extras: Extras
    notices: list[str] = field(default_factory=list)


def read_toml(file: Path) -> tuple[str, dict[str, Any]]:
    """The text of a file and what it holds. Raises CannotOpen with line, key and reason where it is no TOML."""
    try:
        text = file.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as fault:
        raise _unreadable(file, fault) from fault
    except UnicodeDecodeError as fault:
        line = fault.object[: fault.start].count(b"\n") + 1
        raise CannotOpen([Diagnostic(file, line, "", "this is no UTF-8 text")]) from fault
    try:
        return text, tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise CannotOpen([Diagnostic(file, *syntax_fault(text, fault))]) from fault
    except RecursionError as fault:
        raise CannotOpen([Diagnostic(file, None, "", "tables stand in tables too deep to be read")]) from fault


def read_both(file: Path) -> tuple[Seen, str, dict[str, Any], Tail | None]:
    """What both files of a session look like and hold. Raises CannotOpen.

    A writer may be at work: what is read is read again where it changed meanwhile.
    """
    found = _read_once(file)
    for _ in range(_TRIES):
        if look(file) == found[0]:
            break
        found = _read_once(file)
    return found


def _read_once(file: Path) -> tuple[Seen, str, dict[str, Any], Tail | None]:
    seen, (text, data) = look(file), read_toml(file)
    try:
        return seen, text, data, read_tail(file)
    except OSError as fault:
        raise _unreadable(open_file(file), fault) from fault


def _unreadable(file: Path, fault: OSError) -> CannotOpen:
    return CannotOpen([Diagnostic(file, None, "", f"cannot be read: {fault.strerror or fault}")])


def located(file: Path, text: str, wrong: Sequence[tuple[str, str]]) -> list[Diagnostic]:
    """Faults with the lines where they stand, in the order of the file."""
    places = SourceMap(text)
    faults = [Diagnostic(file, places.line(key), key, reason) for key, reason in wrong]
    return sorted(faults, key=lambda f: (f.line or 0, f.key))


def parse_session(file: Path, text: str, data: Mapping[str, Any]) -> Loaded:
    """A session from what its file holds. Raises CannotOpen with every fault."""
    found = Findings()
    made = _parse(text, data, found)
    if made is None or found.faults:
        raise CannotOpen(located(file, text, found.faults))
    for path, keys in found.extras.items():
        made.notices += [f"{toml.dotted(*path, k)} is not known here; it is kept as it is" for k in keys]
    return made


def _parse(text: str, data: Mapping[str, Any], found: Findings) -> Loaded | None:
    said, summary = data.get("session"), data.get("summary", {})
    if not isinstance(said, Mapping) or not isinstance(summary, Mapping):
        what = "this is a roster, no session" if "roster" in data else "this is no session: it has no table [session]"
        found.faults.append(("session" if isinstance(summary, Mapping) else "summary", what))
        return None
    header = _header(said, summary, found)
    if header is None:
        return None
    try:
        ruleset = find(str(said.get("ruleset", "")))
    except InvalidInput as fault:
        found.faults.append(("session.ruleset", fault.message + (f" ({fault.hint})" if fault.hint else "")))
        return None
    for path, known in KNOWN.items():
        held = data if not path else data.get(path[0], {})
        extra = {k: v for k, v in held.items() if k not in known}
        if extra:
            found.extras[path] = extra
    table = table_of(data, ruleset, str(summary.get("name", "")), found)
    if table is None:
        return None
    start, end = state_span(text)
    notices: list[str] = []
    if said.get("seal") == seal_of(text[start:end]):
        notices = [f"{key}: {reason}" for key, reason in found.bounds]
    else:
        found.faults.extend(found.bounds)
    if isinstance(said.get("revision"), int) and said["revision"] > ruleset.revision:
        notices.append(f"this session was played with newer rules of {ruleset.title} than these")
    entries = _entries(data.get("journal", []), table, found)
    return Loaded(header, table, entries, entry_texts(text[end:], len(entries)), found.extras, notices)


def _header(said: Mapping[str, Any], summary: Mapping[str, Any], found: Findings) -> Header | None:
    format_ = said.get("format")
    if not isinstance(format_, int) or isinstance(format_, bool) or format_ < 1:
        found.faults.append(("session.format", f"this is the number of the file format, {FORMAT}"))
        return None
    if format_ > FORMAT:
        found.faults.append(
            (
                "session.format",
                f"this file is in format {format_}, made by a newer Companion; this one reads up to format {FORMAT}",
            )
        )
        return None
    contains = said.get("contains", {})
    generation, lines = said.get("generation", 1), contains.get("lines", 0) if isinstance(contains, Mapping) else None
    if isinstance(generation, int) and isinstance(lines, int) and generation >= 0 and lines >= 0:
        return Header(
            str(said.get("id", "")), generation, (str(contains.get("open", "")), lines), str(summary.get("played", ""))
        )
    found.faults.append(
        (
            "session.generation",
            "Companion counts here and in `contains`: take both lines from an earlier generation in .history",
        )
    )
    return None


def _entries(records: Any, table: Table[Any, Any], found: Findings) -> list[JournalEntry]:
    def value(of: str, name: str, raw: Any, place: str) -> Any:
        if of == "table" and name.startswith("contacts."):
            return freeze(raw)
        try:
            spec = table.find(of).specs().get(name.partition(".")[0])
        except InvalidInput as fault:
            found.faults.append((place, fault.message))
            return None
        if spec is None or "." in name:
            return freeze(raw)
        held, wrong = deserialize(spec.type, raw)
        found.faults.extend((place, reason) for _, reason in wrong)
        return held

    return list(_read_entries(records, value, found))


def _read_entries(records: Any, value: Any, found: Findings) -> Iterator[JournalEntry]:
    if not isinstance(records, list):
        found.faults.append(("journal", "the journal is a list of [[journal]] tables"))
        return
    for place, record in enumerate(records):
        key = toml.dotted("journal", place)
        try:
            yield entry_of(record, key, value)
        except KeyError as fault:
            found.faults.append((key, f"this entry lacks {fault.args[0]!r}"))
        except (TypeError, ValueError, AttributeError) as fault:
            found.faults.append((key, f"this entry cannot be read: {fault}"))


def session_of(loaded: Loaded, **more: Any) -> Session:
    """A session at rest, as the main file has it."""
    return Session(loaded.table, loaded.entries, **more)
