"""Reading TOML that anybody may have written: what stands too deep is refused, and where a value stands is known.

tomllib does not tell that, and a person must find it to fix it.
"""

from __future__ import annotations

import re
import tomllib
from operator import methodcaller
from typing import Any, Final

from companion.store.format.toml import dotted

_TOKEN = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\])*+"?|\'[^\']*+\'?|#.*|[\[\]{}]')
_HEADER = re.compile(r"\s*(\[\[?)(.*?)\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""\s*+((?:"(?:\\.|[^"\\])*+"|'[^']*+'|[A-Za-z0-9_. \t-])++)=""")
"""Every pattern here takes each sign once: a line that is no key is refused as fast as it is read."""

_LONGEST = 200
_PARTS = 64
_dots = methodcaller("count", ".")
_ENDLESS = re.compile(rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{_PARTS}}}""")


def is_endless(text: str) -> bool:
    """Whether a key has more parts than any of ours: to read it takes tomllib the square of their number."""
    # Dots are counted first: of a long journal, the pattern alone takes longer than all else at its opening.
    lines = text.split("\n")
    if max(map(_dots, lines)) < _PARTS:
        return False
    return any(_ENDLESS.search(line) for line in lines if _dots(line) >= _PARTS)


_LONG_NUMBER = re.compile(r"\d\w{1000}")
_OTHER_BASE = re.compile(r"0[xob]\w{1000}")
"""Numbers that may be too long to be told. Both may stand in a text too."""

MOST_DEPTH: Final = 40
"""Of tables and lists in each other: nothing of ours is half as deep."""


class TooDeep(ValueError):
    """Tables stand in tables too deep."""

    def __init__(self) -> None:
        super().__init__("tables stand in tables too deep to be read")


def tables_of(text: str) -> dict[str, Any]:
    """The tables in a text. Raises TooDeep, or ValueError if it is no TOML."""
    if is_endless(text):
        raise TooDeep
    try:
        tables = tomllib.loads(text)
    except RecursionError as fault:
        raise TooDeep from fault
    level: list[dict[str, Any] | list[Any]] = [tables]
    for _ in range(MOST_DEPTH):
        insides = [held.values() if isinstance(held, dict) else held for held in level]
        level = [held for inside in insides for held in inside if isinstance(held, (dict, list))]
    if level:
        raise TooDeep
    if _OTHER_BASE.search(text):
        # These are read at any length, and no message could write one down.
        str(tables)
    return tables


class SourceMap:
    """The lines of one text, by dotted path. Made only when something is wrong."""

    def __init__(self, text: str) -> None:
        self._lines: dict[str, int] = {}
        self._last: dict[str, int] = {}
        """How far each list of tables has been counted, by its path."""
        self._depth = 0
        self._quote = ""
        header = ""
        listed, count = "", 0
        for number, line in enumerate(text.split("\n"), 1):
            if self._depth or self._quote:
                if self._depth == 1 and not self._quote and line.strip()[:1] not in ("", "]", "#", ","):
                    self._lines.setdefault(f"{listed}[{count}]", number)
                    count += 1
                self._follow(line)
            elif head := _HEADER.match(line):
                header = self._table(_names(head[2]), listed=head[1] == "[[")
                self._lines.setdefault(header, number)
            elif named := _KEY.match(line):
                listed, count = ".".join(p for p in (header, dotted(*_names(named[1]))) if p), 0
                self._lines.setdefault(listed, number)
                self._follow(line[named.end() :])

    def _table(self, names: list[str], *, listed: bool) -> str:
        """The path of a header; if it names a list of tables, the place of the last one is added."""
        path = ""
        for number, name in enumerate(names, 1):
            path = ".".join(p for p in (path, dotted(name)) if p)
            if listed and number == len(names):
                self._last[path] = self._last.get(path, -1) + 1
            if path in self._last:
                path += f"[{self._last[path]}]"
        return path

    def _follow(self, line: str) -> None:
        """Keeps count of the brackets and long strings that go on past the end of the line."""
        for token in _TOKEN.findall(line):
            if self._quote:
                if token == self._quote:
                    self._quote = ""
            elif token in ('"""', "'''"):
                self._quote = token
            elif token in ("[", "{"):
                self._depth += 1
            elif token in ("]", "}"):
                self._depth = max(0, self._depth - 1)

    def line(self, path: str) -> int | None:
        """The line where the path stands, or the nearest thing around it that has a line."""
        while path:
            if path in self._lines:
                return self._lines[path]
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        return None


def _names(written: str) -> list[str]:
    """The names in a header or key, whatever quotes they came in."""
    try:
        inside = tomllib.loads(f"[{written}]")
    except (ValueError, RecursionError):
        return [written.strip()[:_LONGEST]]
    names: list[str] = []
    while inside:
        ((name, inside),) = inside.items()
        names.append(name)
    return names


def syntax_problem(text: str, fault: ValueError) -> tuple[int, str, str]:
    """The line, key and reason of a text that is no TOML."""
    lines = text.split("\n")
    found = re.search(r" \(at line (\d+), column \d+\)", str(fault))
    long = (at for at, line in enumerate(lines, 1) if _LONG_NUMBER.search(line))
    number = int(found[1]) if found else next(long, len(lines))
    named = _KEY.match(lines[number - 1])
    header = next((head for line in reversed(lines[:number]) if (head := _HEADER.match(line))), None)
    path = [*(_names(header[2]) if header else []), *(_names(named[1]) if named else [])]
    return number, dotted(*path), "this is no TOML: " + re.sub(r" \(at .*\)$|; use .*", "", str(fault)).lower()
