"""What units fight with, changed after a battle in one table: bought in A7, lost to robbers in A4."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from companion.engine.requests import Cell, Cells, Column, GridRow
from companion.engine.state.changes import Line
from companion.rules.speedies.aftermath.warband import members, pay
from companion.rules.speedies.catalog import GEAR, arm
from companion.rules.speedies.checks import weapon_faults
from companion.rules.speedies.units import Game, SpeediesUnit, Warband, Weapon

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


def gear_faults(game: Game, of: str, cells: Mapping[str, Cell]) -> Iterator[str]:
    """Why a unit cannot carry what its cells say."""
    unit = game.table.unit(of)
    return weapon_faults(unit.name, weapons_with(unit, cells))


def put_on(game: Game, unit: SpeediesUnit, cells: Mapping[str, Cell], why: str) -> list[str]:
    """Gives a unit what its cells say. Returns the names of what is new."""
    new = [str(name) for slot in SLOTS if (name := cells.get(slot, NONE)) != NONE]
    armour = int(cells.get("armour", unit.defence_bonus))
    if armour > unit.defence_bonus:
        new.append(f"armour +{armour - unit.defence_bonus}")
    game.change(unit, "weapons", weapons_with(unit, cells), why)
    game.change(unit, "defence_bonus", armour, why)
    return new


async def robbed(game: Game, side: Warband, unit: SpeediesUnit) -> None:
    """A4: the players say what the robbers left (table ruling: the table names no more than the word)."""
    cells = await game.grid(
        "robbed",
        by=side.id,
        title=f"{unit.name} was robbed: what is left? Put none and 0 for what is lost",
        columns=CARRIED,
        rows=[gear_row(unit)],
        faults=partial(gear_faults, game),
    )
    put_on(game, unit, cells.rows.get(unit.id, {}), "scar: robbed")


async def equip(game: Game, side: Warband) -> int:
    """A7: gear for everybody in one table, each with what was paid for it. Returns the gold spent."""
    units = members(game.table, side.id)
    columns = (
        *CARRIED,
        Column("other", "other gear", "text"),
        Column("gold", "gold", hi=side.gold, why_hi=f"{side.name} has {side.gold}", total=side.gold),
    )
    rows = [row._replace(values={**row.values, "gold": 0}) for row in map(gear_row, units)]
    cells = await game.grid(
        "equip",
        by=side.id,
        title=f"What does {side.name} buy? The purse holds {side.gold} gold",
        columns=columns,
        rows=rows,
        faults=partial(gear_faults, game),
    )
    lines = [Line(unit.name, paid, "Gear") for unit in units if (paid := int(cells.get(unit.id, "gold", 0)))]
    spent = game.tally("equip", lines, name=f"{side.name} pays for gear", unit="gold") if lines else 0
    pay(game, side, int(spent), "gear")
    for unit in units:
        _bought(game, unit, cells, put_on(game, unit, cells.rows.get(unit.id, {}), "bought"))
    return int(spent)


def _bought(game: Game, unit: SpeediesUnit, cells: Cells, new: Sequence[str]) -> None:
    """Writes on the unit what was bought for it, and for how much."""
    other, gold = str(cells.get(unit.id, "other", "")), int(cells.get(unit.id, "gold", 0))
    what = ", ".join([*new, *([other] if other else [])])
    if what or gold:
        line = f"{what or 'gear'} ({gold} gold)"
        game.change(unit, "gear", (*unit.gear, line), "bought")
