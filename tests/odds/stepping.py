"""Odds against play, one roll at a time: what stands before a roll is the average of what stands after it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from companion.engine.odds import Given, Odds
from companion.engine.registry import find
from companion.engine.requests import Roll
from companion.engine.session import Session
from companion.play.random_player import RandomPlayer
from tests.examples import present, table_of
from tests.odds.explorer import Held, falls

Column = tuple[str, str, int | None]
"""A measure, whom it is about, and the number that it is the chance of."""


def columns(found: Odds, option: Given = None) -> dict[Column, Fraction]:
    """The rows of one option that can happen at all."""
    return {(row.measure, row.of, row.value): Fraction(row.p) for row in found.rows if row.option == option and row.p}


def column(found: Odds, measure: str, of: str, option: Given = None) -> dict[int | None, Fraction]:
    """The numbers of one cell that can happen at all."""
    rows = (row for row in found.rows if (row.option, row.measure, row.of) == (option, measure, of) and row.p)
    return {row.value: Fraction(row.p) for row in rows}


def check_rows(found: Odds) -> None:
    """Every chance is one, exact numbers come to one, and each column has its own rows."""
    totals: dict[tuple[str, str, str], Fraction] = {}
    for row in found.rows:
        assert 0 <= row.p <= 1
        if row.value is not None:
            key = (row.option, row.measure, row.of)
            totals[key] = totals.get(key, Fraction(0)) + Fraction(row.p)
    assert set(totals.values()) <= {Fraction(1)} or not found.exact
    columns_ = [(heading.measure, heading.of) for heading in found.headings]
    assert len(set(columns_)) == len(columns_)
    assert set(columns_) <= {(row.measure, row.of) for row in found.rows}


def odds_of(session: Session) -> Odds:
    """The odds of the request that stands; there must be some, and well made."""
    found = session.odds()
    assert found is not None, session.request and session.request.key
    check_rows(found)
    return found


def after_the_roll(session: Held, read: Callable[[Held], Mapping[Column, Fraction] | None]) -> dict[Column, Fraction]:
    """The average over all falls of the roll that stands: of `read`, or where that is None of the odds asked next."""
    request = present(session.request, Roll)
    known: dict[Column, Fraction] = {}
    total = 0
    for faces, weight in falls(request.dice):
        session.answer(faces, by=request.side)
        found = read(session)
        if found is None:
            found = columns(odds_of(session))
        session.undo()
        total += weight
        for column, p in found.items():
            known[column] = known.get(column, Fraction(0)) + weight * p
    return {column: p / total for column, p in known.items()}


def only(found: Mapping[Column, Fraction], *measures: str) -> dict[Column, Fraction]:
    """The columns of these measures."""
    return {column: p for column, p in found.items() if column[0] in measures}


def moments(game: str, seeds: Iterable[int], inputs: int) -> Iterator[Session]:
    """Random games of the example, one a seed, each before every input."""
    rules = find(game)
    for seed in seeds:
        session, player = Session(table_of(rules), rng=Random(seed)), RandomPlayer(Random(seed))
        for _ in range(inputs):
            if session.run is None and session.table.over is not None:
                break
            yield session
            player.step(session)


def answer(session: Session, value: Any) -> None:
    """Answers the open request for whoever is asked."""
    session.answer(value, by=present(session.request).side)
