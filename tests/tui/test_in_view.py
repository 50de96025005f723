"""On small screens every row of standing that the open request's odds, cost or numbers read is in view."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from companion.engine import registry
from companion.engine.session import Session
from companion.frontend.saying.limits import costs_of
from companion.play.random_player import RandomPlayer
from companion.tui.widgets.fight import fighters, label, life_left, life_row, reasons_of
from companion.tui.widgets.stage import is_pair
from tests.examples import request_of, table_of
from tests.searching import one_in
from tests.tui.fakes import MemoryOpened, app, press, screen_text, show

MOST = 12
"""Requests of a game that are looked at."""
SIZES = [(60, 20), (80, 24)]


def asked(game: str) -> Iterator[MemoryOpened]:
    """A random game at requests of a fight, one of each name."""
    opened, rng = MemoryOpened(table_of(game), seed=2), Random(2)
    player, seen = RandomPlayer(rng), set[str]()
    for _ in range(900):
        session = opened.session
        request = session.request
        if request is not None and session.standings and request.name not in seen:
            seen.add(request.name)
            yield opened
        if len(seen) == MOST or session.table.over is not None:
            return
        player.step(session)


def missing(session: Session, text: str) -> Iterator[str]:
    """What the request reads of those who fight, and the screen does not say."""
    request, table = request_of(session), session.table
    words = " ".join(text.split()).casefold().replace("-", "−")
    odds = session.odds(request)
    told = {heading.of for heading in odds.headings} if odds is not None else set()
    main = fighters(session.standings)
    yield from (f"{one.name}: its name" for one in main if one.of in told and one.name.casefold() not in words)
    for one in main if is_pair(session.standings) else []:
        reads = {cost.field for cost in costs_of(request) if cost.of == one.of} | {*reasons_of(one, request.tally)}
        for row in one.rows:
            shown = f"{label(row)} {row.value}".casefold().replace("-", "−") in words
            in_title = str(row.value) in request.title.replace("?", " ").split()
            if row.key in reads and life_left(row) is None and not shown and not in_title:
                paid = [cost for cost in costs_of(request) if (cost.of, cost.field) == (one.of, row.key)]
                if not any(cost.sentence(each=each).casefold() in words for cost in paid for each in (False, True)):
                    yield f"{request.title}: {one.name}: {row.label} {row.value}"
    for one in main:
        life = life_row(table, one)
        left = life_left(life) if life is not None else None
        # A single pip says it without a number.
        if one.of in told and life is not None and left and life.max != 1 and str(left) not in words.split():
            yield f"{request.title}: {one.name}: its health"


@pytest.mark.parametrize(("game", "size"), one_in(5, product(sorted(registry.BUILT_IN), SIZES)))
async def test_what_a_request_reads_is_in_view(game: str, size: tuple[int, int]) -> None:
    faults: list[str] = []
    running = app()
    async with running.run_test(size=size) as pilot:
        for opened in asked(game):
            await show(pilot, opened)
            await press(pilot)
            shown = screen_text(running)
            running.close_session()
            faults += [f"{fault}\n{shown}" for fault in missing(opened.session, shown)]
    assert not faults, f"{len(faults)} out of view, the first: {faults[0]}"
