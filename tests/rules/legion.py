"""Tables and short-hands for the Legion tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.engine.session import Session
from companion.engine.state.changes import Note
from companion.engine.state.paths import pair_key
from companion.engine.state.table import Side
from companion.rules.legion import RULESET
from companion.rules.legion.example import sample
from companion.rules.legion.records import Mini, Weapon
from companion.rules.legion.units import LegionTable, LegionUnit
from companion.testing import Scripted, drive
from tests.rules.scene import begun

SIDES = {"blue": "Mara", "red": "Anselm"}


def table(
    units: Iterable[LegionUnit], contacts: Sequence[tuple[str, str]] = (), *, options: Any = None, **fields: Any
) -> LegionTable:
    """A table in the Activation Phase; `contacts` between minis."""
    made = RULESET.table(
        list(units),
        [Side(id=of, name=name) for of, name in SIDES.items()],
        contacts={pair_key(a, b): {} for a, b in contacts},
        **{"phase": "activation", "active": "blue", **fields},
        options=options or {},
    )
    assert isinstance(made, LegionTable)
    assert list(RULESET.faults(made)) == []
    return made


def unit(
    of: str,
    side: str,
    minis: int = 1,
    *,
    threshold: int = 1,
    dice: dict[str, int] | None = None,
    weapon: dict[str, Any] | None = None,
    **fields: Any,
) -> LegionUnit:
    """A plain unit with one weapon of `dice` (none where the map is empty)."""
    arms = (Weapon(name="blade", dice={"black": 1} if dice is None else dice, keywords=weapon or {}),)
    return LegionUnit(
        id=of,
        side=side,
        minis=tuple(Mini(threshold=threshold) for _ in range(minis)),
        weapons=fields.pop("weapons", () if dice == {} else arms),
        **fields,
    )


def attack(held: LegionTable, by: str, script: Iterable[Scripted]) -> tuple[Session, dict[str, Any]]:
    """A melee attack from rest, driven to its end."""
    session = begun(held, "melee_attack", {"unit": by})
    return session, drive(session, script)


def activate(held: LegionTable, of: str, script: Iterable[Scripted]) -> tuple[Session, dict[str, Any]]:
    """One activation of a unit with a face-up order, driven to its end; ends with `done` where the script does."""
    held.unit(of).order = "faceup"
    held.active = held.unit(of).side
    session = begun(held, "activate", {"unit": of})
    return session, drive(session, [*script, ("action", "done")], strict=False)


def pools_of(session: Session) -> list[dict[str, Any]]:
    """The figures of every attack pool of the last procedure, in order."""
    return [dict(e.facts) for e in session.entries[-1].events if isinstance(e, Note) and "defence_dice" in e.facts]


def named(session: Session, name: str) -> list[Any]:
    """The answers given to one request name in the last procedure, asked or automatic."""
    return [g.value for g in session.entries[-1].answers if g.name == name]


def asked(session: Session) -> list[str]:
    """The names of the requests that were really asked in the last procedure."""
    return [g.name for g in session.entries[-1].answers if g.how != "auto"]


__all__ = [
    "RULESET",
    "LegionTable",
    "LegionUnit",
    "Mini",
    "Weapon",
    "activate",
    "asked",
    "attack",
    "named",
    "pools_of",
    "sample",
    "table",
    "unit",
]
