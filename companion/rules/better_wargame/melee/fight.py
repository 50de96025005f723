"""One melee: attackers are split over the enemies they touch, and all rows are resolved at once."""

from __future__ import annotations

from companion.engine.procedure import procedure
from companion.engine.requests import Plan
from companion.rules.better_wargame.attack import numbers
from companion.rules.better_wargame.attack.casualties import melee_losses
from companion.rules.better_wargame.attack.resolve import AttackRules, FightResult, of_all, resolve
from companion.rules.better_wargame.attack.rows import Row
from companion.rules.better_wargame.contacts import engaged
from companion.rules.better_wargame.turn.phases import enters
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
    rows = await _rows(game, [u for u in game.table.in_order() if u in units])
    result = await resolve(game, rows, MELEE)
    for unit in units:
        game.change(unit, "fought_melee", True, "in this melee")
    return of_all(units, result)


async def _rows(game: Game, units: list[WargameUnit]) -> list[Row]:
    """P7: who strikes at whom, the current player's units first, targets in listing order."""
    rows: list[Row] = []
    foes = {unit.id: engaged(game.table, unit) for unit in units}
    enters(game, "P7", any(len(of) > 1 for of in foes.values()), "every unit touches one enemy")
    for unit in units:
        if len(foes[unit.id]) < 2:
            rows += [Row(unit, foe, unit.fighting) for foe in foes[unit.id]]
        elif unit.fighting:
            given = await split_attackers(game, unit, foes[unit.id])
            rows += [Row(unit, foe, given[foe.id]) for foe in foes[unit.id]]
    return rows


@procedure("Split")
async def split_attackers(game: Game, unit: WargameUnit, foes: list[WargameUnit]) -> dict[str, int]:
    """P7: how many of its fighting models strike at each enemy it touches, by unit id."""
    fighting = unit.fighting
    given = await game.split(
        "split",
        by=unit.side,
        title=f"{unit.name}: how many of its {fighting} fighting models strike at each?",
        plans=[Plan("models", "models an enemy", fighting, {f.id: (0, fighting) for f in foes})],
    )
    return dict(given.allotments)
