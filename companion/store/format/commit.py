"""An input that was taken as a record of the write-ahead log, and whether something is such a record."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.inputs import KINDS, Place, input_of, record_of
from companion.engine.journal import Commit
from companion.engine.seed import Seed, is_seed
from companion.engine.state.shapes import Misfit, builder, record_fields
from companion.store.format.session_file import RestTable
from companion.store.format.toml import dotted
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
        record["at"] = made.waits_at
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


_BESIDE: Mapping[str, type] = {
    "do": str,
    "state_crc": int,
    "request_crc": int,
    "sealed": bool,
    "at": str,
    "rest": RestTable,
    "played": str,
    "seed": str,
    "seed_since": int,
    "seed_method": int,
}
_OFFER: Mapping[str, Any] = {"key": str, "value": Any}
_PLACED: Mapping[str, Any] = {"place": Place}


@functools.cache
def _shapes(do: str) -> Mapping[str, Any]:
    """The keys of a record with their types. Raises KeyError if there is no such input."""
    if do == "offer":
        return {**_BESIDE, **_OFFER}
    placed = _PLACED if do in ("adjust", "connect") else {}
    return {**_BESIDE, **placed, **record_fields(KINDS[do])}  # type: ignore[arg-type]  # classes are hashable


def record_problem(record: Mapping[str, Any]) -> str:
    """Why this is no record of a log; empty if it is one. A checksum alone does not make it one."""
    try:
        _check(record)
    except (Misfit, LookupError):
        # Here and not above: only what is wrong pays for being explained.
        from companion.store.format.models import record_problems

        for (_, *path), reason in record_problems([record]):
            return ": ".join(part for part in (dotted(*path), reason) if part)
        return "the record cannot be read"
    return ""


def _check(record: Mapping[str, Any]) -> None:
    """Raises Misfit or LookupError if a key is unknown, missing or of another type."""
    shapes = _shapes(record["do"])
    if record["do"] == "offer":
        record["key"]
    else:
        input_of(record)
    for name, value in record.items():
        builder(shapes[name])(value)
