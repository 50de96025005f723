"""Writes TOML: tables through tomli-w, and a record that must be one line through `inline`.

tomli-w breaks a record over several lines once it is longer than 100 characters. A write-ahead log is read line by
line, and a journal is read by people row by row; those records, and only those, are written here.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from companion.engine.state.shapes import NULL as NULL

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f]')
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"')
_TABLE = re.compile(r"(?m)^\[([A-Za-z0-9_-]++(?:\.[A-Za-z0-9_-]++)*+)\]\n")
_NAMED = re.compile(r"([A-Za-z0-9_-]++) = ")
_COMMAS = ((",\n]", "]"), ("[\n", "["), (",\n", ","))
"""Where a list goes over lines: JSON has a comma between its values alone."""
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


def _as_json(named: re.Match[str]) -> str:
    return f'"{named[1]}":'


def read_pairs(written: str) -> dict[str, Any]:
    """The keys and values of one table as `document`, `pairs` and `rows` write them.

    Such a text is JSON but for its keys and commas, and JSON is read many times as fast as TOML. Raises ValueError for
    any other text, and for the few numbers and dates that JSON does not know: tomllib reads those.
    """
    strings = _STRING.findall(written)
    outside = _STRING.sub("\0", written)
    for found, instead in _COMMAS:
        outside = outside.replace(found, instead)
    outside = _NAMED.sub(_as_json, outside.strip().replace("\n", ","))
    pieces = outside.replace("\0 = ", "\0:").split("\0")
    whole = "".join(chain(*zip(pieces, [*strings, ""], strict=True)))
    # Not strict: a tab is in a string as it is.
    made: dict[str, Any] = json.loads("{" + whole + "}", strict=False)
    return made


def read_tables(written: str) -> dict[str, Any]:
    """Tables with bare names as `document` writes them, each under its own line. Raises ValueError for any other text.

    So the state of play is read if nobody has changed it: see `read_pairs`.
    """
    first, *parts = _TABLE.split(written)
    made = read_pairs(first)
    for name, body in zip(parts[::2], parts[1::2], strict=True):
        table = made
        for part in name.split("."):
            table = table.setdefault(part, {})
        table.update(read_pairs(body))
    return made
