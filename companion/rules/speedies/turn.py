"""Phases and the end of a turn (section 3)."""

from __future__ import annotations

from typing import Any

from companion.engine.procedure import Context, procedure
from companion.engine.ruleset import Phase
from companion.rules.speedies.ending import end_by_turns
from companion.rules.speedies.units import TURN_FLAGS, Battle

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


def phase_after(table: Battle) -> str:
    """The phase that comes next in this turn. Cast comes before Ranged where the option says so."""
    row = ["upkeep", "engage", "move", "ranged", "cast", "melee"]
    if table.options["cast_before_ranged"]:
        row[3], row[4] = row[4], row[3]
    return row[min(row.index(table.phase) + 1, 5)] if table.phase in row else "melee"


@procedure("Next phase")
async def next_phase(game: Context[Battle]) -> dict[str, Any]:
    """Goes on to the next phase of the turn."""
    after = phase_after(game.table)
    game.change(game.table, "phase", after, f"{TITLES.get(game.table.phase, game.table.phase)} is done")
    return {"phase": after}


def end_turn(game: Context[Battle]) -> None:
    """Staggered units are ok, per-turn flags are cleared, and the next player's Upkeep begins."""
    table = game.table
    for unit in table.units.values():
        if unit.status == "staggered":
            game.change(unit, "status", "ok", "end of the turn")
        for name in TURN_FLAGS:
            game.change(unit, name, False, "end of the turn")
    if table.round >= game.options["turns"]:
        end_by_turns(game)
        return
    begin_turn(game)


def begin_turn(game: Context[Battle]) -> None:
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


def next_side(table: Battle) -> str:
    """The player after the current one in listing order that still has units on the table."""
    sides = list(table.sides)
    place = sides.index(table.current)
    row = sides[place + 1 :] + sides[: place + 1]
    return next((s for s in row if table.of_side(s)), row[0])
