"""What may be started at rest: the phases as data, and why each closed action is closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from companion.engine.aftermath import aftermath_actions
from companion.engine.procedure import Procedure
from companion.engine.requests import Option
from companion.engine.ruleset import Action, ActionKind, Phase
from companion.engine.state.contacts import enemies_touching
from companion.rules.better_wargame.aftermath import aftermath
from companion.rules.better_wargame.melee.phase import melee_phase
from companion.rules.better_wargame.shooting.firefight import firefight_phase
from companion.rules.better_wargame.shooting.shoot import end_shooting, may_not_shoot, shoot
from companion.rules.better_wargame.turn.movement import end_movement, may_not_move, move_unit
from companion.rules.better_wargame.turn.rounds import start_of_turn
from companion.rules.better_wargame.units import WargameTable, WargameUnit

PHASES = (
    Phase("start", "Start of turn", "Suppressed units of the current player try to rally."),
    Phase("movement", "Movement", "The current player moves units that touch no enemy."),
    Phase("shooting", "Shooting", "The current player shoots at far enemies; then Break Tests and suppression."),
    Phase("firefight", "Firefight", "Both players fire at once at near enemies; then Break Tests and suppression."),
    Phase("melee", "Melee", "Charges, pile in, all melees, and the morale sequence at the end."),
    Phase("over", "The battle is over"),
)

WhyNot = Callable[[WargameTable, WargameUnit], str | None]
"""Why a unit may not do something now; None where it may."""


class Entry(NamedTuple):
    """One action as data. `why_not` belongs to those that take a unit, `all_done` says why no unit is left."""

    phase: str
    name: str
    title: str
    procedure: Procedure[Any, Any]
    kind: ActionKind = "turn"
    why_not: WhyNot | None = None
    all_done: str = ""


def _may_not_shoot(table: WargameTable, unit: WargameUnit) -> str | None:
    return may_not_shoot(unit) or (None if table.foes(unit) else "no enemy is in play")


ENTRIES = (
    Entry("start", "start_of_turn", "Start the turn", start_of_turn),
    Entry(
        "movement",
        "move_unit",
        "Move a unit",
        move_unit,
        why_not=may_not_move,
        all_done="every unit has moved or may not",
    ),
    Entry("movement", "end_movement", "End Movement", end_movement, "bookkeeping"),
    Entry(
        "shooting",
        "shoot",
        "Shoot with a unit",
        shoot,
        why_not=_may_not_shoot,
        all_done="every unit has shot or may not",
    ),
    Entry("shooting", "end_shooting", "End Shooting", end_shooting, "bookkeeping"),
    Entry("firefight", "firefight_phase", "Play the Firefight", firefight_phase),
    Entry("melee", "melee_phase", "Play the Melee phase", melee_phase),
)


def actions(table: WargameTable) -> Sequence[Action]:
    """Every action of the game; those of the present phase are open."""
    return [*(_action(table, entry) for entry in ENTRIES), *aftermath_actions(table, aftermath)]


def action(table: WargameTable, name: str) -> Action | None:
    """The action of this name; None where it is none of the entries."""
    return next((_action(table, entry) for entry in ENTRIES if entry.name == name), None)


def _action(table: WargameTable, entry: Entry) -> Action:
    why = "the battle is over" if table.over else None
    if why is None and table.phase != entry.phase:
        why = _not_now(entry.phase, table.phase)
    by = None if table.over else table.current
    values: tuple[Option[str], ...] = ()
    if entry.why_not is not None and why is None:
        values = tuple(Option(u.id, u.name, entry.why_not(table, u)) for u in table.of_side(table.current))
        if all(value.why_not is not None for value in values):
            why = entry.all_done
    param = "unit" if entry.why_not is not None else ""
    return Action(entry.name, entry.title, entry.procedure, by, param, values, why, kind=entry.kind)


@cache
def _not_now(phase: str, now: str) -> str:
    titles = {p.id: p.title for p in PHASES}
    return f"this is for the {titles[phase]} phase, now it is {titles.get(now, now)}"


def next_action(table: WargameTable) -> str:
    """One line: what to do next."""
    if table.over:
        return "The battle is over"
    who = table.title(table.current)
    waiting = any(a.open for a in actions(table) if a.values)
    fighting = sum(1 for u in table.units.values() if enemies_touching(table, u))
    return {
        "start": f"{who}: start turn {table.round}",
        "movement": f"{who}: " + ("move units, then end Movement" if waiting else "end Movement"),
        "shooting": f"{who}: " + ("shoot, then end Shooting" if waiting else "end Shooting"),
        "firefight": "Both: play the Firefight",
        "melee": f"{who}: play the Melee phase" + (f" ({fighting} units in contact)" if fighting else ""),
    }.get(table.phase, "The battle is over")


def badges(table: WargameTable, unit: WargameUnit) -> Sequence[str]:
    """Derived words for a unit's card."""
    if not unit.alive:
        return ["out of play"]
    foes = enemies_touching(table, unit)
    words = ["engaged with " + ", ".join(f.name for f in foes)] if foes else []
    if unit.below_half:
        words.append("below half")
    return words


def must_fight(table: WargameTable) -> bool:
    """Units in contact fight before the Melee phase can end."""
    return table.phase == "melee"
