"""The rulesets under contract: the five in the tree and the sixth from outside, and how their state is read."""

from __future__ import annotations

import zlib
from random import Random
from typing import Any

from companion.engine.registry import BUILT_IN, find
from companion.engine.ruleset import Ruleset
from companion.engine.session import Session
from companion.engine.state.table import Table
from tests.games.duel import DUEL

IDS = [*BUILT_IN, "duel"]


def ruleset(of: str) -> Ruleset:
    return DUEL if of == "duel" else find(of)


def fresh(of: str) -> Table[Any, Any]:
    example = ruleset(of).example
    assert example is not None
    return example()


def session(of: str, seed: int) -> Session:
    return Session(fresh(of), rng=Random(seed))


def state(table: Table[Any, Any]) -> dict[str, Any]:
    """The whole table as plain data."""
    return {
        "table": table.dump(whole=True),
        "units": {u.id: u.dump(whole=True) for u in table.units.values()},
        "sides": {s.id: s.dump(whole=True) for s in table.sides.values()},
        "contacts": sorted((a, b, sorted(flags.items())) for (a, b), flags in table.contacts.items()),
    }


def standing(held: Session) -> Any:
    """What is asked now, as data without words."""
    request = held.request
    if request is None:
        return None
    return request.key, request.kind, request.by, request.fingerprint(), wordless(request.schema()), held.sealed


def wordless(data: Any) -> Any:
    """Legal answers without labels and reasons: a unit that is renamed meanwhile changes nothing."""
    if isinstance(data, dict):
        return {k: wordless(v) for k, v in data.items() if k not in ("label", "why_not", "why", "why_lo", "why_hi")}
    return [wordless(v) for v in data] if isinstance(data, list) else data


def digest(held: Session) -> int:
    """One number for table and request: what replay must come back to."""
    return zlib.crc32(repr((state(held.table), standing(held))).encode())
