"""From one phase to the next, and from one turn to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from companion.engine.procedure import procedure
from companion.engine.wording import does, listed
from companion.rules.speedies import cast, ranged
from companion.rules.speedies.turn import engage, move
from companion.rules.speedies.turn.ending import end_by_turns
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit


def phase_after(table: SpeediesTable) -> str:
    """The phase that comes next in this turn. Cast comes before Ranged if the option says so."""
    return _following(table.options["cast_before_ranged"]).get(table.phase, "melee")


@cache
def _following(cast_first: bool) -> Mapping[str, str]:
    shots = ("cast", "ranged") if cast_first else ("ranged", "cast")
    return MappingProxyType(dict(pairwise(("upkeep", "engage", "move", *shots, "melee"))))


WhyNot = Callable[[SpeediesTable, SpeediesUnit], str | None]

WHY_NOT: Mapping[str, WhyNot] = MappingProxyType(
    {"engage": engage.why_not, "move": move.why_not, "ranged": ranged.why_not, "cast": cast.why_not}
)
"""By phase, why a unit may not do what the phase is for."""
NOT_IN_THE_FIRST_TURN = ("engage", "ranged")


def is_empty(table: SpeediesTable, phase: str) -> bool:
    """Whether no unit of the current player can act in this phase."""
    if phase not in WHY_NOT:
        return False
    if table.first_turn and phase in NOT_IN_THE_FIRST_TURN:
        return True
    return all(WHY_NOT[phase](table, u) is not None for u in table.of_side(table.current))


@procedure("Next phase")
async def next_phase(game: Game) -> dict[str, Any]:
    """Goes on to the next phase of the turn in which somebody can act."""
    go_on(game)
    return {"phase": game.table.phase}


def go_on(game: Game) -> None:
    """The next phase begins. Phases in which nobody can act pass by themselves if the option says so."""
    table = game.table
    done = table.spec.phase(table.phase).title
    game.change(table, "phase", phase_after(table), f"{done} is done")
    passed = []
    while game.options["pass_empty_phases"] and is_empty(table, table.phase):
        title = table.spec.phase(table.phase).title
        passed.append(title)
        game.change(table, "phase", phase_after(table), f"nobody can act in {title}")
    if passed:
        who = table.sides[table.current].name
        text = f"{listed(passed)} {'pass' if len(passed) > 1 else 'passes'}: no unit of {who} can act."
        # The log tells it of each phase.
        game.note(text, passed=passed, passing=True)


def end_turn(game: Game) -> None:
    """Staggered units are ok, per-turn flags are cleared; the next player that has units on the table begins."""
    table = game.table
    for unit in table.units.values():
        game.forget_turn(unit, "end of the turn")
    if table.round >= game.options["turns"]:
        end_by_turns(game)
        return
    after = next_side(table)
    game.note(
        f"Turn {table.round} of {table.sides[table.current].name} ends; {does(table.sides[after].name, 'is')} next.",
        turn=table.round,
        next=after,
    )
    game.change(table, "round", table.round + 1, "the turn is over")
    game.change(table, "active", after, "the turn is over")
    game.change(table, "phase", "upkeep", "the turn is over")


def next_side(table: SpeediesTable) -> str:
    """The player after the current one in listing order that still has units on the table."""
    sides = list(table.sides)
    place = sides.index(table.current)
    row = sides[place + 1 :] + sides[: place + 1]
    return next((s for s in row if table.of_side(s)), row[0])
