"""The parts of a session file: its head, the state of play, the journal; and whether a person has changed them."""

from __future__ import annotations

import re
import tomllib
import zlib
from collections.abc import Mapping
from typing import Any

import companion

_ENTRY = "[[journal]]\n"
_STATE = re.compile(r"(?m)^\[+\s*(?:options|sides|units|table|journal)\b")


def checksum(text: str) -> str:
    """The checksum of a part of the file, as eight hexadecimal digits."""
    return f"{zlib.crc32(text.encode()):08x}"


def head_of(text: str) -> str:
    """What stands before the state of play: the summary and the header."""
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
    """The journal entries of a file, each in its text; None where another table stands among or after them."""
    _, end = state_span(text)
    parts = text[end:].split(f"\n{_ENTRY}")[1:]
    if any(part.startswith("[") or "\n[" in part for part in parts):
        return None
    return [f"{_ENTRY}{part.rstrip()}\n" for part in parts]


def untouched(text: str) -> dict[str, Any] | None:
    """All tables of a file but its journal, where this Companion wrote it and nobody has changed it; else None."""
    try:
        data = tomllib.loads(head_of(text))
    except (ValueError, RecursionError):
        return None
    header = data.get("session")
    if not isinstance(header, dict) or header.get("companion") != companion.__version__:
        return None
    start, end = state_span(text)
    if start != len(head_of(text)) or not (
        is_untouched(text, "state", header) and is_untouched(text, "journal", header)
    ):
        return None
    return data | tomllib.loads(text[start:end])
