"""From the text of a session file to its table and journal, with everything that is wrong with it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import companion
from companion.engine.errors import InvalidInput
from companion.engine.journal import JournalEntry, UndoneRoll
from companion.engine.registry import find
from companion.engine.seed import Seed, is_seed
from companion.engine.state.table import AnyTable
from companion.store.format.document import SESSION, head_of
from companion.store.format.entries import read_entries, stored_entry
from companion.store.format.journal import HEADER
from companion.store.format.session_file import KNOWN, Header, SessionTable, SummaryTable
from companion.store.format.source_map import tables_of
from companion.store.format.state import Extras, Findings, table_of
from companion.store.format.toml import dotted
from companion.store.format.values import deserialize

_ID_DIGITS = 16
_COUNTERS = ("session.generation", "session.contains", "session.contains.records")
_COUNTED = "Companion counts here and in [session.contains]: take both from a backup generation in .history"


@dataclass(slots=True)
class Loaded:
    """A session file as it was read. `texts` are its journal entries as they are there, `notices` for players."""

    header: Header
    table: AnyTable
    entries: list[JournalEntry]
    texts: Sequence[str]
    extras: Extras
    notices: list[str] = field(default_factory=list)
    changed: set[str] = field(default_factory=set)
    """The parts of the file that are not as Companion wrote them."""
    taken_back: Sequence[UndoneRoll] = ()
    """The app's rolls that players took back."""


def parse_session(text: str, data: Mapping[str, Any], changed: set[str], found: Findings) -> Loaded | None:
    """The session in a file whose tables are `data`; None if `found.problems` says why not.

    `changed` are the parts that are not as Companion wrote them. If the file is trusted, `data` need not have its
    journal: it is read from the text when it is looked at.
    """
    header = data["session"]
    session, about = _head(_given(header, text), data.get("summary", {}), found)
    if found.problems:
        return None
    try:
        ruleset = find(session.ruleset)
    except InvalidInput as fault:
        found.problems.append(("session.ruleset", fault.with_hint))
        return None
    _find_extras(data, found)
    table = table_of(data, ruleset, about.name, found)
    if table is None:
        return None
    notices = _notices(header, changed, found)
    if session.revision > ruleset.revision:
        notices.append(f"this session was played with newer rules of {ruleset.title} than these")
    dice, seed = session.dice, None
    if dice is not None:
        seed = Seed(dice.seed, dice.since, dice.method)
        if dice.hash != seed.commitment:
            notices.append("session.dice.hash is not the hash of what stands beside it")
    texts = entry_texts(SESSION.without_end(text)[0])
    if found.trusted and texts is not None:
        entries = [stored_entry(one, table) for one in texts]
    else:
        entries = list(read_entries(data.get("journal", []), table, found))
    if found.problems:
        return None
    for path, extra in found.extras.items():
        notices += [f"{dotted(*path, key)} is not known here; it is kept as it is" for key in extra]
    contains = (session.contains.log, session.contains.records) if session.contains is not None else ("", 0)
    head = Header(session.id, session.generation, contains, about.played, seed)
    return Loaded(
        head, table, entries, texts or [], found.extras, notices, changed, dice.taken_back if dice is not None else ()
    )


def _given(header: Mapping[str, Any], text: str) -> Mapping[str, Any]:
    """The table [session]; of a file that a person wrote with what Companion counts by.

    Its id follows from its text: until it is written for the first time it is the same at every opening.
    """
    if any(key == "contains" or key.endswith("checksum") for key in header):
        return header
    return {"id": hashlib.sha256(text.encode()).hexdigest()[:_ID_DIGITS], "generation": 0, **header}


def _head(header: Mapping[str, Any], summary: Mapping[str, Any], found: Findings) -> tuple[SessionTable, SummaryTable]:
    """The first two tables. No checksum covers them: a new name is set in place."""
    made: list[Any] = []
    for name, table, kind in (("session", header, SessionTable), ("summary", summary, SummaryTable)):
        known = {key: value for key, value in table.items() if key in KNOWN[name,]}
        value, problems = deserialize(kind, known)
        for path, reason in problems:
            key = dotted(name, *path)
            found.problems.append((key, _COUNTED if key in _COUNTERS else reason))
        made.append(value)
    session: SessionTable = made[0]
    if not found.problems and session.dice is not None and not is_seed(session.dice.seed):
        found.problems.append(
            ("session.dice.seed", "a seed is 64 hexadecimal digits; without [session.dice] the session gets another")
        )
    if not found.problems and (session.generation < 0 or (session.contains and session.contains.records < 0)):
        found.problems.append((_COUNTERS[0], _COUNTED))
    return session, made[1]


def _find_extras(data: Mapping[str, Any], found: Findings) -> None:
    for path, known in KNOWN.items():
        inside = data if not path else data.get(path[0], {})
        extra = {k: v for k, v in inside.items() if k not in known}
        if extra:
            found.extras[path] = extra


def _notices(header: Mapping[str, Any], changed: set[str], found: Findings) -> list[str]:
    """What players should know of the state of play. Bounds are problems if a person has changed it."""
    notices: list[str] = []
    if found.trusted or ("state_checksum" in header and "state" not in changed):
        # Play itself came to this: an adjustment may take a maximum below what a unit has.
        notices = [f"{key}: {reason}" for key, reason in found.bounds]
    else:
        found.problems.extend(found.bounds)
    return notices


def entry_texts(text: str) -> list[str] | None:
    """The journal entries of a file, each in its text; None if another table stands among or after them."""
    parts = text[SESSION.spans(text)["journal"].start :].split(f"\n{HEADER}")[1:]
    if any(part.startswith("[") or "\n[" in part for part in parts):
        return None
    return [f"{HEADER}{part.rstrip()}\n" for part in parts]


def untouched(text: str) -> dict[str, Any] | None:
    """All tables of a file but its journal, if this Companion wrote it and nobody has changed it; else None."""
    state = SESSION.spans(SESSION.without_end(text)[0])["state"]
    try:
        data = tables_of(text[: state.stop])
    except ValueError:
        return None
    header = data.get("session")
    if not isinstance(header, dict) or "state_checksum" not in header or state.start + 1 != len(head_of(text)):
        return None
    ours = header.get("companion") == companion.__version__
    return data if ours and SESSION.is_whole(text, data, header.get("id")) else None
