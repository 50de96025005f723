"""What leads from step to step, from phase to phase and from turn to turn."""

from __future__ import annotations

from typing import Final

from companion.rules.better_wargame.turn.ending import end_by_turns, end_if_decided
from companion.rules.better_wargame.units import OF_A_PHASE, Game

ANEW: Final = "counted anew each phase"
"""Why what lasts a phase goes back to nothing."""


def enters(game: Game, step: str, concerned: bool, why: str) -> bool:
    """Begins a step, or skips it and says why if it concerns nobody; returns whether it begins."""
    if concerned:
        game.at(step)
    else:
        game.skip(step, why)
    return concerned


def open_phase(game: Game, phase: str) -> None:
    """A phase begins: what is counted by the phase starts at nothing."""
    table = game.table
    for unit in table.units.values():
        for name, value in OF_A_PHASE.items():
            game.change(unit, name, value, ANEW)
    game.change(table, "phase", phase, "the next phase")


def next_phase(game: Game, phase: str) -> None:
    """Goes on to `phase`, or ends the battle if a side has nobody left."""
    if not end_if_decided(game):
        open_phase(game, phase)


def end_turn(game: Game) -> None:
    """The other player's turn begins, or the battle ends: nobody left, or the last turn is over."""
    if end_if_decided(game):
        return
    table = game.table
    following = table.opponent
    if following == table.first_player:
        if table.round >= game.options["turns"]:
            end_by_turns(game)
            return
        game.change(table, "round", table.round + 1, "both players had their turn")
    game.change(table, "active", following, "the turn passes")
    open_phase(game, "start")
