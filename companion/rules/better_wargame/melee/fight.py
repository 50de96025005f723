"""One melee: attackers are split over the enemies they touch, and all rows are resolved at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.engine.procedure import procedure
from companion.engine.requests import Plan
from companion.engine.state.changes import added_up
from companion.engine.state.contacts import enemies_touching
from companion.engine.wording import count
from companion.rules.better_wargame.attack import numbers
from companion.rules.better_wargame.attack.casualties import melee_losses
from companion.rules.better_wargame.attack.needs import show_numbers
from companion.rules.better_wargame.attack.resolve import of_all, resolve
from companion.rules.better_wargame.attack.rows import Row
from companion.rules.better_wargame.attack.rules import AttackRules, FightResult
from companion.rules.better_wargame.attack.throws import need
from companion.rules.better_wargame.odds.choices import Division
from companion.rules.better_wargame.units import Game, WargameUnit

MELEE = AttackRules(
    ("P8", "P9", "P10", "P11"),
    dice=lambda u: u.attacks,
    to_hit=lambda options, r: numbers.melee_to_hit(options, r.attacker, r.target),
    to_wound=lambda options, r: numbers.to_wound(options, r.target, r.attacker.massive, r.attacker.ap),
    save=lambda options, r: numbers.melee_save(options, r.attacker, r.target),
    can_be_hit=lambda u: u.fighting,
    losses=melee_losses,
)


@procedure("Melee")
async def fight(game: Game, units: list[WargameUnit], first: str) -> FightResult:
    """P7 to P11 for one melee; `first` is the id of its first unit, which names it."""
    game.fight(game.table.by_role(units))
    rows = await _rows(game, [u for u in game.table.in_order() if u in units])
    result = await resolve(game, rows, MELEE)
    for unit in units:
        game.change(unit, "fought_melee", True, "in this melee")
    return of_all(units, result)


async def _rows(game: Game, units: list[WargameUnit]) -> list[Row]:
    """P7: who strikes at whom, the current player's units first, targets in listing order."""
    found = {unit.id: [Row(unit, foe) for foe in enemies_touching(game.table, unit)] for unit in units}
    game.enters("P7", any(len(rows) > 1 for rows in found.values()), "every unit touches one enemy")
    show_numbers(game, [row for rows in found.values() for row in rows], MELEE)
    for unit in units:
        rows = found[unit.id]
        if len(rows) == 1:
            rows[0].models = unit.fighting
        elif unit.fighting:
            given = await split_attackers(game, unit, rows, _settled(found))
            for row in rows:
                row.models = given[row.target.id]
        else:
            rows.clear()
    return [row for rows in found.values() for row in rows]


def _settled(found: Mapping[str, list[Row]]) -> list[Row]:
    """The rows of units that have been split, or touch one enemy alone, for odds."""
    single = [replace(row, models=row.attacker.fighting) for rows in found.values() if len(rows) == 1 for row in rows]
    return single + [row for rows in found.values() if len(rows) > 1 for row in rows if row.models]


@procedure("Split")
async def split_attackers(game: Game, unit: WargameUnit, rows: list[Row], others: list[Row]) -> dict[str, int]:
    """P7: how many of its fighting models strike at each enemy it touches, by unit id.

    `others` are the rows of units that have been split, or have nothing to split.
    """
    fighting = unit.fighting
    division = Division(game, unit, rows, fighting, others, MELEE)
    numbers = ", ".join(f"{row.target.name} on {need(added_up(MELEE.to_hit(game.options, row)))}" for row in rows)
    request = game.split(
        "split",
        by=unit.side,
        title=f"{unit.name}: how many of {count(fighting, 'fighting model')} strike at each? To hit {numbers}",
        plans=[Plan("models", "models an enemy", fighting, {row.target.id: (0, fighting) for row in rows})],
        code="bad_split",
    )
    words = "units that touch several enemies split for the most losses"
    given = await request.with_odds(division.odds).usually(division.best, words)
    return dict(given.allotments)
