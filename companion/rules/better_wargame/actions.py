"""What may be started at rest: the phases as data, and why each closed action is closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from companion.engine.procedure import Procedure
from companion.engine.requests import Option
from companion.engine.ruleset import Action, Phase
from companion.rules.better_wargame.contacts import engaged
from companion.rules.better_wargame.melee.phase import melee_phase
from companion.rules.better_wargame.shooting.firefight import firefight_phase
from companion.rules.better_wargame.shooting.shoot import end_shooting, may_not_shoot, shoot
from companion.rules.better_wargame.turn.movement import end_movement, may_not_move, move_unit
from companion.rules.better_wargame.turn.rounds import start_of_turn
from companion.rules.better_wargame.units import WargameTable, WargameUnit

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


def actions(table: WargameTable) -> Sequence[Action]:
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


def _no_shot(table: WargameTable, unit: WargameUnit) -> str | None:
    return may_not_shoot(unit) or (None if table.foes(unit) else "no enemy is in play")


ONE_UNIT: dict[str, Callable[[WargameTable, WargameUnit], str | None]] = {"move_unit": may_not_move, "shoot": _no_shot}


@cache
def _not_now(phase: str, now: str) -> str:
    titles = {p.id: p.title for p in PHASES}
    return f"this is for the {titles[phase]} phase, now it is {titles.get(now, now)}"


def next_action(table: WargameTable) -> str:
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


def badges(table: WargameTable, unit: WargameUnit) -> Sequence[str]:
    """Derived words for a unit's card."""
    if not unit.alive:
        return ["out of play"]
    foes = engaged(table, unit)
    words = ["engaged with " + ", ".join(f.name for f in foes)] if foes else []
    if unit.below_half:
        words.append("below half")
    return words
