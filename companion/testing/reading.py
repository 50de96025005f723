"""Sessions as plain data that can be compared: the whole table, and what is asked now."""

from __future__ import annotations

import zlib
from typing import Any

from companion.engine.session import Session
from companion.engine.state.table import AnyTable

_WORDS = ("label", "why_not", "why", "why_lo", "why_hi")


def state(table: AnyTable) -> dict[str, Any]:
    """The whole table as plain data: every declared field of the table, its sides and units, and all contacts."""
    return {
        "table": table.dump(whole=True),
        "units": {unit.id: unit.dump(whole=True) for unit in table.units.values()},
        "sides": {side.id: side.dump(whole=True) for side in table.sides.values()},
        "contacts": sorted((a, b, sorted(flags.items())) for (a, b), flags in table.contacts.items()),
    }


def prompt_of(session: Session) -> Any:
    """What is asked now, without words: a unit that is renamed changes nothing. None at rest."""
    request = session.request
    if request is None:
        return None
    return request.key, request.kind, request.by, request.fingerprint(), _wordless(request.schema()), session.sealed


def _wordless(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _wordless(value) for key, value in data.items() if key not in _WORDS}
    return [_wordless(value) for value in data] if isinstance(data, list) else data


def checksum(session: Session) -> int:
    """One number for table and request: what a replay must come back to."""
    return zlib.crc32(repr((state(session.table), prompt_of(session))).encode())
