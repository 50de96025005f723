"""The melee exchange from step 1 to step 15."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.contacts import enemy_pairs, in_contact
from companion.engine.wording import count, listed, possessive
from companion.rules.bushido.catalog import STATES
from companion.rules.bushido.contact import can_be_moved, contacts_after
from companion.rules.bushido.ki.feats import expire, grant
from companion.rules.bushido.ki.windows import still_touching
from companion.rules.bushido.melee.comparison import gate, strike
from companion.rules.bushido.melee.display import present, weapon_label, weapon_words
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.initiative import decide_initiative
from companion.rules.bushido.melee.pools import fix_pools
from companion.rules.bushido.melee.rolling import roll_both
from companion.rules.bushido.melee.scores import work_out
from companion.rules.bushido.melee.split import allocate, reveal
from companion.rules.bushido.powers import powers
from companion.rules.bushido.records import Effect, Trait
from companion.rules.bushido.states import control_fades, lose_counters, release, release_apart, wear_off
from companion.rules.bushido.turn.end_of_game import close
from companion.rules.bushido.turn.players import next_player
from companion.rules.bushido.units import BushidoUnit, Game

STEPS = (
    Step("1", "Turn to face"),
    Step("2", "Weapons"),
    Step("3a", "Initiative"),
    Step("3b", "Initiative feats"),
    Step("3c", "Initiative is fixed"),
    Step("4", "Pools"),
    Step("5", "Split in secret"),
    Step("6", "Reveal"),
    Step("7a", "Still touching?"),
    Step("7b", "Roll"),
    Step("8", "Results"),
    Step("9", "May specials trigger?"),
    Step("10", "Compare"),
    Step("11", "Feats"),
    Step("12", "Damage"),
    Step("13", "Change roles"),
    Step("14", "Counters"),
    Step("15", "Boosts end"),
)

EXCHANGE_STATES = tuple(state.id for state in STATES.values() if state.exchange)

ENDED = {
    "both_attacked": "both have struck",
    "defender_removed": "the Defender is out of play",
    "attacker_removed": "the Attacker is out of play",
    "defender_prone": "the Defender is Prone",
    "attacker_prone": "the Attacker is Prone",
    "not_in_btb": "they no longer touch",
    "grappled": "the Defender is grappled and does not strike back",
    "broken_before_roll": "they no longer touch, and nobody rolled",
}
"""The reasons of an end as players read them."""


@procedure("Melee exchange", STEPS)
async def exchange(game: Game, ex: Exchange) -> dict[str, Any]:
    """One exchange between two models in contact. Returns the outcome that the game's page describes."""
    await face(game, ex)
    await weapons(game, ex)
    await decide_initiative(game, ex)
    await fix_pools(game, ex)
    # A manual adjustment may part the two at any moment; only a feat is asked about, at 7a.
    if together(game, ex):
        await allocate(game, ex)
        await reveal(game, ex)
    game.at("7a")
    await still_touching(game, ex)
    if together(game, ex):
        await roll_both(game, ex)
        work_out(game, ex)
        gate(game, ex)
        reason = await strike(game, ex)
    else:
        reason = "broken_before_roll"
        for step in ("7b", "8", "9", "10", "11", "12", "13"):
            game.skip(step, "no longer in contact")
        game.note(f"{ex.first.name} and {ex.second.name} no longer touch: no dice are rolled")
    return await finish(game, ex, reason)


def together(game: Game, ex: Exchange) -> bool:
    """Whether the two still are enemies in play that touch."""
    one, two = ex.first.model, ex.second.model
    return one.alive and two.alive and game.table.enemies(one, two) and in_contact(game.table, one.id, two.id)


async def face(game: Game, ex: Exchange) -> None:
    """Step 1: both turn; a fighter that holds a third model lets it go; a disguise is dropped."""
    game.at("1")
    for mine in ex.both:
        release_apart(game, mine.model)
        release(game, mine.model, ex.other(mine).model, f"{mine.name} fights somebody else")
        for state in EXCHANGE_STATES:
            if mine.model.has(state):
                wear_off(game, mine.model, state, STATES[state].exchange, "takes part in an exchange")
        remind(game, mine, powers(mine.model).unknown, mine.name)
    present(game, ex)
    turning = listed(f.name for f in ex.both if not f.powers.has("immovable"))
    if not turning:
        game.note("neither model turns: both are Immovable")
    elif game.options["confirm_steps"]:
        await game.do("1", by="table", title=f"Turn {turning} to face the enemy")
    else:
        game.note(f"Turn to face the enemy: {turning}")


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
                title=f"Which weapon does {mine.name} fight with?",
                options=[Option(w.name, weapon_label(w)) for w in held],
            )
            mine.weapon = next(w for w in held if w.name == name)
            game.note(f"{mine.name} fights with {mine.weapon.name}", model=mine.id, weapon=mine.weapon.name)
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


async def finish(game: Game, ex: Exchange, reason: str) -> dict[str, Any]:
    """Steps 14 and 15: counters, what ends, and the outcome."""
    game.at("14")
    paid = {f.id: pay(game, ex, f, reason) for f in ex.both}
    words = "; ".join(f"{f.name} {counters_words(paid[f.id])}" for f in ex.both)
    if game.options["confirm_steps"]:
        await game.do("14", by="table", title=f"The exchange is over. Counters: {words}")
    else:
        game.note(f"Counters: {words}")
    for mover, far in ex.after:
        if can_be_moved(mover.model, mover.weapon):
            await game.do("14.move", by=mover.side, title=f"Move {mover.name} up to {far}″")
            await contacts_after(game, mover.model, None, "moved after the exchange")
    for mine in ex.both:
        if mine.model.alive:
            game.change(mine.model, "surprised", False, "the exchange is over")
            release_apart(game, mine.model)
    game.at("15")
    for mine in ex.both:
        expire(game, mine.model, "exchange", "damage")
    out = listed(f.name for f in ex.both if not f.model.alive)
    fate = f"{out} {'are' if ' and ' in out else 'is'} out of play" if out else ENDED[reason]
    game.note(f"The exchange of {ex.first.name} and {ex.second.name} is over: {fate}", ended=reason)
    return {
        "activating": ex.first.id,
        "opponent": ex.second.id,
        "action": ex.action,
        **ex.report,
        "comparisons": ex.comparisons,
        "ended": reason,
        "counters_removed": paid,
        "contacts": [list(pair) for pair in enemy_pairs(game.table)],
        "states": {f.id: dict(f.model.states) for f in ex.both},
        "wounds": {f.id: f.model.wounds_marked for f in ex.both},
        "in_play": {f.id: f.model.alive for f in ex.both},
    }


def counters_words(paid: int) -> str:
    """`removes 1 counter`, `removes none`."""
    return f"removes {count(paid, 'counter')}" if paid else "removes none"


def pay(game: Game, ex: Exchange, mine: Fighter, reason: str) -> int:
    """The counter that step 14 takes from one fighter; returns how many it was."""
    activating = mine is ex.first
    if (activating and not ex.pays) or (not activating and reason == "broken_before_roll"):
        return 0
    tireless = not activating and mine.powers.has("tireless")
    lost = 0 if tireless else lose_counters(game, mine.model, 1, "fought an exchange")
    if not lost and mine.model.alive:
        control_fades(game, mine.model, "fought an exchange")
    mine.paid = lost
    return lost


def begin(
    game: Game,
    activating: BushidoUnit,
    opponent: BushidoUnit,
    action: str,
    active: str,
    began: Any = None,
    *,
    extra: int = 0,
    pays: bool = True,
    unseen: bool | None = None,
) -> Exchange:
    """Makes the record of an exchange, each with its first weapon until step 2."""
    return Exchange(
        Fighter(activating, activating.arms[0]),
        Fighter(opponent, opponent.arms[0]),
        action,
        active,
        dict(game.table.contacts) if began is None else began,
        extra=extra,
        pays=pays,
        unseen=unseen,
    )


@procedure("Melee exchange between two models")
async def melee(game: Game, pair: str) -> dict[str, Any]:
    """One exchange of two models in contact, outside any activation: the first named is the activating one."""
    first, _, second = pair.partition("+")
    one, two = game.table.unit(first), game.table.unit(second)
    action = "granted" if one.exhausted else "melee"
    outcome = await exchange(game, begin(game, one, two, action, one.side))
    expire(game, one, "activation")
    expire(game, two, "activation")
    if not close(game) and game.table.phase == "main" and game.table.active is not None:
        next_player(game, game.table.active)
    return outcome
