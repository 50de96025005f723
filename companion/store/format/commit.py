"""An input that was taken as a record of the write-ahead log, and whether something is such a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.inputs import KINDS, input_of, record_of
from companion.engine.journal import Commit
from companion.store.format.shapes import Misfit, builder, record_fields
from companion.store.format.toml import dotted
from companion.store.format.wal_file import Record


def commit_record(made: Commit, played: str) -> Record:
    """A commit as a record of the log, taken at this time. What is empty is left out."""
    record = record_of(made.input) | {"state_crc": made.state_crc}
    if made.request_crc:
        record["request_crc"] = made.request_crc
    if made.sealed:
        record["sealed"] = True
    if made.standing:
        record["at"] = made.standing
    return record | {"played": played}


_BESIDE: Mapping[str, type] = {
    "do": str,
    "state_crc": int,
    "request_crc": int,
    "sealed": bool,
    "at": str,
    "played": str,
}
_OFFER: Mapping[str, Any] = {"key": str, "value": Any}


def record_problem(record: Mapping[str, Any]) -> str:
    """Why this is no record of a log; empty where it is one. A checksum alone does not make it one."""
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
    """Raises Misfit or LookupError where a key is unknown, missing or of another type."""
    if record["do"] == "offer":
        shapes: dict[str, Any] = {**_BESIDE, **_OFFER}
        record["key"]
    else:
        shapes = {**_BESIDE, **record_fields(KINDS[record["do"]])}  # type: ignore[arg-type]  # classes are hashable
        input_of(record)
    for name, value in record.items():
        builder(shapes[name])(value)
