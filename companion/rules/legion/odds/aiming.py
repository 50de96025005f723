"""What aim tokens are worth before they are spent: each rolls the best dice again (attack steps 4a and 4b)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import comb, lcm, prod
from typing import TypeVar

from companion.engine.dice import Face
from companion.engine.odds import Given, TooLarge
from companion.odds.again import Again
from companion.odds.chances import Chances, one_die
from companion.rules.legion.dice import ATTACK, REROLLS
from companion.rules.legion.melee.figures import Attack, total
from companion.rules.legion.odds.dice import Pool
from companion.rules.legion.odds.figures import Onward, Wounds, fork, pool_of
from companion.rules.legion.odds.rows import AIMED, ATTACKING, Prospect, assumptions, worth

SHOWN: tuple[Face, ...] = ("blank", "surge", "hit", "crit")
SLOT = 64
ONE: dict[Face, int] = {face: SLOT**place for place, face in enumerate(SHOWN)}
"""What dice show as one number: so many of each face."""

BEST_FIRST = tuple(sorted(ATTACK, key=lambda of: ATTACK[of].faces.count("blank")))
"""The colours of attack dice, those with the fewest blanks first: of dice that show the same these are rerolled."""

MOST_ROLLS, MOST_WORK = 15_000, 150_000
"""Rolls that are told apart at most, of all pools that are compared; and those times the ways to spend an aim, of
several aims times the square of the ways to spend those after the first."""

MOST_DICE, FEW_DICE = 24, 16
"""Dice of a pool at most; the fewer where tokens or Critical make surges matter."""

Worked = TypeVar("Worked")


def with_aims(
    work: Callable[[int], Worked], most: int, fits: Callable[[int], bool] = lambda aims: True
) -> tuple[Worked, int]:
    """What is worked out with as many of these aims as players wait for, none if need be; and how many that are."""
    for aims in range(most, 0, -1):
        try:
            if fits(aims):
                return work(aims), aims
        except TooLarge:
            continue
    return work(0), 0


def held_odds(found: Mapping[Given, Prospect]) -> tuple[Mapping[Given, Prospect], int]:
    """These attacks, with as many of the aim tokens that their attacker holds as players wait for; and how many that
    are."""

    def work(aims: int) -> Mapping[Given, Prospect]:
        if not aims:
            return found
        return {option: (attack, aimed(attack, aims, len(found))) for option, (attack, _) in found.items()}

    return with_aims(work, min((attack.attacker.aim for attack, _ in found.values()), default=0))


def following(attack: Attack, aims: int, of: int) -> tuple[str, ...]:
    """What is assumed of what follows an attack roll, where so many aim tokens count `of` those that may be spent."""
    if not aims:
        return assumptions(attack, *ATTACKING)
    name, more = attack.attacker.name, of - aims
    counted = f"an aim of {name} rerolls" if aims == 1 else f"{aims} aims of {name} reroll"
    kept = f", {more} more {'are' if more > 1 else 'is'} kept" if more else ""
    return (f"{counted} the best dice{kept}", *assumptions(attack, *AIMED))


def aimed(attack: Attack, aims: int = 1, pools: int = 1) -> Chances[Wounds]:
    """The wounds of an attack, of which each of so many aims rerolls the best: none, or as many as it may, one aim
    after the other. So many `pools` are compared.

    Raises TooLarge where that would keep the players waiting.
    """
    dice = pool_of(attack)
    return Aims(attack, sum(count for _, count in dice), aims).rolled(dice, pools=pools)


class Aims:
    """So many aims of an attack of so many dice, each of which rerolls the best of those that lie then.

    Raises TooLarge for more dice than players wait for.
    """

    def __init__(self, attack: Attack, number: int, aims: int) -> None:
        then = fork(attack)
        then.aim_spent += 1
        self._onward = onward = Onward(then)
        if number > (FEW_DICE if onward.told else MOST_DICE):
            raise TooLarge
        worths = self._worths(number)

        def gain(face: Face, other: Face) -> list[int]:
            """What dice gain if one of them shows the other face in place of this one."""
            by = ONE[other] - ONE[face]
            return [worths[shown + by] - had for shown, had in worths.items() if shown // ONE[face] % SLOT]

        told: list[Face] = ["surge"] if onward.told else []
        # A hit goes only where a crit is better; a blank that is worth no more than anything else always may.
        better: list[Face] = ["hit"] if any(more > 0 for more in gain("hit", "crit")) else []
        least = all(more >= 0 for face in ("hit", "crit", *told) for more in gain("blank", face))
        kinds = [one_die(ATTACK[colour], self._counts) for colour in BEST_FIRST]
        goes, again = [ONE[face] for face in ("blank", *told, *better)], rerolls(attack)
        ways = comb(len(goes) + again, again)
        self._ways = ways if aims == 1 else (ways * (aims - 1)) ** 2
        self._again = Again(kinds, goes, worths, aims, again, ONE["blank"] if least else None)

    def rolled(self, dice: Pool, lying: Iterable[tuple[str, Face]] = (), pools: int = 1) -> Chances[Wounds]:
        """The wounds if these dice are rolled beside those that lie, by colour and face; one of so many `pools`.

        Raises TooLarge where that would keep the players waiting.
        """
        rolls = _rolls_of(self._onward, dice) * pools
        if rolls > MOST_ROLLS or rolls * self._ways > MOST_WORK:
            raise TooLarge
        lies = self._again.lying((BEST_FIRST.index(colour), self._counts(face)) for colour, face in lying)
        counts = dict(dice)
        found = self._again.rolled([counts.get(colour, 0) for colour in BEST_FIRST], lies)
        return self._onward.scored(self._again.played(found).map(lambda shown: self._onward.score(_listed(shown))))

    def _counts(self, face: Face) -> int:
        return ONE[self._onward.spare if face == "surge" and not self._onward.told else face]

    def _worths(self, number: int) -> dict[int, int]:
        """What all that so many dice can show is worth, over a common number."""
        onward = self._onward
        worths = {
            shown: worth(onward.attack, onward.wounds(onward.figures(onward.score(_listed(shown)))))
            for shown in _faces(number, onward.told)
        }
        common = lcm(*(value.denominator for value in worths.values()))
        return {shown: value.numerator * (common // value.denominator) for shown, value in worths.items()}


def rerolls(attack: Attack) -> int:
    """The dice that one aim may reroll."""
    return REROLLS + total(attack.attack("rerolls"))


def _rolls_of(onward: Onward, dice: Pool) -> int:
    """How many rolls of a pool are told apart."""
    faces = 4 if onward.told else 3
    return prod(comb(count + faces - 1, faces - 1) for _, count in dice)


def _listed(shown: int) -> list[Face]:
    return [face for face in SHOWN for _ in range(shown // ONE[face] % SLOT)]


def _faces(number: int, surges: bool) -> Iterator[int]:
    """All that so many dice can show."""
    for crits in range(number + 1):
        for hits in range(number - crits + 1):
            left = number - crits - hits
            for surge in range(left + 1 if surges else 1):
                yield (left - surge) + surge * ONE["surge"] + hits * ONE["hit"] + crits * ONE["crit"]
