"""An input that was taken as a record of the write-ahead log, and whether something is such a record."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from companion.engine.inputs import KINDS, RunPoint, record_of
from companion.engine.journal import Commit
from companion.engine.seed import Seed, is_seed
from companion.engine.state.shapes import Build, Count, Problem, needed_of, record_fields, table
from companion.store.format.session_file import RestTable
from companion.store.format.toml import dotted
from companion.store.format.values import problems
from companion.store.format.wal_file import Record


def commit_record(made: Commit, played: str, seed: Seed | None = None) -> Record:
    """A commit as a record of the log, taken at this time. What is empty is left out.

    `seed` is given as long as the session file does not have it.
    """
    record = record_of(made.input) | {"state_crc": made.state_crc}
    if made.request_crc:
        record["request_crc"] = made.request_crc
    if made.sealed:
        record["sealed"] = True
    if made.waits_at:
        record |= {"at": made.waits_at, "in": made.waits_in}
    if made.place is not None:
        record["place"] = {"after": made.place.after, "changes": made.place.changes}
    if seed is not None:
        record |= {"seed": seed.value, "seed_since": seed.since, "seed_method": seed.method}
    return record | {"played": played}


def seed_of(records: Sequence[Record]) -> Seed | None:
    """The seed that these records carry, if one does."""
    for record in records:
        value, since, method = record.get("seed"), record.get("seed_since", 0), record.get("seed_method", 1)
        if is_seed(value) and type(since) is int and type(method) is int:
            return Seed(str(value), since, method)
    return None


_BESIDE: Mapping[str, Any] = {
    "do": str,
    "state_crc": Count,
    "request_crc": Count,
    "sealed": bool,
    "at": str,
    "in": str,
    "rest": RestTable,
    "played": str,
    "seed": str,
    "seed_since": Count,
    "seed_method": Count,
}
_OFFER: Mapping[str, Any] = {"key": str, "value": Any}
_KINDS = (*KINDS, "offer")
_OF_NO_KIND = table(lambda: {"do": Literal[_KINDS]}, ("do",))


@functools.cache
def _record_of(do: str) -> Build:
    """The record of an input, as its class has it; an offer is the answer of a record that no longer fitted."""
    if do == "offer":
        return table(lambda: {**_BESIDE, **_OFFER}, ("key",))
    kind = KINDS[do]
    placed = {"place": RunPoint} if do in ("adjust", "connect") else {}
    return table(lambda: {**_BESIDE, **placed, **record_fields(kind)}, needed_of(kind))  # type: ignore[arg-type]


def record_problems(record: Record) -> list[Problem]:
    """Everything that keeps this from being a record of a log. A checksum alone does not make it one."""
    do = record.get("do")
    if do in _KINDS:
        return problems(_record_of(do), record)
    return problems(_OF_NO_KIND, {key: value for key, value in record.items() if key == "do"})


def record_problem(record: Record) -> str:
    """The first of its problems, with its place; empty if it has none."""
    for path, reason in record_problems(record):
        return ": ".join(part for part in (dotted(*path), reason) if part)
    return ""
