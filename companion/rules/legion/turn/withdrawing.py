"""Withdraw, flee and other ways out of a melee."""

from __future__ import annotations

from companion.engine.procedure import procedure
from companion.rules.legion.engagement import engaged_with, pairs
from companion.rules.legion.melee.wounds import clear_tokens, fall
from companion.rules.legion.turn.movement import leave_contacts, move, speed_of
from companion.rules.legion.units import Game, LegionTable, LegionUnit
from companion.rules.legion.words import Refusal


def withdraw_refusal(table: LegionTable, unit: LegionUnit) -> Refusal | None:
    """Why a unit may not withdraw now, or None."""
    if not engaged_with(table, unit, pairs(table)):
        return Refusal("not_engaged", "not engaged: simply move")
    if table.actions_done and table.options["withdraw_mode"] == "full":
        return Refusal("already_acted", "an action was done in this activation")
    if not speed_of(unit):
        return Refusal("speed_zero", "its speed is 0")
    return None


@procedure("Withdraw")
async def withdraw(game: Game, unit: LegionUnit, forced: str = "") -> bool:
    """An engaged unit makes one speed-1 move out of all contact. False if it cannot end clear of all enemies.

    `forced` says why it has no other choice.
    """
    table = game.table
    if not await game.yes_no(
        "clear_of_contact",
        by=unit.side,
        default=True,
        title=f"{unit.name}: {forced}Can a speed-1 move end touching no enemy?",
    ):
        game.note(f"{unit.name}: no clear space to withdraw to", refused="no_clear_space")
        return False
    game.note(f"Move {unit.name} at speed 1, out of all contact", unit=unit.id)
    await leave_contacts(game, unit)
    game.change(table, "withdrew", True, "withdrew")
    if unit.standby:
        game.change(unit, "standby", 0, "withdrew")
    if table.options["withdraw_mode"] == "full":
        game.change(table, "actions_left", 0, "withdrawing is the whole activation")
        game.change(table, "free_actions", False, "withdrawing is the whole activation")
    return True


@procedure("Flee")
async def flee(game: Game, unit: LegionUnit) -> None:
    """A panicked unit that is not engaged makes one move at full speed toward the nearest table edge."""
    await leave_contacts(game, unit)
    flees = f"{unit.name}: panicked. Move at speed {speed_of(unit)} toward the nearest table edge"
    if await game.yes_no("left_table", by="table", title=f"{flees}. Does it leave the table?"):
        for mini in unit.living:
            fall(game, mini)
        clear_tokens(game, unit)


async def forced_move(game: Game, unit: LegionUnit) -> str:
    """A move by some effect (a push, a free move): it leaves its melees, and may start one. Returns the unit met."""
    return await move(game, unit, unit.speed, free=True)
