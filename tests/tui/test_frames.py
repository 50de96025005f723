"""What a person sees, as plain text, is what is kept in `frames`: everything where the design has it, nothing cut."""

from functools import partial
from pathlib import Path
from random import Random

import pytest

from companion.engine import registry
from companion.store.folders import ready_dir
from companion.store.opening import open_session
from companion.tui.screens.table import TableScreen
from tests.examples import present, table_of
from tests.tui.fakes import MemoryOpened, comes_to, on_top, showing
from tests.tui.player import misses, press, resize, screen_text, sees, until
from tests.tui.scenes import CHOICES, FALLS, SCENES, answered, before_a_fall, is_kept, played
from tools.scenes import play_to

SMALL, USUAL, WIDE, LARGE = (60, 20), (80, 24), (100, 30), (140, 45)
DUEL_SIZES = ((40, 20), USUAL)


async def test_a_duel_by_keyboard_from_the_table_to_its_end() -> None:
    async with showing() as (pilot, opened):
        for keys, frame, seen in (
            ((), "table", ()),
            (("enter",), "which", ("Exchange blows: which?",)),
            (("enter",), "", ("whom does Ann fight?", "Bob [/")),
            (("1",), "", ("turn Ann and Bob [/ to face each other",)),
            (("enter", "2"), "split", ("◆ RHEA: split", "in secret, Boris")),
            (("1", "enter"), "hand-over", ("■ BORIS: split", "◆ Rhea has sealed an answer.")),
            (("x", "escape", "enter", "1", "space", "2"), "", ("BORIS",)),
        ):
            await press(pilot, *keys)
            await sees(pilot, *seen)
            if frame:
                await is_kept(pilot, frame, *DUEL_SIZES)
        await misses(pilot, "2 attack")
        await press(pilot, "enter")
        await sees(pilot, "◆ Rhea  2 attack, 1 guard", "■ Boris  1 attack, 2 guard", "0 of 2 dice in")
        await press(pilot, "6", "9", "1")
        await is_kept(pilot, "roll", *DUEL_SIZES)
        await press(pilot, "backspace", "5", "1", "2")
        await sees(pilot, "▐6▌▐5▌")
        await press(pilot, "enter")
        await sees(pilot, "Bob [/ strikes Ann", "attack ▐6▌▐5▌", "2 against 0, Bob [/ takes 2", "●××  1 of 3")
        await press(pilot, "6", "1", "enter")
        await sees(pilot, "did the crowd cheer?")
        await press(pilot, "y")
        await comes_to(pilot, "table")
        assert opened.session.table.unit("bob").health == 1
        suggested = present(opened.session.ruleset.suggested(opened.session.table))
        assert on_top(pilot, TableScreen).next.actions.value == suggested.name, "the cursor follows the headline"
        await is_kept(pilot, "end", *DUEL_SIZES)


@pytest.mark.parametrize("size", DUEL_SIZES)
async def test_the_card_of_a_unit(size: tuple[int, int]) -> None:
    async with showing(size=size) as (pilot, _):
        await press(pilot, "up", "enter")
        await is_kept(pilot, "card", size)


@pytest.mark.parametrize("size", [SMALL, USUAL, LARGE])
@pytest.mark.parametrize("game", sorted(registry.BUILT_IN))
async def test_the_table_of_each_game_as_it_opens(game: str, size: tuple[int, int]) -> None:
    async with showing(MemoryOpened(table_of(game)), size=size) as (pilot, _):
        await is_kept(pilot, f"table-{game}", size)


@pytest.mark.parametrize("scene", SCENES)
async def test_the_guide_of_each_game(scene: str) -> None:
    """A row of assumptions that a smaller screen had no room for stood there and behind the dice too."""
    async with showing(played(SCENES[scene]), size=LARGE) as (pilot, _):
        await press(pilot, *SCENES[scene].keys)
        await is_kept(pilot, f"guide-{scene}", LARGE, WIDE, USUAL, SMALL)


@pytest.mark.parametrize("scene", CHOICES)
async def test_a_choice_with_its_odds(scene: str) -> None:
    async with showing(played(CHOICES[scene])) as (pilot, _):
        await is_kept(pilot, f"guide-{scene}", USUAL, LARGE)


@pytest.mark.parametrize("game", FALLS)
async def test_a_fall_is_the_loudest_thing(game: str) -> None:
    async with showing(before_a_fall(game)) as (pilot, _):
        screen = await answered(pilot)
        assert screen.around.fall.display
        await is_kept(pilot, f"guide-{game}-fall", USUAL, LARGE, SMALL, (45, 50))


async def test_the_saves_of_a_chain(tmp_path: Path) -> None:
    """Who saves from whom, what each row lost, the faces of the open row by count, odds and bounds of both sides."""
    file = tmp_path / "crossroads.toml"
    file.write_bytes((ready_dir() / "better-wargame-crossroads.toml").read_bytes())
    opened = open_session(file, rng=Random(1))
    assert play_to(opened.session, (("melee_phase", ""),), "roll", lambda s: present(s.request).name == "save")
    async with showing(MemoryOpened(opened.session), size=LARGE) as (pilot, _):
        await press(pilot, *"15656142")
        await is_kept(pilot, "guide-better-wargame-saves", LARGE)
        # Who dies by the dice that are in is a cross at once, and stands again when a die is taken back.
        await press(pilot, "backspace", "backspace")
        await sees(pilot, "●●●●●●  6 of 6")
        await press(pilot, *"42")
        await sees(pilot, "●●●●●×  6 of 6   1 dies")
        await resize(pilot, *SMALL)
        # Groups whose dice are in are one row, so that others than the open one are in view.
        await sees(pilot, "✓ 4 of 10 groups    1 ")
        await sees(pilot, "■ Boss Gutripper against Captain Ilse  5+, model 1\n      ▌   0 of 1")
        await sees(pilot, "◆ First Squad against Snazz Shooters", "◆ Captain Ilse against Gutripper Boyz")
    opened.close()


async def test_a_result_stands_apart_where_no_odds_need_the_rows_below_large_dice() -> None:
    phases = ("start_of_turn", "end_movement", "end_shooting", "firefight_phase")
    opened = MemoryOpened(table_of("better-wargame"))
    wound = partial(play_to, opened.session, [(phase, "") for phase in phases], "roll")
    assert wound(lambda s: "to_wound" in present(s.request).key)
    async with showing(opened, size=WIDE) as (pilot, _):
        await answered(pilot)
        await sees(pilot, "1 die to roll again", "models that Gutripper Boyz lose")
        await until(pilot, lambda: "\n\n last " in screen_text(pilot.app), "a blank row above the result")
