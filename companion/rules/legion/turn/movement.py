"""Moves that end in a melee or leave one, withdrawing and fleeing: what forbids them, what they do to contacts."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.procedure import procedure
from companion.engine.requests import Option
from companion.engine.state.paths import Pair
from companion.engine.wording import does, verb
from companion.rules.legion.engagement import engaged_with, foes, left_key, pairs
from companion.rules.legion.melee.closing_up import close_up
from companion.rules.legion.melee.starting import start_melee
from companion.rules.legion.melee.wounds import clear_tokens, fall
from companion.rules.legion.units import Game, LegionTable, LegionUnit
from companion.rules.legion.words import Refusal, offer


def speed_of(unit: LegionUnit) -> int:
    """The longest tool it may move by now: immobilize tokens slow it, Stationary stops it."""
    return 0 if "stationary" in unit.effects else max(0, unit.speed - unit.immobilize)


def move_refusal(table: LegionTable, unit: LegionUnit) -> Refusal | None:
    """Why a unit may not move at all, or None. An engaged unit may only withdraw."""
    engaged = engaged_with(table, unit, pairs(table))
    if engaged:
        if "leave_engaged" not in unit.effects:
            return Refusal("engaged_cannot_move", "engaged: a withdrawal is the only move")
        if len(engaged) > 1:
            return Refusal("engaged_cannot_move", "engaged with several enemy units: a withdrawal is the only move")
    if not speed_of(unit):
        return Refusal("speed_zero", "its speed is 0")
    return None


def contact_refusal(table: LegionTable, unit: LegionUnit, targets: list[str], *, free: bool = False) -> Refusal | None:
    """Why a move may not end with this unit touching minis of these units; None if it may.

    The reasons are looked for in the order of the page docs/rules/legion.md. `free`: the move is forced by an effect,
    so being engaged does not forbid it.
    """
    units = [table.unit(t) for t in targets]
    if any(not table.enemies(unit, t) for t in units):
        return Refusal("friendly_unit", "a friend")
    refused = move_refusal(table, unit)
    if refused is not None and refused.code == "engaged_cannot_move" and not free:
        return refused
    if table.withdrew and table.acting == unit.id:
        return Refusal("withdrew_this_activation", "it withdrew in this activation and starts no melee")
    if not unit.armed:
        has = f"{verb(unit.name, 'it')} {verb(unit.name, 'has')}"
        return Refusal("no_melee_weapon", f"{has} no melee weapon, so no move into contact")
    if len(targets) > 1:
        return Refusal("multiple_enemy_units", "a move may end in contact with one enemy unit only")
    if any("untouchable" in each.effects for each in (unit, *units)):
        return Refusal("immune_melee", "no contact is possible (Immune: Melee)")
    now = foes(unit, pairs(table))
    if any(left_key(unit, t) in table.left_this_activation or t.id in now for t in units):
        return Refusal("left_this_melee", "that melee is left in this activation: no way back into it")
    return None


def target_options(table: LegionTable, unit: LegionUnit, *, free: bool = False) -> list[Option[str]]:
    """Every living enemy as a place where a move may end, the forbidden ones closed."""
    options = []
    for foe in table.foes(unit):
        refusal = contact_refusal(table, unit, [foe.id], free=free)
        options.append(offer(foe.id, f"in contact with {foe.name}", refusal))
    return options


def no_contact(options: Sequence[Option[str]]) -> str:
    """Why a move may end in contact with none of the enemies of `target_options`; empty if it may, or none is left."""
    if any(option.why_not is None for option in options):
        return ""
    return "; ".join(dict.fromkeys(option.why_not or "" for option in options))


def break_contacts(game: Game, unit: LegionUnit) -> list[Pair]:
    """The unit touches nobody any more, and each enemy left is noted for the rest of the activation.

    Returns the melees as they stood before.
    """
    table = game.table
    before = pairs(table)
    left = [table.unit(f) for f in foes(unit, before)]
    if table.acting is not None:
        keys = [left_key(unit, foe) for foe in left]
        fresh = tuple(k for k in keys if k not in table.left_this_activation)
        game.change(table, "left_this_activation", table.left_this_activation + fresh, f"{unit.name}: moved away")
    for mini in unit.minis:
        game.disconnect_all(mini.id, f"{unit.name}: moved away")
    for foe in left:
        game.note(f"{does(unit.name, 'leaves')} the melee with {foe.name}", left=[unit.id, foe.id])
    return before


async def close_up_behind(game: Game, unit: LegionUnit, before: list[Pair]) -> None:
    """Those that the unit left close up against the other units of these melees."""
    if foes(unit, before):
        await close_up(game, [pair for pair in before if unit.id not in pair])


@procedure("Move")
async def move(game: Game, unit: LegionUnit, speed: int, *, free: bool = False) -> str:
    """One move: where it ends, what it leaves, and the melee it starts. Returns the enemy unit met, or `clear`.

    `free`: it is forced by an effect, so being engaged does not forbid it.
    """
    table = game.table
    targets = target_options(table, unit, free=free)
    clear = Option("clear", "touching no enemy")
    met = await game.choose(
        "move_end",
        by=unit.side,
        options=[clear, *targets],
        title=f"{unit.name}: where does the move (speed {speed}) end?",
    ).with_odds_ahead()
    where = f"in contact with {table.title(met)}" if met != "clear" else "touching no enemy"
    why = f": {closed}" if (closed := no_contact(targets)) else ""
    game.note(f"{does(unit.name, 'moves and ends')} {where}{why}", met=met)
    before = break_contacts(game, unit)
    game.change(unit, "standby", 0, "moved")
    if met != "clear" and unit.alive and table.unit(met).alive:
        await start_melee(game, unit, table.unit(met))
    # Only now that the whole move is done: who was left may not close up before the new contacts stand.
    await close_up_behind(game, unit, before)
    return str(met)


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
    await close_up_behind(game, unit, break_contacts(game, unit))
    game.change(table, "withdrew", True, "withdrew")
    game.change(unit, "standby", 0, "withdrew")
    if table.options["withdraw_mode"] == "full":
        game.change(table, "actions_left", 0, "withdrawing is the whole activation")
        game.change(table, "free_actions", False, "withdrawing is the whole activation")
    return True


@procedure("Flee")
async def flee(game: Game, unit: LegionUnit) -> None:
    """A panicked unit that is not engaged makes one move at full speed toward the nearest table edge."""
    await close_up_behind(game, unit, break_contacts(game, unit))
    game.change(unit, "standby", 0, "fled")
    flees = f"{unit.name}: panicked. Move at speed {speed_of(unit)} toward the nearest table edge"
    if await game.yes_no("left_table", by="table", title=f"{flees}. Does it leave the table?"):
        for mini in unit.living:
            fall(game, mini)
        clear_tokens(game, unit)
