"""The Melee Attack Action Procedure (MEL, digest section 7): one Standard Action against one adjacent enemy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.engine.procedure import Context, Step, procedure
from companion.engine.requests import Option
from companion.rules.gods_gloom import results
from companion.rules.gods_gloom.attack_test import ROLES, Exchange, attack_test
from companion.rules.gods_gloom.contacts import adjacent, in_zone
from companion.rules.gods_gloom.effects import Fight, Moment, effects
from companion.rules.gods_gloom.ending import end_of_melee
from companion.rules.gods_gloom.formations import Applied, formations
from companion.rules.gods_gloom.harm import cancel_opposites, lose_morale
from companion.rules.gods_gloom.outcome import record
from companion.rules.gods_gloom.pools import Setting
from companion.rules.gods_gloom.push import consolidate, push
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.units import GloomTable, GloomUnit

MEL = (
    Step("MEL.10", "Start of action"),
    Step("MEL.20", "Tactical formations"),
    Step("MEL.30", "Attack Test"),
    Step("MEL.40", "Resolve attack"),
    Step("MEL.50", "Winner"),
    Step("MEL.60", "Push and follow up"),
    Step("MEL.70", "Consolidation"),
    Step("MEL.80", "End"),
)

AT_THE_START = Moment("MEL.10.effects", "at the start of the melee")
AFTER_FORMATIONS = Moment("MEL.20.effects", "after the formations")
OF_THE_ATTACK = Moment("MEL.40.effects", "of the attack")


@procedure("Melee attack", MEL)
async def melee_attack(game: Context[GloomTable], attacker: GloomUnit, defender: GloomUnit) -> dict[str, Any]:
    """One melee from MEL.10 to MEL.80. It is legal (7.0) when this is called. Returns the record of section 14."""
    game.at("MEL.10")
    game.change(attacker, "standard_action_used", True, "its Standard Action: a melee attack")
    units = {"attacker": attacker, "defender": defender}
    setting = await _start(game, attacker, defender)
    path = ["MEL.10"]
    applied: Applied = ()
    exchange: Exchange | None = None
    inflicted: Mapping[str, int] = dict.fromkeys(ROLES, 0)
    if _both_stand(units):
        path.append("MEL.20")
        game.at("MEL.20")
        applied = await formations(game, attacker, defender)
        await effects(game, AFTER_FORMATIONS, called=setting.effects)
    if _both_stand(units):
        path += ["MEL.30", "MEL.40", "MEL.50"]
        game.at("MEL.30")
        exchange = await attack_test(game, attacker, defender, replace(setting, formations=applied))
        game.at("MEL.40")
        more = await effects(game, OF_THE_ATTACK, called=setting.effects, fight=Fight(attacker, defender))
        inflicted = {role: exchange.inflicted[role] + more[role] for role in ROLES}
        game.at("MEL.50")
    else:
        _skip(game, path, ("MEL.20", "MEL.30", "MEL.40", "MEL.50"), "a fighter was destroyed before the test")
    won = _winner(game, units, inflicted)
    winner, loser = (units[won] if won else None), (units[_other(won)] if won else None)
    pushed = consolidation = None
    if winner and loser and loser.alive:
        brittle = traits_of(loser).morale_loss
        lose_morale(game, loser, 1 + brittle, "lost the melee" + (", brittle" if brittle else ""))
    if winner and loser and loser.alive:
        path.append("MEL.60")
        game.at("MEL.60")
        pushed = await push(game, winner, loser)
    else:
        game.skip("MEL.60", "nobody is left to push")
    if winner and loser and loser.destroyed and winner.alive:
        path.append("MEL.70")
        game.at("MEL.70")
        consolidation = await consolidate(game, winner, loser)
    else:
        game.skip("MEL.70", "only for a winner whose enemy is destroyed")
    path.append("MEL.80")
    game.at("MEL.80")
    await end_of_melee(game, units, setting, exchange)
    return record(
        game.table,
        units=units,
        path=path,
        winner_role=won,
        flanking=setting.flanking,
        applied=applied,
        exchange=exchange,
        inflicted=inflicted,
        push=pushed,
        consolidation=consolidation,
    )


async def _start(game: Context[GloomTable], attacker: GloomUnit, defender: GloomUnit) -> Setting:
    """MEL.10: pivot, charge, Berserk, other start effects. Flanking is fixed by the pivot."""
    units = {"attacker": attacker, "defender": defender}
    for unit in units.values():
        cancel_opposites(game, unit)
    called = await _pivot(game, attacker, defender)
    engaged = in_zone(game.table, attacker, defender)
    flanking = adjacent(game.table, attacker, defender) and not engaged
    if engaged or flanking:
        game.connect(attacker.id, defender.id, "pivot", {"a_engaged": engaged, "b_engaged": True})
    if flanking:
        game.note(f"{attacker.name} flanks {defender.name}", flanking=True)
    for unit in units.values():
        for name, text in traits_of(unit).reminders:
            game.note(f"Remember {unit.whose} {name}: {text}", unit=unit.id, trait=name)
    charge = await game.yes_no("charge", by=attacker.side, title=f"{attacker.name}: is this attack a Charge?")
    if charge:
        game.note(f"{attacker.name} charges", charge=True)
    no_assists = False
    if game.options["ask_no_assists"] or any("duel" in traits_of(u).marks for u in units.values()):
        no_assists = await game.yes_no(
            "no_assists", by="table", title="Was this fight forced by a Challenge, so that nobody assists?"
        )
    frenzied = []
    for role, unit in units.items():
        if await _frenzy(game, unit, units[_other(role)]):
            frenzied.append(role)
    await effects(game, AT_THE_START, called=called)
    return Setting(charge, flanking, no_assists, tuple(frenzied), called)


async def _pivot(game: Context[GloomTable], attacker: GloomUnit, defender: GloomUnit) -> bool:
    """The Attacker turns to its target. Returns whether the table calls for other effects in this melee."""
    title = f"Pivot {attacker.name} to face {defender.name}"
    if game.options["ask_effects"] != "called":
        await game.do("MEL.10.pivot", by=attacker.side, title=title)
        return False
    answer = await game.choose(
        "MEL.10.pivot",
        by=attacker.side,
        title=title,
        options=[Option("none", "Done"), Option("effects", "Done; ask for other effects in this melee")],
    )
    return bool(answer == "effects")


async def _frenzy(game: Context[GloomTable], unit: GloomUnit, opponent: GloomUnit) -> bool:
    frenzy = traits_of(unit).frenzy
    if frenzy is None or not in_zone(game.table, opponent, unit):
        return False
    price = f"Declare: {frenzy.hits} automatic hit, {frenzy.wounds} wound at the end"
    answer = await game.choose(
        "MEL.10.berserk",
        by=unit.side,
        title=f"{unit.name}: go {frenzy.trait}?",
        options=[Option("pass", "Pass"), Option("declare", price)],
    )
    if answer == "declare":
        game.note(f"{unit.name} goes {frenzy.trait}", unit=unit.id, frenzy=True)
    return bool(answer == "declare")


def _winner(game: Context[GloomTable], units: Mapping[str, GloomUnit], inflicted: Mapping[str, int]) -> str:
    """The role that won, or empty where both are destroyed (MEL.50; after MEL.10 and MEL.20 the same checks)."""
    standing = [role for role, unit in units.items() if unit.alive]
    if not standing:
        game.note("Both are destroyed: nobody wins", winner=None, reason="destroyed")
        return ""
    if len(standing) == 1:
        won, reason = standing[0], "destroyed"
        words = f"{units[_other(won)].name} is destroyed"
    else:
        won = results.winner(inflicted["attacker"], inflicted["defender"])
        tie = inflicted["attacker"] == inflicted["defender"]
        reason = "tie" if tie else "more wounds"
        words = f"{inflicted['attacker']} wounds to {inflicted['defender']}"
        words += ", a tie is the Defender's" if tie else ""
    game.note(f"{units[won].name} wins the melee: {words}", winner=units[won].id, reason=reason)
    return won


def _both_stand(units: Mapping[str, GloomUnit]) -> bool:
    return all(unit.alive for unit in units.values())


def _skip(game: Context[GloomTable], path: list[str], steps: tuple[str, ...], why: str) -> None:
    for step in steps:
        if step not in path:
            game.skip(step, why)


def _other(role: str) -> str:
    return "defender" if role == "attacker" else "attacker"
