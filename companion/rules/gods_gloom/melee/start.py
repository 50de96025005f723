"""MEL.10: the start of a melee. Flanking is fixed by the pivot."""

from __future__ import annotations

from companion.engine.requests import Option
from companion.rules.gods_gloom.effects import Moment, effects
from companion.rules.gods_gloom.engagement import adjacent, in_zone
from companion.rules.gods_gloom.melee.pools import Setting
from companion.rules.gods_gloom.records import Role, other
from companion.rules.gods_gloom.tokens import cancel_opposites
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.units import Fighters, Game, GloomUnit

AT_THE_START = Moment("MEL.10.effects", "at the start of the melee")


async def start(game: Game, attacker: GloomUnit, defender: GloomUnit) -> Setting:
    """Pivot, charge, Berserk and other start effects; what they fix for the rest of the melee."""
    units: Fighters = {"attacker": attacker, "defender": defender}
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
    frenzied: list[Role] = []
    for role, unit in units.items():
        if await _frenzy(game, unit, units[other(role)]):
            frenzied.append(role)
    await effects(game, AT_THE_START, called=called)
    return Setting(charge, flanking, no_assists, tuple(frenzied), called)


async def _pivot(game: Game, attacker: GloomUnit, defender: GloomUnit) -> bool:
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


async def _frenzy(game: Game, unit: GloomUnit, opponent: GloomUnit) -> bool:
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
