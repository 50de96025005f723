"""What aim tokens are worth before they are spent: each rolls the best dice again (attack steps 4a and 4b)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, lcm, prod
from operator import mul
from typing import Protocol, TypeVar

from companion.engine.dice import Face
from companion.engine.odds import Given, TooLarge
from companion.odds.chances import Chances, one_die, thrown
from companion.odds.rerolls import Landing, Rerolls, Rolling, Turn
from companion.odds.sums import Sums
from companion.rules.legion.dice import ATTACK, REROLLS
from companion.rules.legion.melee.figures import Attack, total
from companion.rules.legion.odds.figures import ByColour, Onward, Wounds, fork, pool_of
from companion.rules.legion.odds.rows import AIMED, ATTACKING, Prospect, assumptions, worth

SHOWN: tuple[Face, ...] = ("blank", "surge", "hit", "crit")
SLOT = 64
ONE: dict[Face, int] = {face: SLOT**place for place, face in enumerate(SHOWN)}
"""What dice show as one number: so many of each face."""

BEST_FIRST = tuple(sorted(ATTACK, key=lambda of: ATTACK[of].faces.count("blank")))
"""The colours of attack dice, those with the fewest blanks first: of dice that show the same these are rerolled."""

MOST_WORK = 170_000
"""What is weighed at most (`Rerolls`) for all aims: some 60 ms, more of many ends. Else fewer count."""

MOST_DICE = 36
"""A pool of more dice is not worked out: it would keep the players waiting."""

MOST_ROLLS, MOST_ENDS = 15_000, 1_000
"""Rolls of a pool that are told apart at most, and what its dice show in the end."""

Kinds = tuple[int, ...]
"""Dice by the places of their colours, the best first."""

Free = tuple[Kinds, ...]
"""The dice that may still go, by what they show: for each of the faces that are worth it."""

Shows = tuple[tuple[int, int], ...]
"""How many dice of one colour show what."""

ByHand = dict[Free, dict[int, int]]
"""Dice as they lie: by those that may still go and by what all show, with the ways to it."""

Worked = TypeVar("Worked")


def with_aims(known: Worked, most: int, prepare: Callable[[], Callable[[int], Worked]]) -> tuple[Worked, int]:
    """What is worked out with as many of these aims as players wait for, what is known without any if need be; and how
    many that are."""
    if most < 1:
        return known, 0
    found, counted = known, 0
    with suppress(TooLarge):
        work = prepare()
        for aims in range(1, most + 1):
            found, counted = work(aims), aims
    return found, counted


def held_odds(found: Mapping[Given, Prospect]) -> tuple[Mapping[Given, Prospect], int]:
    """These attacks, with as many of the aim tokens that their attacker holds as players wait for; and how many that
    are."""
    most = min((attack.attacker.aim for attack, _ in found.values()), default=0)

    def prepare() -> Callable[[int], Mapping[Given, Prospect]]:
        each = {of: (attack, best_aims(attack, most, share=len(found))) for of, (attack, _) in found.items()}
        return lambda aims: {of: (attack, best(aims, pool_of(attack))) for of, (attack, best) in each.items()}

    return with_aims(found, most, prepare)


def following(attack: Attack, aims: int, of: int) -> tuple[str, ...]:
    """What is assumed of what follows an attack roll, where so many aim tokens count `of` those that may be spent."""
    if not aims:
        return assumptions(attack, *ATTACKING)
    name, more = attack.attacker.name, of - aims
    counted = f"an aim of {name} rerolls" if aims == 1 else f"{aims} aims of {name} reroll"
    kept = f", {more} more {'are' if more > 1 else 'is'} kept" if more else ""
    return (f"{counted} the best dice{kept}", *assumptions(attack, *AIMED))


class Aimed(Protocol):
    """The wounds if dice are rolled beside those that lie, by colour and face, and so many aims are left."""

    def __call__(self, aims: int, pool: ByColour, lying: Iterable[tuple[str, Face]] = ()) -> Chances[Wounds]: ...


def best_aims(attack: Attack, most: int, number: int | None = None, share: int = 1) -> Aimed:
    """An attack with at most so many aims, each of which rerolls the best of its dice (`number`, or all of its pool):
    none, or as many as it may, one aim after the other. Of so many such questions that `share` the time. Raises
    TooLarge for more than is worked out."""
    dice = Aims(attack, dice_in(pool_of(attack)) if number is None else number, most)
    solver: Rerolls[Free] = Rerolls(dice, MOST_WORK // share)

    def rolled(aims: int, pool: ByColour, lying: Iterable[tuple[str, Face]] = ()) -> Chances[Wounds]:
        hands = dice.lying(most - aims, pool, lying)
        found = solver.best(((hand, 1, each) for hand, each in hands.items()), most - aims)
        return Chances(dice.sums.facts(found))

    return rolled


def unrolled(attack: Attack, pool: ByColour | None = None) -> Chances[Wounds]:
    """The wounds of an attack whose dice are still to be rolled, if nobody rerolls. Raises TooLarge for more than are
    worked out."""
    dice = pool_of(attack) if pool is None else pool
    if dice_in(dice) > MOST_DICE:
        raise TooLarge
    return Onward(attack).rolled(dice)


def dice_in(pool: ByColour) -> int:
    """How many dice a pool has."""
    return sum(count for _, count in pool)


class Aims:
    """So many aims of an attack of so many dice, each of which rerolls the best of those that lie then: a game of the
    solver of re-rolls.

    What dice show adds up to one number. Of dice that show the same, those with the fewest blanks go first; which of
    them may still go is all that is known of colours, so that positions that are worth the same are weighed once.

    Raises TooLarge where they show more than players wait for.
    """

    def __init__(self, attack: Attack, number: int, aims: int) -> None:
        then = fork(attack)
        then.aim_spent += 1
        self._onward = onward = Onward(then)
        self._faces = [face for face in SHOWN if onward.told or face != "surge"]
        if number > MOST_DICE or comb(number + len(self._faces) - 1, number) > MOST_ENDS:
            raise TooLarge
        ends = _ends(onward, self._faces, number)

        def gain(face: Face, other: Face) -> list[int]:
            """What dice gain if one of them shows the other face in place of this one."""
            by = ONE[other] - ONE[face]
            return [ends[shown + by][0] - had for shown, (had, _) in ends.items() if shown // ONE[face] % SLOT]

        told: list[Face] = ["surge"] if onward.told else []
        # A hit goes only where a crit is better; a blank that is worth no more than anything else always may.
        better: list[Face] = ["hit"] if any(more > 0 for more in gain("hit", "crit")) else []
        self._blanks_go = all(more >= 0 for face in ("hit", "crit", *told) for more in gain("blank", face))
        self._dice = [one_die(ATTACK[colour], self._counts) for colour in BEST_FIRST]
        self._goes = [ONE[face] for face in ("blank", *told, *better)]
        self._most = rerolls(attack)
        self.turns = (Turn(self._most, max),) * aims
        self.sides = lcm(*(die.total for die in self._dice))
        ways_of_one = sum(next(iter(ends.values()))[1].values())
        self.sums = Sums(ends, self.sides ** (number + self._most * aims) * ways_of_one)
        self.above = self.sums.above

    def lying(self, turn: int, dice: ByColour, lying: Iterable[tuple[str, Face]]) -> ByHand:
        """What these dice, still to be rolled, make of those that lie, by colour and face, before this aim. Raises
        TooLarge."""
        faces = len(self._faces)
        if prod(comb(count + faces - 1, count) for _, count in dice) > MOST_ROLLS:
            raise TooLarge
        lies: ByHand = {tuple(() for _ in self._goes): {0: 1}}
        for colour, face in lying:
            lies = self._thrown(turn, colour, Chances.certain(((self._counts(face), 1),)), lies)
        for colour, count in dice:
            lies = self._thrown(turn, colour, thrown(count, self._dice[BEST_FIRST.index(colour)]), lies)
        return lies

    def _thrown(self, turn: int, colour: str, falls: Chances[Shows], lies: ByHand) -> ByHand:
        """Dice that lie with these of one colour, in all ways they fall."""
        found: ByHand = {}
        for shows, more in falls:
            by = sum(shown * number for shown, number in shows)
            for free, each in lies.items():
                into = found.setdefault(self._with(free, BEST_FIRST.index(colour), shows, turn), {})
                for shown, ways in each.items():
                    into[shown + by] = into.get(shown + by, 0) + ways * more
        return found

    def options(self, turn: int, hand: Free) -> Iterator[tuple[Rolling, int, Free]]:
        """Every way to spend an aim, that with the fewest dice first."""
        room = self._room(turn + 1)
        for numbers in _numbers(tuple([min(self._most, len(there)) for there in hand]), self._most, self._blanks_go):
            rolling = [kind for number, there in zip(numbers, hand, strict=True) for kind in there[:number]]
            left = tuple([there[number : number + room] for number, there in zip(numbers, hand, strict=True)])
            yield tuple(sorted(rolling)), -sum(map(mul, numbers, self._goes)), left

    def landed(self, turn: int, hand: Free, rolling: Rolling) -> list[Landing[Free]]:
        """All falls of the first of these dice."""
        die = self._dice[rolling[0]]
        each = self.sides // die.total
        return [(ways * each, shown, self._with(hand, rolling[0], ((shown, 1),), turn)) for shown, ways in die]

    def end(self, hand: Free) -> list[tuple[int, int]]:
        """Nothing more: what dice show is settled as they land."""
        return [(0, 1)]

    def worth(self, settled: int) -> int:
        """What comes of dice that show this."""
        return self.sums.of[settled]

    def _counts(self, face: Face) -> int:
        return ONE[self._onward.spare if face == "surge" and not self._onward.told else face]

    def _room(self, turn: int) -> int:
        """How many dice that show the same may still go."""
        return (len(self.turns) - turn) * self._most

    def _with(self, free: Free, kind: int, shows: Shows, turn: int) -> Free:
        """The dice that may still go, and these more of one colour."""
        numbers, room = dict(shows), self._room(turn)
        return tuple(
            [
                _joined(there, kind, numbers[shown], room) if shown in numbers else there
                for shown, there in zip(self._goes, free, strict=True)
            ]
        )


@lru_cache(maxsize=1024)
def _numbers(there: tuple[int, ...], most: int, blanks_go: bool) -> list[tuple[int, ...]]:
    """How many dice may go of each face, blanks first, if there are so many, at most so many in all, and every blank
    that may if they always do: the fewest dice first."""
    each = sorted(product(*(range(number + 1) for number in there)), key=sum)
    found = [numbers for numbers in each if sum(numbers) <= most]
    return [of for of in found if not blanks_go or of[0] == min(there[0], most - sum(of[1:]))]


@lru_cache(maxsize=4096)
def _joined(dice: Kinds, kind: int, number: int, room: int) -> Kinds:
    """The best of these dice, and so many more of one colour."""
    return tuple(sorted((*dice, *(kind,) * number)))[:room]


def _ends(onward: Onward, faces: Sequence[Face], number: int) -> dict[int, tuple[int, dict[Wounds, int]]]:
    """What all that so many dice can show is worth, and in how many ways of a common number wounds come of it."""
    found = {
        sum(map(ONE.__getitem__, shown)): onward.wounds(onward.figures(onward.score(shown)))
        for shown in combinations_with_replacement(faces, number)
    }
    common = lcm(*(wounds.total for wounds in found.values()))
    return {
        shown: (
            int(worth(onward.attack, wounds) * common),
            {of: ways * (common // wounds.total) for of, ways in wounds},
        )
        for shown, wounds in found.items()
    }


def rerolls(attack: Attack) -> int:
    """The dice that one aim may reroll."""
    return REROLLS + total(attack.attack("rerolls"))
