"""What is not as Companion wrote it in a file: said, and compared with the copy that is kept of it.

No checksum can tell a pencil from a failing disk: a 3 that became a 2 is one bit. So every change is said. What undo
would go wrong with is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any, Final

from companion.engine.errors import InvalidInput
from companion.engine.journal import JournalEntry
from companion.engine.state.changes import Change, checksum
from companion.engine.state.paths import HEADCOUNT
from companion.engine.state.table import AnyTable
from companion.store.files import Document
from companion.store.format import toml
from companion.store.format.campaign import Campaign
from companion.store.format.document import Kind
from companion.store.format.session_parser import Loaded
from companion.store.format.toml import dotted
from companion.store.generations import copy_as_written
from companion.store.ledger import differences as ledger_differences

Problems = list[tuple[str, str]]
Copy = Mapping[str, Any] | None
"""The tables of the copy that is kept of a file as it was; None if there is none."""
Rows = Callable[[Document, Copy], tuple[list[str], Problems]]
"""What to say of a journal or ledger that was changed, and what cannot be played on with."""

_SHOWN: Final = 6
_BACK: Final = "go back to a kept generation (companion restore)"
_UNDO: Final = f"undo would go wrong: {_BACK}, or take the whole journal out"


def judge(
    found: Document, number: int, of: str | None, rows: Rows | None = None, told: str = "", elsewhere: bool = False
) -> list[str]:
    """Sentences for the players on what was changed. Raises CannotOpen if it cannot be played on with.

    `number` and `of` are the generation and the id of the file, `rows` judges what only grows. `told` is a table
    whose differences are told `elsewhere`, if there are any: of what differs nowhere else nothing is said then.
    """
    changed, (state, *grown) = found.changed, found.kind.parts
    copy, notices = copy_as_written(found.file, number, found.kind, of), _heads(found.kind, changed)
    if state in changed:
        tables = [name for name in found.kind.compared if name != told]
        if not elsewhere or (copy is not None and differences(copy, found.tables, tables)):
            notices.append(_outside(found, copy, tables))
    if rows is not None and changed.intersection(grown):
        said, wrong = rows(found, copy)
        if wrong:
            raise found.refused(wrong)
        notices += said
    return notices


def _heads(kind: Kind, changed: Container[str]) -> list[str]:
    """Sentences on a changed summary and header of a file of this kind."""
    notices = []
    if "summary" in changed:
        notices.append("[summary] was changed outside Companion; only its name is read")
    if "head" in changed:
        notices.append(f"[{kind.name}] was changed outside Companion, where it counts; see that nothing is missing")
    return notices


def _outside(found: Document, copy: Copy, tables: Sequence[str]) -> str:
    """A sentence on a file that is not as Companion wrote it: how its `tables` differ from the copy of it."""
    said = f"{found.file.name} was changed outside Companion, by hand or by a failing disk"
    if copy is None:
        return f"{said}; there is no copy of it to compare it with. See that everything is as you left it"
    other = differences(copy, found.tables, tables)
    if not other:
        return f"{said}, but no value is another"
    more = f" and {len(other) - _SHOWN} more" if len(other) > _SHOWN else ""
    return f"{said}: {'; '.join(other[:_SHOWN])}{more}. How it was is kept: companion restore"


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


def journal_said(loaded: Loaded, found: Document, copy: Copy) -> tuple[list[str], Problems]:
    """What to say of a changed journal, and what of it cannot be undone."""
    rows: Sequence[Any] = found.tables.get("journal", [])
    wrong = [
        (dotted("journal", place), f"its changes do not fit its state_crc: {_UNDO}")
        for place, (entry, row) in enumerate(zip(loaded.entries, rows, strict=False))
        if "state_crc" in row and checksum(entry.changes()) != entry.recorded_crc
    ]
    if copy is not None:
        then: Sequence[Any] = copy.get("journal", [])
        if not rows or list(rows) == list(then[-len(rows) :]):
            gone = len(then) - len(rows)
            said = f"{gone} of the oldest entries of the journal were taken out: undo reaches less far"
            return [said] if gone > 0 else [], []
        if not wrong and len(rows) != len(then):
            return [], [("journal", f"it has {len(rows)} entries and had {len(then)}; {_UNDO}")]
        return [f"the journal was changed outside Companion, in entry {_places(then, rows)}"], wrong
    if not wrong and "state" not in loaded.changed and not _leads_here(loaded.entries, loaded.table):
        wrong = [("journal", f"it does not lead to the table that stands here; {_UNDO}")]
    return ["the journal was changed outside Companion: undo may reach less far than it did"], wrong


def ledger_said(campaign: Campaign, found: Document, copy: Copy) -> tuple[list[str], Problems]:
    """What to say of a changed ledger, and why it cannot be played on with.

    It has nothing behind it but the copies: if it is damaged and no longer leads to the rosters, nobody can tell which
    of both is true.
    """
    had, has = campaign.header.batches, len(campaign.ledger)
    if had != has:
        return [], [("ledger", f"it has {has} batches and had {had}: {_BACK}")]
    if any(ledger_differences(campaign)):
        return [], [("ledger", f"it was changed outside Companion and no longer leads to the rosters: {_BACK}")]
    numbers = _places(copy.get("ledger", []), found.tables.get("ledger", [])) if copy is not None else ""
    where = f", in batch {numbers}" if numbers else ""
    return [f"the ledger was changed outside Companion{where}; it still leads to the rosters"], []


def _places(then: Sequence[Any], now: Sequence[Any]) -> str:
    """The numbers of the rows that are others, the first few of them."""
    return ", ".join([str(n) for n, (a, b) in enumerate(zip(then, now, strict=False), 1) if a != b][:_SHOWN])


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
