"""Choosing the weapons of an attack pool (attack step 2)."""

from __future__ import annotations

from functools import partial

from companion.engine.requests import Option
from companion.engine.wording import count, listed
from companion.rules.legion.melee.pool import Arms, Chosen, Pool
from companion.rules.legion.odds.choices import names_odds, weapon_odds
from companion.rules.legion.units import Game, LegionUnit


async def choose_weapons(game: Game, arms: Arms, defender: LegionUnit, split: bool) -> Pool:
    """The weapons of one pool. Players are asked only if minis have more weapons than they may use.

    `split`: another pool may follow, so the attacker first says which weapons go into this one.
    """
    unit = arms.unit
    left = arms.left()
    names = list(dict.fromkeys(n for of in left.values() for n in of))
    if split and len(names) > 1:
        names = list(
            await game.pick(
                "choose_weapons",
                by=unit.side,
                at_least=1,
                why="a pool needs dice",
                options=[Option(n, n) for n in names],
                title=f"{unit.name}: which weapons go into the pool against {defender.name}?",
            ).with_odds(partial(names_odds, game.table, arms, defender, names))
        )
    kept = await _kept_back(game, arms, defender, left, names) if split else ()
    chosen: Chosen = {}
    groups: dict[tuple[tuple[str, ...], int], list[str]] = {}
    for mini, of in left.items():
        if mini in kept:
            continue
        groups.setdefault((tuple(n for n in of if n in names), arms.room(mini)), []).append(mini)
    for (able, room), minis in groups.items():
        if able:
            chosen.update(await _group(game, arms, defender, chosen, able, room, minis))
    arms.take(chosen)
    return Pool(defender, chosen)


async def _kept_back(
    game: Game, arms: Arms, defender: LegionUnit, left: dict[str, list[str]], names: list[str]
) -> tuple[str, ...]:
    """The minis that keep their other weapons for another enemy. Asked if a mini has too many for both pools."""
    able = {mini: of for mini, of in left.items() if any(n in names for n in of)}
    divided = [mini for mini, of in able.items() if len(of) > arms.room(mini) and any(n not in names for n in of)]
    all_but_one = len(divided) == len(able)
    if not divided or (all_but_one and len(divided) == 1):
        return ()
    kept: tuple[str, ...] = await game.pick(
        "keep_weapons",
        by=arms.unit.side,
        at_most=len(divided) - 1 if all_but_one else len(divided),
        why="one mini at least attacks this enemy" if all_but_one else "",
        options=[
            Option(mini, f"{game.table.mini_title(mini)}: {listed(n for n in left[mini] if n not in names)}")
            for mini in divided
        ],
        title=f"{arms.unit.name} against {defender.name}: which minis keep their other weapons for another enemy?",
    ).with_odds_ahead()
    return kept


async def _group(
    game: Game, arms: Arms, defender: LegionUnit, others: Chosen, able: tuple[str, ...], room: int, minis: list[str]
) -> Chosen:
    """The choice of minis that have the same weapons, and may use so many more: all alike, or each its own."""
    if len(able) <= room:
        return {mini: list(able) for mini in minis}
    who = game.table.mini_title(minis[0]) if len(minis) == 1 else f"{count(len(minis), 'mini')} of {arms.unit.name}"
    if room > 1:
        picked = await game.pick(
            "choose_weapons",
            by=arms.unit.side,
            at_least=1,
            at_most=room,
            why=f"up to {room} weapons a mini, at least one",
            code="too_many_weapons",
            title=f"{who}: which weapons (up to {room})?",
            options=[Option(n, n) for n in able],
        ).with_odds(partial(weapon_odds, game.table, arms.unit, defender, others, able, minis, room))
        return {mini: list(picked) for mini in minis}
    mixed = [Option("mixed", "not all the same")] if len(minis) > 1 else []
    picked_one = await game.choose(
        "choose_weapons",
        by=arms.unit.side,
        title=f"{who}: which weapon?",
        options=[*(Option(n, n) for n in able), *mixed],
        code="no_such_weapon",
    ).with_odds(partial(weapon_odds, game.table, arms.unit, defender, others, able, minis))
    if picked_one != "mixed":
        return {mini: [picked_one] for mini in minis}
    chosen: Chosen = {}
    for mini in minis:
        title = f"{game.table.mini_title(mini)}: which weapon?"
        chosen[mini] = [
            await game.choose(
                "choose_weapons",
                by=arms.unit.side,
                title=title,
                code="no_such_weapon",
                options=[Option(n, n) for n in able],
            ).with_odds(partial(weapon_odds, game.table, arms.unit, defender, {**others, **chosen}, able, [mini]))
        ]
    return chosen
