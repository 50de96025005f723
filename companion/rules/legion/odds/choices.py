"""Odds before an attack roll: whom to attack and with which weapons (attack steps 1 to 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from companion.engine.odds import Given, Odds
from companion.engine.requests import Option
from companion.engine.wording import possessive, question
from companion.rules.legion.engagement import pairs, scope
from companion.rules.legion.melee.figures import attack_of
from companion.rules.legion.melee.pool import Arms, Chosen, Pool
from companion.rules.legion.odds.aiming import Throw, aimed
from companion.rules.legion.odds.figures import Onward, pool_of
from companion.rules.legion.odds.rows import ATTACKING, assumptions, attacks_compared, worth
from companion.rules.legion.units import LegionTable, LegionUnit

MELEE_ATTACK = "melee_attack"
"""The option that attacks in the melee, wherever actions are chosen."""

AIM = "aim"
"""The option that takes an aim token."""

MOST_WAYS = 12
"""Ways to arm the minis that are looked at for each enemy."""


def defender_odds(table: LegionTable, arms: Arms, reach: Iterable[str]) -> Odds | None:
    """Step 1: which enemy to attack, all minis against it, each kind with the weapons that do best together."""
    return _compared(arms.unit, _best(table, arms, reach), *_arming(arms))


def attack_odds(table: LegionTable, unit: LegionUnit, option: Given, against: str = "") -> Odds | None:
    """The action or free attack that is this option: one pool against the enemy for which it does best.

    `against`: the one enemy that it is bound to. None where the unit has nobody to attack, or nothing to attack with.
    """
    arms = Arms(unit)
    found = _best(table, arms, [of for of in scope(table, unit, pairs(table)) if against in ("", of)])
    more = ["against the enemy that suffers most"] if len(found) > 1 else []
    return _compared(unit, {option: _most(found.values())} if found else {}, *more, *_arming(arms))


def action_odds(table: LegionTable, unit: LegionUnit, options: Iterable[Option[str]]) -> Odds | None:
    """A choice of actions: what an attack in the melee is worth now, and after an aim, while actions are left for both.

    None where no attack is open.
    """
    open_ = {option.value for option in options if option.why_not is None}
    now = attack_odds(table, unit, MELEE_ATTACK) if MELEE_ATTACK in open_ else None
    if now is None or AIM not in open_ or table.actions_left < 2 or unit.aim:
        return now
    arms = Arms(unit)
    best = _most(_best(table, arms, scope(table, unit, pairs(table))).values())
    (after,), counted = aimed([best], 1)
    if not counted:
        return replace(now, assumes=(*now.assumes, "what an aim adds is not worked out for so many dice"))
    later = "after an aim the attack follows as the next action, and the aim rerolls the best dice"
    each = {MELEE_ATTACK: [best.prospect], AIM: [(best.attack, after)]}
    assumes = (later, *_arming(arms), *assumptions(best.attack, *ATTACKING))
    return attacks_compared(f"{possessive(unit.name)} attack", unit, each, *assumes, best=False)


def _most(throws: Iterable[Throw]) -> Throw:
    """The attack that is worth most."""
    return max(throws, key=lambda throw: worth(*throw.prospect))


def _best(table: LegionTable, arms: Arms, reach: Iterable[str]) -> dict[str, Throw]:
    """By enemy: the attack of all minis with the weapons that do best."""
    armed = ways(arms)
    return {of: _most(_throw(table, arms.unit, table.unit(of), each) for each in armed) for of in reach if armed}


def _arming(arms: Arms) -> list[str]:
    return ["all minis with the weapons that do best"] if len(ways(arms)) > 1 else []


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


def names_odds(table: LegionTable, arms: Arms, defender: LegionUnit, names: Sequence[str]) -> Odds | None:
    """Step 2: each weapon alone in the pool, another one following."""
    found = {
        (name,): _throw(
            table, arms.unit, defender, {mini: [name] for mini, able in arms.left().items() if name in able}
        )
        for name in names
    }
    return _compared(arms.unit, found, "this weapon alone")


def weapon_odds(
    table: LegionTable,
    unit: LegionUnit,
    defender: LegionUnit,
    others: Chosen,
    able: Sequence[str],
    minis: Sequence[str],
    room: int = 1,
) -> Odds | None:
    """Step 2: at most so many of the weapons that these minis may use, beside what others of the pool use already.

    Of more than one they are picked.
    """
    found = {
        names if room > 1 else names[0]: _throw(table, unit, defender, {**others, **{mini: [*names] for mini in minis}})
        for size in range(1, room + 1)
        for names in combinations(able, size)
    }
    return _compared(unit, found, "minis whose weapons are still to be chosen are not counted")


def more_odds(table: LegionTable, arms: Arms, pools: Sequence[Pool], reach: Iterable[str]) -> Odds | None:
    """Step 3: the pools so far, and with one more against the enemy of `reach` for which that does best."""
    best = _best(table, arms, reach)
    if not best:
        return None
    more = _most(best.values())
    both = [*(_throw(table, arms.unit, pool.defender, pool.chosen) for pool in pools), more]
    found = {False: [throw.prospect for throw in both[:-1]], True: [throw.prospect for throw in both]}
    assumes = [line for throw in both for line in assumptions(throw.attack, *ATTACKING)]
    other = f"the other enemy {question(more.attack.defender.name, 'is')}"
    return attacks_compared(f"{possessive(arms.unit.name)} attacks", arms.unit, found, other, *_arming(arms), *assumes)


def _throw(table: LegionTable, unit: LegionUnit, defender: LegionUnit, chosen: Chosen) -> Throw:
    attack = attack_of(table, unit, Pool(defender, chosen))
    return Throw(Onward(attack), pool_of(attack))


def _compared(unit: LegionUnit, found: Mapping[Given, Throw], *assumes: str) -> Odds | None:
    """Attacks side by side, with the aim tokens that the unit holds."""
    if not found:
        return None
    wounds, held = aimed(found.values(), unit.aim)
    known = [line for throw in found.values() for line in assumptions(throw.attack, *ATTACKING, aims=held, of=unit.aim)]
    each = {option: [(throw.attack, of)] for (option, throw), of in zip(found.items(), wounds, strict=True)}
    return attacks_compared(f"{possessive(unit.name)} attack", unit, each, *assumes, *known)
