"""The three kinds of files, and how each shows that it is whole.

A file has a head (its header, and a summary for lists), parts, and a last line. The header has a checksum of each part,
of the summary, and of itself.
"""

from __future__ import annotations

import re
import tomllib
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.frozen import frozen
from companion.store.format import toml

SUMMARY_SUM = "summary_checksum"
SUM = "checksum"
FORMAT = 1
"""The number of the format of every kind of file."""
_LAST = "ruleset"
_STATE = re.compile(r"(?m)^\[+\s*(?:options|sides|units|table|journal)\b")


def checksum(text: str | bytes) -> str:
    """The checksum of a part of a file, as eight hexadecimal digits."""
    return f"{zlib.crc32(text.encode() if isinstance(text, str) else text):08x}"


def table_checksum(table: Mapping[str, Any], keys: Sequence[str]) -> str:
    """The checksum of these keys of a table, however it is written."""
    return checksum(toml.inline({key: table[key] for key in keys if key in table}))


def head_of(text: str) -> str:
    """What is before the state of play: the summary and the header."""
    found = _STATE.search(text)
    return text[: found.start()] if found else text


@frozen
class Kind:
    """One kind of file: the table of its header, the values of it and of the summary that are covered, and its parts.

    Each part begins at the first line that begins with its sign and ends where the next one begins; its checksum
    begins at that line or, without `from_line`, with the line feed before it. A header with one of `signs` was written
    by Companion, and has all of them; older sessions have checksums of their parts alone.
    `compared` are the tables that are told value by value, `rows` the list that only grows, and what is in it.
    """

    name: str
    head: tuple[str, ...]
    parts: Mapping[str, str]
    signs: tuple[str, ...]
    compared: tuple[str, ...]
    rows: tuple[str, str] = ("", "")
    summary: tuple[str, ...] = ()
    from_line: bool = False

    @property
    def end(self) -> str:
        """The last line."""
        return f"# The end of this {self.name}. A file without this line was cut off."

    def refusal(self, tables: Mapping[str, Any]) -> tuple[str, str] | None:
        """Why these tables are no file of this kind that is read here, as (key, reason); None if they are one."""
        header = tables.get(self.name)
        if not isinstance(header, Mapping):
            other = next((kind.name for kind in (CAMPAIGN, ROSTER) if kind.name in tables and kind is not self), "")
            return self.name, f"this is a {other}, no {self.name}" if other else self.missing(self.name)
        if not isinstance(tables.get("summary", {}), Mapping):
            return "summary", self.missing("summary")
        version = header.get("format")
        if type(version) is not int or version < 1:
            return f"{self.name}.format", f"this is the number of the file format, {FORMAT}"
        if version > FORMAT:
            made = f"this file is in format {version}, made by a newer Companion"
            return f"{self.name}.format", f"{made}; this one reads up to format {FORMAT}"
        return None

    def missing(self, table: str) -> str:
        """A sentence on a file in which this table is missing."""
        return f"this is no {self.name}: it has no table [{table}]"

    def without_end(self, text: str) -> tuple[str, bool]:
        """The text without its last line, and whether that was there: what comes after it was added by hand."""
        body, sign, after = text.partition(f"\n{self.end}")
        return body + after.removeprefix("\n"), bool(sign)

    def text(self, tables: Mapping[str, Any], body: str) -> str:
        """A whole file: the header and the summary among `tables` get their checksums, `body` is covered by them."""
        read = tomllib.loads(toml.document(tables))
        return f"{toml.document(read | {self.name: self._header(read, body)})}\n{body}\n{self.end}\n"

    def renewed(self, before: str, tables: Mapping[str, Any]) -> dict[str, str]:
        """The checksums for values of header and summary that Companion changed, if they fitted the text before."""
        was = tomllib.loads(before)
        if not self.has_checksums(was[self.name]):
            return {}
        changed, made = self.changed(before, was), {}
        if "summary" not in changed and self.summary:
            made[SUMMARY_SUM] = table_checksum(tables["summary"], self.summary)
        if "head" not in changed:
            made[SUM] = table_checksum(tables[self.name], self.head)
        return made

    def has_checksums(self, header: Mapping[str, Any]) -> bool:
        """Whether Companion wrote such checksums: a file that a person wrote, or an old version, has none."""
        return any(sign in header for sign in self.signs)

    def is_cut(self, text: str, header: Mapping[str, Any]) -> bool:
        """Whether a file that Companion ended is without its end."""
        return self.has_checksums(header) and not self.without_end(text)[1]

    def changed(self, text: str, tables: Mapping[str, Any]) -> set[str]:
        """What is not as Companion wrote it: `summary`, `head` and the parts; nothing if it left no checksums."""
        header, summary = tables[self.name], tables.get("summary", {})
        found, signed = set(), self.has_checksums(header)
        if signed and header.get(SUM) != table_checksum(header, self.head):
            found.add("head")
        if signed and self.summary and header.get(SUMMARY_SUM) != table_checksum(summary, self.summary):
            found.add("summary")
        if signed or any(f"{part}_{SUM}" in header for part in self.parts):
            sums = self._sums(self.without_end(text)[0])
            found |= {part for part, made in sums.items() if header.get(f"{part}_{SUM}") != made}
        return found

    def is_whole(self, text: str, tables: Mapping[str, Any], of: str | None = None) -> bool:
        """Whether it is as Companion wrote it, and has this id."""
        header, summary = tables.get(self.name), tables.get("summary", {})
        if not isinstance(header, Mapping) or not isinstance(summary, Mapping) or header.get("id") != of:
            return False
        return not self.is_cut(text, header) and not self.changed(text, tables)

    def _header(self, tables: Mapping[str, Any], body: str) -> dict[str, Any]:
        made: dict[str, Any] = tables[self.name] | {
            f"{part}_{SUM}": crc for part, crc in self._sums(f"\n{body}").items()
        }
        if self.summary:
            made[SUMMARY_SUM] = table_checksum(tables["summary"], self.summary)
        made[SUM] = table_checksum(made, self.head)
        # Last, and no file is one of ours without it: a header that was cut off is never taken for one by hand.
        made[_LAST] = made.pop(_LAST)
        return made

    def spans(self, text: str) -> dict[str, slice]:
        """Where each part stands, from the line feed before it. What is before the first one belongs to none."""
        starts = {part: text.find(f"\n{sign}") for part, sign in self.parts.items()}
        found = sorted(start for start in starts.values() if start >= 0)
        ends = dict(zip(found, [*found[1:], len(text)], strict=False))
        return {
            part: slice(start, ends[start]) if start >= 0 else slice(len(text), len(text))
            for part, start in starts.items()
        }

    def _sums(self, text: str) -> dict[str, str]:
        spans = self.spans(text)
        return {part: checksum(text[at.start + self.from_line : at.stop]) for part, at in spans.items()}


CAMPAIGN = Kind(
    "campaign",
    ("format", "ruleset", "revision", "id", "generation", "batches", "state_checksum", "ledger_checksum"),
    {"state": "[options]", "ledger": "[[ledger]]"},
    ("batches", "state_checksum", "ledger_checksum", "summary_checksum"),
    ("options", "players", "battles", "rulings", "rosters"),
    ("ledger", "batches"),
    ("name", "game", "battles", "open", "standings", "played"),
)
ROSTER = Kind(
    "roster",
    ("format", "ruleset", "name", "game", "count", "generation", "units_checksum"),
    {"units": "[units"},
    ("units_checksum", "checksum"),
    ("units",),
)
SESSION = Kind(
    "session",
    (
        *("format", "ruleset", "revision", "id", "generation", "entries"),
        *("state_checksum", "journal_checksum", "contains", "dice"),
    ),
    {"state": "[options]\n", "journal": "[[journal]]\n"},
    ("entries", "checksum"),
    ("options", "sides", "units", "table"),
    ("journal", "entries"),
    ("name", "game", "round", "round_word", "phase", "sides", "over", "ended", "played"),
    from_line=True,
)


def kind_of(tables: Mapping[str, Any]) -> Kind:
    """The kind of the file with these tables; whatever is no campaign and no roster is looked at as a session."""
    return next((kind for kind in (CAMPAIGN, ROSTER) if kind.name in tables), SESSION)
