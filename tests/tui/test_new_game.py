"""The form of a new game: names, colours, units, rosters, options, and tables that stand."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from companion.engine import registry
from companion.engine.ruleset import Ruleset
from companion.frontend.entity_form import EntityFields
from companion.frontend.form import Flag, Number
from companion.frontend.setup import Setup
from companion.store.listing import list_rosters
from companion.tui.forms.form_screen import FormScreen
from companion.tui.screens.new_game import NewGameForm
from companion.tui.screens.new_game_rows import Place
from companion.tui.screens.table import TableScreen
from tests.examples import present, table_of
from tests.searching import one_in
from tests.tui.fakes import app, controller, on_top, shows
from tests.tui.mouse import tap
from tests.tui.player import goes_on_below, misses, press, resize, rows_of, screen_text, sees, until


async def form(pilot: Pilot[Any], saves: Path, game: str = "1") -> NewGameForm:
    """The form with its game chosen."""
    screen = NewGameForm(saves)
    await pilot.app.push_screen(FormScreen(screen))
    await sees(pilot, "Which game?")
    await press(pilot, game)
    await sees(pilot, "players")
    return screen


async def filling(pilot: Pilot[Any], saves: Path, game: str = "1") -> tuple[NewGameForm, Setup]:
    """The same, with what is set up in it."""
    screen = await form(pilot, saves, game)
    return screen, present(screen.setup)


def mark(screen: NewGameForm, kind: str, player: int | None = None, unit: int = 0, of: str = "") -> None:
    """Puts the mark on a cell of the form."""
    assert screen.setup is not None
    side = "" if player is None else screen.setup.players[player].side
    if kind == "unit" and player is not None:
        of = screen.setup.players[player].units[unit].id
    screen.lines.mark(Place(kind, side, of))


async def chosen(
    pilot: Pilot[Any],
    screen: NewGameForm,
    kind: str,
    player: int | None = None,
    of: str = "",
    keys: tuple[str, ...] = (),
) -> None:
    """Enter on a cell of the form, then these keys."""
    mark(screen, kind, player, of=of)
    await press(pilot, "enter", *keys)


async def test_escape_closes_the_form_and_asks_before_anything_is_thrown_away(saves: Path) -> None:
    async with app(saves).run_test(size=(80, 24)) as pilot:
        unchosen = NewGameForm(saves)
        await pilot.app.push_screen(FormScreen(unchosen))
        await sees(pilot, "Which game?")
        await press(pilot, "escape")
        await until(pilot, lambda: pilot.app.screen is not unchosen.screen)
        screen = await form(pilot, saves)
        await chosen(pilot, screen, "add", 0, keys=("1", "escape", "escape"))
        await sees(pilot, "Throw away what you have set up?")
        await press(pilot, "1")
        await sees(pilot, "✓ Ann")
        await press(pilot, "escape", "2")
        await until(pilot, lambda: pilot.app.screen is not screen.screen)


@pytest.mark.parametrize("size", [(60, 20), (140, 45)])
async def test_names_colours_and_units_are_set_cell_by_cell(saves: Path, size: tuple[int, int]) -> None:
    async with app(saves).run_test(size=size) as pilot:
        screen, setup = await filling(pilot, saves)
        await chosen(pilot, screen, "name", keys=(*"Duel", "enter"))
        await chosen(pilot, screen, "player", 0, keys=(*"Zed", "enter"))
        await chosen(pilot, screen, "colour", 1)
        assert (setup.name, setup.players[0].name) == ("Duel", "Zed")
        assert setup.players[1].colour == "green"
        await chosen(pilot, screen, "start")
        await sees(pilot, "✗ Zed has no units; Boris has no units")
        await chosen(pilot, screen, "add", 0, keys=("1", "1", "escape"))
        await sees(pilot, "✓ Ann A", "✓ Ann B")
        mark(screen, "unit", 0, 1)
        await press(pilot, "space")
        await sees(pilot, "· Ann B", "left at home")
        await press(pilot, "delete")
        await misses(pilot, "Ann B")
        await chosen(pilot, screen, "unit", 0, keys=("enter", *"Eve", "enter", "escape"))
        await sees(pilot, "Eve")
        await press(pilot, "u")
        await sees(pilot, "Ann A")
        for _ in range(9):
            await press(pilot, "u")
        assert setup.players[0].units == []
        assert (setup.title, setup.players[0].name) == ("Rhea and Boris", "Rhea")


async def test_what_is_wrong_stands_beside_the_field_while_it_is_typed(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(100, 30)) as pilot:
        screen, setup = await filling(pilot, tmp_path)
        mark(screen, "option", of="turns")
        await press(pilot, "1", "2", "0")
        row = next(line for line in screen_text(pilot.app).splitlines() if "120▌" in line)
        assert "1 to 20" in row
        await sees(pilot, "put that right, then start")
        await press(pilot, "enter")
        await sees(pilot, "120▌")
        await press(pilot, "backspace", "enter")
        assert setup.options["turns"] == 12


async def test_four_players_and_who_begins(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(100, 30)) as pilot:
        screen, setup = await filling(pilot, tmp_path, "4")
        await chosen(pilot, screen, "more_players")
        await chosen(pilot, screen, "more_players")
        assert [p.colour for p in setup.players] == ["red", "blue", "green", "yellow"]
        await misses(pilot, "+ player")
        await chosen(pilot, screen, "begins")
        assert setup.first == setup.players[1].side
        await chosen(pilot, screen, "roll")
        assert setup.first in [p.side for p in setup.players]
        mark(screen, "player", 3)
        await press(pilot, "delete")
        assert len(setup.players) == 3


async def test_a_roster_is_kept_and_used_again_and_a_broken_one_is_a_sentence(saves: Path) -> None:
    async with app(saves).run_test(size=(80, 40)) as pilot:
        screen = await form(pilot, saves)
        await chosen(pilot, screen, "add", 0, keys=("1",))
        await press(pilot, "escape")
        mark(screen, "player", 0)
        await press(pilot, "ctrl+s", *["backspace"] * 9, *"Con of the seven rivers", "enter")
        await sees(pilot, "Con of the seven rivers is kept as")
        assert [r.name for r in list_rosters(saves)] == ["Con of the seven rivers"]
    async with app(saves).run_test(size=(80, 40)) as pilot:
        screen = await form(pilot, saves)
        await chosen(pilot, screen, "roster", 0, keys=("1",))
        # Its name goes on below, and not into the name of who stands beside.
        await sees(pilot, f"  {present(screen.setup).players[1].name}  0")
        await chosen(pilot, screen, "roster", 1, keys=("1",))
        await until(pilot, lambda: screen.setup is not None and len(screen.setup.players[1].units) == 1)
        list_rosters(saves)[0].file.write_text("ruleset = ")
        await chosen(pilot, screen, "roster", 1, keys=("1",))
        await sees(pilot, "✗")


@pytest.mark.parametrize("game", one_in(3, zip(range(1, 6))))
async def test_every_option_is_chosen_or_typed_within_its_bounds(tmp_path: Path, game: int) -> None:
    async with app(tmp_path).run_test(size=(100, 60)) as pilot:
        screen, setup = await filling(pilot, tmp_path, str(game))
        await chosen(pilot, screen, "options")
        for option in setup.ruleset.options:
            await chosen(pilot, screen, "option", of=option.name)
            if len(option.choices) > 2:
                await press(pilot, "2")
            elif not option.choices and not isinstance(option.default, bool):
                await press(pilot, "²", "enter")
                await sees(pilot, "²▌")
                await press(pilot, "backspace", *str(option.lo), "enter")
                assert setup.options[option.name] == option.lo
            assert type(setup.options[option.name]) is type(option.default), option.name


async def test_a_game_that_cannot_be_written_says_so(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> Any:
        raise OSError("the disk is full")

    monkeypatch.setattr("companion.store.manage.create_session", full)
    async with app(saves).run_test(size=(80, 40)) as pilot:
        screen = await form(pilot, saves)
        for side in (0, 1):
            await chosen(pilot, screen, "add", side, keys=("1", "escape"))
        await chosen(pilot, screen, "start")
        await sees(pilot, "it could not be written: the disk is full")


async def test_a_game_is_set_up_and_started_by_mouse_alone(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "READY TO PLAY", "   n new")
        await tap(pilot, "   n new", last=True)
        await sees(pilot, "Which game?")
        await tap(pilot, "Speedies")
        await sees(pilot, "players")
        setup = present(on_top(pilot, NewGameForm).setup)
        for text in ("+ unit", "Brigitta", "Anselm", "Esc back"):
            await tap(pilot, text)
        assert [unit.name for unit in setup.players[0].units] == ["Brigitta", "Anselm"]
        await tap(pilot, "blue")
        assert setup.players[1].colour == "green"
        await tap(pilot, "+ unit", last=True)
        for text in ("Fang", "Esc back", "Roland 2, Katrin 1"):
            await tap(pilot, text)
        await until(pilot, lambda: not shows(pilot.app.screen, NewGameForm))


async def test_a_game_is_named_after_its_players_until_it_has_a_name_and_says_how_much_is_filled_in(
    saves: Path,
) -> None:
    async with app(saves).run_test(size=(60, 20)) as pilot:
        screen, setup = await filling(pilot, saves)
        await chosen(pilot, screen, "player", 0, keys=("K", "i", "m", "enter"))
        await sees(pilot, "Kim and Boris", "3 of 4 filled in")
        await chosen(pilot, screen, "name", keys=("D", "u", "e", "l", "enter"))
        await chosen(pilot, screen, "player", 0, keys=("A", "l", "enter"))
        assert setup.title == "Duel"
        await press(pilot, "u", "u")
        await sees(pilot, "Kim and Boris")
        before = setup.players[0].colour
        await chosen(pilot, screen, "player", 0, keys=("T", "o", "m", "right", "enter"))
        player = setup.players[0]
        assert player.name == "Tom", "an arrow takes what is typed and goes on to the colour"
        assert player.colour != before
        for player in setup.players:
            screen.change(lambda _, p=player: setup.add(p, setup.ruleset.unit_templates()[0]))  # type: ignore[misc]
        for size in ((60, 20), (80, 24), (100, 30)):
            await resize(pilot, *size)
            await sees(pilot, "4 of 4 filled in")
            await chosen(pilot, screen, "name", keys=(*["backspace"] * 60,))
            await sees(pilot, "3 of 4 filled in", "It needs a name")
            await press(pilot, "escape")
            await sees(pilot, "4 of 4 filled in")
            assert screen_text(pilot.app).splitlines()[0].startswith(" New game")


async def test_lines_are_pasted_and_units_copied_and_time_that_goes_by_ticks_none(saves: Path) -> None:
    """Help said: Move this to the bin, or take it off; in the bin, delete it for good."""
    async with app(saves).run_test(size=(100, 40)) as pilot:
        screen, setup = await filling(pilot, saves)
        player = setup.players[0]

        def paste(text: str) -> None:
            mark(screen, "add", 0)
            pilot.app.screen.focused.post_message(Paste(text))  # type: ignore[union-attr]

        paste("Ann, Skill 4\nZed\n")
        await sees(pilot, "✓ Ann", "✓ Zed", "2 units for Rhea; u takes them back")
        await press(pilot, "y")
        await sees(pilot, "Rhea as text", "Ann, Skill 4", "Zed")
        assert pilot.app.clipboard == "Ann, Skill 4\nZed"
        await press(pilot, "escape", "u")
        await misses(pilot, "✓ Zed")
        paste("Ann\nZed, Skill x\n")
        await sees(pilot, "✗ Line 2:")
        assert player.units == []
        await chosen(pilot, screen, "add", 0, keys=("1", "escape"))
        mark(screen, "unit", 0)
        changes = len(setup.before)
        for _ in range(3):
            pilot.app._look_elsewhere()  # type: ignore[attr-defined]
        assert (len(setup.before), len(player.home)) == (changes, 0)
        await press(pilot, "question_mark")
        await sees(pilot, "what the keys do now", "Take this off the list", "Put another one like this there")
        await misses(pilot, "to the bin")
        await press(pilot, "escape")
        first = player.units[0].name
        for unit in range(3):
            mark(screen, "unit", 0, unit)
            await press(pilot, "d")
        assert [unit.name for unit in player.units] == [f"{first} {letter}" for letter in "ABCD"]
        player.units[1].name = "Odd A"
        mark(screen, "unit", 0, 1)
        await press(pilot, "d")
        assert player.units[-1].name == "Odd A B"


async def test_nothing_is_lost_of_what_is_typed_or_pasted(saves: Path) -> None:
    """Two lines that were pasted threw the name away that was being typed; an empty line before one, the line."""
    async with app(saves).run_test(size=(100, 40)) as pilot:
        screen, setup = await filling(pilot, saves)
        player = setup.players[0]

        async def paste(text: str) -> None:
            await press(pilot)
            present(pilot.app.screen.focused).post_message(Paste(text))
            await press(pilot)

        await chosen(pilot, screen, "player", 0, keys=tuple("Ann"))
        await paste(" of\nMar\n")
        await sees(pilot, "Ann of Mar▌")
        await paste("\n")
        await press(pilot, "enter")
        assert (player.name, player.units) == ("Ann of Mar", [])
        # Where nothing is typed yet, one line begins it.
        mark(screen, "line", 0)
        await paste("\nZed, ")
        await sees(pilot, "Zed, ▌")
        await paste("Skill 4\nEve\n")
        await sees(pilot, "✓ Zed", "✓ Eve", "2 units for Ann of Mar; u takes them back")
        await chosen(pilot, screen, "line", 0, keys=tuple("Kim"))
        await sees(pilot, "Boris has no units: put that right, then start")
        await paste(", Skill x\nUte\n")
        await sees(pilot, "✗ Line 1:", "Kim▌")
        await press(pilot, "escape")
        await chosen(pilot, screen, "name")
        await paste("x" * 201)
        await sees(pilot, "cut off here: 200", "characters at most")
        await press(pilot, "backspace")
        await misses(pilot, "cut off here")
        await press(pilot, "escape")
        mark(screen, "line", 0)
        await paste(f"Long, notes {'n' * 300}")
        await sees(pilot, "✓ Long", "1 unit for Ann of Mar")
        assert len(player.units.pop().get("notes")) == 300
        mark(screen, "unit", 0)
        await paste("Max")
        await sees(pilot, "✓ Max", "1 unit for Ann of Mar; u takes it back")
        assert [unit.name for unit in player.units] == ["Zed", "Eve", "Max"]


LINES = ("otto", "anselm", "durin", "Grim,axe,deadly"), ("fang", "mordre", "Gruk,spear,shove")
SEVEN = {
    "by their numbers, one from nothing": (
        ("enter", "1", "2", "3", "escape", *"nZed", "enter", "down", "down", "enter")
        + (*"Flail", "enter", "down", "2", "enter", "escape", "down", "down", "enter")
        + (*"Scout", "enter", "enter", "escape", "down", *["right"] * 3, "enter", "6", "7", "8", "escape"),
        ("Zed", "Flail", "Scout"),
        60,
    ),
    "as lines": (
        ("right", "enter", *(key for line in LINES[0] for key in (*line, "enter")))
        + ("escape", "right", "right", "enter", *(key for line in LINES[1] for key in (*line, "enter")), "escape"),
        ("Grim", "axe", "Deadly"),
        90,
    ),
}


@pytest.mark.parametrize(("keys", "own", "most"), SEVEN.values(), ids=SEVEN)
async def test_a_game_of_seven_units_takes_few_keys(
    keys: tuple[str, ...], own: tuple[str, str, str], most: int, tmp_path: Path
) -> None:
    """From Home to the table: four units for one, three for the other, some with weapons and skills of their own."""
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "N new campaign")
        for key, seen in (("n", "Which game?"), ("4", "players")):
            await press(pilot, key)
            await sees(pilot, seen)
        await press(pilot, *keys, "end", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen), "the table")
        units = {unit.name: unit for unit in controller(pilot).session.table.units.values()}
        assert [*Counter(unit.side for unit in units.values()).values()] == [4, 3]
        name, weapon, skill = own
        assert [one.name for one in units[name].get("weapons")][-1] == weapon
        assert units[name].get("skills") == (skill,)
        assert len(keys) + 4 <= most


async def test_long_names_stand_below_each_other_and_do_not_run_into_those_of_the_other_player(tmp_path: Path) -> None:
    long = "The Honourable Grandmaster of Kagu, second of his name"
    async with app(tmp_path).run_test(size=(100, 30)) as pilot:
        screen, setup = await filling(pilot, tmp_path)
        for player in setup.players:
            setup.add(player, setup.templates[0])
        screen.screen.redraw(Place("start"))
        assert sum("✓" in line for line in rows_of(pilot)) == 1, "side by side"
        setup.players[0].units[0].name = long
        screen.screen.redraw(Place("start"))
        await sees(pilot, long)
        assert [line.count("✓") for line in rows_of(pilot) if "✓" in line] == [1, 1]


async def test_what_stands_beside_a_long_name_is_below_it_on_a_phone_and_can_be_tapped(tmp_path: Path) -> None:
    """The colour went on in a second line, where a tap meant the name."""
    async with app(tmp_path).run_test(size=(45, 38)) as pilot:
        screen, setup = await filling(pilot, tmp_path)
        player = setup.players[0]
        player.name = "Archibald, Lord of the Marches"
        setup.add(player, setup.templates[0]).name = "The long and winding Guard of Mar"
        screen.screen.redraw()
        await press(pilot)
        assert goes_on_below(pilot, "◆ Archibald")
        assert goes_on_below(pilot, "✓ The long")
        at, units = next((at, row) for at, row in enumerate(rows_of(pilot)) if "units  " in row)
        assert rows_of(pilot)[at + 1][: units.index("Archibald")].strip() == ""
        before = player.colour
        await tap(pilot, before)
        assert player.colour != before


async def test_what_a_line_means_is_in_view_while_it_is_typed(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(60, 20)) as pilot:
        screen = await form(pilot, tmp_path, str([*registry.names()].index("speedies") + 1))
        for size in ((60, 20), (80, 24), (100, 30)):
            await resize(pilot, *size)
            await chosen(pilot, screen, "line", 0, keys=(*"Gruk, Cl",))
            await sees(pilot, "Gruk, Cl▌", "no table has Cl; Cleave?")
            await press(pilot, "enter")
            await sees(pilot, "again takes it")
            await press(pilot, "right")
            await sees(pilot, "Gruk, Cleave▌")
            await press(pilot, "enter")
            await sees(pilot, "✓ Gruk", "▌")
            await press(pilot, "enter")
            await sees(pilot, "+ line")


def everything(ruleset: Ruleset) -> Setup:
    """All units that the game brings, dealt out to the sides in turn."""
    setup = Setup(ruleset)
    for place, template in enumerate(setup.templates):
        setup.add(setup.players[place % len(setup.players)], template)
    return setup


@pytest.mark.parametrize("game", sorted(registry.BUILT_IN))
def test_the_templates_of_every_game_make_a_table_that_stands(game: str) -> None:
    setup = everything(registry.find(game))
    assert setup.faults() == []
    table = setup.table()
    assert len(table.units) == len(setup.templates)
    assert table.contacts == {}


def test_every_condition_has_its_row_on_the_card() -> None:
    """Prone and Stunned are kept in a map that the card itself hides; players set them by hand all the same."""
    aya = table_of("bushido").unit("aya")
    rows = {getattr(field.key, "path", ""): field for field in EntityFields().place(aya, "conditions")}
    assert {c.field for c in aya.conditions} <= set(rows)
    assert isinstance(rows["states.prone"], (Flag, Number))
