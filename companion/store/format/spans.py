"""The parts of a session file: its head, the state of play, the journal; and whether a person has changed them."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import companion
from companion.store.format import toml
from companion.store.format.reading import tables_of

END = "# The end of this session. A file without this line was cut off."
HEAD = (
    "format",
    "ruleset",
    "revision",
    "id",
    "generation",
    "entries",
    "state_checksum",
    "journal_checksum",
    "contains",
    "dice",
)
"""What the checksum of the header covers."""
SUMMARY = ("name", "game", "round", "round_word", "phase", "sides", "over", "played")
"""What the checksum of the summary covers."""
_ENTRY = "[[journal]]\n"
_STATE = re.compile(r"(?m)^\[+\s*(?:options|sides|units|table|journal)\b")


def checksum(text: str | bytes) -> str:
    """The checksum of a part of the file, as eight hexadecimal digits."""
    return f"{zlib.crc32(text.encode() if isinstance(text, str) else text):08x}"


def table_checksum(table: Mapping[str, Any], keys: Sequence[str]) -> str:
    """The checksum of these keys of a table, however it is written."""
    return checksum(toml.inline({key: table[key] for key in keys if key in table}))


def without_end(text: str) -> tuple[str, bool]:
    """The text without the line that ends it, and whether that was there: what comes after it was added by hand."""
    start = text.find(f"\n{END}")
    if start < 0:
        return text, False
    rest = text[start + len(END) + 1 :]
    return text[:start] + rest.removeprefix("\n"), True


def is_cut(text: str, header: Mapping[str, Any]) -> bool:
    """Whether a file that Companion ended is without its end."""
    return "entries" in header and not without_end(text)[1]


def changed_parts(text: str, header: Mapping[str, Any], summary: Mapping[str, Any]) -> set[str]:
    """Which of `summary`, `head`, `state` and `journal` are not as Companion wrote them, if it left a checksum."""
    body, _ = without_end(text)
    changed = set()
    if "entries" in header or "checksum" in header:
        if header.get("summary_checksum") != table_checksum(summary, SUMMARY):
            changed.add("summary")
        if header.get("checksum") != table_checksum(header, HEAD):
            changed.add("head")
    if changed or "state_checksum" in header:
        changed |= {part for part in ("state", "journal") if not is_untouched(body, part, header)}
    return changed


def head_of(text: str) -> str:
    """What is before the state of play: the summary and the header."""
    found = _STATE.search(text)
    return text[: found.start()] if found else text


def state_span(text: str) -> tuple[int, int]:
    """Where the state of play begins and ends in the text: from its options to the journal."""
    start = text.find("\n[options]\n") + 1
    end = text.find(f"\n{_ENTRY}", start)
    return start, len(text) if end < 0 else end


def is_untouched(text: str, part: str, header: Mapping[str, Any]) -> bool:
    """Whether `state` or `journal` is letter for letter as Companion wrote it."""
    start, end = state_span(text)
    span = text[start:end] if part == "state" else text[end + 1 :]
    return bool(header.get(f"{part}_checksum") == checksum(span))


def entry_texts(text: str) -> list[str] | None:
    """The journal entries of a file, each in its text; None if another table stands among or after them."""
    _, end = state_span(text)
    parts = text[end:].split(f"\n{_ENTRY}")[1:]
    if any(part.startswith("[") or "\n[" in part for part in parts):
        return None
    return [f"{_ENTRY}{part.rstrip()}\n" for part in parts]


def untouched(text: str) -> dict[str, Any] | None:
    """All tables of a file but its journal, if this Companion wrote it and nobody has changed it; else None."""
    start, end = state_span(without_end(text)[0])
    try:
        data = tables_of(text[:end])
    except ValueError:
        return None
    header, summary = data.get("session"), data.get("summary")
    if not isinstance(header, dict) or not isinstance(summary, dict) or "state_checksum" not in header:
        return None
    ours = header.get("companion") == companion.__version__ and start == len(head_of(text))
    return data if ours and not is_cut(text, header) and not changed_parts(text, header, summary) else None
