"""Options side by side: what each comes to, cell by cell, and which of them is worth most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from companion.engine.odds import Chance, Given, Heading, Odds
from companion.odds.chances import Chances

Worth = tuple[Fraction, ...]
"""What an option is worth to whoever chooses, the first number first."""


def together(worths: Iterable[Worth]) -> Worth:
    """The sum of what several are worth."""
    return tuple(sum(each, Fraction(0)) for each in zip(*worths, strict=True))


class Cell:
    """What an option comes to in one column: the chance of a yes, or of each number; none where nothing is known.

    The column is that of a measure and the id of a unit, with the words over it and the name in them (`Heading`).
    """

    def __init__(
        self, measure: str, of: str, words: str, found: Fraction | Chances[int] | None, name: str = ""
    ) -> None:
        self.heading = Heading(measure, of, words, name)
        self._chances: Sequence[tuple[int | None, Fraction]]
        if isinstance(found, Chances):
            self._chances = sorted(found.fractions().items())
        else:
            self._chances = [] if found is None else [(None, found)]

    def rows(self, option: Given) -> list[Chance]:
        """Its chances if this is chosen, the smallest number first."""
        of = self.heading
        return [Chance(option, of.measure, p, of.of, value) for value, p in self._chances]


def side_by_side(
    title: str,
    goal: str,
    found: Mapping[Given, Iterable[Cell]],
    assumes: Iterable[str] = (),
    worths: Mapping[Given, Worth] | None = None,
    *,
    left_out: Fraction = Fraction(0),
) -> Odds:
    """Odds of options by their cells, which stand in the order of the columns. Of several that have a worth the best is
    named, of equals the first one listed.

    `left_out` is the chance of what was not looked at; they are exact where there is none.
    """
    columns: dict[Heading, None] = {}
    rows: list[Chance] = []
    for option, cells in found.items():
        for cell in cells:
            columns[cell.heading] = None
            rows += cell.rows(option)
    there = {(row.measure, row.of) for row in rows}
    compared = worths if worths and len(worths) > 1 else {}
    best = max(compared, key=compared.__getitem__, default=None)
    return Odds(
        title,
        goal,
        tuple(rows),
        tuple(heading for heading in columns if (heading.measure, heading.of) in there),
        tuple(dict.fromkeys(assumes)),
        value=compared[best][0] if compared else None,
        safest=best,
        guarantees=tuple((option, worth[0]) for option, worth in compared.items()),
        exact=not left_out,
        error=float(left_out) if left_out else None,
    )


def yes(
    title: str, goal: str, of: str, told: tuple[str, str], found: Mapping[Given, Fraction], assumes: Iterable[str] = ()
) -> Odds:
    """One yes of whoever has this id, by option; `told` are its measure and the words over its column."""
    return side_by_side(title, goal, {option: [Cell(told[0], of, told[1], p)] for option, p in found.items()}, assumes)


def outcomes(title: str, goal: str, of: str, found: Chances[tuple[str, str]]) -> Odds:
    """A roll that is read in a table: a column for each outcome, by its measure and the words for it."""
    cells = [Cell(measure, of, words, p) for (measure, words), p in found.fractions().items()]
    return side_by_side(title, goal, {None: cells})
