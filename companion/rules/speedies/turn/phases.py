"""From one phase to the next, and from one turn to the next."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from companion.engine.procedure import procedure
from companion.rules.speedies.turn.ending import end_by_turns
from companion.rules.speedies.units import TURN_FLAGS, Game, SpeediesTable


def phase_after(table: SpeediesTable) -> str:
    """The phase that comes next in this turn. Cast comes before Ranged where the option says so."""
    shots = ("cast", "ranged") if table.options["cast_before_ranged"] else ("ranged", "cast")
    following = dict(pairwise(("upkeep", "engage", "move", *shots, "melee")))
    return following.get(table.phase, "melee")


@procedure("Next phase")
async def next_phase(game: Game) -> dict[str, Any]:
    """Goes on to the next phase of the turn."""
    after = phase_after(game.table)
    game.change(game.table, "phase", after, f"{game.table.spec.phase(game.table.phase).title} is done")
    return {"phase": after}


def end_turn(game: Game) -> None:
    """Staggered units are ok, per-turn flags are cleared, and the next player's Upkeep begins."""
    table = game.table
    for unit in table.units.values():
        if unit.status == "staggered":
            game.change(unit, "status", "ok", "end of the turn")
        for name in TURN_FLAGS:
            if getattr(unit, name):
                game.change(unit, name, False, "end of the turn")
    if table.round >= game.options["turns"]:
        end_by_turns(game)
        return
    begin_turn(game)


def begin_turn(game: Game) -> None:
    """The next player that has units on the table takes its turn."""
    table = game.table
    after = next_side(table)
    game.note(
        f"Turn {table.round} of {table.sides[table.current].name} ends; {table.sides[after].name} is next.",
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
