"""The exact solution of a sealed choice: two players choose at once, and what one wins the other loses.

A linear program over integers: the tableau is pivoted without fractions (every division is exact), so that the mix and
the value are exact however large the denominators of the dice are.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from operator import ge
from typing import TypeVar

from companion.engine.frozen import frozen
from companion.odds.chances import Chances, mixed

T = TypeVar("T", bound=Hashable)

Matrix = Sequence[Sequence[int | Fraction]]
"""The pay-off to the row player; a row for each choice of its own, a column for each of the other's."""


@frozen
class Solution:
    """Best play of both: its `value` to the row player, the chances of each choice, which sum to 1, and what every row
    guarantees by itself against the worst reply; `pure` is the one that guarantees the most."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]
    guarantees: tuple[Fraction, ...]

    @property
    def pure(self) -> int:
        return max(range(len(self.guarantees)), key=self.guarantees.__getitem__)


def solve(payoff: Matrix, over: int = 1) -> Solution:
    """Best play of a zero-sum game of m rows and n columns, both at least 1; all pay-offs are divided by `over`.

    Raises ValueError if it is empty.
    """
    if not payoff or not payoff[0]:
        raise ValueError("a game needs a choice for each player")
    common = lcm(*(cell.denominator for row in payoff for cell in row))
    pays = [[int(cell * common) for cell in row] for row in payoff]
    kept, kept_2 = _undominated(pays)
    shift = 1 - min(map(min, pays))
    value, rows, columns = _simplex([[pays[at][to] + shift for to in kept_2] for at in kept])
    common *= over
    return Solution(
        (value - shift) / common,
        tuple(rows[kept.index(at)] if at in kept else Fraction(0) for at in range(len(pays))),
        tuple(columns[kept_2.index(to)] if to in kept_2 else Fraction(0) for to in range(len(pays[0]))),
        tuple(Fraction(min(row), common) for row in pays),
    )


def played(mix: Sequence[Fraction], of: Iterable[Chances[T]]) -> Chances[T]:
    """What comes of choices that are taken with these chances."""
    return mixed(zip(whole(mix), of, strict=True))


def whole(chances: Sequence[Fraction]) -> list[int]:
    """The chances as whole numbers in the same proportion."""
    common = lcm(*(p.denominator for p in chances))
    return [int(p * common) for p in chances]


def _undominated(pays: Sequence[Sequence[int]]) -> tuple[Sequence[int], Sequence[int]]:
    """The rows and columns that are left when choices that are nowhere better than another are taken away."""
    rows: Sequence[int] = range(len(pays))
    columns: Sequence[int] = range(len(pays[0]))
    while True:
        # A column is taken by the other player: what is less there is better.
        left = _best_of({at: [pays[at][to] for to in columns] for at in rows})
        left_2 = _best_of({to: [-pays[at][to] for at in left] for to in columns})
        if len(left) == len(rows) and len(left_2) == len(columns):
            return left, left_2
        rows, columns = left, left_2


def _best_of(choices: Mapping[int, Sequence[int]]) -> list[int]:
    """The choices that are left when those nowhere better than another that is left are taken away, one by one."""
    left = dict(choices)
    for place, worths in choices.items():
        if any(other != place and all(map(ge, more, worths)) for other, more in left.items()):
            del left[place]
    return [*left]


def _simplex(payoff: Sequence[Sequence[int]]) -> tuple[Fraction, tuple[Fraction, ...], tuple[Fraction, ...]]:
    """The value and the mixes of a game whose pay-offs are all at least 1.

    The column player maximises the sum of y with payoff·y ≤ 1, y ≥ 0; the game's value is 1 over that sum, and the mix
    of the row player is in the last row under the slack columns. The steepest column enters; after many pivots the
    smallest index does (Bland), so that it ends. Every division by the pivot before is exact.
    """
    m, n = len(payoff), len(payoff[0])
    width = n + m + 1
    tableau = [[*row, *(int(i == j) for j in range(m)), 1] for i, row in enumerate(payoff)]
    tableau.append([-1] * n + [0] * (m + 1))
    basis = list(range(n, n + m))
    before = 1
    pivots = 0
    while True:
        goal = tableau[m]
        column = min(range(width - 1), key=goal.__getitem__)
        if goal[column] >= 0:
            break
        pivots += 1
        if pivots > 4 * (m + n):
            column = next(j for j in range(width - 1) if goal[j] < 0)
        pivot_row = -1
        for i in range(m):
            entry = tableau[i][column]
            if entry <= 0:
                continue
            if pivot_row < 0:
                pivot_row = i
                continue
            ours, theirs = tableau[i][-1] * tableau[pivot_row][column], tableau[pivot_row][-1] * entry
            if ours < theirs or (ours == theirs and basis[i] < basis[pivot_row]):
                pivot_row = i
        pivot, source = tableau[pivot_row][column], tableau[pivot_row]
        for i in range(m + 1):
            if i != pivot_row:
                factor, row = tableau[i][column], tableau[i]
                tableau[i] = [
                    (cell * pivot - factor * other) // before for cell, other in zip(row, source, strict=True)
                ]
        basis[pivot_row] = column
        before = pivot
    total = tableau[m][-1]
    ends = {of: tableau[i][-1] for i, of in enumerate(basis)}
    columns = tuple(Fraction(ends.get(place, 0), total) for place in range(n))
    rows = tuple(Fraction(cell, total) for cell in tableau[m][n : n + m])
    return Fraction(before, total), rows, columns
