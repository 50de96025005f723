"""Change game: units join and leave a running game on screen, lists change, options change, and all of it undoes."""

from __future__ import annotations

import pytest

from companion.engine import registry
from companion.tui.screens.field_panel import Item
from companion.tui.screens.reinforcing import Joins, Leaves
from companion.tui.screens.unit_card import Card
from tests.tui.fakes import MemoryOpened, app, press, sees, show, until


def speedies() -> MemoryOpened:
    make = registry.find("speedies").example
    assert make is not None
    return MemoryOpened(make())


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 45)])
async def test_a_unit_joins_and_leaves_a_running_game(size: tuple[int, int]) -> None:
    async with app().run_test(size=size) as pilot:
        opened = await show(pilot, speedies())
        session = opened.session
        count = len(session.table.units)
        await press(pilot, "G")
        card = pilot.app.screen
        assert isinstance(card, Card)
        card.form.mark(Joins(next(iter(session.table.sides))))
        await press(pilot, "enter", "1")
        await sees(pilot, "Esc when it is right")
        await press(pilot, *"Zed", "enter", "escape", "1")
        await until(pilot, lambda: len(session.table.units) == count + 1)
        unit = list(session.table.units.values())[-1]
        assert (unit.name, unit.side) == ("Zed", next(iter(session.table.sides)))
        await press(pilot, "escape")
        await pilot.app.push_screen(Card(card.controller, unit.id))
        card = pilot.app.screen
        assert isinstance(card, Card)
        card.form.mark(Leaves(unit.id))
        await press(pilot, "enter", "2")
        await until(pilot, lambda: len(session.table.units) == count)
        session.undo(2)
        assert len(session.table.units) == count


async def test_a_list_of_weapons_changes_in_a_running_game() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        opened = await show(pilot, speedies())
        await press(pilot, "G", "escape")
        controller = pilot.app.controller  # type: ignore[attr-defined]  # the app of the tests
        of = next(iter(opened.session.table.units))
        await pilot.app.push_screen(Card(controller, of))
        card = pilot.app.screen
        assert isinstance(card, Card)
        skills = next(
            row.value for row in card.form.rows if isinstance(row.value, Item) and row.value.field.path == "skills"
        )
        before = opened.session.table.unit(of).skills
        add = Item(skills.field, len(before))
        card.form.mark(add)
        await press(pilot, "enter", *"Scout", "enter")
        assert opened.session.table.unit(of).skills == (*before, "Scout")
        await press(pilot, "u")
        assert opened.session.table.unit(of).skills == before
