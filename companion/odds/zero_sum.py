"""The exact solution of a sealed choice: two players choose at once, and what one wins the other loses.

A linear program over integers: the tableau is pivoted without fractions (every division is exact), so that the mix and
the value are exact however large the denominators of the dice are.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from operator import ge
from typing import Protocol, TypeVar

from companion.engine.frozen import frozen
from companion.odds.chances import Chances, mixed

T = TypeVar("T", bound=Hashable)

Matrix = Sequence[Sequence[int | Fraction]]
"""The pay-off to the row player; a row for each choice of its own, a column for each of the other's."""


@frozen
class Play:
    """Best play of both: its `value` to the row player, and the chances of each choice, which sum to 1."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


@frozen
class Solution(Play):
    """The same with what every row guarantees by itself against the worst reply; `pure` is the one that guarantees the
    most."""

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
    kept_rows, kept_columns = _undominated(pays)
    low = min(min(row) for row in pays)
    shift = 1 - low
    small = [[pays[r][c] + shift for c in kept_columns] for r in kept_rows]
    value, rows, columns = _simplex(small)
    common *= over
    return Solution(
        (value - shift) / common,
        _spread(dict(zip(kept_rows, rows, strict=True)), len(pays)),
        _spread(dict(zip(kept_columns, columns, strict=True)), len(pays[0])),
        tuple(Fraction(min(row), common) for row in pays),
    )


class Pays(Protocol):
    """Pay-offs that are worked out as they are asked for, a whole row or column at a time: whole numbers, divided by
    `over`. Of `rows` choices of the row player and `columns` of the other, at least 1 of each."""

    rows: int
    columns: int

    @property
    def over(self) -> int:
        """What all pay-offs are divided by."""

    def row(self, place: int) -> Sequence[int]:
        """The pay-offs of one choice of the row player."""

    def column(self, place: int) -> Sequence[int]:
        """The pay-offs of one choice of the other."""


def best_play(pays: Pays, start: Sequence[Fraction] = (), below: Fraction | None = None) -> Play | None:
    """Best play if few of the pay-offs have to be known (a double oracle); exact.

    A game of some choices is solved, and each player adds the choice that does best against what the other plays in it,
    until neither can do better. `start` are chances of the columns that are likely near best play. None as soon as the
    value is certain to be less than `below`.
    """
    against = _weights(range(len(start)), start) or {0: 1}
    rows: dict[int, int] = {}
    ours: dict[int, None] = {}
    theirs = dict.fromkeys(against)
    while True:
        worths = _weighed([(weight, pays.column(place)) for place, weight in against.items()])
        reply = max(range(pays.rows), key=worths.__getitem__)
        most = Fraction(worths[reply], sum(against.values()))
        if below is not None and most < below * pays.over:
            return None
        if rows:
            worths = _weighed([(weight, pays.row(place)) for place, weight in rows.items()])
            answer = min(range(pays.columns), key=worths.__getitem__)
            least = Fraction(worths[answer], sum(rows.values()))
            if least == most:
                return Play(most / pays.over, _spread(rows, pays.rows), _spread(against, pays.columns))
            theirs[answer] = None
        ours[reply] = None
        small = [[row[place] for place in theirs] for row in map(pays.row, ours)]
        low = min(map(min, small))
        _, mix, others = _simplex([[pay - low + 1 for pay in row] for row in small])
        rows, against = _weights(ours, mix), _weights(theirs, others)


def played(mix: Sequence[Fraction], of: Iterable[Chances[T]]) -> Chances[T]:
    """What comes of choices that are taken with these chances."""
    return mixed(zip(whole(mix), of, strict=True))


def _weights(places: Iterable[int], chances: Sequence[Fraction]) -> dict[int, int]:
    """The places that are played, with their chances as whole numbers."""
    return {place: weight for place, weight in zip(places, whole(chances), strict=True) if weight}


def _weighed(lines: Sequence[tuple[int, Sequence[int]]]) -> Sequence[int]:
    """The sum of these lines, each so many times."""
    (weight, line), *more = lines
    found = [weight * each for each in line]
    for weight, line in more:
        found = [had + weight * each for had, each in zip(found, line, strict=True)]
    return found


def whole(chances: Sequence[Fraction]) -> list[int]:
    """The chances as whole numbers in the same proportion."""
    common = lcm(*(p.denominator for p in chances))
    return [int(p * common) for p in chances]


def _spread(weights: Mapping[int, int | Fraction], size: int) -> tuple[Fraction, ...]:
    """The chances of so many choices, of which these have weights."""
    total = sum(weights.values())
    return tuple(Fraction(weights.get(place, 0)) / total for place in range(size))


def _undominated(payoff: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """The rows and columns that are left when choices that are nowhere better than another are taken away."""
    rows = {place: list(row) for place, row in enumerate(payoff)}
    columns = list(range(len(payoff[0])))
    while True:
        found = _best_of(rows)
        # A column is taken by the other player: what is less there is better.
        transposed = [[-row[place] for row in found.values()] for place in range(len(columns))]
        kept = _best_of(dict(enumerate(transposed)))
        if len(found) == len(rows) and len(kept) == len(columns):
            return list(rows), columns
        rows = {place: [row[column] for column in kept] for place, row in found.items()}
        columns = [columns[place] for place in kept]


def _best_of(choices: dict[int, list[int]]) -> dict[int, list[int]]:
    """The choices that are left when those nowhere better than another that is left are taken away, one by one."""
    left = dict(choices)
    for place, worths in choices.items():
        if any(other != place and all(map(ge, more, worths)) for other, more in left.items()):
            del left[place]
    return left


def _simplex(payoff: Sequence[Sequence[int]]) -> tuple[Fraction, list[Fraction], list[Fraction]]:
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
    columns = [Fraction(0)] * n
    for i, of in enumerate(basis):
        if of < n:
            columns[of] = Fraction(tableau[i][-1], total)
    rows = [Fraction(tableau[m][n + i], total) for i in range(m)]
    return Fraction(before, total), rows, columns
