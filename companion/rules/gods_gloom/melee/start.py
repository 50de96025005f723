"""MEL.10: the start of a melee. Flanking is fixed by the pivot."""

from __future__ import annotations

from companion.engine.frozen import frozen
from companion.engine.requests import Option
from companion.engine.state.contacts import enemies_touching
from companion.engine.state.phrases import says
from companion.engine.wording import count, does
from companion.rules.gods_gloom.effects import Moment, effects
from companion.rules.gods_gloom.engagement import adjacent, all_round, in_zone
from companion.rules.gods_gloom.melee.score import Score
from companion.rules.gods_gloom.records import other
from companion.rules.gods_gloom.tokens import cancel_opposites
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.turn.movement import turned
from companion.rules.gods_gloom.units import Game, GloomUnit

AT_THE_START = Moment("MEL.10.effects", "at the start of the melee")


@frozen
class Known:
    """What is known of a melee before it starts, and so not asked; None for what is asked.

    A unit that made no Move does not charge. `called`: whether the table wants other effects in this melee.
    """

    charge: bool | None = None
    called: bool | None = None


NOTHING_KNOWN = Known()


async def start(game: Game, score: Score, known: Known) -> bool:
    """Pivot, charge, Berserk and other start effects; `score.setting` keeps what they fix for the rest of the melee.

    Returns whether the table calls for other effects in this melee.
    """
    units = score.units
    attacker, defender = units["attacker"], units["defender"]
    for unit in units.values():
        cancel_opposites(game, unit, moving=False)
    for role in units:
        for owner, reminder, here in score.reminders(role):
            text = f"Remember {owner.whose} {reminder.name}: {reminder.text}"
            # One that cannot act here is in the record all the same, and nobody is bothered with it.
            game.note(text, beside="" if here else "standing", unit=owner.id, trait=reminder.fact, passing=True)
    called = await _pivot(game, attacker, defender, known)
    if adjacent(game.table, attacker, defender) and not in_zone(game.table, attacker, defender):
        flanks = says(f"{does(attacker.name, 'flanks')} {defender.name}", attacker, "flanking", defender.name)
        game.note(flanks, beside="standing", flanking=True)
        score.setting.flanking = True
    charges = known.charge
    if charges is None:
        charges = await game.yes_no("charge", by=attacker.side, title=f"{attacker.name}: is this attack a Charge?")
    if charges:
        game.note(does(attacker.name, "charges"), beside="standing", charge=True, passing=True)
        score.setting.charge = True
    if await _challenged(game, score):
        score.setting.no_assists = True
    for role, unit in units.items():
        if await _frenzy(game, unit, units[other(role)]):
            score.setting.frenzied = (*score.setting.frenzied, role)
    await effects(game, AT_THE_START, called=called)
    return called


async def _pivot(game: Game, attacker: GloomUnit, defender: GloomUnit, known: Known) -> bool:
    """The Attacker turns to its target. Returns whether the table calls for other effects in this melee."""
    called = await _turn(game, attacker, defender, known)
    if adjacent(game.table, attacker, defender):
        in_front = in_zone(game.table, defender, attacker)
        flags = {"a_engaged": in_zone(game.table, attacker, defender), "b_engaged": True}
        game.connect(attacker.id, defender.id, "pivot", flags)
        if not in_front and not all_round(attacker):
            await turned(game, attacker, [e for e in enemies_touching(game.table, attacker) if e is not defender])
    return called


async def _turn(game: Game, attacker: GloomUnit, defender: GloomUnit, known: Known) -> bool:
    """Tells the players to turn it. A melee that is begun by hand may call for other effects here."""
    turn = f"{attacker.name} to face {defender.name}"
    if known.called is not None or game.options["ask_effects"] != "called":
        game.note(f"Pivot {turn}", unit=attacker.id, pivot=defender.id)
        return bool(known.called)
    answer = await game.choose(
        "MEL.10.pivot",
        by=attacker.side,
        title=f"pivot {turn}",
        options=[Option("none", "Done"), Option("effects", "Done; ask for other effects in this melee")],
    )
    return bool(answer == "effects")


async def _challenged(game: Game, score: Score) -> bool:
    """Whether a Challenge forbids assists: asked by option, or if a fighter has the trait and is not alone."""
    if not game.options["ask_no_assists"]:
        if not any("duel" in traits_of(unit).marks for unit in score.units.values()):
            return False
        if not any(assists.granted or assists.refused for assists in score.helpers().values()):
            return False
    title = "was this fight forced by a Challenge, so that nobody assists?"
    return await game.yes_no("no_assists", by="table", title=title)


async def _frenzy(game: Game, unit: GloomUnit, opponent: GloomUnit) -> bool:
    frenzy = traits_of(unit).frenzy
    if frenzy is None or not in_zone(game.table, opponent, unit):
        return False
    price = f"Declare: {count(frenzy.hits, 'automatic hit')}, {count(frenzy.wounds, 'wound')} at the end"
    answer = await game.choose(
        "MEL.10.berserk",
        by=unit.side,
        title=f"{unit.name}: go {frenzy.trait}?",
        options=[Option("pass", "Pass"), Option("declare", price, cost=(game.cost(unit, "health", frenzy.wounds),))],
    ).with_odds_ahead()
    if answer == "declare":
        game.note(f"{does(unit.name, 'goes')} {frenzy.trait}", beside="answer", unit=unit.id, frenzy=True)
    return bool(answer == "declare")
