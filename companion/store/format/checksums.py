"""How campaigns and rosters show that they are whole: a last line, and checksums of their parts in the first table.

Session files have the same, with a journal that is read in pieces: spans.py.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from companion.engine.frozen import frozen
from companion.store.format import toml
from companion.store.format.spans import checksum, table_checksum

SUMMARY_SUM = "summary_checksum"
SUM = "checksum"
_LAST = "ruleset"


@frozen
class Checksums:
    """One kind of file: the table of its header, the values of it and of the summary that are covered, and its parts.

    Each part begins at the first line that begins with its sign and ends where the next one begins. A header with one
    of `signs` was written by Companion, and has all of them.
    """

    kind: str
    head: tuple[str, ...]
    parts: Mapping[str, str]
    signs: tuple[str, ...]
    summary: tuple[str, ...] = ()

    @property
    def end(self) -> str:
        """The last line."""
        return f"# The end of this {self.kind}. A file without this line was cut off."

    def text(self, tables: Mapping[str, Any], body: str) -> str:
        """A whole file: the header and the summary among `tables` get their checksums, `body` is covered by them."""
        read = tomllib.loads(toml.document(tables))
        return f"{toml.document(read | {self.kind: self._header(read, body)})}\n{body}\n{self.end}\n"

    def renewed(self, before: str, tables: Mapping[str, Any]) -> dict[str, str]:
        """The checksums for values of header and summary that Companion changed, if they fitted the text before."""
        was = tomllib.loads(before)
        if not self.has_checksums(was[self.kind]):
            return {}
        changed, made = self.changed(before, was), {}
        if "summary" not in changed and self.summary:
            made[SUMMARY_SUM] = table_checksum(tables["summary"], self.summary)
        if "head" not in changed:
            made[SUM] = table_checksum(tables[self.kind], self.head)
        return made

    def has_checksums(self, header: Mapping[str, Any]) -> bool:
        """Whether Companion wrote such checksums: a file that a person wrote, or an old version, has none."""
        return any(sign in header for sign in self.signs)

    def is_cut(self, text: str, header: Mapping[str, Any]) -> bool:
        """Whether a file that Companion ended is without its end."""
        return self.has_checksums(header) and f"\n{self.end}" not in text

    def changed(self, text: str, tables: Mapping[str, Any]) -> set[str]:
        """What is not as Companion wrote it: `summary`, `head` and the parts; nothing if it left no checksums."""
        header, summary = tables[self.kind], tables.get("summary", {})
        if not self.has_checksums(header):
            return set()
        body, _, after = text.partition(f"\n{self.end}\n")
        found = {part for part, made in self._sums(body + after).items() if header.get(f"{part}_{SUM}") != made}
        if header.get(SUM) != table_checksum(header, self.head):
            found.add("head")
        if self.summary and header.get(SUMMARY_SUM) != table_checksum(summary, self.summary):
            found.add("summary")
        return found

    def _header(self, tables: Mapping[str, Any], body: str) -> dict[str, Any]:
        made: dict[str, Any] = tables[self.kind] | {
            f"{part}_{SUM}": crc for part, crc in self._sums(f"\n{body}").items()
        }
        if self.summary:
            made[SUMMARY_SUM] = table_checksum(tables["summary"], self.summary)
        made[SUM] = table_checksum(made, self.head)
        # Last, and no file is one of ours without it: a header that was cut off is never taken for one by hand.
        made[_LAST] = made.pop(_LAST)
        return made

    def _sums(self, text: str) -> dict[str, str]:
        """The checksum of each part. What is before the first one belongs to none."""
        starts = {part: text.find(f"\n{sign}") for part, sign in self.parts.items()}
        found = sorted(start for start in starts.values() if start >= 0)
        ends = dict(zip(found, [*found[1:], len(text)], strict=True))
        return {part: checksum(text[start : ends[start]] if start >= 0 else "") for part, start in starts.items()}


CAMPAIGN = Checksums(
    "campaign",
    ("format", "ruleset", "revision", "id", "generation", "batches", "state_checksum", "ledger_checksum"),
    {"state": "[options]", "ledger": "[[ledger]]"},
    ("batches", "state_checksum", "ledger_checksum", "summary_checksum"),
    ("name", "game", "battles", "open", "standings", "played"),
)
ROSTER = Checksums(
    "roster",
    ("format", "ruleset", "name", "game", "count", "generation", "units_checksum"),
    {"units": "[units"},
    ("units_checksum", "checksum"),
)
