"""Reads the head of a session file as Companion writes it, several times faster than any TOML: for long lists.

Nothing is taken on trust: what was read must fit the checksums that are in the head. Whatever is written in some
other way, or has no checksums, is left to tomllib.
"""

from __future__ import annotations

import re
from typing import Any, Final

from companion.store.format.spans import HEAD, SUMMARY, table_checksum

_TEXT: Final = r'"[^"\\\x00-\x1f\x7f]*"'
_ROW: Final = rf"\{{[ ]name[ ]=[ ]{_TEXT},[ ]left[ ]=[ ][0-9]{{1,9}}(?:,[ ]colour[ ]=[ ]\"[a-z]*\")?[ ]\}},"
_SIGN: Final = re.compile(
    rf"""
      \[ (?P<table> summary | session (?: \. [a-z]+ )? ) \] \n
    | (?P<key> [a-z_]+ ) [ ] = [ ]
      (?: (?P<text> {_TEXT} )
        | (?P<number> 0 | [1-9][0-9]{{0,17}} )
        | \[ (?P<sides> \n (?: [ ]+ {_ROW}\n )+ )? \]
      ) \n
    | (?: \# [^\x00-\x1f\x7f]* )? \n
    """,
    re.VERBOSE,
)
_SIDE: Final = re.compile(r'"([^"\n]*)", left = ([0-9]+)(?:, colour = "([a-z]*)")?')


def trusted_head(text: str) -> dict[str, Any] | None:
    """The tables [summary] and [session] in this text; None if it is to be read as TOML."""
    data = _tables(text)
    if data is None:
        return None
    summary, session = data.get("summary"), data.get("session")
    if not summary or not session or "checksum" not in session:
        return None
    fits = session["checksum"] == table_checksum(session, HEAD)
    return data if fits and session.get("summary_checksum") == table_checksum(summary, SUMMARY) else None


def _side(name: str, left: str, colour: str | None) -> dict[str, str | int]:
    made: dict[str, str | int] = {"name": name, "left": int(left)}
    return made if colour is None else made | {"colour": colour}


def _tables(text: str) -> dict[str, Any] | None:
    data: dict[str, Any] = {}
    table = data
    at, end = 0, len(text)
    while at < end:
        sign = _SIGN.match(text, at)
        if sign is None:
            return None
        at = sign.end()
        kind = sign.lastgroup
        if kind is None:
            continue
        if kind == "table":
            above, _, name = sign["table"].rpartition(".")
            holder = data.get(above) if above else data
            if holder is None or name in holder:
                return None
            table = holder[name] = {}
            continue
        key = sign["key"]
        if table is data or key in table:
            return None
        if kind == "text":
            table[key] = sign["text"][1:-1]
        elif kind == "number":
            table[key] = int(sign["number"])
        else:
            table[key] = [_side(*found.groups()) for found in _SIDE.finditer(sign["sides"] or "")]
    return data
