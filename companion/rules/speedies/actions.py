"""The phases of a turn, what may be started in each while the table is at rest and why not, and words for the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from companion.engine.procedure import Procedure
from companion.engine.requests import Option
from companion.engine.ruleset import Action, Phase
from companion.engine.state.contacts import enemies_touching
from companion.engine.wording import listed
from companion.rules.speedies import cast, engagement, ranged
from companion.rules.speedies.aftermath.procedure import aftermath_actions
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

WhyNot = Callable[[SpeediesTable, SpeediesUnit], str | None]
"""Why a unit may not do something now; None where it may."""


class UnitAction(NamedTuple):
    """An action that one unit takes, as data. `not_first`: the very first turn forbids it."""

    phases: tuple[str, ...]
    name: str
    title: str
    procedure: Procedure[[str], dict[str, Any]]
    why_not: WhyNot
    not_first: bool = False


UNIT_ACTIONS = (
    UnitAction(("engage",), "engage", "Engage", engage.engage, engage.why_not, not_first=True),
    UnitAction(("move",), "move", "Move", move.move, move.why_not),
    UnitAction(("engage", "move"), "climb", "Climb, jump or fall", climb.climb, lambda _, u: climb.why_not(u)),
    UnitAction(("ranged",), "shoot", "Shoot", ranged.shoot, ranged.why_not, not_first=True),
    UnitAction(("cast",), "cast", "Cast", cast.cast, cast.why_not),
)


def actions(table: SpeediesTable) -> Sequence[Action]:
    """Everything that can be started, open or closed with the reason."""
    side, phase = table.current, table.phase
    over = "the battle is over" if table.over_why else None
    made = [Action("upkeep", "Upkeep", upkeep, side, why_not=over or _not_in(phase, ("upkeep",)))]
    made += [_unit_action(table, action, over) for action in UNIT_ACTIONS]
    made.append(Action("melee_phase", "Melee phase", melee_phase, side, why_not=over or _not_in(phase, ("melee",))))
    closed = over or _not_in(phase, ("engage", "move", "ranged", "cast"))
    after = TITLES[phase_after(table)]
    made.append(Action("next_phase", f"On to {after}", next_phase, side, why_not=closed, kind="bookkeeping"))
    made.extend(aftermath_actions(table))
    return made


def _unit_action(table: SpeediesTable, action: UnitAction, over: str | None) -> Action:
    side, code = table.current, f"cannot_{action.name}"
    closed = over or _not_in(table.phase, action.phases)
    if closed is None and action.not_first and table.first_turn:
        closed = "not in the first player's first turn"
    values: tuple[Option[str], ...] = ()
    if closed is None:
        values = tuple(Option(u.id, u.name, action.why_not(table, u), code) for u in table.of_side(side))
        if all(v.why_not for v in values):
            closed = "no unit can"
    return Action(action.name, action.title, action.procedure, side, "unit", values, closed, closed_code=code)


@cache
def _not_in(phase: str, phases: tuple[str, ...]) -> str | None:
    """Why something that belongs to these phases cannot be started in this one; None where it can."""
    if phase in phases:
        return None
    named = listed((TITLES[p] for p in phases), "or")
    return f"only in the {named} phase"


def next_action(table: SpeediesTable) -> str:
    """The one line that says what to do next."""
    if table.over:
        owing = [side.name for side in table.sides.values() if side.owes_aftermath]
        after = f" {listed(owing)}: play the aftermath." if owing else ""
        return f"The battle is over: {table.over_why}.{after}"
    who = table.sides[table.current].name
    if table.phase == "upkeep":
        return f"{who}: begin turn {table.round} with the Upkeep"
    if table.phase == "melee":
        count = len([c for c in engagement.combats(table, []) if engagement.of_current_side(table, c)])
        if count == 0:
            return f"{who}: no combat; end the turn with the Melee phase"
        return f"{who}: fight {count} combat{'s' if count > 1 else ''} in the Melee phase"
    able = [a for a in actions(table) if a.open and a.param]
    words = " or ".join(a.title.lower() for a in able if a.name != "climb")
    return f"{who}: {words}, then on to the next phase" if words else f"{who}: on to the next phase"


def suggested_action(table: SpeediesTable) -> str | None:
    """The action that `next_action` names first; falls and climbs come up by themselves."""
    if table.over:
        return "aftermath" if any(side.owes_aftermath for side in table.sides.values()) else None
    able = [a.name for a in actions(table) if a.open and a.name != "climb"]
    return able[0] if able else None


def badges(table: SpeediesTable, unit: SpeediesUnit) -> Sequence[str]:
    """Words for a unit's card: whom it touches, and what the situation gives it."""
    if unit.fled:
        return ["fled"]
    found = [unit.gone] if unit.gone else ["misses a battle"] if unit.misses else []
    near = enemies_touching(table, unit) if unit.alive else []
    if near:
        found.append("engaged with " + ", ".join(f.name for f in near))
    for value, what in ((unit.melee_advantage, "Melee"), (unit.defence_advantage, "Defence")):
        if value:
            found.append(f"{what} {'Advantage' if value > 0 else 'Disadvantage'}")
    return found


def must_fight(table: SpeediesTable) -> bool:
    """Units in contact fight before the Melee phase can end."""
    return table.phase == "melee"
