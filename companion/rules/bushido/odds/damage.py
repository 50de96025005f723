"""What a damage roll does: the chances of so many wounds at a Success Level (step 12)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from companion.engine.dice import D6
from companion.odds.chances import Chances
from companion.rules.bushido.melee.damage_numbers import Roll, Toll, total_lines
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.odds.foreseen import after_damage, spends
from companion.rules.bushido.units import Game

DEADLY = -1
"""Wounds of a damage roll that takes its target out of play, whatever is left of it."""

LOWEST, HIGHEST = 2, 12
"""The rows of the wound table: a damage total is never below or above."""


class Numbers(NamedTuple):
    """What one damage roll is read with, whatever its Success Level.

    `plus` is added to the dice; `keep` is which of three dice count; `deadly` whether a double takes the target out of
    play.
    """

    plus: int
    keep: int
    toll: Toll
    deadly: bool = False


Damage = tuple[Numbers, ...]
"""The numbers of a damage roll: as the fighters are now, once the striker has rolled damage, once the target has, and
once both have: what lasts until then is gone."""

ANY_TWO = 2
"""Of three dice any two count: the highest, or a double where that is deadly."""


@lru_cache(maxsize=8)
def kept_dice(keep: int) -> Chances[tuple[int, bool]]:
    """The sum of the two dice that count, and whether they are a double: two dice (0), or of three the highest (1) or
    the lowest (-1) two, or any two."""
    found: dict[tuple[int, bool], int] = {}
    for faces in product(range(1, len(D6.faces) + 1), repeat=3 if keep else 2):
        if keep == ANY_TWO:
            one, two = max(combinations(faces, 2), key=lambda pair: (pair[0] == pair[1], sum(pair)))
        else:
            one, two = sorted(faces, reverse=keep > 0)[:2]
        found[one + two, one == two] = found.get((one + two, one == two), 0) + 1
    return Chances(found)


def keeps(striker: Fighter, target: Fighter, ex: Exchange, *, deadly: bool) -> int:
    """Which of three damage dice count; 0 where two are rolled. An Assassin that may keep any two keeps the highest,
    or a double that is deadly."""
    own = striker.powers
    if own.has("keeps_any") and (target.model.surprised or (striker is ex.first and ex.unseen)):
        return ANY_TWO if deadly else 1
    return int(own.has("keeps_high")) - int(own.has("keeps_low"))


def numbers_of(game: Game, ex: Exchange, roll: Roll) -> Numbers:
    """The numbers of this damage roll."""
    plus = sum(line.value for line in total_lines(ex, roll))
    deadly = roll.mode == "critical"
    return Numbers(plus, keeps(roll.striker, roll.target, ex, deadly=deadly), roll.toll(game), deadly)


class Damages:
    """The numbers of the damage rolls of one exchange, now and later in it; what is the same is worked out once."""

    def __init__(self, game: Game, ex: Exchange) -> None:
        self.game, self.ex = game, ex
        self._known: dict[tuple[bool, str, int], Damage] = {}
        self._then: dict[tuple[str, ...], Exchange] = {(): ex}

    def of(self, roll: Roll) -> Damage:
        """The numbers of such damage rolls."""
        # All that is read of a special is its bonus, beside the mode.
        key = roll.striker is self.ex.first, roll.mode, roll.special.bonus if roll.special is not None else 0
        if key not in self._known:
            one, two = ((mine.id,) if spends(self.ex, mine) else () for mine in (roll.striker, roll.target))
            turns = (), one, two, (*one, *two)
            found = {those: self._numbers(roll, those) for those in turns}
            self._known[key] = tuple(found[those] for those in turns)
        return self._known[key]

    def _numbers(self, roll: Roll, rolled: tuple[str, ...]) -> Numbers:
        """The numbers once these fighters have rolled damage."""
        if rolled not in self._then:
            self._then[rolled] = after_damage(self.ex, rolled)
        then = self._then[rolled]
        striker = then.first if roll.striker is self.ex.first else then.second
        return numbers_of(self.game, then, roll._replace(striker=striker, target=then.other(striker)))


@lru_cache(maxsize=4096)
def wounds_at(numbers: Numbers, success: int) -> Chances[int]:
    """Wounds of one damage roll, whatever is left of the target."""
    table = _wounds_of(numbers.toll, success)

    def wounds(rolled: tuple[int, bool]) -> int:
        total, double = rolled
        return DEADLY if double and numbers.deadly else table[max(LOWEST, min(HIGHEST, total + numbers.plus)) - LOWEST]

    return kept_dice(numbers.keep).map(wounds)


@lru_cache(maxsize=1024)
def _wounds_of(toll: Toll, success: int) -> tuple[int, ...]:
    """Wounds by damage total, from the lowest on: as read from the table, and what those are changed by."""
    read = [toll.read(total, success) for total in range(LOWEST, HIGHEST + 1)]
    return tuple(max(0, wounds + _change(toll, wounds)) for wounds in read)


@lru_cache(maxsize=1024)
def _change(toll: Toll, wounds: int) -> int:
    """What wounds that were read are changed by."""
    return sum(line.value for line in toll.lines(wounds))
