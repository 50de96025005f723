"""A3 and A7: henchmen that become heroes, new units, hero slots, and another leader if the old one is dead."""

from __future__ import annotations

from companion.engine.requests import Cells, Column, GridRow, Option
from companion.engine.setup import lettered
from companion.engine.state.changes import Line
from companion.engine.wording import does, question
from companion.rules.speedies.aftermath.warband import heroes, leader_of, leaves, members, pay, tell, underdog
from companion.rules.speedies.catalog import PRICES, SAMPLE_UNITS
from companion.rules.speedies.units import Game, Recruit, SpeediesUnit, Warband

MOST_AT_ONCE = 18
MOST_SLOTS = 6
FIRST_SLOTS = 3
_ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}
LINES = tuple((key, str(fields["name"])) for key, fields in SAMPLE_UNITS.items())
HENCHMEN = tuple((key, name) for key, name in LINES if SAMPLE_UNITS[key].get("type") != "hero")
PLAIN_LINE = "infantry"


async def hire(game: Game, side: Warband) -> list[Recruit]:
    """Asks how many, then their lines, names and prices in one table. They join with the next battle."""
    size = game.options["aftermath_warband_size"]
    there = len(members(game.table, side.id))
    free = underdog(game, side)
    many = await game.number(
        "hire",
        by=side.id,
        title=f"how many units {question(side.name, 'does')} hire? It has {there} of {size} and {side.gold} gold",
        lo=0,
        hi=max(0, min(size - there, MOST_AT_ONCE)),
        why_hi=f"a warband has {size} units at most",
        tally=[free],
    )
    if not many:
        return []
    purse = side.gold + int(free)
    free_slots = max(0, side.hero_slots - len(heroes(game.table, side.id)))
    cells = await game.grid(
        "recruits",
        by=side.id,
        title="who is hired, and for how much? Without a name it is called after its line",
        columns=(
            Column("line", "line", "choose", choices=LINES if free_slots else HENCHMEN),
            Column("name", "name", "text"),
            Column("gold", "gold", hi=purse, why_hi=f"{side.gold} in the purse, {int(free)} for free", total=purse),
        ),
        rows=[GridRow(f"recruit_{n}", f"Recruit {n}", {"line": PLAIN_LINE, "gold": 0}) for n in range(1, many + 1)],
    )
    recruits = _recruits(game, side, cells, many, free_slots)
    lines = [Line(recruit.name, recruit.gold, "Hire") for recruit in recruits if recruit.gold]
    lines += [Line("underdog", -min(int(free), sum(r.gold for r in recruits)), "Underdog")] if free else []
    cost = game.tally("hire", lines, name=f"{does(side.name, 'pays')} for hire", lo=0, low_rule="Hire", unit="gold")
    pay(game, side, int(cost), "hire")
    game.change(side, "recruits", (*side.recruits, *recruits), "hired")
    for recruit in recruits:
        tell(
            game,
            f"{does(side.name, 'hires')} {recruit.name} for {recruit.gold} gold",
            line=recruit.line,
            gold=recruit.gold,
        )
    return recruits


def _recruits(game: Game, side: Warband, cells: Cells, many: int, free_slots: int) -> list[Recruit]:
    """The recruits of these cells, each with a name that nobody else of the battle has, on either side.

    A hero for whom no slot is left joins as a henchman.
    """
    taken = {unit.name.casefold() for unit in game.table.units.values()}
    taken |= {recruit.name.casefold() for other in game.table.sides.values() for recruit in other.recruits}
    made = []
    for n in range(1, many + 1):
        line = str(cells.get(f"recruit_{n}", "line", PLAIN_LINE))
        name = str(cells.get(f"recruit_{n}", "name", "")) or str(SAMPLE_UNITS[line]["name"])
        if name.casefold() in taken:
            name = lettered(name, taken)
        taken.add(name.casefold())
        hero = line not in dict(HENCHMEN) and free_slots > 0
        free_slots -= hero
        if line not in dict(HENCHMEN) and not hero:
            tell(game, f"{does(name, 'joins')} as a henchman: no hero slot is free")
        made.append(Recruit(name, line, "hero" if hero else "henchman", int(cells.get(f"recruit_{n}", "gold", 0))))
    return made


async def hero_slots(game: Game, side: Warband) -> int:
    """The fourth, fifth and sixth hero slot, as long as the player pays. Returns how many were bought."""
    bought = 0
    while side.hero_slots < MOST_SLOTS:
        price = PRICES.hero_slots[max(0, side.hero_slots - FIRST_SLOTS)]
        if side.gold < price or not await game.yes_no(
            "hero_slot",
            by=side.id,
            title=f"a {_ORDINALS.get(side.hero_slots + 1, 'further')} hero slot, for {price} gold?",
            cost=[game.cost(side, "gold", price)],
        ):
            break
        pay(game, side, price, "hero slot")
        game.change(side, "hero_slots", side.hero_slots + 1, "bought")
        bought += 1
    return bought


async def new_leader(game: Game, side: Warband) -> str:
    """Names another hero if the leader is gone. Returns the id of the new one; empty if nobody is named."""
    leader = leader_of(game.table, side.id)
    able = heroes(game.table, side.id)
    if leader is None or not leader.gone:
        return ""
    if not able:
        tell(game, f"{does(side.name, 'has lost its leader and has')} no hero to follow", unit=leader.id)
        return ""
    named = await game.choose(
        "new_leader",
        by=side.id,
        title=f"{does(leader.name, 'is')} gone: who leads {side.name}'s warband?",
        options=[Option(hero.id, hero.name) for hero in able],
    )
    game.change(game.table.unit(named), "leader", True, f"follows {leader.name}")
    return str(named)


async def promotions(game: Game, side: Warband) -> list[str]:
    """Promotes in listing order; returns who became a hero."""
    drawn = [unit for unit in members(game.table, side.id) if unit.promote_pending and unit.type == "henchman"]
    if not game.enters("A3", drawn, "no henchman drew a promotion"):
        return []
    return [unit.id for unit in drawn if await _promote(game, side, unit)]


async def _promote(game: Game, side: Warband, unit: SpeediesUnit) -> bool:
    """A free slot is taken at once. If there is none, a hero retires or the promotion lapses."""
    slots = side.hero_slots
    there = heroes(game.table, side.id)
    if len(there) >= slots:
        retires = await game.choose(
            "retires",
            by=side.id,
            title=f"{does(unit.name, 'is')} promoted, and all {slots} hero slots are taken: who retires?",
            options=[Option("lapse", "Nobody: the promotion lapses"), *(Option(hero.id, hero.name) for hero in there)],
        )
        if retires == "lapse":
            tell(game, f"{unit.name}'s promotion lapses: no hero slot is free", unit=unit.id)
            return False
        hero = game.table.unit(retires)
        leaves(game, hero, "retired", f"makes room for {unit.name}")
    game.change(unit, "type", "hero", "promoted")
    return True
