"""Battles of Speedies that are over, and how tests play their aftermath."""

from collections.abc import Mapping
from typing import Any

from companion.engine.requests import Roll
from companion.engine.session import Session
from companion.rules.speedies import RULESET
from companion.rules.speedies.units import SpeediesUnit, Warband
from companion.testing import drive
from tests.rules.speedies_setups import Battle

Answers = Mapping[str, Any]


def hero(of: str = "ann", **fields: Any) -> SpeediesUnit:
    return SpeediesUnit(**{"id": of, "name": of.title(), "side": "red", "type": "hero", **fields})


def henchman(of: str = "bob", **fields: Any) -> SpeediesUnit:
    return hero(of, **{"type": "henchman", **fields})


def out(unit: SpeediesUnit) -> SpeediesUnit:
    unit.status, unit.wounds = "incapacitated", 0
    return unit


def session(*units: SpeediesUnit, winner: str | None = "blue", wins: int = 0, **fields: Any) -> Battle:
    """A battle of a campaign that is over: red with these units, blue with two that stand."""
    options = fields.pop("options", {})
    rivals = [hero("mordre", side="blue"), henchman("rat", side="blue")]
    sides = [
        Warband(id="red", name="Roland", owes_aftermath=True, **fields),
        Warband(id="blue", name="Katrin", owes_aftermath=True, wins=wins),
    ]
    table = RULESET.table(
        [*units, *rivals], sides, phase="over", over_why="late", over_winner=winner, options=options, name="Over"
    )
    return Battle(table)


def answer(faces: Answers, **given: Any) -> Any:
    """Dice by the name of their roll (a list is used up), other answers by the name of their request."""
    left = {name: list(value) if isinstance(value, list) else value for name, value in faces.items()}

    def default(request: Any) -> Any:
        if request.name in given:
            value = given[request.name]
            return value.pop(0) if isinstance(value, list) else value
        if isinstance(request, Roll):
            # An attempt to improve comes to nothing unless it is asked for: Morale, and a 20 against it.
            usual = {"improvement": 1, "improvement_check": 20}
            face = left.get(request.name, usual.get(request.name))
            return [[face.pop(0) if isinstance(face, list) else face]]
        if request.name == "result":
            return request.options[0].value
        return None

    return default


def settle(played: Session, side: str = "red", faces: Answers | None = None, **given: Any) -> dict[str, Any]:
    played.start("aftermath", {"side": side})
    return drive(played, default=answer(faces or {}, **given))


def until(name: str, played: Battle, faces: Answers | None = None, **given: Any) -> Battle:
    """The aftermath of red, begun and played up to this request."""
    played.begun("aftermath", {"side": "red"})
    drive(played, stop=lambda request: request.name == name, default=answer(faces or {}, **given))
    return played
