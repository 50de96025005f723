"""Where in a TOML file a value stands. Neither reader nor checker says, and a person must find it to mend it."""

from __future__ import annotations

import re
import tomllib

from companion.store.format.toml import dotted

_TOKEN = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\])*"|\'[^\']*\'|#.*|[\[\]{}]')
_HEADER = re.compile(r"\s*(\[\[?)(.*?)\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""\s*((?:"(?:\\.|[^"\\])*"|'[^']*'|[A-Za-z0-9_-]+|[ .])+?)\s*=""")


class SourceMap:
    """The lines of one text, by dotted path. Read once, and only when something is wrong."""

    def __init__(self, text: str) -> None:
        self._lines: dict[str, int] = {}
        self._depth = 0
        self._quote = ""
        header = ""
        tables: dict[str, int] = {}
        listed, count = "", 0
        for number, line in enumerate(text.split("\n"), 1):
            if self._depth or self._quote:
                if self._depth == 1 and not self._quote and line.strip()[:1] not in ("", "]", "#", ","):
                    self._lines.setdefault(f"{listed}[{count}]", number)
                    count += 1
                self._follow(line)
            elif head := _HEADER.match(line):
                header = _path(head[2])
                if head[1] == "[[":
                    tables[header] = tables.get(header, -1) + 1
                    header = f"{header}[{tables[header]}]"
                self._lines.setdefault(header, number)
            elif named := _KEY.match(line):
                listed, count = ".".join(p for p in (header, _path(named[1])) if p), 0
                self._lines.setdefault(listed, number)
                self._follow(line[named.end() :])

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


def _path(written: str) -> str:
    """A header or key as `dotted` writes it, whatever quotes it came in."""
    try:
        held = tomllib.loads(f"[{written}]")
    except tomllib.TOMLDecodeError:
        return written.strip()
    parts: list[str] = []
    while held:
        ((name, held),) = held.items()
        parts.append(name)
    return dotted(*parts)


def syntax_fault(text: str, fault: tomllib.TOMLDecodeError) -> tuple[int, str, str]:
    """The line, key and reason of a text that is no TOML."""
    lines = text.split("\n")
    told = re.search(r" \(at line (\d+), column \d+\)", str(fault))
    number = int(told[1]) if told else len(lines)
    named = _KEY.match(lines[number - 1])
    header = next((head for line in reversed(lines[:number]) if (head := _HEADER.match(line))), None)
    key = ".".join(p for p in (_path(header[2]) if header else "", _path(named[1]) if named else "") if p)
    return number, key, "this is no TOML: " + re.sub(r" \(at .*\)$", "", str(fault)).lower()
