"""The parts of the text of a session file: its head, the state of play, the journal."""

from __future__ import annotations

import re
from typing import Any

import companion
from companion.store.format.document import SESSION
from companion.store.format.source_map import tables_of

_ENTRY = "[[journal]]\n"
_STATE = re.compile(r"(?m)^\[+\s*(?:options|sides|units|table|journal)\b")


def head_of(text: str) -> str:
    """What is before the state of play: the summary and the header."""
    found = _STATE.search(text)
    return text[: found.start()] if found else text


def state_span(text: str) -> tuple[int, int]:
    """Where the state of play begins and ends in the text: from its options to the journal."""
    start = text.find("\n[options]\n") + 1
    end = text.find(f"\n{_ENTRY}", start)
    return start, len(text) if end < 0 else end


def entry_texts(text: str) -> list[str] | None:
    """The journal entries of a file, each in its text; None if another table stands among or after them."""
    _, end = state_span(text)
    parts = text[end:].split(f"\n{_ENTRY}")[1:]
    if any(part.startswith("[") or "\n[" in part for part in parts):
        return None
    return [f"{_ENTRY}{part.rstrip()}\n" for part in parts]


def untouched(text: str) -> dict[str, Any] | None:
    """All tables of a file but its journal, if this Companion wrote it and nobody has changed it; else None."""
    start, end = state_span(SESSION.without_end(text)[0])
    try:
        data = tables_of(text[:end])
    except ValueError:
        return None
    header = data.get("session")
    if not isinstance(header, dict) or "state_checksum" not in header or start != len(head_of(text)):
        return None
    ours = header.get("companion") == companion.__version__
    return data if ours and SESSION.is_whole(text, data, header.get("id")) else None
