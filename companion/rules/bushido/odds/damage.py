"""What a damage roll does: the chances of so many wounds at a Success Level (step 12)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from companion.engine.dice import D6
from companion.odds.chances import Chances
from companion.rules.bushido.melee.damage_numbers import Roll, Toll, total_lines
from companion.rules.bushido.melee.fighters import Exchange
from companion.rules.bushido.odds.foreseen import after_damage, spends
from companion.rules.bushido.units import Game

DEADLY = -1
"""Wounds of a damage roll that takes its target out of play, whatever is left of it."""

ANY_TWO = 2
"""Of three dice any two count: the highest, or a double where that is deadly."""


class Numbers(NamedTuple):
    """What one damage roll is read with, whatever its Success Level.

    `plus` is added to the dice; `keep` is which two of three dice count: the highest (1), the lowest (-1), or any; 0:
    two are rolled. `deadly` is whether a double takes the target out of play.
    """

    plus: int
    keep: int
    toll: Toll
    deadly: bool = False


Damage = tuple[Numbers, ...]
"""The numbers of a damage roll: as the fighters are now, once the striker has rolled damage, once the target has, and
once both have: what lasts until then is gone."""


def damage_of(game: Game, ex: Exchange, roll: Roll) -> Damage:
    """The numbers of such damage rolls, now and later in the exchange."""
    one, two = ((mine.id,) if spends(ex, mine) else () for mine in (roll.striker, roll.target))
    turns = (), one, two, (*one, *two)
    found = {}
    for rolled in dict.fromkeys(turns):
        then = after_damage(ex, rolled) if rolled else ex
        striker = then.first if roll.striker is ex.first else then.second
        found[rolled] = numbers_of(game, then, roll._replace(striker=striker, target=then.other(striker)))
    return tuple(found[rolled] for rolled in turns)


def numbers_of(game: Game, ex: Exchange, roll: Roll) -> Numbers:
    """The numbers of this damage roll. An Assassin that may keep any two keeps the highest, or a double that is
    deadly."""
    own, deadly = roll.striker.powers, roll.mode == "critical"
    keep = int(own.has("keeps_high")) - int(own.has("keeps_low"))
    if own.has("keeps_any") and (roll.target.model.surprised or (roll.striker is ex.first and ex.unseen)):
        keep = ANY_TWO if deadly else 1
    return Numbers(sum(line.value for line in total_lines(ex, roll)), keep, roll.toll(game), deadly)


@lru_cache(maxsize=8)
def kept_dice(keep: int) -> Chances[tuple[int, bool]]:
    """The sum of the two dice that count, and whether they are a double."""
    found: dict[tuple[int, bool], int] = {}
    for faces in product(range(1, len(D6.faces) + 1), repeat=3 if keep else 2):
        if keep == ANY_TWO:
            one, two = max(combinations(faces, 2), key=lambda pair: (pair[0] == pair[1], sum(pair)))
        else:
            one, two = sorted(faces, reverse=keep > 0)[:2]
        found[one + two, one == two] = found.get((one + two, one == two), 0) + 1
    return Chances(found)


@lru_cache(maxsize=4096)
def wounds_at(numbers: Numbers, success: int) -> Chances[int]:
    """Wounds of one damage roll, whatever is left of the target."""
    plus, _, toll, deadly = numbers

    def wounds(rolled: tuple[int, bool]) -> int:
        total, double = rolled
        return DEADLY if double and deadly else _wounds_of(toll, total + plus, success)

    return kept_dice(numbers.keep).map(wounds)


@lru_cache(maxsize=4096)
def _wounds_of(toll: Toll, total: int, success: int) -> int:
    """Wounds of a damage total: as read from the table, and what those are changed by."""
    read = toll.read(total, success)
    return max(0, read + sum(line.value for line in toll.lines(read)))
