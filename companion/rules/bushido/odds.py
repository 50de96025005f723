"""Chances for a split: exact, by counting dice, with the functions that play uses."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from itertools import product
from math import comb
from typing import Any, NamedTuple

from companion.engine.dice import D6
from companion.engine.odds import Chance, Heading, Odds
from companion.engine.requests import Request, Split
from companion.engine.state.table import Table
from companion.rules.bushido.melee.fighters import NO_SPECIAL, Fighter
from companion.rules.bushido.melee.results import base_result, table_wounds, verdict
from companion.rules.bushido.melee.scores import flat_of
from companion.rules.bushido.units import BushidoUnit

FACES = len(D6.faces)
Spread = dict[tuple[int, int], float]
"""Chances of (result, scoring dice in all)."""

MOST_DICE = 20
"""Larger pools than anybody has: counting them would keep the players waiting."""

POOL = re.compile(r"pool\[(.+)\]$")


@functools.cache
def one_kind(count: int, supports: int, kata: bool, flat: int) -> Spread:
    """The chances of (result, scoring dice) of `count` dice of one kind, by their highest face."""
    found: Spread = {}
    lowest = 1 if kata else 2
    for kept in range(count + 1):
        for high in range(lowest, FACES + 1) if kept else (0,):
            width = high - lowest + 1
            showing = width**kept - (width - 1) ** kept if kept else 1
            ways = comb(count, kept) * (lowest - 1) ** (count - kept) * showing
            if ways:
                result = base_result([high] * kept, supports, kata) + (flat if kept else 0)
                found[result, kept] = found.get((result, kept), 0.0) + ways / FACES**count
    return found


class Striker(NamedTuple):
    """What one model brings to its dice and its damage rolls."""

    fighter: Fighter
    enemy: Fighter

    def spread(self, kind: str, count: int, other: int) -> Spread:
        """Chances of its result of one kind, with the scoring dice of both kinds, which break ties."""
        kata = self.fighter.powers.has("ones_count")
        flat = sum(line.value for line in flat_of(self.fighter, self.enemy, kind))
        mine = one_kind(count, self.fighter.supports(kind), kata, flat)
        extra: dict[int, float] = {}
        for (_, dice), p in one_kind(other, 2, kata, 0).items():
            extra[dice] = extra.get(dice, 0.0) + p
        found: Spread = {}
        for (result, dice), p in mine.items():
            for more, q in extra.items():
                found[result, dice + more] = found.get((result, dice + more), 0.0) + p * q
        return found

    def hurts(self, success: int, cap: int) -> float:
        """The chance that a damage roll at this Success Level marks a wound."""
        own, target = self.fighter.powers, self.enemy.powers
        if self.fighter.weapon.strength is None or own.has("entangles"):
            return 0.0
        plus = self.fighter.weapon.strength + sum(
            p.x for p in own.all("damage") if not p.against or self.enemy.model.is_a(p.of)
        )
        plus += target.total("enemy_damage")
        plus -= max(0, target.total("armour") - own.total("pierce"))
        tough = target.total("tough")
        needed = 1 + max(0, tough - own.total("sharp")) if tough > 0 else 1
        keep = (1 if own.has("keeps_high") else 0) - (1 if own.has("keeps_low") else 0)
        return sum(p for total, p in damage_dice(keep) if table_wounds(total + plus, success, cap) >= needed)


@functools.cache
def damage_dice(keep: int) -> Sequence[tuple[int, float]]:
    """The chances of the two kept damage dice: two dice (0), the highest (1) or the lowest (-1) two of three."""
    count: dict[int, int] = {}
    for faces in product(range(1, FACES + 1), repeat=3 if keep else 2):
        kept = sum(sorted(faces, reverse=keep > 0)[:2])
        count[kept] = count.get(kept, 0) + 1
    return [(total, n / sum(count.values())) for total, n in count.items()]


def mix(spreads: Iterable[Spread], weight: float) -> Spread:
    """Several spreads, each as likely as the others."""
    found: Spread = {}
    for spread in spreads:
        for key, p in spread.items():
            found[key] = found.get(key, 0.0) + p * weight
    return found


def wounded(striker: Striker, attack: Spread, defence: Spread, active: bool, cap: int) -> float:
    """The chance that an attack wins and wounds."""
    hurt: dict[int, float] = {}
    chance = 0.0
    for (result, dice), p in attack.items():
        for (against, other), q in defence.items():
            won = verdict(result, against, dice, other, active)
            if won.attacker_wins:
                if won.success not in hurt:
                    hurt[won.success] = striker.hurts(won.success, cap)
                chance += p * q * hurt[won.success]
    return chance


def strikers(table: Table[Any, Any], request: Split) -> tuple[Striker, Striker, dict[str, int]] | None:
    """This side's model, the other's, and both pools, from the tallies beside the split: own pool first."""
    pools = {found.group(1): int(t) for t in request.tally if (found := POOL.search(t.key)) is not None}
    if len(pools) != 2:
        return None
    one, two = (table.unit(of) for of in pools)
    mine, theirs = Fighter(one, one.arms[0]), Fighter(two, two.arms[0])
    return Striker(mine, theirs), Striker(theirs, mine), pools


def is_active(table: Table[Any, Any], request: Request[Any], model: BushidoUnit) -> bool:
    """Whether a model is the active player's: by the turn, or the first of an exchange that was started at rest."""
    if request.key.startswith("melee["):
        return request.key.startswith(f"melee[{model.id}+")
    return bool(table.active == model.side)


def odds(table: Table[Any, Any], request: Request[Any]) -> Odds | None:
    """Chances to wound and to be wounded for each split without a special; None for any other request."""
    if not isinstance(request, Split) or request.name != "5":
        return None
    found = strikers(table, request)
    if found is None:
        return None
    mine, theirs, pools = found
    if max(pools.values()) > MOST_DICE:
        return None
    me: BushidoUnit = mine.fighter.model
    enemy: BushidoUnit = theirs.fighter.model
    cap = table.options["sl_cap"]
    active = is_active(table, request, me)
    count = pools[enemy.id]
    share = 1 / (count + 1)
    defences = mix((theirs.spread("defence", count - a, a) for a in range(count + 1)), share)
    attacks = mix((theirs.spread("attack", a, count - a) for a in range(1, count + 1)), share)
    plan = request.plan(NO_SPECIAL)
    low, high = plan.allotments["attack"]
    rows: list[Chance] = []
    for attack in range(high, low - 1, -1):
        defence = (plan.total or 0) - attack
        if not plan.allotments["defence"][0] <= defence <= plan.allotments["defence"][1]:
            continue
        label = f"{attack} attack / {defence} defence"
        strikes = mine.spread("attack", attack, defence)
        hits = wounded(mine, strikes, defences, active, cap) if attack else 0.0
        struck = wounded(theirs, attacks, mine.spread("defence", defence, attack), not active, cap)
        rows += [Chance(label, "dealt", hits, enemy.id), Chance(label, "taken", struck, me.id)]
    assumes = [
        "no specials, feats, re-rolls or charge",
        f"{enemy.name} splits its {count} dice any way, all as likely",
        "both comparisons are fought",
    ]
    if len(me.weapons) > 1 or len(enemy.weapons) > 1:
        assumes.append("each fights with the first weapon on its card")
    headings = (Heading("dealt", enemy.id, f"wounds {enemy.name}"), Heading("taken", me.id, "is wounded"))
    goal = "a wound given, a wound taken"
    return Odds(f"{me.name}'s split", goal, tuple(rows), headings, tuple(assumes))
