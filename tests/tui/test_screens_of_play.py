"""What is in view at the screens of play at every size: nothing cut, nothing said twice, every key findable."""

import pytest
from textual.content import Content

from companion.engine import registry
from companion.engine.standing import Standing
from companion.engine.state.changes import Line, Tally
from companion.engine.state.declarations import StandingRow
from companion.engine.state.phrases import joined, phrase
from companion.tui.base_screen import BaseScreen
from companion.tui.controller import SessionController
from companion.tui.latest_result import loudest
from companion.tui.widgets.band import Band
from companion.tui.widgets.note import with_cut
from companion.tui.widgets.reaching import reason_rows
from companion.tui.widgets.rolled import FALL_ROWS_AT_LEAST, fall_rows, whole_parts
from companion.tui.widgets.stage import stage
from tests.examples import table_of
from tests.games.duel import example
from tests.rules import legion
from tests.tui.fakes import MemoryOpened, on_top, press, screen_text, sees, showing
from tests.tui.scenes import SCENES, answered, before_a_fall, played
from tools.scenes import play_to

SIZES = [(60, 20), (80, 24), (100, 30), (140, 45), (45, 50)]


def of_game(game: str) -> MemoryOpened:
    return MemoryOpened(table_of(game))


@pytest.mark.parametrize("game", sorted(registry.BUILT_IN))
async def test_the_kit_is_among_the_keys_and_no_place_has_two(game: str) -> None:
    async with showing(of_game(game)) as (pilot, _):
        await press(pilot)
        assert "kit" in [key.short for key in on_top(pilot, BaseScreen).footer_keys()]
        await press(pilot, "b")
        screen = on_top(pilot, BaseScreen)
        words = [key.short for key in screen.footer_keys() if key.short]
        assert len(words) == len(set(words)), words


@pytest.mark.parametrize("game", ["better-wargame", "speedies"])
async def test_on_a_tablet_the_name_of_the_game_is_whole_and_the_sides_are_apart(game: str) -> None:
    async with showing(of_game(game), size=(45, 50)) as (pilot, opened):
        await press(pilot)
        rows = screen_text(pilot.app).split("\n")
        assert opened.session.table.name in rows[0]
        second = [*opened.session.table.sides.values()][1].name.upper()
        at = next(place for place, row in enumerate(rows) if second in row)
        assert not rows[at - 1].strip()


async def test_units_of_different_height_have_a_blank_row_between_them() -> None:
    async with showing(of_game("better-wargame"), size=(100, 30)) as (pilot, _):
        await press(pilot)
        rows = screen_text(pilot.app).split("\n")
        for name in ("Second Squad", "Captain Ilse", "Mortar Carrier"):
            at = next(place for place, row in enumerate(rows) if name in row)
            assert not rows[at - 1][: len(rows[at]) // 2].strip(), name


@pytest.mark.parametrize("size", SIZES)
async def test_the_palette_has_no_frame(size: tuple[int, int]) -> None:
    async with showing(size=size) as (pilot, _):
        await press(pilot, "ctrl+p")
        await sees(pilot, "adjust")
        assert not {*"▔▁▄▀🔎─│"} & {*screen_text(pilot.app)}


def test_no_unit_is_a_number_where_all_fit_behind_one_another() -> None:
    alone = StandingRow("models", "Models", 1, 1, 0)
    units = [Standing(of, side, of, "", (alone,)) for of, side in (("One", "red"), ("Two", "red"), ("Boss", "blue"))]
    shown = "\n".join(row.plain for row in stage(example(), units, 60, 2))
    assert "more" not in shown
    assert [word for word in ("One", "Two", "Boss") if word not in shown] == []


def test_the_reasons_beside_the_number_to_reach_are_whole() -> None:
    numbers = [
        Tally.of("needs", "Scritch needs with natural weapons", 15, (Line("Mel", 15),)),
        Tally.of("advantage", "Scritch's Advantage", 1, (Line("Pack Tactics", 1),)),
        Tally.of("attacks", "Scritch's attacks", 1, (Line("Atk", 1),)),
    ]
    for width in (30, 40, 58, 80):
        shown = " ".join(row.plain.strip() for row in reason_rows(numbers, 15, width))
        whys = ("Mel 15", "Pack Tactics", "Atk")
        for number, why in zip(numbers, whys, strict=True):
            assert (number.name in shown) == (why in shown), shown


def test_a_number_that_is_not_in_large_letters_stands_behind_its_name() -> None:
    numbers = [
        Tally.of("hits", "Boyz hit on", 5, (Line("base", 4), Line("moved", 1))),
        Tally.of("dice", "Boyz's dice", 3, (Line("3 models × 1", 3),)),
    ]
    assert [row.plain.split("  ") for row in reason_rows(numbers, 5, 60)] == [
        ["Boyz hit on", "", " base 4, moved +1"],
        ["Boyz's dice 3", " 3 models × 1"],
    ]


def test_what_is_out_of_view_takes_no_row_of_its_own_from_the_list() -> None:
    cut, rows = Content("1 more ↓"), [Content("0 ticked, 0 to 3 allowed   <1 % breaks"), Content("0.3 models lost")]
    shown = {width: [row.plain for row in with_cut(cut, rows, width)] for width in (60, 40, 20)}
    assert shown[60] == ["1 more ↓   0 ticked, 0 to 3 allowed   <1 % breaks", "0.3 models lost"]
    assert shown[40] == ["0 ticked, 0 to 3 allowed   <1 % breaks", "1 more ↓   0.3 models lost"]
    assert shown[20] == ["0 ticked, 0 to 3 allowed   <1 % breaks", "1 more ↓"]


def test_a_sentence_that_is_too_long_ends_where_a_clause_does() -> None:
    what, how = "Otto is out, injury 19 (natural 16, Injury +3)", "Otto does not stop the hit, 3 against 13+"
    text = phrase(joined(": ", (what, how)), ".")
    rows = [row.plain for row in whole_parts(text, 44, 2)]
    assert rows[-1].endswith("l tells the rest")
    assert "stop" not in "".join(rows)
    assert [row.plain for row in whole_parts(text, 44, 3)][-1].endswith("13+.")


def test_a_unit_that_becomes_suppressed_is_told_as_loudly_as_one_that_panics() -> None:
    held = legion.table([legion.unit("own", "blue"), legion.unit("foe", "red", courage=1)])
    opened = MemoryOpened(held)
    opened.session.start("effect", {"unit": "foe"})
    opened.session.answer("suppression", "")
    fallen, word = loudest(SessionController(opened), {})
    assert ([unit.id for unit in fallen], word) == (["foe"], "is suppressed")
    rows = "\n".join(row.plain for row in fall_rows(held, fallen, 78, word=word, most=FALL_ROWS_AT_LEAST))
    assert "SUPPRESSED" in rows
    assert "loses" not in rows


async def test_dice_side_by_side_leave_the_fighters_their_numbers() -> None:
    opened = of_game("bushido")
    play_to(opened.session, (("melee", "aya+chiyo"),), "split", lambda _: True)
    async with showing(opened) as (pilot, _):
        await press(pilot, "1", "2", "enter", "enter", "1", "3", "enter", "enter")
        await sees(pilot, "roll all dice", "defence against it", "melee pool 3", "Katana")


async def test_what_a_procedure_came_to_is_not_told_twice() -> None:
    async with showing(before_a_fall("legion"), size=(100, 30)) as (pilot, _):
        await answered(pilot)
        await sees(pilot, "Melee attack is done")
        assert screen_text(pilot.app).count("deals 6 wounds") == 1


async def test_the_words_of_the_band_follow_the_size() -> None:
    words = []
    for first in ((140, 30), (60, 20)):
        async with showing(played(SCENES["better-wargame"]), size=first) as (pilot, _):
            await pilot.resize_terminal(60, 20)
            await press(pilot)
            words.append(pilot.app.screen.query_one(Band).right)
    assert words[0] == words[1]
