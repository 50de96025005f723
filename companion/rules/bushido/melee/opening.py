"""The beginning of an exchange: turning, holds and disguises, weapons (steps 1 and 2)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.engine.requests import Option
from companion.engine.wording import does, listed, possessive, question
from companion.rules.bushido.catalog import STATES
from companion.rules.bushido.ki.feats import grant
from companion.rules.bushido.melee.display import present, weapon_label, weapon_words
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.powers import powers
from companion.rules.bushido.records import Effect, Trait
from companion.rules.bushido.states import release, release_apart, wear_off
from companion.rules.bushido.units import Game

EXCHANGE_STATES = tuple(state.id for state in STATES.values() if state.exchange)
"""States that end when their model takes part in an exchange."""


async def face(game: Game, ex: Exchange) -> None:
    """Step 1: both turn; a fighter that holds a third model lets it go; a disguise is dropped."""
    game.at("1")
    for mine in ex.both:
        release_apart(game, mine.model)
        release(game, mine.model, ex.other(mine).model, f"{does(mine.name, 'fights')} somebody else")
        for state in EXCHANGE_STATES if mine.model.states else ():
            if mine.model.has(state):
                wear_off(game, mine.model, state, STATES[state].exchange, "takes part in an exchange")
        remind(game, mine, powers(mine.model).unknown, mine.name)
    present(game, ex)
    turning = listed(f.name for f in ex.both if not f.powers.has("immovable"))
    if not turning:
        game.note("neither model turns: both are Immovable")
    elif game.options["confirm_steps"]:
        await game.do("1", by="table", title=f"turn {turning} to face the enemy")
    else:
        game.note(f"Turn to face the enemy: {turning}", passing=True)


def remind(game: Game, mine: Fighter, unknown: Iterable[Trait], whose: str) -> None:
    """Reminds of traits that the app does not know."""
    for trait in unknown:
        game.note(
            f"Remember {possessive(whose)} {trait.label}: the app does not know it", model=mine.id, reminder=trait.name
        )


async def weapons(game: Game, ex: Exchange) -> None:
    """Step 2: the non-activating player chooses first. Whoever charges gains its Charging Bonus."""
    game.at("2")
    for mine in (ex.second, ex.first):
        held = mine.model.arms
        if len(held) > 1:
            name = await game.choose(
                "2",
                by=mine.side,
                title=f"which weapon {question(mine.name, 'does')} fight with?",
                options=[Option(w.name, weapon_label(w)) for w in held],
            ).with_odds_ahead()
            mine.weapon = next(w for w in held if w.name == name)
            text = f"{does(mine.name, 'fights')} with {mine.weapon.name}"
            game.note(text, beside="standing", model=mine.id, weapon=mine.weapon.name)
            game.show(mine.model, "weapon", "Weapon", weapon_words(mine.weapon))
        if mine.weapon.traits:
            known = {trait.name.casefold() for trait in powers(mine.model).unknown}
            unknown = [t for t in mine.powers.unknown if t.name.casefold() not in known]
            remind(game, mine, unknown, mine.weapon.name)
    if ex.action == "charge":
        for power in ex.first.powers.all("charging_bonus"):
            grant(game, ex.first.model, power.source, "activation", [read_trait(power.of)])


PRINTED = re.compile(r"(?P<name>[^(\[]+?)\s*(?:\[(?P<of>[^\]]*)\])?\s*(?:\((?P<plus>\+)?(?P<x>\d+)(?:/(?P<y>\d+))?\))?")


def read_trait(text: str) -> Effect:
    """What gives a trait that a card prints inside brackets: `Brutal (1)`, `Brutal (+1)`, `Prowess [Attack] (2)`."""
    found = PRINTED.fullmatch(text.strip())
    if found is None:
        return Effect("trait", text.strip())
    x, y = (int(found[key]) if found[key] else None for key in ("x", "y"))
    return Effect("trait_plus" if found["plus"] else "trait", found["name"], x=x, y=y, of=found["of"] or "")
