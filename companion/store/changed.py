"""What is not as Companion wrote it in a session file: said, and compared with the copy that is kept of it.

No checksum can tell a pencil from a failing disk: a 3 that became a 2 is one bit. So every change is said. What undo
would go wrong with is refused.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from companion.engine.errors import InvalidInput
from companion.engine.journal import JournalEntry
from companion.engine.state.changes import Change, checksum
from companion.engine.state.paths import HEADCOUNT
from companion.engine.state.table import AnyTable
from companion.store.format import toml
from companion.store.format.document import SESSION, Kind
from companion.store.format.session_parser import Loaded
from companion.store.format.toml import dotted
from companion.store.generations import copy_as_written

Problems = list[tuple[str, str]]

_SHOWN: Final = 6
_UNDO: Final = "undo would go wrong: go back to a kept generation (companion restore), or take the whole journal out"


def judge(file: Path, text: str, data: Mapping[str, Any], loaded: Loaded) -> tuple[list[str], Problems]:
    """Sentences for the players on what was changed, and as problems what cannot be played on with."""
    if not loaded.changed:
        return [], []
    wrong: Problems = []
    copy = copy_as_written(file, loaded.header.generation, SESSION, loaded.header.id)
    notices = heads(SESSION, loaded.changed)
    if "state" in loaded.changed:
        notices.append(outside(file, copy, data, SESSION.compared))
    if "journal" in loaded.changed:
        said, wrong = _journal(data, loaded, copy)
        notices += said
    return notices, wrong


def heads(kind: Kind, changed: Container[str]) -> list[str]:
    """Sentences on a changed summary and header of a file of this kind."""
    notices = []
    if "summary" in changed:
        notices.append("[summary] was changed outside Companion; only its name is read")
    if "head" in changed:
        notices.append(f"[{kind.name}] was changed outside Companion, where it counts; see that nothing is missing")
    return notices


def outside(file: Path, copy: Mapping[str, Any] | None, data: Mapping[str, Any], tables: Sequence[str]) -> str:
    """A sentence on a file that is not as Companion wrote it: how its `tables` differ from the copy of it."""
    said = f"{file.name} was changed outside Companion, by hand or by a failing disk"
    if copy is None:
        return f"{said}; there is no copy of it to compare it with. See that everything is as you left it"
    found = differences(copy, data, tables)
    if not found:
        return f"{said}, but no value is another"
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return f"{said}: {'; '.join(found[:_SHOWN])}{more}. How it was is kept: companion restore"


def differences(then: Mapping[str, Any], now: Mapping[str, Any], tables: Sequence[str]) -> list[str]:
    """What differs in these tables of two files: `units.ann.health: 3 → 2`."""
    return [line for name in tables for line in _differing((name,), then.get(name, _Missing), now.get(name, _Missing))]


class _Missing:
    """Stands if a key is not there."""


def _differing(path: tuple[str, ...], then: Any, now: Any) -> Iterator[str]:
    if isinstance(then, Mapping) and isinstance(now, Mapping):
        for name in dict.fromkeys((*then, *now)):
            yield from _differing((*path, name), then.get(name, _Missing), now.get(name, _Missing))
    elif type(then) is not type(now) or then != now:
        yield f"{dotted(*path)}: {_short(then)} → {_short(now)}"


def _short(value: Any) -> str:
    if value is _Missing:
        return "nothing"
    if isinstance(value, Mapping):
        return "a table"
    written = toml.inline(value)
    return written if len(written) <= 40 else f"{written[:39]}…"


def _journal(data: Mapping[str, Any], loaded: Loaded, copy: Mapping[str, Any] | None) -> tuple[list[str], Problems]:
    """What to say of a changed journal, and what of it cannot be undone."""
    rows: Sequence[Any] = data.get("journal", [])
    entries = loaded.entries
    wrong = [
        (dotted("journal", place), f"its changes do not fit its state_crc: {_UNDO}")
        for place, (entry, row) in enumerate(zip(entries, rows, strict=False))
        if "state_crc" in row and checksum(entry.changes()) != entry.recorded_crc
    ]
    if copy is not None:
        then: Sequence[Any] = copy.get("journal", [])
        if not rows or list(rows) == list(then[-len(rows) :]):
            gone = len(then) - len(rows)
            return (
                [f"{gone} of the oldest entries of the journal were taken out: undo reaches less far"] * (gone > 0),
                [],
            )
        if not wrong and len(rows) != len(then):
            return [], [("journal", f"it has {len(rows)} entries and had {len(then)}; {_UNDO}")]
        places = [str(n + 1) for n, (a, b) in enumerate(zip(then, rows, strict=False)) if a != b]
        return [f"the journal was changed outside Companion, in entry {', '.join(places[:_SHOWN])}"], wrong
    if not wrong and "state" not in loaded.changed and not _leads_here(entries, loaded.table):
        wrong = [("journal", f"it does not lead to the table that stands here; {_UNDO}")]
    return ["the journal was changed outside Companion: undo may reach less far than it did"], wrong


def _leads_here(entries: Sequence[JournalEntry], table: AnyTable) -> bool:
    """Whether the last change of every field left what is there now."""
    last: dict[tuple[str, str], Change] = {}
    for change in (change for entry in entries for change in entry.changes()):
        if change.field == HEADCOUNT:
            # It moves these fields too.
            for name in getattr(table.known(change.of), "counts_models", ()):
                last.pop((change.of, name), None)
        last[change.of, change.field] = change
    return all(_stands(table, of, name, change.after) for (of, name), change in last.items())


def _stands(table: AnyTable, of: str, name: str, value: Any) -> bool:
    try:
        thing = table.find(of)
        return name not in thing.specs() or getattr(thing, name) == value
    except InvalidInput:
        return True
