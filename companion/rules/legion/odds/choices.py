"""Odds before an attack roll: whom to attack and with which weapons (attack steps 1 to 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from companion.engine.odds import Chance, Odds
from companion.engine.wording import possessive
from companion.odds.chances import Chances
from companion.rules.legion.melee.figures import Attack
from companion.rules.legion.melee.pool import Arms, Chosen, Pool
from companion.rules.legion.odds.figures import Onward, Wounds, attack_of, pool_of
from companion.rules.legion.odds.rolls import MOST_DICE
from companion.rules.legion.odds.rows import ATTACKING, GOAL, assumptions, headings, rows_of, worth
from companion.rules.legion.units import LegionTable, LegionUnit

MOST_WAYS = 12
"""Ways to arm the minis that are looked at for each enemy."""

Prospect = tuple[Attack, Chances[Wounds]]
"""An attack, and what it comes to."""


def defender_odds(table: LegionTable, arms: Arms, reach: Iterable[str]) -> Odds | None:
    """Step 1: which enemy to attack, all minis against it, each kind with the weapons that do best together."""
    found: dict[str, Prospect] = {}
    for of in reach:
        prospects = [_prospect(table, arms.unit, table.unit(of), chosen) for chosen in ways(arms)]
        known = [prospect for prospect in prospects if prospect is not None]
        if known:
            found[of] = max(known, key=lambda prospect: worth(*prospect))
    more = ["all minis with the weapons that do best"] if len(ways(arms)) > 1 else []
    return _compared(arms.unit, found, *more)


def ways(arms: Arms) -> list[Chosen]:
    """Ways to arm the minis: by the names that are preferred, others only where a mini has none of these."""
    left = arms.left()
    names = list(dict.fromkeys(name for of in left.values() for name in of))
    size = max(1, min(arms.limit, len(names)))
    found: list[Chosen] = []
    for preferred in combinations(names, size):
        chosen: Chosen = {}
        for mini, able in left.items():
            room = arms.limit - arms.used.get(mini, 0)
            chosen[mini] = sorted(able, key=lambda name: name not in preferred)[:room]
        if chosen not in found:
            found.append(chosen)
    return found[:MOST_WAYS]


def weapon_odds(
    table: LegionTable, unit: LegionUnit, defender: LegionUnit, others: Chosen, options: Mapping[str, Chosen]
) -> Odds | None:
    """Step 2: weapons of some minis, beside what is chosen already for others of this pool."""
    found: dict[str, Prospect] = {}
    for option, chosen in options.items():
        prospect = _prospect(table, unit, defender, {**others, **chosen})
        if prospect is not None:
            found[option] = prospect
    return _compared(unit, found, "minis whose weapons are still to be chosen are not counted")


def pool_order_odds(table: LegionTable, unit: LegionUnit, pools: Sequence[Pool]) -> Odds | None:
    """Step 13: what each pool comes to, if it is rolled now."""
    found: dict[str, Prospect] = {}
    for pool in pools:
        prospect = _prospect(table, unit, pool.defender, pool.chosen)
        if prospect is not None:
            found[pool.defender.id] = prospect
    return _compared(unit, found)


def _prospect(table: LegionTable, unit: LegionUnit, defender: LegionUnit, chosen: Chosen) -> Prospect | None:
    attack = attack_of(table, unit, Pool(defender, chosen))
    dice = pool_of(attack)
    if sum(count for _, count in dice) > MOST_DICE:
        return None
    return attack, Onward(attack).rolled(dice)


def _compared(unit: LegionUnit, found: Mapping[str, Prospect], *assumes: str) -> Odds | None:
    if not found:
        return None
    rows: list[Chance] = []
    known = list(assumes)
    for option, (attack, wounds) in found.items():
        rows += rows_of(attack, wounds, option)
        known += assumptions(attack, *ATTACKING)
    worths = {option: worth(*prospect) for option, prospect in found.items()}
    best = max(worths, key=worths.__getitem__) if len(worths) > 1 else ""
    units = {of.id: of for attack, _ in found.values() for of in (attack.defender, attack.attacker)}
    return Odds(
        f"{possessive(unit.name)} attack",
        GOAL,
        tuple(rows),
        headings(units.values(), rows),
        tuple(dict.fromkeys(known)),
        value=worths[best] if best else None,
        safest=best,
        guarantees=tuple(worths.items()) if best else (),
    )
