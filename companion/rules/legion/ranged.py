"""Ranged attacks, as far as the app follows them: who may shoot whom, and what came of it.

Players roll by the rulebook; the app asks for wounds and hits, deals them out and closes up melees that changed.
"""

from __future__ import annotations

from companion.engine.procedure import procedure
from companion.engine.requests import Option
from companion.rules.legion.catalog import effects_of
from companion.rules.legion.engagement import engaged_with, foes, pairs
from companion.rules.legion.melee.closing_up import close_up
from companion.rules.legion.melee.figures import TOKENS
from companion.rules.legion.melee.wounds import assign_wounds
from companion.rules.legion.morale import suppress
from companion.rules.legion.turn.ending import end_if_decided
from companion.rules.legion.units import Game, LegionTable, LegionUnit
from companion.rules.legion.words import Refusal, offer


def ranged_targets(table: LegionTable, unit: LegionUnit) -> list[Option[str]]:
    """Every living enemy as a target; those in a melee with the attacker and engaged troopers are closed."""
    fights = pairs(table)
    mine = foes(unit, fights)
    options = []
    for foe in table.foes(unit):
        refused = None
        if foe.id in mine:
            refused = Refusal("melee_weapon_needed", "in its own melee: only melee weapons work")
        elif engaged_with(table, foe, fights):
            refused = Refusal("engaged_target", "engaged: nobody shoots at it")
        options.append(offer(foe.id, foe.name, refused))
    return options


def ranged_refusal(table: LegionTable, unit: LegionUnit) -> Refusal | None:
    """Why a unit may not make a ranged attack now, or None."""
    fighting = [mini.id for mini in unit.living if not mini.noncombatant]
    weapons = [weapon for weapon in unit.weapons if weapon.ranged and any(map(weapon.usable_by, fighting))]
    versatile = any("versatile" in effects_of(tuple(weapon.keywords.items())) for weapon in weapons)
    if engaged_with(table, unit, pairs(table)) and not versatile:
        return Refusal("engaged_cannot_shoot", "engaged, without a weapon that may be fired then")
    if not weapons:
        return Refusal("no_ranged_weapon", "no ranged weapon")
    if all(o.why_not is not None for o in ranged_targets(table, unit)):
        return Refusal("no_target", "no enemy may be shot at")
    return None


@procedure("Ranged attack")
async def ranged_attack(game: Game, unit: LegionUnit) -> None:
    """The players carry out a ranged attack; the app takes down wounds and suppression."""
    table = game.table
    refused = ranged_refusal(table, unit)
    if refused is not None:
        game.note(f"{unit.name}: {refused.why}", refused=refused.code)
        return
    target = table.unit(
        await game.choose(
            "ranged_target",
            by=unit.side,
            title=f"{unit.name}: shoot at which enemy?",
            options=ranged_targets(table, unit),
        )
    )
    game.fight({"attacker": [unit], "defender": [target]}, weighs=TOKENS)
    wounds = await game.number(
        "ranged_wounds",
        by=target.side,
        lo=0,
        hi=target.health,
        why_hi="the wounds that are left",
        title=f"{unit.name} against {target.name}: resolve the attack by the rulebook. How many wounds?",
    )
    # Without courage there is nothing to suppress, so the question would lead nowhere.
    may_suppress = target.nerve is not None
    hit = wounds > 0 or (
        may_suppress and await game.yes_no("ranged_hits", by="table", title="did the attack roll show a hit or a crit?")
    )
    before = pairs(table)
    lost = await assign_wounds(game, target, wounds, unit)
    if hit:
        suppress(game, target, f"shot at by {unit.name}")
    if lost:
        await close_up(game, before)
    if unit.id == table.acting:
        game.change(table, "attack_action_used", True, "attacked")
    game.change(unit, "standby", 0, "attacked")
    end_if_decided(game)
