"""Attack dice that are thrown, and what aim tokens are worth before they are spent: each rolls the best dice again
(attack steps 4a and 4b)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, product
from math import comb, lcm, prod
from operator import mul

from companion.engine.dice import Face
from companion.engine.odds import TooLarge
from companion.odds.chances import Chances, one_die, thrown
from companion.odds.rerolls import Landing, Lying, Rerolls, Rolling, Turn
from companion.odds.sums import Sums
from companion.rules.legion.dice import ATTACK, REROLLS
from companion.rules.legion.melee.figures import Attack, total
from companion.rules.legion.odds.figures import ONE, SLOT, Onward, Wounds, fork
from companion.rules.legion.odds.rows import Prospect, worth

BEST_FIRST = tuple(sorted(ATTACK, key=lambda of: ATTACK[of].faces.count("blank")))
"""The colours of attack dice, those with the fewest blanks first: of dice that show the same these are rerolled."""

MOST_WORK = 170_000
"""What is weighed at most (`Rerolls`) for all aims: some 60 ms, more of many ends. Else fewer count."""

MOST_DICE = 36
"""A pool of more dice is not worked out: it would keep the players waiting."""

MOST_ROLLS, MOST_ENDS = 15_000, 1_000
"""Rolls of a pool that are told apart at most, and what its dice show in the end."""

Kind = tuple[str, Face]
"""A die by its colour and what it shows."""

Free = tuple[tuple[int, ...], ...]
"""The dice that may still go, for each of the faces that are worth it: the places of their colours, the best first."""

Shows = tuple[tuple[int, int], ...]
"""How many dice of one colour show what."""


class Throw:
    """Dice of an attack that are to be rolled, by colour, beside those that lie."""

    def __init__(self, onward: Onward, pool: Sequence[str], lying: Sequence[Kind] = ()) -> None:
        self.onward, self.pool, self.lying = onward, pool, lying
        self.attack = onward.attack
        self.number = len(pool) + len(lying)

    @cached_property
    def wounds(self) -> Chances[Wounds]:
        """What comes of it if nobody rerolls. Raises TooLarge for more dice than are worked out."""
        if len(self.pool) > MOST_DICE:
            raise TooLarge
        return self.onward.rolled(self.pool, [face for _, face in self.lying])

    @property
    def prospect(self) -> Prospect:
        """The attack with these wounds."""
        return self.attack, self.wounds


def aimed(throws: Collection[Throw], most: int) -> tuple[list[Chances[Wounds]], int]:
    """What comes of these throws with as many of so many aims as players wait for, and how many that are."""
    found, counted = [throw.wounds for throw in throws], 0
    if most and throws:
        with suppress(TooLarge):
            numbers = {throw.onward: throw.number for throw in throws}
            games = {onward: Aims(onward.attack, number, most) for onward, number in numbers.items()}
            solvers = {onward: Rerolls(game, MOST_WORK // len(games)) for onward, game in games.items()}
            for turn in reversed(range(most)):
                each = [(games[of.onward], solvers[of.onward], of) for of in throws]
                found = [Chances(game.sums.facts(solver.best(game.lying(turn, of), turn))) for game, solver, of in each]
                counted = most - turn
    return found, counted


class Aims:
    """At most so many aims of an attack of so many dice, each of which rerolls the best of those that lie then: none,
    or as many as it may. A game of the solver of re-rolls.

    What dice show adds up to one number. Of dice that show the same, those with the fewest blanks go first; which of
    them may still go is all that is known of colours, so that positions that are worth the same are weighed once.

    Raises TooLarge where they show more than players wait for.
    """

    def __init__(self, attack: Attack, number: int, aims: int) -> None:
        then = fork(attack)
        then.aim_spent += 1
        self._onward = onward = Onward(then)
        told: list[Face] = ["surge"] if onward.told else []
        faces: list[Face] = ["blank", *told, "hit", "crit"]
        self._faces = len(faces)
        if number > MOST_DICE or comb(number + len(faces) - 1, number) > MOST_ENDS:
            raise TooLarge
        shown_in_all = [sum(map(ONE.__getitem__, shows)) for shows in combinations_with_replacement(faces, number)]
        ends = {shown: onward.lain(shown) for shown in shown_in_all}
        ways = lcm(*(wounds.total for wounds in ends.values()))
        worths = {shown: int(worth(attack, wounds) * ways) for shown, wounds in ends.items()}

        def gain(face: Face, other: Face) -> list[int]:
            """What dice gain if one of them shows the other face in place of this one."""
            by = ONE[other] - ONE[face]
            return [worths[shown + by] - had for shown, had in worths.items() if shown // ONE[face] % SLOT]

        # A hit goes only where a crit is better; a blank that is worth no more than anything else always may.
        better: list[Face] = ["hit"] if any(more > 0 for more in gain("hit", "crit")) else []
        self._goes = [ONE[face] for face in ("blank", *told, *better)]
        self._blanks_go = all(more >= 0 for face in faces[1:] for more in gain("blank", face))
        self._dice = [one_die(ATTACK[colour], self._counts) for colour in BEST_FIRST]
        self._most = most = REROLLS + total(attack.attack("rerolls"))
        self.turns = (Turn(most, max),) * aims
        self.sides = lcm(*(die.total for die in self._dice))
        facts = {
            shown: (worths[shown], {of: count * (ways // wounds.total) for of, count in wounds})
            for shown, wounds in ends.items()
        }
        self.sums = Sums(facts, self.sides ** (number + most * aims) * ways)
        self.above = self.sums.above

    def lying(self, turn: int, throw: Throw) -> list[Lying[Free]]:
        """How the dice lie before this aim: by those that may still go and by what all show. Raises TooLarge."""
        pool = Counter(throw.pool)
        if prod(comb(count + self._faces - 1, count) for count in pool.values()) > MOST_ROLLS:
            raise TooLarge
        falls: list[tuple[str, Chances[Shows]]] = [
            (colour, Chances.certain(((self._counts(face), 1),))) for colour, face in throw.lying
        ]
        falls += [(colour, thrown(count, self._dice[BEST_FIRST.index(colour)])) for colour, count in pool.items()]
        lies: dict[Free, dict[int, int]] = {tuple(() for _ in self._goes): {0: 1}}
        for colour, fall in falls:
            found: dict[Free, dict[int, int]] = {}
            for shows, more in fall:
                by = sum(shown * number for shown, number in shows)
                for free, each in lies.items():
                    into = found.setdefault(self._with(free, BEST_FIRST.index(colour), shows, turn), {})
                    for shown, ways in each.items():
                        into[shown + by] = into.get(shown + by, 0) + ways * more
            lies = found
        return [(free, 1, each) for free, each in lies.items()]

    def options(self, turn: int, hand: Free) -> Iterator[tuple[Rolling, int, Free]]:
        """Every way to spend an aim, that with the fewest dice first."""
        most, room = self._most, self._room(turn + 1)
        for numbers in _numbers(tuple([min(most, len(there)) for there in hand]), most, self._blanks_go):
            rolling = [kind for number, there in zip(numbers, hand, strict=True) for kind in there[:number]]
            left = tuple([there[number : number + room] for number, there in zip(numbers, hand, strict=True)])
            yield tuple(sorted(rolling)), -sum(map(mul, numbers, self._goes)), left

    def landed(self, turn: int, hand: Free, rolling: Rolling) -> Iterator[Landing[Free]]:
        """All falls of the first of these dice."""
        die = self._dice[rolling[0]]
        for shown, ways in die:
            yield ways * (self.sides // die.total), shown, self._with(hand, rolling[0], ((shown, 1),), turn)

    def end(self, hand: Free) -> Iterable[tuple[int, int]]:
        """Nothing more: what dice show is settled as they land."""
        return [(0, 1)]

    def worth(self, settled: int) -> int:
        """What comes of dice that show this."""
        return self.sums.of[settled]

    def _counts(self, face: Face) -> int:
        return ONE[self._onward.spare if face == "surge" and not self._onward.told else face]

    def _room(self, turn: int) -> int:
        """How many dice that show the same may still go."""
        return self._most * (len(self.turns) - turn)

    def _with(self, free: Free, kind: int, shows: Shows, turn: int) -> Free:
        """The dice that may still go, and these more of one colour."""
        room = self._room(turn)
        for shown, number in shows:
            if shown in self._goes:
                at = self._goes.index(shown)
                free = (*free[:at], tuple(sorted((*free[at], *(kind,) * number)))[:room], *free[at + 1 :])
        return free


@lru_cache(maxsize=1024)
def _numbers(there: tuple[int, ...], most: int, blanks_go: bool) -> list[tuple[int, ...]]:
    """How many dice may go of each face, blanks first, if there are so many, at most so many in all, and every blank
    that may if they always do: the fewest dice first."""
    each = sorted(product(*(range(number + 1) for number in there)), key=sum)
    found = [numbers for numbers in each if sum(numbers) <= most]
    return [of for of in found if not blanks_go or of[0] == min(there[0], most - sum(of[1:]))]
