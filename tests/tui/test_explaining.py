"""Forms say what a weapon or trait that is typed does, and which names the game's tables know."""

import pytest

from companion.engine import registry
from companion.engine.state.table import Unit
from companion.frontend.entry_texts import UNKNOWN, explained_by, explanations
from companion.frontend.grammar import Grammar
from companion.frontend.items import items_of
from companion.tui.forms.form_screen import FormScreen
from companion.tui.screens.unit_form import UnitForm
from tests.tui.fakes import app, press, screen_text, sees


def blank(game: str) -> UnitForm:
    ruleset = registry.find(game)
    unit: Unit = ruleset.unit_type(id="new", name="New unit", side="red")
    return UnitForm(unit, explain=lambda: explained_by(ruleset))


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_trait_that_is_typed_says_what_it_does(size: tuple[int, int]) -> None:
    async with app().run_test(size=size) as pilot:
        form = blank("bushido")
        await pilot.app.push_screen(FormScreen(form))
        await press(pilot, "down", "down", "enter")
        await sees(pilot, "It needs a name", "known: ", " more")
        await press(pilot, *"sha")
        await sees(pilot, "known: Sharp")
        await press(pilot, *"rp", "enter")
        await sees(pilot, "sharp  The target's Tough")
        await press(pilot, "escape", "enter", *"Pow", "enter")
        await sees(pilot, "Pow▌  no table has Pow", "again takes it")
        await press(pilot, "enter")
        await sees(pilot, "Pow  in no table of this game, so you")
        await press(pilot, "escape", "up")
        await sees(pilot, "Pow  in no table of this game, so you", "Esc when it is right")
        await press(pilot, "down", "down", "enter", "down", "down", "enter", *"Sharp 1, Zap", "enter")
        await sees(pilot, "no table has Zap")
        await press(pilot, "enter")
        await sees(pilot, "Sharp (1)  ", "Zap  in no table of this game")


async def test_words_of_a_list_say_what_they_do_and_one_that_no_table_has_takes_enter_twice() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        form = blank("gods-gloom")
        await pilot.app.push_screen(FormScreen(form))
        await press(pilot, "down", "enter", *"bers")
        await sees(pilot, "known: Berserk")
        await press(pilot, *"erk", "enter", "up")
        await sees(pilot, "berserk  ")
        assert UNKNOWN not in screen_text(pilot.app)
        await press(pilot, "down", "enter", *"xyz", "enter")
        await sees(pilot, "xyz▌  no table has xyz: you apply it", "Enter again takes it")
        assert "xyz" not in str(form.unit.dump()), "it is not taken in silence"
        await press(pilot, "enter", "up")
        assert "xyz" in str(form.unit.dump())
        await sees(pilot, f"xyz  {UNKNOWN}")


@pytest.mark.parametrize("game", registry.names())
def test_what_ready_units_bring_is_known_unless_no_table_goes_through_it(game: str) -> None:
    ruleset = registry.find(game)
    known = explained_by(ruleset)
    unknown = {
        label
        for unit in ruleset.unit_templates()
        for spec in unit.specs().values()
        if spec.place == "lists" and not isinstance(value := unit.get(spec.name), str | int | bool | None)
        for item in items_of(value)
        for label, text in explanations(spec.name, item, known)
        if text == UNKNOWN
    }
    assert unknown <= {"sworn brothers"}
    assert Grammar(known).like("", ["notes"]) == ""
