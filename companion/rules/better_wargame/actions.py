"""What may be started at rest: the phases as data, and why each closed action is closed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.action_list import ActionEntry, ActionList
from companion.engine.requests import Option
from companion.engine.ruleset import Next, Phase
from companion.engine.state.contacts import enemies_touching
from companion.engine.state.phrases import about, says
from companion.rules.better_wargame.melee.phase import melee_phase
from companion.rules.better_wargame.shooting.firefight import firefight_phase
from companion.rules.better_wargame.shooting.shoot import end_shooting, may_not_shoot, shoot
from companion.rules.better_wargame.turn.movement import end_movement, may_not_move, move_unit
from companion.rules.better_wargame.turn.phases import start_of_turn
from companion.rules.better_wargame.units import WargameTable, WargameUnit

PHASES = (
    Phase("start", "Start of turn", "Suppressed units of the current player try to rally."),
    Phase("movement", "Movement", "The current player moves units that touch no enemy."),
    Phase("shooting", "Shooting", "The current player shoots at far enemies; then Break Tests and suppression."),
    Phase("firefight", "Firefight", "Both players fire at once at near enemies; then Break Tests and suppression."),
    Phase("melee", "Melee", "Charges, pile in, all melees, and the morale sequence at the end."),
    Phase("over", "The battle is over"),
)


def current(table: WargameTable) -> str | None:
    """The side whose turn it is."""
    return None if table.over_why else table.current


def movers(table: WargameTable) -> Iterator[Option[str]]:
    """The units of the current player, and why some may not move."""
    return (Option(u.id, u.name, may_not_move(table, u)) for u in table.of_side(table.current))


def shooters(table: WargameTable) -> Iterator[Option[str]]:
    """The units of the current player, and why some may not shoot."""
    for unit in table.of_side(table.current):
        why = may_not_shoot(unit) or (None if table.foes(unit) else "no enemy is in play")
        yield Option(unit.id, unit.name, why)


ACTIONS: ActionList[WargameTable] = ActionList(
    ActionEntry("start_of_turn", "Start the turn", start_of_turn, by=current, phases=("start",)),
    ActionEntry(
        "move_unit",
        "Move a unit",
        move_unit,
        by=current,
        param="unit",
        values=movers,
        none_open="every unit has moved or may not",
        verb="move",
        phases=("movement",),
    ),
    ActionEntry("end_movement", "End Movement", end_movement, by=current, kind="bookkeeping", phases=("movement",)),
    ActionEntry(
        "shoot",
        "Shoot with a unit",
        shoot,
        by=current,
        param="unit",
        values=shooters,
        none_open="every unit has shot or may not",
        verb="shoot",
        phases=("shooting",),
    ),
    ActionEntry("end_shooting", "End Shooting", end_shooting, by=current, kind="bookkeeping", phases=("shooting",)),
    ActionEntry(
        "firefight_phase", "Play the Firefight", firefight_phase, by=current, verb="play", phases=("firefight",)
    ),
    ActionEntry("melee_phase", "Play the Melee phase", melee_phase, by=current, phases=("melee",)),
    over="the battle is over",
)


def next_action(table: WargameTable) -> Next:
    """One line: what to do next."""
    waiting = any(a.open for a in ACTIONS.all(table) if a.values)
    fighting = sum(1 for u in table.units.values() if enemies_touching(table, u))
    words = {
        "start": f"start turn {table.round}",
        "movement": "move units, then end Movement" if waiting else "end Movement",
        "shooting": "shoot, then end Shooting" if waiting else "end Shooting",
        "firefight": "play the Firefight",
        "melee": "play the Melee phase" + (f" ({fighting} units in contact)" if fighting else ""),
    }.get(table.phase)
    if words is None:
        return Next("The battle is over")
    return Next(words, tuple(table.sides) if table.phase == "firefight" else (table.current,))


def badges(table: WargameTable, unit: WargameUnit) -> Sequence[str]:
    """Derived words for a unit's card."""
    if not unit.alive:
        return ["out of play"]
    foes = enemies_touching(table, unit)
    words: list[str] = [about("engaged with " + ", ".join(f.name for f in foes), *(f.id for f in foes))] if foes else []
    if unit.below_half:
        words.append(says("below half", unit, "models", unit.models))
    return words


def must_fight(table: WargameTable) -> bool:
    """Units in contact fight before the Melee phase can end."""
    return table.phase == "melee"
