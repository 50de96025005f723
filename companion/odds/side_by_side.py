"""Options side by side: what each comes to, cell by cell, and which of them is worth most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from companion.engine.odds import Chance, Given, Heading, Odds
from companion.odds.chances import Chances
from companion.odds.zero_sum import Solution

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

    def rows(self, option: Given, *, exact: bool) -> list[Chance]:
        """Its chances if this is chosen, the smallest number first."""
        of = self.heading
        return [Chance(option, of.measure, p if exact else float(p), of.of, value) for value, p in self._chances]


class Best(NamedTuple):
    """What best play is worth; of several options which is the best one by itself and what each guarantees, and how
    often best play takes each where the other chooses at once."""

    value: Fraction | None = None
    safest: Given = None
    guarantees: tuple[tuple[Given, Fraction], ...] = ()
    mix: tuple[tuple[Given, Fraction], ...] = ()


UNNAMED = Best()
"""No option is called best, and nothing is said of what they are worth."""


def best_of(worths: Mapping[Given, Worth] | Mapping[Given, Fraction], *, alone: bool = False) -> Best:
    """The best of these options, of equals the first one. Of one option only what it is worth, if that is told
    `alone`."""
    first = {option: worth[0] if isinstance(worth, tuple) else worth for option, worth in worths.items()}
    best = max(worths, key=worths.__getitem__)
    if len(first) > 1:
        return Best(first[best], best, tuple(first.items()))
    return Best(first[best]) if alone else UNNAMED


def best_mix(options: Iterable[Given], play: Solution) -> Best:
    """Best play of a choice of both at once, from the side of who may choose these options."""
    every = tuple(options)
    mix = tuple((option, p) for option, p in zip(every, play.rows, strict=True) if p)
    return Best(play.value, every[play.pure], tuple(zip(every, play.guarantees, strict=True)), mix)


def side_by_side(
    title: str,
    goal: str,
    found: Mapping[Given, Iterable[Cell]],
    assumes: Iterable[str] = (),
    best: Best = UNNAMED,
    *,
    beside: Iterable[str] = (),
    error: float | None = None,
    worth_chance: bool = False,
) -> Odds:
    """Odds of options by their cells, which stand in the order of the columns; `error` is how far off they may be if
    they are not exact. The others are as in `Odds`."""
    columns: dict[Heading, None] = {}
    rows: list[Chance] = []
    for option, cells in found.items():
        for cell in cells:
            columns[cell.heading] = None
            rows += cell.rows(option, exact=error is None)
    there = {(row.measure, row.of) for row in rows}
    return Odds(
        title,
        goal,
        tuple(rows),
        tuple(heading for heading in columns if (heading.measure, heading.of) in there),
        tuple(dict.fromkeys(assumes)),
        exact=error is None,
        error=error,
        beside=tuple(beside),
        worth_chance=worth_chance,
        **best._asdict(),
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
