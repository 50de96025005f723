"""The exact solution of a sealed choice: two players choose at once, and what one wins the other loses.

A linear program over integers: the tableau is pivoted without fractions (every division is exact), so that the mix and
the value are exact however large the denominators of the dice are.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from operator import ge

from companion.engine.frozen import frozen

Matrix = Sequence[Sequence[int | Fraction]]
"""The pay-off to the row player; a row for each choice of its own, a column for each of the other's."""


@frozen
class Solution:
    """Best play of both. `rows` and `columns` are the chances of each choice and sum to 1.

    `value` is what the row player gets on average; `pure` the row that guarantees the most, `guarantees` what every row
    guarantees by itself against the worst reply.
    """

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]
    guarantees: tuple[Fraction, ...]
    pure: int


def solve(payoff: Matrix, over: int = 1) -> Solution:
    """Best play of a zero-sum game of m rows and n columns, both at least 1; all pay-offs are divided by `over`.

    Raises ValueError if it is empty.
    """
    if not payoff or not payoff[0]:
        raise ValueError("a game needs a choice for each player")
    common = lcm(*(cell.denominator for row in payoff for cell in row))
    whole = [[int(cell * common) for cell in row] for row in payoff]
    kept_rows, kept_columns = _undominated(whole)
    low = min(min(row) for row in whole)
    shift = 1 - low
    small = [[whole[r][c] + shift for c in kept_columns] for r in kept_rows]
    value, rows, columns = _simplex(small)
    common *= over
    guarantees = tuple(Fraction(min(row), common) for row in whole)
    return Solution(
        (value - shift) / common,
        _spread(rows, kept_rows, len(whole)),
        _spread(columns, kept_columns, len(whole[0])),
        guarantees,
        max(range(len(guarantees)), key=guarantees.__getitem__),
    )


def exploitability(payoff: Matrix, solution: Solution) -> Fraction:
    """How much the best replies of both players gain together against this play: 0 if it is best play."""
    exact = [[Fraction(cell) for cell in row] for row in payoff]
    best_row = max(sum(p * cell for p, cell in zip(solution.columns, row, strict=True)) for row in exact)
    width = range(len(exact[0]))
    best_column = min(sum(p * row[c] for p, row in zip(solution.rows, exact, strict=True)) for c in width)
    return Fraction(best_row - best_column)


def _spread(chances: Sequence[Fraction], places: Sequence[int], size: int) -> tuple[Fraction, ...]:
    found = [Fraction(0)] * size
    for place, chance in zip(places, chances, strict=True):
        found[place] = chance
    return tuple(found)


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
