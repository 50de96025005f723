"""Writes TOML: tables through tomli-w, and a record that must be one line through `inline`.

tomli-w breaks a record over several lines once it is longer than 100 characters. A write-ahead log is read line by
line, and a journal is read by people row by row; those records, and only those, are written here.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine.state.shapes import NULL as NULL

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f]')
_SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def document(data: Mapping[str, Any]) -> str:
    """Tables, one after the other, as tomli-w writes them. None becomes a dash.

    Raises TypeError for what TOML does not know.
    """
    # Here and not above: only who writes a file pays for the import.
    import tomli_w

    return tomli_w.dumps({str(name): _writable(value) for name, value in data.items()})


def _writable(value: Any) -> Any:
    """A value as tomli-w takes it: None as a dash, halves of a surrogate pair, which no file can hold, as `?`."""
    if value is None:
        return NULL
    if isinstance(value, str):
        return _encodable(value)
    if isinstance(value, Mapping):
        return {_encodable(str(name)): _writable(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_writable(inner) for inner in value]
    return value


def _encodable(value: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode(errors="replace").decode()
    return value


def text(value: str) -> str:
    """A string in quotes on one line. Halves of a surrogate pair, which no file can hold, become `?`."""
    if value.isascii() and value.isprintable() and '"' not in value and "\\" not in value:
        return f'"{value}"'
    return '"' + _ESCAPED.sub(lambda m: _SHORT.get(m[0]) or f"\\u{ord(m[0]):04x}", _encodable(value)) + '"'


def key(name: str) -> str:
    """A key, in quotes if it needs them."""
    return name if _BARE.fullmatch(name) else text(name)


def dotted(*path: str | int) -> str:
    """A path as diagnostics and headers write it: `units.aya.weapons[1].range`. Places in lists count from 0."""
    joined = ""
    for part in path:
        joined += f"[{part}]" if isinstance(part, int) else ("." if joined else "") + key(part)
    return joined


def inline(value: Any) -> str:
    """Any plain value on one line. None becomes a dash. Raises TypeError for what TOML does not know."""
    if isinstance(value, str):
        return text(value)
    if value is None:
        return f'"{NULL}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        return float.__repr__(value)
    if isinstance(value, (dict, Mapping)):
        return "{" + ", ".join([f"{key(str(k))} = {inline(v)}" for k, v in value.items()]) + "}"
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(inline(v) for v in value) + "]"
    raise TypeError(f"TOML has no form for {type(value).__name__}")


def rows(name: str, records: Iterable[Mapping[str, Any]]) -> str:
    """A list with one record a line."""
    return f"{key(name)} = [\n" + "".join(f"  {inline(r)},\n" for r in records) + "]\n"


def pairs(data: Mapping[str, Any]) -> str:
    """The lines `key = value` of one table, each value on its own line."""
    return "".join(f"{key(name)} = {inline(value)}\n" for name, value in data.items())
