"""What units fight with, changed after a battle in one table: bought in A7, lost to robbers in A4."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from companion.engine.requests import Cell, Column, GridRow
from companion.engine.setup import free_id, id_of
from companion.engine.state.changes import Line
from companion.engine.wording import does, question
from companion.rules.speedies.aftermath.warband import members, pay
from companion.rules.speedies.catalog import GEAR, arm, sample_unit
from companion.rules.speedies.checks import weapon_faults
from companion.rules.speedies.units import Game, Recruit, SpeediesUnit, Warband, Weapon

NONE = "none"
WEAPONS = ((NONE, "none"), *((name, name) for name in GEAR))
CARRIED = (
    Column("weapon_1", "weapon", "choose", choices=WEAPONS),
    Column("weapon_2", "second", "choose", choices=WEAPONS),
    Column("armour", "armour", hi=12, why_hi="armour and shield together"),
)
SLOTS = ("weapon_1", "weapon_2")


def gear_row(unit: SpeediesUnit) -> GridRow:
    """What a unit carries now, as a row."""
    names = [weapon.name for weapon in unit.weapons] + [NONE, NONE]
    values: dict[str, Cell] = {"weapon_1": names[0], "weapon_2": names[1], "armour": unit.defence_bonus}
    return GridRow(unit.id, unit.name, values)


def weapons_with(unit: SpeediesUnit, cells: Mapping[str, Cell]) -> tuple[Weapon, ...]:
    """The weapons of a unit after what its cells change, those that may not go together too."""
    slots: list[Weapon | None] = [*unit.weapons, None, None][:2]
    for place, slot in enumerate(SLOTS):
        name = str(cells.get(slot, ""))
        if name:
            slots[place] = None if name == NONE else arm(name)[0]
    return tuple(weapon for weapon in slots if weapon is not None)


def hired(recruit: Recruit, of: str, side: str) -> SpeediesUnit:
    """The unit that a recruit is, with what was bought for it."""
    gear = (f"hired ({recruit.gold} gold)", *recruit.gear)
    made = sample_unit(recruit.line, of, recruit.name, side, type=recruit.type, gear=gear)
    made.weapons = weapons_with(made, recruit.weapons)
    made.defence_bonus = made.defence_bonus if recruit.armour is None else recruit.armour
    return made


def gear_faults(carriers: Mapping[str, SpeediesUnit], of: str, cells: Mapping[str, Cell]) -> Iterator[str]:
    """Why a unit cannot carry what its cells say."""
    return weapon_faults(carriers[of].name, weapons_with(carriers[of], cells))


def put_on(game: Game, unit: SpeediesUnit, cells: Mapping[str, Cell], why: str) -> None:
    """Gives a unit what its cells say."""
    game.change(unit, "weapons", weapons_with(unit, cells), why)
    game.change(unit, "defence_bonus", int(cells.get("armour", unit.defence_bonus)), why)


async def robbed(game: Game, side: Warband, unit: SpeediesUnit) -> None:
    """A4: the players say what the robbers left (table ruling: the table names no more than the word)."""
    cells = await game.grid(
        "robbed",
        by=side.id,
        title=f"{does(unit.name, 'was')} robbed: what is left? Put none and 0 for what is lost",
        columns=CARRIED,
        rows=[gear_row(unit)],
        faults=partial(gear_faults, {unit.id: unit}),
    )
    put_on(game, unit, cells.rows.get(unit.id, {}), "scar: robbed")


async def equip(game: Game, side: Warband) -> int:
    """A7: gear for everybody in one table, recruits too, each with what was paid for it. Returns the gold spent."""
    own = {unit.id: unit for unit in members(game.table, side.id)}
    recruits: dict[str, Recruit] = {}
    for recruit in side.recruits:
        recruits[free_id(id_of(recruit.name), {*game.table.units, *recruits})] = recruit
    carriers = own | {of: hired(recruit, of, side.id) for of, recruit in recruits.items()}
    columns = (
        *CARRIED,
        Column("other", "other gear", "text"),
        Column("gold", "gold", hi=side.gold, why_hi=f"{does(side.name, 'has')} {side.gold}", total=side.gold),
    )
    rows = [row._replace(values={**row.values, "gold": 0}) for row in map(gear_row, carriers.values())]
    cells = await game.grid(
        "equip",
        by=side.id,
        title=f"what {question(side.name, 'does')} buy? The purse holds {side.gold} gold",
        columns=columns,
        rows=rows,
        faults=partial(gear_faults, carriers),
    )
    typed = {of: cells.rows.get(of, {}) for of in carriers}
    lines = [Line(carriers[of].name, paid, "Gear") for of, row in typed.items() if (paid := int(row.get("gold", 0)))]
    spent = game.tally("equip", lines, name=f"{does(side.name, 'pays')} for gear", unit="gold") if lines else 0
    pay(game, side, int(spent), "gear")
    for of, unit in own.items():
        bought = _bought(unit, typed[of])
        put_on(game, unit, typed[of], "bought")
        game.change(unit, "gear", (*unit.gear, *bought), "bought")
    equipped = [_equipped(recruit, carriers[of], typed[of]) for of, recruit in recruits.items()]
    game.change(side, "recruits", tuple(equipped), "bought")
    return int(spent)


def _equipped(recruit: Recruit, unit: SpeediesUnit, cells: Mapping[str, Cell]) -> Recruit:
    """A recruit with what was bought for it; `unit` is what it is without."""
    weapons = {slot: str(cells[slot]) for slot in SLOTS if cells.get(slot)}
    armour = int(cells["armour"]) if "armour" in cells else recruit.armour
    return replace(recruit, weapons=weapons, armour=armour, gear=(*recruit.gear, *_bought(unit, cells)))


def _bought(unit: SpeediesUnit, cells: Mapping[str, Cell]) -> list[str]:
    """What was bought for a unit, and for how much, in a line; nothing if nothing was."""
    new = [str(name) for slot in SLOTS if (name := cells.get(slot, NONE)) != NONE]
    armour = int(cells.get("armour", unit.defence_bonus))
    if armour > unit.defence_bonus:
        new.append(f"armour +{armour - unit.defence_bonus}")
    other, gold = str(cells.get("other", "")), int(cells.get("gold", 0))
    what = ", ".join([*new, *([other] if other else [])])
    return [f"{what or 'gear'} ({gold} gold)"] if what or gold else []
