"""What an aim token is worth before the attack roll: the best dice are rolled again (attack steps 4a and 4b).

What dice show stands in one integer, a slot a face, so that rolls are added up as integers are. Which colours show a
face is kept beside it, of as many dice as may be rolled again.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm, prod

from companion.engine.dice import Face
from companion.engine.odds import TooLarge
from companion.odds.chances import Chances, one_die, thrown
from companion.rules.legion.dice import ATTACK, REROLLS
from companion.rules.legion.melee.figures import Attack, total
from companion.rules.legion.odds.dice import Pool
from companion.rules.legion.odds.figures import Onward, Wounds, fork
from companion.rules.legion.odds.rows import worth

SHOWN = ("blank", "surge", "hit", "crit")

BEST_FIRST = tuple(sorted(ATTACK, key=lambda of: ATTACK[of].faces.count("blank")))
"""The colours of attack dice, those with the fewest blanks first: of dice that show the same these are rerolled."""

SIDES = lcm(*(len(die.faces) for die in ATTACK.values()))
"""Chances of so many attack dice are counted in this number to their power."""

SLOT = 6
ONE = {face: 1 << SLOT * place for place, face in enumerate(SHOWN)}
ALL = 1 << SLOT * len(SHOWN)
"""Faces as an integer are below this; above it stands who shows them, a slot a face and colour."""

MOST_ROLLS = 15_000
"""Rolls of a pool that are told apart at most."""

MOST_DICE, FEW_DICE = 24, 16
"""Dice of a pool at most; the fewer where tokens or Critical make surges matter."""

Ways = dict[int, int]
"""What dice show, with the ways to it."""


def aimed(attack: Attack, dice: Pool) -> Chances[Wounds]:
    """The wounds of an attack with these dice, of which one aim rerolls the best: none, or as many as it may.

    Raises TooLarge where that would keep the players waiting.
    """
    then = fork(attack)
    then.aim_spent += 1
    most = REROLLS + total(attack.attack("rerolls"))
    number = sum(count for _, count in dice)
    onward = Onward(then)
    surges = _surges(onward)
    rolls = prod(len(_of_colour(colour, count, surges)) for colour, count in dice)
    if rolls > MOST_ROLLS or number > (FEW_DICE if surges == "surge" else MOST_DICE):
        raise TooLarge
    best = _Best(onward, number, most, surges)
    found: Ways = {}
    for lying, ways in _rolled(dice, best.surges, best.considered, most).items():
        pool, left = best.of(lying)
        scale = ways * SIDES ** (most - len(pool))
        for shown, more in _again(pool, best.surges):
            found[left + shown] = found.get(left + shown, 0) + scale * more
    return onward.scored(Chances(found).map(lambda faces: onward.score(_listed(faces))))


class _Best:
    """Finds the best dice to reroll. What has been worked out is kept.

    `surges` is what every surge is (`_surges`). `considered` are the faces that may be worth a
    reroll: never a crit, and a hit only where a crit is better.
    """

    def __init__(self, onward: Onward, number: int, most: int, surges: str) -> None:
        self.onward, self.most, self.surges = onward, most, surges
        worths = {faces: self._worth_of(faces) for faces in _faces(number, surges == "surge")}
        common = lcm(*(value.denominator for value in worths.values()))
        self._values = {faces: value.numerator * (common // value.denominator) for faces, value in worths.items()}
        better = any(
            value < self._values[faces - ONE["hit"] + ONE["crit"]]
            for faces, value in self._values.items()
            if _number(faces, "hit")
        )
        self.considered = tuple(face for face in SHOWN[:-1] if face != "hit" or better)
        self._worths: dict[tuple[tuple[str, ...], int], int] = {}
        self._ways: dict[int, list[tuple[tuple[str, ...], int]]] = {}

    def _worth_of(self, faces: int) -> Fraction:
        onward = self.onward
        return worth(onward.attack, onward.wounds(onward.figures(onward.score(_listed(faces)))))

    def of(self, lying: int) -> tuple[tuple[str, ...], int]:
        """The colours that are rolled again, and the faces that stay: of equals the fewest dice."""
        who, faces = divmod(lying, ALL)
        if who not in self._ways:
            self._ways[who] = _sets(who, self.considered, self.most)
        found: tuple[tuple[str, ...], int] = ((), faces)
        top = self._values[faces] * SIDES**self.most
        for pool, gone in self._ways[who]:
            value = self._worth(pool, faces - gone)
            if value > top:
                found, top = (pool, faces - gone), value
        return found

    def _worth(self, pool: tuple[str, ...], left: int) -> int:
        """What rerolling these dice beside those is worth on average, in the same measure for any number of them."""
        key = pool, left
        if key not in self._worths:
            values = self._values
            found = sum([ways * values[left + shown] for shown, ways in _again(pool, self.surges)])
            self._worths[key] = found * SIDES ** (self.most - len(pool))
        return self._worths[key]


# -- faces as integers ------------------------------------------------------------------------------------------------


def _number(faces: int, face: str) -> int:
    return faces // ONE[face] % (1 << SLOT)


def _listed(faces: int) -> list[Face]:
    return [face for face in SHOWN for _ in range(_number(faces, face))]


def _faces(number: int, surges: bool) -> Iterator[int]:
    """All that so many dice can show."""
    for crits in range(number + 1):
        for hits in range(number - crits + 1):
            left = number - crits - hits
            for surge in range(left + 1 if surges else 1):
                yield (left - surge) + surge * ONE["surge"] + hits * ONE["hit"] + crits * ONE["crit"]


def _place(face: int, colour: int) -> int:
    """The slot of a face (by its place among those considered) in one colour."""
    return SLOT * (face * len(BEST_FIRST) + colour)


def _sets(who: int, considered: tuple[str, ...], most: int) -> list[tuple[tuple[str, ...], int]]:
    """Which dice can be rolled again, as colours and the faces that go; the fewest first. `who` shows the faces."""
    shows = []
    for face in range(len(considered)):
        each = [(who >> _place(face, place)) % (1 << SLOT) for place in range(len(BEST_FIRST))]
        shows.append([colour for colour, number in zip(BEST_FIRST, each, strict=True) for _ in range(number)])
    found = []
    for gone in sorted(product(*(range(len(colours) + 1) for colours in shows)), key=sum):
        if 0 < sum(gone) <= most:
            pool = [of for colours, number in zip(shows, gone, strict=True) for of in colours[:number]]
            faces = sum(number * ONE[face] for face, number in zip(considered, gone, strict=True))
            found.append((tuple(sorted(pool)), faces))
    return found


# -- rolls ------------------------------------------------------------------------------------------------------------


def _surges(onward: Onward) -> str:
    """What every surge is: `surge` where they are told apart, for a number of them is worth more than the others."""
    return "surge" if onward.critical + onward.attack.attacker.surge else onward.chart or "blank"


@lru_cache(maxsize=256)
def _of_colour(colour: str, count: int, surges: str) -> tuple[tuple[int, int], ...]:
    """What so many dice of a colour show, with the ways to it. `surges` is what every surge is."""
    die = ATTACK[colour]
    more = SIDES // len(die.faces)
    shown = thrown(count, one_die(die, lambda face: surges if face == "surge" else str(face)))
    return tuple((sum(number * ONE[face] for face, number in kinds), ways * more**count) for kinds, ways in shown)


@lru_cache(maxsize=512)
def _again(pool: tuple[str, ...], surges: str) -> tuple[tuple[int, int], ...]:
    """What the dice of these colours show, with the ways to it."""
    found: Ways = {0: 1}
    for colour in pool:
        found = _with(found, _of_colour(colour, 1, surges))
    return tuple(found.items())


def _with(found: Ways, more: tuple[tuple[int, int], ...]) -> Ways:
    following: Ways = {}
    for had, ways in found.items():
        for shown, each in more:
            both = had + shown
            following[both] = following.get(both, 0) + ways * each
    return following


def _rolled(dice: Pool, surges: str, considered: tuple[str, ...], most: int) -> Ways:
    """All that a pool can show as far as rerolls read it: the faces, and above `ALL` who shows those considered."""
    counts = dict(dice)
    found: Ways = {0: 1}
    for place, colour in enumerate(BEST_FIRST):
        if counts.get(colour):
            shown = _of_colour(colour, counts[colour], surges)
            found = _with(found, tuple((faces + ALL * _shows(faces, considered, place), n) for faces, n in shown))
            kept: dict[int, int] = {}
            following: Ways = {}
            for lying, ways in found.items():
                who, faces = divmod(lying, ALL)
                if who not in kept:
                    kept[who] = ALL * _first(who, considered, most)
                key = kept[who] + faces
                following[key] = following.get(key, 0) + ways
            found = following
    return found


def _shows(faces: int, considered: tuple[str, ...], colour: int) -> int:
    return sum(_number(faces, face) << _place(place, colour) for place, face in enumerate(considered))


def _first(who: int, considered: tuple[str, ...], most: int) -> int:
    """The same, of each face no more dice than may be rolled again: the best ones."""
    kept = 0
    for face in range(len(considered)):
        room = most
        for colour in range(len(BEST_FIRST)):
            number = min(room, (who >> _place(face, colour)) % (1 << SLOT))
            kept += number << _place(face, colour)
            room -= number
    return kept
