"""Terminals from one column up: what a request reads is in view, and widgets do not grow with the armies."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from companion.engine import registry
from companion.engine.session import Session
from companion.frontend.saying.limits import costs_of
from companion.play.random_player import RandomPlayer
from companion.tui.app import CompanionApp
from companion.tui.themes import CYCLE
from companion.tui.widgets.fight import fighters, label, life_left, life_row, reasons_of
from companion.tui.widgets.stage import is_pair
from tests.examples import present, table_of
from tests.games.duel import Fighter, example
from tests.searching import one_in
from tests.tui.fakes import TO_THE_ROLL, MemoryOpened, app, show, showing
from tests.tui.player import misses, press, resize, screen_text, sees, until


@pytest.mark.parametrize("size", [(1, 1), (20, 5), (300, 100)])
async def test_no_size_crashes_and_nothing_is_lost(size: tuple[int, int]) -> None:
    async with showing(size=size) as (pilot, opened):
        await press(pilot, *TO_THE_ROLL, "6", "5")
        assert present(opened.session.request).kind == "roll"
        await resize(pilot, 80, 24)
        await sees(pilot, "▐6▌▐5▌")
        await press(pilot, "1", "2", "enter")
        assert present(opened.session.request).title == "Bob [/ strikes Ann"


async def test_too_small_is_said_alone_and_play_goes_on_when_it_grows() -> None:
    words = "Too small: at least 36 columns and 14 lines, please. Nothing is lost."
    async with showing(size=(60, 20)) as (pilot, _):
        await sees(pilot, "RHEA")
        for size in ((30, 10), (40, 12)):
            await resize(pilot, *size)
            await until(pilot, lambda: " ".join(screen_text(pilot.app).split()) == words)
        await resize(pilot, 40, 20)
        await misses(pilot, "Too small")
        await press(pilot, "enter")
        await sees(pilot, "which?")


async def test_the_keys_are_those_of_the_size_that_it_has_now() -> None:
    async with showing(size=(50, 40)) as (pilot, _):
        await sees(pilot, "More")
        await misses(pilot, "Enter exchange")
        await resize(pilot, 80, 24)
        await sees(pilot, "Enter exchange", "− wounds")
        await resize(pilot, 140, 45)
        await sees(pilot, "Enter exchange", "− A wounds A")


async def test_sixty_units_need_no_more_widgets() -> None:
    table = example()
    for number in range(57):
        unit = Fighter(id=f"f{number}", name=f"Fighter {number}", side="red" if number % 2 else "blue")
        table.units[unit.id] = unit
    table.reindex()
    async with showing(MemoryOpened(table), size=(140, 45)) as (pilot, _):
        assert len(list(pilot.app.screen.walk_children())) <= 40


async def test_every_theme_shows_the_sides_by_sign_and_name() -> None:
    async with showing() as (pilot, _):
        seen = set()
        for _ in CYCLE:
            await press(pilot, "f12")
            seen.add(pilot.app.theme)
            await sees(pilot, "◆ RHEA")
            await sees(pilot, "■ BORIS")
        assert len(seen) == len(CYCLE)


async def test_a_terminal_that_changes_its_size_while_a_key_works_is_painted_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was laid out in the other size while nothing was painted is asked for once the key has done its work."""
    async with showing() as (pilot, _):
        running = present(pilot.app, CompanionApp)
        asked: list[object] = []
        monkeypatch.setattr(running.screen, "refresh", lambda *regions, **_: asked.append(regions))
        with running.keys.one_frame():
            await pilot.pause()
        assert asked == []
        with running.keys.one_frame():
            await pilot.resize_terminal(100, 30)
            await until(pilot, lambda: running.screen.size == (100, 30))
            asked.clear()
        assert asked == [()]


@pytest.mark.parametrize("key", ["pagedown", "pageup", "down", "up"])
async def test_the_menu_takes_its_keys_in_a_window_of_one_cell(key: str) -> None:
    async with showing() as (pilot, _):
        await press(pilot, "ctrl+p")
        await sees(pilot, "See the table and change a unit", "Esc back")
        await press(pilot, "down")
        await resize(pilot, 1, 1)
        await press(pilot, key)
        await resize(pilot, 80, 24)
        await sees(pilot, "See the table and change a unit")


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
    request, table = present(session.request), session.table
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
