"""Best play of dice that are rolled again: against trying everything, and what it knows when."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from companion.engine.odds import TooLarge
from companion.odds.chances import Chances
from companion.odds.rerolls import Landing, Rerolls, Rolling, Turn
from companion.odds.sums import Sums

Faces = tuple[int, ...]


class Sum:
    """Three-sided dice whose sum is wanted by one and not by the other; a die more is rolled when all is over."""

    sides = 3

    def __init__(self, *turns: Turn) -> None:
        self.turns = turns
        self.weighed: list[int] = []
        self.sums = Sums({total: (total * total, {total: 1}) for total in range(20)}, 3**9)
        self.above = self.sums.above

    def options(self, turn: int, hand: Faces) -> Iterator[tuple[Rolling, int, Faces]]:
        yield (), 0, hand
        for at in range(len(hand)):
            yield (0,), 0, (*hand[:at], *hand[at + 1 :])
            if self.turns[turn].most > 1:
                for place in range(at):
                    yield (0, 0), 0, tuple(of for n, of in enumerate(hand) if n not in (at, place))

    def landed(self, turn: int, hand: Faces, rolling: Rolling) -> Iterator[Landing[Faces]]:
        for face in (1, 2, 3):
            yield 1, 0, tuple(sorted((*hand, face)))

    def end(self, hand: Faces) -> list[tuple[int, int]]:
        return [(sum(hand) + face, 1) for face in (1, 2, 3)]

    def worth(self, settled: int) -> int:
        self.weighed.append(settled)
        return self.sums.of[settled]


def tried(game: Sum, turn: int, hand: Faces) -> dict[int, Fraction]:
    """The same by trying every use of every re-roll."""

    @cache
    def best(turn: int, hand: Faces) -> tuple[tuple[int, Fraction], ...]:
        if turn == len(game.turns):
            return tuple((sum(hand) + face, Fraction(1, 3)) for face in (1, 2, 3))
        each = []
        for rolling, _, left in game.options(turn, hand):
            hands = [left]
            for _ in rolling:
                hands = [tuple(sorted((*of, face))) for of in hands for face in (1, 2, 3)]
            found: dict[int, Fraction] = {}
            for of in hands:
                for total, p in best(turn + 1, of):
                    found[total] = found.get(total, Fraction(0)) + p / len(hands)
            each.append(tuple(sorted(found.items())))
        worths = [sum(total * total * p for total, p in of) for of in each]
        return each[worths.index(max(worths) if game.turns[turn].pick is max else min(worths))]

    return dict(best(turn, hand))


@pytest.mark.parametrize("turns", [(), (Turn(1, max),), (Turn(2, max), Turn(1, min)), (Turn(1, min), Turn(2, max))])
def test_every_re_roll_is_used_as_is_best_before_what_nobody_can_know(turns: tuple[Turn, ...]) -> None:
    for hand in ((1, 1, 2), (1, 2, 3), (2, 2, 2), (3, 3, 3)):
        game = Sum(*turns)
        best: Rerolls[Faces] = Rerolls(game, 10**6)
        assert Chances(game.sums.facts(best.best([(hand, 1, {0: 1})]))).fractions() == tried(Sum(*turns), 0, hand)


def test_what_is_too_much_is_known_before_anything_is_weighed() -> None:
    for most in (100, 1_000, 100_000):
        game = Sum(Turn(2, max), Turn(1, min))
        best: Rerolls[Faces] = Rerolls(game, most)
        if most < 100_000:
            with pytest.raises(TooLarge):
                best.best([((1, 1, 2), 1, {0: 1})])
        else:
            assert best.best([((1, 1, 2), 1, {0: 1})])
        assert bool(game.weighed) == (most == 100_000)
