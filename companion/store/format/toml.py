"""Writes TOML so that a record is one line: what every file of this program is made of.

The libraries write an array of tables over several lines or in one as they like; a journal wants one line each.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f]')
_SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def text(value: str) -> str:
    """A string in quotes on one line. Halves of a surrogate pair, which no file can hold, become `?`."""
    try:
        value.encode()
    except UnicodeEncodeError:
        value = value.encode(errors="replace").decode()
    return '"' + _ESCAPED.sub(lambda m: _SHORT.get(m[0]) or f"\\u{ord(m[0]):04x}", value) + '"'


def key(name: str) -> str:
    """A key, in quotes where it needs them."""
    return name if _BARE.fullmatch(name) else text(name)


def dotted(*path: str | int) -> str:
    """A path as faults and headers write it: `units.aya.weapons[1].range`. SourceMap in lists count from 0."""
    told = ""
    for part in path:
        told += f"[{part}]" if isinstance(part, int) else ("." if told else "") + key(part)
    return told


def inline(value: Any) -> str:
    """Any plain value on one line. Nothing is written as the printed dash.

    Raises TypeError for what TOML does not know.
    """
    if value is None:
        return '"-"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return text(value)
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        return float.__repr__(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key(str(k))} = {inline(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(inline(v) for v in value) + "]"
    raise TypeError(f"TOML has no form for {type(value).__name__}")


def rows(name: str, records: Iterable[Any]) -> str:
    """A list with one record a line."""
    return f"{key(name)} = [\n" + "".join(f"  {inline(r)},\n" for r in records) + "]\n"


def pairs(data: Mapping[str, Any]) -> str:
    """The lines `key = value` of one table. A list of records gets a line a record."""
    return "".join(
        rows(name, value)
        if isinstance(value, (list, tuple)) and value and all(isinstance(v, Mapping) for v in value)
        else f"{key(name)} = {inline(value)}\n"
        for name, value in data.items()
    )


def table(path: tuple[str, ...], data: Mapping[str, Any]) -> str:
    """A table with its header."""
    return f"[{dotted(*path)}]\n{pairs(data)}"
