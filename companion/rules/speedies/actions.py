"""The phases of a turn, what may be started in each while the table is at rest and why not, and words for the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.engine.action_list import ActionEntry, ActionList, nothing
from companion.engine.procedure import Procedure
from companion.engine.requests import Option
from companion.engine.ruleset import Next, Phase
from companion.engine.state.contacts import enemies_touching
from companion.engine.state.phrases import about
from companion.engine.wording import listed
from companion.rules.speedies import cast, engagement, ranged
from companion.rules.speedies.melee.phase import melee_phase
from companion.rules.speedies.turn import climb, engage, move
from companion.rules.speedies.turn.phases import next_phase, phase_after
from companion.rules.speedies.turn.upkeep import upkeep
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit

PHASES = (
    Phase("upkeep", "Upkeep", "Rout, recovery, Treasure, ongoing spells."),
    Phase("engage", "Engage", "Units try to reach enemies; those that do strike first."),
    Phase("move", "Move", "Everyone else moves."),
    Phase("ranged", "Ranged", "Shots at enemies that are not engaged."),
    Phase("cast", "Cast", "Spells."),
    Phase("melee", "Melee", "Every combat of the current player's side is fought; both sides strike."),
    Phase("over", "Over"),
)
TITLES = {p.id: p.title for p in PHASES}

UnitWhyNot = Callable[[SpeediesTable, SpeediesUnit], str | None]
"""Why a unit may not do something now; None if it may."""


def elsewhere(table: SpeediesTable, phases: Sequence[str]) -> str:
    """Why an action of other phases is closed."""
    return f"only in the {listed((TITLES[phase] for phase in phases), 'or')} phase"


def first_turn(table: SpeediesTable) -> str | None:
    """Closed in the very first turn."""
    return "not in the first player's first turn" if table.first_turn else None


def current(table: SpeediesTable) -> str:
    """The side whose turn it is."""
    return table.current


def unit_action(
    name: str,
    title: str,
    procedure: Procedure[[str], dict[str, Any]],
    unit_why_not: UnitWhyNot,
    *phases: str,
    why_not: Callable[[SpeediesTable], str | None] = nothing,
) -> ActionEntry[SpeediesTable]:
    """An action that one unit of the current player takes in these phases."""
    code = f"cannot_{name}"

    def units(table: SpeediesTable) -> Iterator[Option[str]]:
        return (Option(u.id, u.name, unit_why_not(table, u), code) for u in table.of_side(table.current))

    return ActionEntry(
        name,
        title,
        procedure,
        why_not,
        current,
        "unit",
        units,
        "no unit can",
        closed_code=code,
        none_open_code=code,
        verb=name,
        phases=phases,
    )


ACTIONS: ActionList[SpeediesTable] = ActionList(
    ActionEntry("upkeep", "Upkeep", upkeep, by=current, phases=("upkeep",)),
    unit_action("engage", "Engage", engage.engage, engage.why_not, "engage", why_not=first_turn),
    unit_action("move", "Move", move.move, move.why_not, "move"),
    unit_action("climb", "Climb, jump or fall", climb.climb, lambda _, unit: climb.why_not(unit), "engage", "move"),
    unit_action("shoot", "Shoot", ranged.shoot, ranged.why_not, "ranged", why_not=first_turn),
    unit_action("cast", "Cast", cast.cast, cast.why_not, "cast"),
    ActionEntry("melee_phase", "Melee phase", melee_phase, by=current, phases=("melee",)),
    ActionEntry(
        "next_phase",
        lambda table: f"On to {TITLES[phase_after(table)]}",
        next_phase,
        by=current,
        kind="bookkeeping",
        phases=("engage", "move", "ranged", "cast"),
    ),
    over="the battle is over",
    elsewhere=elsewhere,
)


def next_action(table: SpeediesTable) -> Next:
    """The one line that says what to do next."""
    by = (table.current,)
    if table.phase == "upkeep":
        return Next(f"begin turn {table.round} with the Upkeep", by)
    if table.phase == "melee":
        count = len([c for c in engagement.combats(table, []) if engagement.of_current_side(table, c)])
        if count == 0:
            return Next("no combat; end the turn with the Melee phase", by)
        return Next(f"fight {count} combat{'s' if count > 1 else ''} in the Melee phase", by)
    able = [a for a in ACTIONS.all(table) if a.open and a.param]
    words = " or ".join(a.title.lower() for a in able if a.name != "climb")
    return Next(f"{words}, then on to the next phase" if words else "on to the next phase", by)


def suggested_action(table: SpeediesTable) -> str | None:
    """The action that `next_action` names first; falls and climbs come up by themselves."""
    able = [a.name for a in ACTIONS.all(table) if a.open and a.name != "climb"]
    return able[0] if able else None


def to_act(table: SpeediesTable) -> Iterator[str]:
    """Who may still do what the phase is for: a climb is open to those who have moved already."""
    for action in ACTIONS.all(table):
        if action.open and action.param == "unit" and action.name != "climb":
            yield from (str(option.value) for option in action.values if option.why_not is None)


def badges(table: SpeediesTable, unit: SpeediesUnit) -> Sequence[str]:
    """Words for a unit's card: whom it touches, and what the situation gives it."""
    if unit.fled:
        return ["fled"]
    found = [unit.gone] if unit.gone else ["misses a battle"] if unit.misses else []
    near = enemies_touching(table, unit) if unit.alive else []
    if near:
        found.append(about("engaged with " + ", ".join(f.name for f in near), *(f.id for f in near)))
    for value, what in ((unit.melee_advantage, "Melee"), (unit.defence_advantage, "Defence")):
        if value:
            found.append(f"{what} {'Advantage' if value > 0 else 'Disadvantage'}")
    return found


def must_fight(table: SpeediesTable) -> bool:
    """Units in contact fight before the Melee phase can end."""
    return table.phase == "melee"
