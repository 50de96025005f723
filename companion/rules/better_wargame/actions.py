"""What may be started at rest: the phases as data, and why each closed action is closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from companion.engine.procedure import Procedure
from companion.engine.requests import Option
from companion.engine.ruleset import Action, Phase
from companion.rules.better_wargame.firefight import firefight_phase
from companion.rules.better_wargame.melee import melee_phase
from companion.rules.better_wargame.removal import engaged
from companion.rules.better_wargame.shooting import end_shooting, may_shoot, shoot
from companion.rules.better_wargame.turn import end_movement, may_move, move_unit, start_of_turn
from companion.rules.better_wargame.units import Battle, Troop

PHASES = (
    Phase("start", "Start of turn", "Suppressed units of the current player try to rally."),
    Phase("movement", "Movement", "The current player moves units that touch no enemy."),
    Phase("shooting", "Shooting", "The current player shoots beyond 12 inches; then Break Tests and suppression."),
    Phase("firefight", "Firefight", "Both players fire at once within 12 inches; then Break Tests and suppression."),
    Phase("melee", "Melee", "Charges, pile in, all melees, and the morale sequence at the end."),
    Phase("over", "The battle is over"),
)

ORDER: tuple[tuple[str, str, str, Procedure[Any, Any]], ...] = (
    ("start", "start_of_turn", "Start the turn", start_of_turn),
    ("movement", "move_unit", "Move a unit", move_unit),
    ("movement", "end_movement", "End Movement", end_movement),
    ("shooting", "shoot", "Shoot with a unit", shoot),
    ("shooting", "end_shooting", "End Shooting", end_shooting),
    ("firefight", "firefight_phase", "Play the Firefight", firefight_phase),
    ("melee", "melee_phase", "Play the Melee phase", melee_phase),
)


def actions(table: Battle) -> Sequence[Action]:
    """Every action of the game; those of the present phase are open."""
    made = []
    for phase, name, title, procedure in ORDER:
        why = "the battle is over" if table.over else None
        if why is None and table.phase != phase:
            why = _not_now(phase, table.phase)
        by = None if table.over else table.current
        unit_why = ONE_UNIT.get(name)
        if unit_why is None or why is not None:
            made.append(Action(name, title, procedure, by, "unit" if unit_why else "", (), why))
            continue
        values = tuple(Option(u.id, u.name, unit_why(table, u)) for u in table.of_side(table.current))
        if all(v.why_not is not None for v in values):
            why = "every unit has moved or may not" if name == "move_unit" else "every unit has shot or may not"
        made.append(Action(name, title, procedure, by, "unit", values, why))
    return made


def _no_move(table: Battle, unit: Troop) -> str | None:
    return may_move(table, unit)


def _no_shot(table: Battle, unit: Troop) -> str | None:
    return may_shoot(unit) or (None if table.foes(unit) else "no enemy is in play")


ONE_UNIT: dict[str, Callable[[Battle, Troop], str | None]] = {"move_unit": _no_move, "shoot": _no_shot}


@cache
def _not_now(phase: str, now: str) -> str:
    titles = {p.id: p.title for p in PHASES}
    return f"this is for the {titles[phase]} phase, now it is {titles.get(now, now)}"


def next_action(table: Battle) -> str:
    """One line: what to do next."""
    who = table.title(table.current)
    fighting = sum(1 for u in table.units.values() if engaged(table, u))
    return {
        "start": f"{who}: start turn {table.round}",
        "movement": f"{who}: move units, then end Movement",
        "shooting": f"{who}: shoot, then end Shooting",
        "firefight": "Both: play the Firefight",
        "melee": f"{who}: play the Melee phase" + (f" ({fighting} units in contact)" if fighting else ""),
    }.get(table.phase, "The battle is over")


def badges(table: Battle, unit: Troop) -> Sequence[str]:
    """Derived words for a unit's card."""
    if not unit.alive:
        return ["out of play"]
    foes = engaged(table, unit)
    words = ["engaged with " + ", ".join(f.name for f in foes)] if foes else []
    if unit.below_half:
        words.append("below half")
    return words


def faults(table: Battle) -> Sequence[tuple[str, str, str]]:
    """What bounds alone cannot say of a table."""
    found = [
        (
            u.id,
            "in_reach",
            f"{u.in_contact} in contact and {u.in_reach} in reach are more than {u.models} models (bad_model_count)",
        )
        for u in table.units.values()
        if u.fighting > u.models
    ]
    if len({table.alliance(s) for s in table.sides}) != 2 or len(table.sides) != 2:
        found.append(("table", "active", "this game is for two players, each with a side of their own"))
    return found
