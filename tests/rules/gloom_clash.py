"""Melees of God's Gloom without dice, or with dice that do nothing, for tests of bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.engine.requests import Request, Roll
from companion.engine.session import Session
from companion.rules.gods_gloom.units import GloomTable, GloomUnit
from companion.testing import drive
from tests.rules.gloom import pair, steps
from tests.rules.scene import begun

NONE = {"red": 0, "blue": 0}
PEACEFUL = {"MEL.60.push": "decline", "MEL.60.stand": "give_ground", "MEL.70": "hold", "retreat_hexes": 2}
PUSH = "MEL.60.push push"
GIVE = "MEL.60.stand give_ground"
DECLARE = "TFP.10 declare"
HOLD = "TFP.20 hold"
KEEP = "ATC.10 [1]"


def peaceful(request: Request[object]) -> object:
    """The answer where the script has none: nobody pushes, and every die shows a 2, which does nothing."""
    if isinstance(request, Roll):
        return [[2] * dice.count for dice in request.dice]
    return "hold" if request.name == "TFP.20" else PEACEFUL.get(request.name)


class Fought(NamedTuple):
    """A melee that was played to its end."""

    session: Session
    outcome: Mapping[str, Any]

    def asked(self, name: str) -> int:
        """How often somebody was asked this, or rolled it."""
        return sum(given.name == name for given in self.session.entries[-1].answers)

    def unit(self, of: str) -> GloomUnit:
        found = self.session.table.unit(of)
        assert isinstance(found, GloomUnit)
        return found

    def dice(self, role: str, colour: str) -> int:
        return int(self.outcome["pools"][role][colour])


def clash(
    hits: int = 0,
    blocks: int = 0,
    back: int = 0,
    shields: int = 0,
    *script: str,
    a: Mapping[str, Any] | None = None,
    d: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Fought:
    """Ravagers (morale 2, health 5) attack Shieldband (3, 6) with so many hits against so many blocks, and back."""
    attacks = {"offence": {**NONE, "auto_hits": hits, "auto_blocks": shields}}
    defends = {"defence": {**NONE, "auto_hits": back, "auto_blocks": blocks}}
    session = begun(pair(attacks | dict(a or {}), defends | dict(d or {}), **fields), "melee", {"attacker": "rav"})
    return Fought(session, drive(session, steps("; ".join(script)), default=peaceful))


def rolled(*script: str, a: Mapping[str, int] = NONE, d: Mapping[str, int] = NONE, **fields: Any) -> Fought:
    """The same with these pools of dice."""
    return clash(0, 0, 0, 0, *script, a={"offence": a, **fields.pop("rav", {})}, d={"defence": d}, **fields)


def before(name: str, *script: str, **fields: Any) -> Session:
    """A melee that stands at this request."""
    session = begun(pair(**fields), "melee", {"attacker": "rav"})
    drive(session, steps("; ".join(script)), stop=lambda r: r.name == name, default=peaceful)
    assert session.request is not None, name
    return session


def board(session: Session) -> GloomTable:
    assert isinstance(session.table, GloomTable)
    return session.table
