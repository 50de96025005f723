"""The panels over the screens: unit card and form, contacts, melees, sheets; units join and leave a running game."""

import pytest
from rich.cells import cell_len
from textual.content import Content

from companion.engine import registry
from companion.engine.ruleset import Sheet
from companion.engine.state.table import Unit
from companion.frontend.entity_form import FieldKey
from companion.frontend.entry_texts import UNKNOWN, explained_by, explanations
from companion.frontend.form import Act
from companion.frontend.grammar import Grammar
from companion.frontend.items import items_of
from companion.tui.forms.record_form import RecordForm
from companion.tui.screens.asking import PickOne
from companion.tui.screens.contacts import ContactForm, MeleeScreen, ends
from companion.tui.screens.sheets import SheetsScreen, sheet_rows
from companion.tui.screens.unit_card import CardForm
from companion.tui.screens.unit_form import UnitForm
from companion.tui.text import clean
from companion.tui.widgets.lines import Row
from tests.examples import table_of
from tests.games.duel import DUEL, example
from tests.searching import one_in
from tests.tui.fakes import MemoryOpened, app, controller, on_top, over, showing, shows
from tests.tui.player import misses, press, screen_text, sees, until


async def test_a_card_counts_ticks_types_touches_and_takes_back() -> None:
    async with showing() as (pilot, game):
        await over(pilot, CardForm(controller(pilot), "ann"))
        session = game.session
        ann = session.table.unit("ann")
        await sees(pilot, "3 of 3", "TRACKERS", "STATS", "CONDITIONS IT IS NOT IN")
        await press(pilot, "minus", "left")
        assert ann.health == 1
        await press(pilot, "plus")
        assert ann.health == 2
        await press(pilot, "enter", "backspace", "3", "enter")
        assert ann.health == 3
        await press(pilot, "plus")
        await sees(pilot, "✗ Health cannot be 4")
        # Past the skill and the most health; notes and mark, which are empty, come later.
        await press(pilot, *["down"] * 3, "enter")
        assert ann.shaken
        await sees(pilot, "   CONDITIONS\n")
        await press(pilot, "minus")
        assert not ann.shaken
        await press(pilot, *["u"] * 6)
        assert session.undo_count == 0
        await misses(pilot, "u undo")
        await press(pilot, "home", "minus", "i", "enter", "escape")
        assert ("ann", "bob") in session.table.contacts
        await sees(pilot, "with Bob [/", "HISTORY, newest first", "Ann: Health 3 → 2")


async def test_the_card_of_the_game_sets_round_phase_turn_and_options() -> None:
    async with showing() as (pilot, game):
        table = game.session.table
        await press(pilot, "G")
        await sees(pilot, "WHERE THE GAME STANDS", "OPTIONS")
        await press(pilot, "plus")
        assert table.round == 2
        await press(pilot, "down", "down", "enter", "2")
        assert table.active == "red"
        await press(pilot, *["down"] * 5, "enter")
        assert table.options["strike_back"] is False


async def test_the_card_of_a_read_only_game_changes_nothing() -> None:
    async with showing(MemoryOpened(read_only=True)) as (pilot, game):
        await over(pilot, CardForm(controller(pilot), "ann"))
        await press(pilot, "minus", "enter", "u", "i")
        assert game.session.table.unit("ann").health == 3
        assert shows(pilot.app.screen, CardForm)


async def test_minis_have_their_fields_on_the_card_and_touch_one_by_one_where_the_game_says_so() -> None:
    table = table_of("legion")
    assert table.spec.contact_level != "unit"
    unit = next(u for u in table.units.values() if len(u.miniatures) > 1 and len(ends(table, u.id)) > 1)
    async with showing(MemoryOpened(table), size=(100, 50)) as (pilot, _):
        await over(pilot, CardForm(controller(pilot), unit.id))
        await press(pilot, "end")
        await sees(pilot, f"{table.title(unit.miniatures[-1].id)}: TRACKERS")
        panel = await over(pilot, ContactForm(controller(pilot), unit.id))
        first = panel.end
        await press(pilot, "down", "enter")
        assert panel.end == ends(table, unit.id)[1][0] != first
        await sees(pilot, "✓ from", "· from")


async def test_a_form_sets_values_in_place_and_says_what_is_allowed() -> None:
    unit = example().unit("ann")
    async with app().run_test(size=(80, 24)) as pilot:
        await over(pilot, UnitForm(unit))
        await press(pilot, "enter", *["backspace"] * 3, *"Zoe", "enter")
        assert unit.name == "Zoe"
        await press(pilot, "down", "down", "down", "plus")
        assert unit.skill == 4
        await press(pilot, "minus", "enter", "backspace", "9")
        await sees(pilot, "9▌  Skill cannot be 9 — allowed: 1 to 6")
        await press(pilot, "enter")
        await sees(pilot, "9▌")
        await press(pilot, "backspace", "6", "enter", "plus")
        assert unit.skill == 6
        await sees(pilot, "✗ Skill cannot be 7")
        await press(pilot, "escape")
        assert not shows(pilot.app.screen, UnitForm)


@pytest.mark.parametrize("game", one_in(3, zip(sorted(registry.BUILT_IN))))
async def test_every_row_of_every_form_opens_or_says_why_not(game: str) -> None:
    unit: Unit = registry.find(game).unit_templates()[0]
    async with app().run_test(size=(80, 24)) as pilot:
        form = await over(pilot, UnitForm(unit))
        count = sum(not row.heading for row in form.lines.rows)
        for _ in range(min(count, 10)):
            await press(pilot, "enter")
            if form.lines.typing.edit is not None:
                await press(pilot, "escape")
            while pilot.app.screen is not form.screen:
                assert shows(pilot.app.screen, RecordForm) or isinstance(pilot.app.screen, PickOne)
                await press(pilot, "escape")
            await press(pilot, "down")
        assert pilot.app.screen is form.screen


@pytest.mark.parametrize("form", ["of a unit", "of a card"])
async def test_a_record_that_is_alone_is_set_and_what_is_wrong_stands_beside_what_is_typed(form: str) -> None:
    """The first number that was typed into a pool of dice ended the app, as into a list that it is not."""
    table = table_of("gods-gloom")
    unit = next(iter(table.units.values()))
    async with showing(MemoryOpened(table)) as (pilot, _):
        of = CardForm(controller(pilot), unit.id) if form == "of a card" else UnitForm(unit)
        shown = await over(pilot, of)
        shown.lines.mark(FieldKey(unit.id, "offence", 0))
        await press(pilot, "enter", "enter", "ctrl+u", "2", "1")
        await sees(pilot, "21▌  Red is a whole number from 0 to 20, not 21")
        await press(pilot, "enter")
        await sees(pilot, "21▌")
        await press(pilot, "backspace", "enter", "down", "plus")
        assert (unit.get("offence").red, unit.get("offence").blue) == (2, 2)
        await misses(pilot, "a new Offence")
        await press(pilot, "escape")
        await sees(pilot, "red 2, blue 2")


async def test_contacts_are_ticked_and_unticked_and_a_melee_leads_to_those_of_its_units() -> None:
    """Names of wide characters keep the columns of a melee."""
    names = {"ann": "龍の騎士団", "bob": "Bob", "cid": "⚔️ 한국"}
    async with showing() as (pilot, game):
        session = game.session
        await over(pilot, ContactForm(controller(pilot), "ann"))
        await sees(pilot, "Whom does Ann touch?", "· ■ Bob [/", "· ■ Cid")
        await press(pilot, "enter", "down", "enter")
        await sees(pilot, "✓ ■ Bob [/", "✓ ■ Cid")
        assert set(session.table.contacts) == {("ann", "bob"), ("ann", "cid")}
        for of, name in names.items():
            session.adjust(of, "name", name)
        await pilot.app.push_screen(MeleeScreen(controller(pilot)))
        await sees(pilot, "MELEE 1", *(f"{clean(name)} " for name in names.values()))
        rows = [row for row in screen_text(pilot.app).splitlines() if "●" in row]
        assert len(rows) == 3
        assert len({cell_len(row.partition("●")[0]) for row in rows}) == 1
        await press(pilot, "escape", "enter")
        assert set(session.table.contacts) == {("ann", "bob")}
        await pilot.app.push_screen(MeleeScreen(controller(pilot)))
        await sees(pilot, "with Bob")
        await press(pilot, "enter", "enter")
        assert session.table.contacts == {}
        await press(pilot, "escape")
        await sees(pilot, "No one is in contact.")
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, MeleeScreen)


async def test_nobody_touches_the_fallen() -> None:
    async with showing() as (pilot, game):
        game.session.adjust("cid", "health", 0)
        form = await over(pilot, ContactForm(controller(pilot), "ann"))
        await sees(pilot, "· ■ Bob [/")
        assert [row.value.key for row in form.lines.rows] == [("to", "bob")]
        await over(pilot, CardForm(controller(pilot), "cid"))
        await sees(pilot, "out of the game")


SHEETS = (
    Sheet("wounds", "Wounds", ("Success Level", "What happens to the one who was struck"), (("1", "a scratch"),)),
    Sheet("traits", "Traits", (), (("Brave", "never runs"), ("Quick", "moves twice " * 9)), text="What units can do."),
    Sheet("empty", "Empty", (), (), text="Nothing yet."),
)


async def test_sheets_follow_the_mark_and_wrap() -> None:
    async with app().run_test(size=(60, 24)) as pilot:
        await pilot.app.push_screen(SheetsScreen(DUEL, SHEETS))
        await press(pilot, "enter")
        await sees(pilot, "Wounds", "a scratch")
        await press(pilot, "escape", "down", "enter")
        await sees(pilot, "never runs", "What units can do.")
        await press(pilot, "pagedown")
        await until(pilot, lambda: pilot.app.focused is not None and pilot.app.focused.id == "sheet-page")
        await press(pilot, "escape", "down")
        await sees(pilot, "Wounds", "Traits")
        await press(pilot, "enter")
        await sees(pilot, "Nothing yet.")
        await pilot.app.push_screen(SheetsScreen(DUEL, ()))
        await sees(pilot, "This game lists no")
        await press(pilot, "enter")


def test_numbers_of_a_sheet_end_under_one_another_and_a_row_of_text_goes_on_further_in() -> None:
    sheet = Sheet("wounds", "Wounds", ("2D6", "1", "What"), (("2", "0", "nothing"), ("12", "10", "out")))
    shown = [row.content.plain for row in sheet_rows(sheet, 60)]
    assert shown == ["2D6   1  What", "  2   0  nothing", " 12  10  out"]
    row = Row(None, Content("  scars: none → Madness, a scar of the dice"), indent=4)
    assert row.laid(24).plain.split("\n") == ["  scars: none → Madness,", "    a scar of the dice"]


def speedies() -> MemoryOpened:
    return MemoryOpened(table_of("speedies"))


async def test_a_unit_joins_and_leaves_a_running_game() -> None:
    async with showing(speedies(), size=(60, 20)) as (pilot, opened):
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
        card = await over(pilot, CardForm(card.controller, unit.id))
        card.lines.mark(("leaves", unit.id))
        await press(pilot, "enter", "2")
        await until(pilot, lambda: len(session.table.units) == count)
        session.undo(2)
        assert len(session.table.units) == count


async def test_a_unit_that_was_filled_in_to_join_is_not_thrown_away_unasked() -> None:
    async with showing(size=(60, 20)) as (pilot, opened):
        await press(pilot, "G", *["down"] * 5, "enter")
        await sees(pilot, "Which unit joins")
        await press(pilot, "1", *"Zed", "enter", "escape", "escape")
        await sees(pilot, "Throw away what you have set up?")
        await press(pilot, "escape")
        await sees(pilot, "Is it right so?")
        await press(pilot, "1")
        await until(pilot, lambda: any(unit.name == "Zed" for unit in opened.session.table.units.values()), "Zed")
        # Of a unit as the game has it nothing is lost.
        await press(pilot, "enter", "2", "escape")
        await sees(pilot, "Is it right so?")
        await press(pilot, "escape")
        await sees(pilot, "UNITS JOIN")


async def test_a_list_of_weapons_changes_in_a_running_game() -> None:
    async with showing(speedies()) as (pilot, opened):
        await press(pilot, "G", "escape")
        of = next(iter(opened.session.table.units))
        card = await over(pilot, CardForm(controller(pilot), of))
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


async def test_an_entry_that_stands_once_offers_no_other_one_like_it() -> None:
    table = table_of("legion")
    unit = next(unit for unit in table.units.values() if unit.get("keywords"))
    async with showing(MemoryOpened(table)) as (pilot, _):
        card = await over(pilot, CardForm(controller(pilot), unit.id))
        card.lines.mark(FieldKey(unit.id, "keywords", 0))
        await sees(pilot, "Del take off")
        await misses(pilot, "d another one")
        card.lines.mark(FieldKey(unit.id, "weapons", 0))
        await sees(pilot, "d another one")


@pytest.mark.parametrize("game", ["legion", "better-wargame"])
async def test_a_mini_comes_late_and_another_is_taken_off_by_mouse(game: str) -> None:
    async with showing(MemoryOpened(table_of(game))) as (pilot, opened):
        session = opened.session
        for pair in list(session.table.contacts):
            session.disconnect(*pair)
        unit = next(u for u in session.table.units.values() if len(u.miniatures) > 2 or u.counts_models)
        stood, stood_count = unit.dump(whole=True), session.undo_count
        await press(pilot, "G", "escape")
        card = await over(pilot, CardForm(controller(pilot), unit.id))
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


async def test_a_unit_is_renamed_and_moves_to_another_side() -> None:
    async with showing(speedies(), size=(60, 20)) as (pilot, opened):
        table = opened.session.table
        first = next(unit for unit in table.units.values() if not any(unit.id in pair for pair in table.contacts))
        before = first.side
        card = await over(pilot, CardForm(controller(pilot), first.id))
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


def blank(game: str) -> UnitForm:
    ruleset = registry.find(game)
    unit: Unit = ruleset.unit_type(id="new", name="New unit", side="red")
    return UnitForm(unit, explain=lambda: explained_by(ruleset))


async def test_a_trait_that_is_typed_says_what_it_does() -> None:
    async with app().run_test(size=(60, 20)) as pilot:
        await over(pilot, blank("bushido"))
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
        form = await over(pilot, blank("gods-gloom"))
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
