"""What aim tokens are worth before they are spent: each rolls the best dice again (attack steps 4a and 4b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import comb, lcm, prod
from typing import NamedTuple

from companion.engine.dice import Face
from companion.engine.odds import TooLarge
from companion.odds.again import Again
from companion.odds.chances import Chances, one_die
from companion.rules.legion.dice import ATTACK, REROLLS
from companion.rules.legion.melee.figures import Attack, total
from companion.rules.legion.odds.dice import Pool
from companion.rules.legion.odds.figures import Onward, Wounds, fork
from companion.rules.legion.odds.rows import worth

SHOWN = ("blank", "surge", "hit", "crit")
SLOT = 64
ONE: dict[str, int] = {face: SLOT**place for place, face in enumerate(SHOWN)}
"""What dice show as one number: so many of each face."""

BEST_FIRST = tuple(sorted(ATTACK, key=lambda of: ATTACK[of].faces.count("blank")))
"""The colours of attack dice, those with the fewest blanks first: of dice that show the same these are rerolled."""

MOST_ROLLS = 15_000
"""Rolls of a pool that are told apart at most."""

MOST_DICE, FEW_DICE = 24, 16
"""Dice of a pool at most; the fewer where tokens or Critical make surges matter."""

FEW_ROLLS, SURGES = 6_000, 6
"""Rolls of all pools that are told apart at most, for each aim after the first. Where surges are told apart each roll
counts as so many."""


class HeldAims(NamedTuple):
    """The wounds of attacks by option, with so many of the aim tokens that their attacker holds already."""

    wounds: Mapping[str, Chances[Wounds]]
    aims: int


def held_odds(pools: Mapping[str, tuple[Attack, Pool]]) -> HeldAims:
    """The wounds of each attack with as many of the aim tokens that its attacker holds as players wait for, by option.

    Empty where none holds any, or where one alone would keep the players waiting.
    """
    rolls = more = 0
    for attack, dice in pools.values():
        onward = Onward(attack)
        each = _rolls_of(onward, dice)
        rolls += each
        more += each * (SURGES if surges_of(onward) == "surge" else 1)
    for aims in range(min((attack.attacker.aim for attack, _ in pools.values()), default=0), 0, -1):
        if rolls > MOST_ROLLS or more * (aims - 1) > FEW_ROLLS:
            continue
        try:
            return HeldAims({option: aimed(*each, aims) for option, each in pools.items()}, aims)
        except TooLarge:
            continue
    return HeldAims({}, 0)


def held_words(attack: Attack, aims: int, of: int) -> str:
    """What is assumed where so many aim tokens count `of` those that may be spent."""
    name, more = attack.attacker.name, of - aims
    counted = f"an aim of {name} rerolls" if aims == 1 else f"{aims} aims of {name} reroll"
    return f"{counted} the best dice" + (f", {more} more {'are' if more > 1 else 'is'} kept" if more else "")


def aimed(attack: Attack, dice: Pool, aims: int = 1) -> Chances[Wounds]:
    """The wounds of an attack with these dice, of which each of so many aims rerolls the best: none, or as many as it
    may, one aim after the other.

    Raises TooLarge where that would keep the players waiting.
    """
    return Aims(attack, sum(count for _, count in dice), aims).rolled(dice)


class Aims:
    """So many aims of an attack of so many dice, each of which rerolls the best of those that lie then.

    Raises TooLarge for more dice than players wait for.
    """

    def __init__(self, attack: Attack, number: int, aims: int) -> None:
        then = fork(attack)
        then.aim_spent += 1
        self._onward = Onward(then)
        self._surges = surges_of(self._onward)
        if number > (FEW_DICE if self._surges == "surge" else MOST_DICE):
            raise TooLarge
        worths = self._worths(number)
        shown = [face for face in SHOWN if face != "surge" or self._surges == "surge"]
        # A hit goes only where a crit is better; a blank that is worth no more than anything else always may.
        better = any(_gain(worths, faces, "hit", "crit") > 0 for faces in worths)
        least = all(_gain(worths, faces, "blank", face) >= 0 for faces in worths for face in shown)
        goes = [ONE[face] for face in shown if face == "blank" or face == "surge" or (face == "hit" and better)]
        kinds = [one_die(ATTACK[colour], self._counts) for colour in BEST_FIRST]
        self._again = Again(
            kinds, goes, worths, aims, REROLLS + total(attack.attack("rerolls")), ONE["blank"] if least else None
        )

    def rolled(self, dice: Pool, lying: Iterable[tuple[str, Face]] = ()) -> Chances[Wounds]:
        """The wounds if these dice are rolled beside those that lie, by colour and face.

        Raises TooLarge where that would keep the players waiting.
        """
        if _rolls_of(self._onward, dice) > MOST_ROLLS:
            raise TooLarge
        lies = self._again.lying((BEST_FIRST.index(colour), self._counts(face)) for colour, face in lying)
        counts = dict(dice)
        found = self._again.rolled([counts.get(colour, 0) for colour in BEST_FIRST], lies)
        return self._onward.scored(self._again.played(found).map(lambda faces: self._onward.score(_listed(faces))))

    def _counts(self, face: Face) -> int:
        return ONE[self._surges if face == "surge" else str(face)]

    def _worths(self, number: int) -> dict[int, int]:
        """What all that so many dice can show is worth, over a common number."""
        onward = self._onward
        worths = {
            faces: worth(onward.attack, onward.wounds(onward.figures(onward.score(_listed(faces)))))
            for faces in _faces(number, self._surges == "surge")
        }
        common = lcm(*(value.denominator for value in worths.values()))
        return {faces: value.numerator * (common // value.denominator) for faces, value in worths.items()}


def surges_of(onward: Onward) -> str:
    """What every surge is: `surge` where they are told apart, for a number of them is worth more than the others."""
    return "surge" if onward.critical + onward.attack.attacker.surge else onward.chart or "blank"


def _rolls_of(onward: Onward, dice: Pool) -> int:
    """How many rolls of a pool are told apart."""
    shown = len(SHOWN) - (surges_of(onward) != "surge")
    return prod(comb(count + shown - 1, shown - 1) for _, count in dice)


def _gain(worths: Mapping[int, int], faces: int, face: str, other: str) -> int:
    """What these dice gain if one of them shows the other face in place of this one; 0 where none shows it."""
    return worths[faces - ONE[face] + ONE[other]] - worths[faces] if faces // ONE[face] % SLOT else 0


def _listed(faces: int) -> list[Face]:
    return [face for face in SHOWN for _ in range(faces // ONE[face] % SLOT)]


def _faces(number: int, surges: bool) -> Iterator[int]:
    """All that so many dice can show."""
    for crits in range(number + 1):
        for hits in range(number - crits + 1):
            left = number - crits - hits
            for surge in range(left + 1 if surges else 1):
                yield (left - surge) + surge * ONE["surge"] + hits * ONE["hit"] + crits * ONE["crit"]
