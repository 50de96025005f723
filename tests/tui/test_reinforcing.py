"""Change game: units join and leave a running game on screen, lists change, options change, and all of it undoes."""

import pytest

from companion.frontend.entity_form import FieldKey
from companion.frontend.form import Act
from companion.tui.forms.form_screen import FormScreen
from companion.tui.screens.unit_card import CardForm
from tests.examples import table_of
from tests.tui.fakes import MemoryOpened, on_top, press, sees, showing, until


def speedies() -> MemoryOpened:
    return MemoryOpened(table_of("speedies"))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 45)])
async def test_a_unit_joins_and_leaves_a_running_game(size: tuple[int, int]) -> None:
    async with showing(speedies(), size=size) as (pilot, opened):
        session = opened.session
        count = len(session.table.units)
        await press(pilot, "G")
        card = on_top(pilot, CardForm)
        card.lines.mark(("joins", next(iter(session.table.sides))))
        await press(pilot, "enter", "1")
        await sees(pilot, "Enter sets it")
        await press(pilot, *"Zed", "enter", "escape", "1")
        await until(pilot, lambda: len(session.table.units) == count + 1)
        unit = list(session.table.units.values())[-1]
        assert (unit.name, unit.side) == ("Zed", next(iter(session.table.sides)))
        await press(pilot, "escape")
        await pilot.app.push_screen(FormScreen(CardForm(card.controller, unit.id)))
        card = on_top(pilot, CardForm)
        card.lines.mark(("leaves", unit.id))
        await press(pilot, "enter", "2")
        await until(pilot, lambda: len(session.table.units) == count)
        session.undo(2)
        assert len(session.table.units) == count


async def test_a_list_of_weapons_changes_in_a_running_game() -> None:
    async with showing(speedies()) as (pilot, opened):
        await press(pilot, "G", "escape")
        controller = pilot.app.controller  # type: ignore[attr-defined]  # the app of the tests
        of = next(iter(opened.session.table.units))
        await pilot.app.push_screen(FormScreen(CardForm(controller, of)))
        card = on_top(pilot, CardForm)
        keys = {row.value.key for row in card.lines.rows if isinstance(row.value, Act)}
        assert ("leaves", of) in keys
        assert not {("mini joins", of), ("mini leaves", of)} & keys, "a unit of one has no minis"
        before = opened.session.table.unit(of).skills
        card.lines.mark(FieldKey(of, "skills", len(before)))
        # No table has it: a word of the players' own takes Enter twice.
        await press(pilot, "enter", *"Scout", "enter", "enter")
        assert opened.session.table.unit(of).skills == (*before, "Scout")
        await press(pilot, "u")
        assert opened.session.table.unit(of).skills == before


@pytest.mark.parametrize("game", ["legion", "better-wargame"])
async def test_a_mini_comes_late_and_another_is_taken_off_by_mouse(game: str) -> None:
    async with showing(MemoryOpened(table_of(game))) as (pilot, opened):
        session = opened.session
        for pair in list(session.table.contacts):
            session.disconnect(*pair)
        unit = next(u for u in session.table.units.values() if len(u.miniatures) > 2 or u.counts_models)
        stood, stood_count = unit.dump(whole=True), session.undo_count
        await press(pilot, "G", "escape")
        await pilot.app.push_screen(FormScreen(CardForm(pilot.app.controller, unit.id)))  # type: ignore[attr-defined]
        card = on_top(pilot, CardForm)
        card.lines.mark(("mini joins", unit.id))
        await press(pilot, "enter")
        await until(pilot, lambda: session.undo_count == stood_count + 1)
        card.lines.mark(("mini leaves", unit.id))
        await press(pilot, "enter")
        if unit.miniatures:
            await sees(pilot, "Which mini is taken off?")
            await sees(pilot, "leader")
            await press(pilot, "2")
        await until(pilot, lambda: session.undo_count == stood_count + 2)
        await press(pilot, "u", "u")
        assert unit.dump(whole=True) == stood
        if unit.miniatures:
            card.lines.mark(("mini leaves", unit.id))
            await press(pilot, "enter", "1")
            await sees(pilot, "one of its minis leads it")


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_a_unit_is_renamed_and_moves_to_another_side(size: tuple[int, int]) -> None:
    async with showing(speedies(), size=size) as (pilot, opened):
        table = opened.session.table
        first = next(unit for unit in table.units.values() if not any(unit.id in pair for pair in table.contacts))
        before = first.side
        await pilot.app.push_screen(FormScreen(CardForm(pilot.app.controller, first.id)))  # type: ignore[attr-defined]  # of the tests
        card = on_top(pilot, CardForm)
        card.lines.mark(FieldKey(first.id, "name"))
        await press(pilot, "enter", *["backspace"] * len(first.name), "enter")
        await sees(pilot, "t needs a name")
        await press(pilot, *"Zed", "enter")
        await until(pilot, lambda: first.name == "Zed")
        card.lines.mark(FieldKey(first.id, "side"))
        await press(pilot, "enter", "2" if next(iter(table.sides)) == before else "1")
        await until(pilot, lambda: first.side != before)
        await press(pilot, "u", "u")
        assert (first.name, first.side) != ("Zed", table.other_side(before))
