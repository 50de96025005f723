"""Answers outside the rules: as plain data for files and programs, and in few words for people."""

from __future__ import annotations

from typing import Any

from companion.engine.changes import plain
from companion.engine.requests import Allotment


def plain_answer(value: Any) -> Any:
    """An answer as JSON and TOML know it."""
    if isinstance(value, Allotment):
        return {"plan": value.plan, "parts": dict(value.parts)}
    return plain(value)


def words_of(value: Any) -> str:
    """An answer in few words, for the log."""
    if isinstance(value, Allotment):
        parts = ", ".join(f"{n} {part}" for part, n in value.parts.items())
        return parts + (f" ({value.plan})" if value.plan else "")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return (
            " / ".join(words_of(v) for v in value)
            if value and isinstance(value[0], tuple)
            else " ".join(str(v) for v in value)
        )
    return str(value)
