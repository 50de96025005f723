"""Health and the second tracker are counted on the table by a letter, a sign or a tap, in every game alike."""

import pytest
from textual.geometry import Offset

from companion.engine import registry
from companion.engine.state.health import left
from companion.frontend.letters import letters
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.lines import LineList
from tests.examples import table_of
from tests.tui.fakes import MemoryOpened, press, screen_text, sees, showing
from tests.tui.mouse import tap_meta

GAMES = sorted(registry.BUILT_IN)


@pytest.mark.parametrize("game", GAMES)
async def test_a_wound_by_hand_takes_two_keys_and_its_healing_two(game: str) -> None:
    async with showing(MemoryOpened(table_of(game))) as (pilot, opened):
        units = opened.session.table.units
        of, letter = next((of, letter) for of, letter in letters(opened.session).items() if units[of].alive)
        before = left(units[of])
        await press(pilot, "minus", letter.lower())
        assert left(units[of]) == before - 1
        await press(pilot, "plus", letter)
        assert left(units[of]) == before


async def test_a_letter_is_no_command_after_a_sign_and_a_wrong_one_is_told() -> None:
    async with showing(MemoryOpened(table_of("gods-gloom"))) as (pilot, opened):
        await press(pilot, "less_than_sign")
        await sees(pilot, "morale  the letter of a unit")
        await press(pilot, "z")
        await sees(pilot, "No unit has the letter Z")
        await press(pilot, "less_than_sign", "c")
        lancers = next(unit for unit in opened.session.table.units.values() if unit.name == "Lancers")
        assert lancers.get("morale") == 2
        await press(pilot, "minus", "escape", "m")
        await sees(pilot, "Melees")


async def test_a_tap_on_the_last_pip_wounds_and_on_an_empty_one_heals() -> None:
    async with showing(MemoryOpened(table_of("legion")), size=(100, 30)) as (pilot, opened):
        luke = next(unit for unit in opened.session.table.units.values() if unit.name == "Luke Skywalker")
        lines = pilot.app.screen.query_one("#side-0", LineList)
        row = next(y for y, text in enumerate(screen_text(pilot.app).splitlines()) if "Luke Skywalker" in text)
        text = screen_text(pilot.app).splitlines()[row]
        last = text.rindex("●", 0, 50)
        await pilot.click(offset=Offset(last, row))
        await sees(pilot, "●●●●●·")
        assert left(luke) == 5
        await pilot.click(offset=Offset(last, row))
        await sees(pilot, "●●●●●●")
        assert left(luke) == 6
        assert lines.value == luke.id


async def test_a_tap_on_a_pip_of_the_card_counts_the_mini_that_it_is_of() -> None:
    async with showing(MemoryOpened(table_of("legion")), size=(80, 40)) as (pilot, opened):
        bikes = next(unit for unit in opened.session.table.units.values() if "Bikes" in unit.name)
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        screen.play.card(bikes.id)
        await sees(pilot, "●●●  3 of 3")
        rows = screen_text(pilot.app).splitlines()
        row = [y for y, text in enumerate(rows) if "●●●" in text][1]
        await pilot.click(offset=Offset(rows[row].rindex("●"), row))
        await sees(pilot, "●●·")
        assert [own.get("wounds") for own in bikes.miniatures] == [0, 1]
        await press(pilot, "u")
        assert [own.get("wounds") for own in bikes.miniatures] == [0, 0]


def test_letters_never_move_when_units_leave_and_join() -> None:
    session = MemoryOpened(table_of("speedies")).session
    at_first = letters(session)
    gone = next(of for of in session.table.units if not any(of in pair for pair in session.table.contacts))
    unit = session.table.unit(gone)
    session.remove(gone)
    assert letters(session).items() >= {of: mark for of, mark in at_first.items() if of != gone}.items()
    session.join(unit)
    assert letters(session) == at_first


async def test_the_health_of_a_card_is_fills_and_a_tap_on_one_sets_it() -> None:
    async with showing(MemoryOpened(table_of("bushido")), size=(80, 24)) as (pilot, opened):
        aya = next(unit for unit in opened.session.table.units.values() if unit.name == "Masaema Aya")
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        screen.play.card(aya.id)
        await sees(pilot, "█▀█  of 6")
        await tap_meta(pilot, "count", -4)
        assert left(aya) == 2
        await sees(pilot, "█▀▀  of 6")
        await tap_meta(pilot, "count", 4)
        assert left(aya) == 6
        await tap_meta(pilot, "count", -1)
        assert left(aya) == 5
