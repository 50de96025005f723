"""Options side by side: the columns that their rows have, and which of them is worth most."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol, TypeVar

from companion.engine.odds import Chance, Given, Heading, Odds, of_numbers
from companion.odds.chances import Chances

Worth = tuple[Fraction, ...]
"""What an option is worth to whoever chooses, the first number first."""


class Named(Protocol):
    """Whoever odds are about."""

    id: str
    name: str


N = TypeVar("N", bound=Named)


def numbers(option: Given, measure: str, found: Chances[int], of: str = "") -> list[Chance]:
    """One row per number: the chance of exactly so many, smallest first."""
    return of_numbers(option, measure, found.fractions().items(), of)


def columns(units: Iterable[N], texts: Callable[[N], Mapping[str, str]], rows: Iterable[Chance]) -> tuple[Heading, ...]:
    """The columns that these rows have, unit by unit; `texts` are the words over them by measure."""
    there = {(row.measure, row.of) for row in rows}
    return tuple(
        Heading(measure, unit.id, words, unit.name)
        for unit in {unit.id: unit for unit in units}.values()
        for measure, words in texts(unit).items()
        if (measure, unit.id) in there
    )


def compared(
    of: str,
    goal: str,
    rows: Sequence[Chance],
    headings: tuple[Heading, ...],
    assumes: Iterable[str],
    worths: Mapping[Given, Worth],
    *,
    best: bool = True,
    left_out: Fraction = Fraction(0),
) -> Odds:
    """Odds of options, with the `best` of several: of equals the first one listed. `left_out` is the chance of what was
    not looked at; they are exact where there is none."""
    safest = max(worths, key=worths.__getitem__) if best and len(worths) > 1 else None
    return Odds(
        of,
        goal,
        tuple(rows),
        headings,
        tuple(dict.fromkeys(assumes)),
        value=None if safest is None else worths[safest][0],
        safest=safest,
        guarantees=tuple((option, worth[0]) for option, worth in worths.items() if safest is not None),
        exact=not left_out,
        error=float(left_out) if left_out else None,
    )


def yes(
    title: str, goal: str, of: str, told: tuple[str, str], found: Mapping[Given, Fraction], assumes: Iterable[str] = ()
) -> Odds:
    """One yes of whoever has this id, by option; `told` are its measure and the words over its column."""
    rows = tuple(Chance(option, told[0], p, of) for option, p in found.items())
    return Odds(title, goal, rows, (Heading(told[0], of, told[1]),), tuple(assumes))


def outcomes(title: str, goal: str, of: str, found: Chances[tuple[str, str]]) -> Odds:
    """A roll that is read in a table: a column for each outcome, by its measure and the words for it."""
    rows = tuple(Chance(None, told[0], found.p(told), of) for told in found.weights)
    return Odds(title, goal, rows, tuple(Heading(measure, of, text) for measure, text in found.weights))
