"""The Guide of each game as plain text at four sizes. `COMPANION_FRAMES=write` draws them anew: look at the difference.

What is compared is the form: everything stands where the design has it, and nothing is cut.
"""

import os
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from textual.pilot import Pilot

from companion.store import open_session, ready_dir
from companion.testing.playing import side_of
from companion.tui.app import CompanionApp
from companion.tui.screens.guide import GuideScreen
from tests.examples import request_of, table_of
from tests.tui.fakes import MemoryOpened, press, screen_text, sees, showing, until
from tools.scenes import first_answer, play_to

FRAMES = Path(__file__).parent / "frames"
SIZES = [(60, 20), (80, 24), (100, 30), (140, 45)]
FALL_SIZES = [(80, 24), (140, 45), (60, 20), (45, 50)]


class Scene(NamedTuple):
    """A request of a game: the actions that lead to it, with their argument, its kind, and what is pressed there."""

    game: str
    actions: tuple[tuple[str, str], ...]
    kind: str
    keys: tuple[str, ...] = ()
    results: int = 0
    """Results that were seen before."""


SCENES = {
    "bushido": Scene("bushido", (("melee", "hiro+oda"),), "split", ("v", "1", "2")),
    "bushido-result": Scene("bushido", (("melee", "hiro+oda"),), "roll", (), 1),
    "speedies": Scene("speedies", (("melee_phase", ""),), "roll", ("1", "7")),
    "gods-gloom": Scene("gods-gloom", (("melee", "lancers"),), "roll", ("3", "1"), 1),
    "legion": Scene("legion", (("melee_attack", "wook"),), "roll", ("h", "c"), 1),
    "better-wargame": Scene(
        "better-wargame", (("start_of_turn", ""), ("end_movement", ""), ("shoot", "first_squad")), "roll", ("3",)
    ),
}


def played(scene: Scene) -> MemoryOpened:
    """A game at the request of a scene."""
    opened = MemoryOpened(table_of(scene.game))
    session = opened.session
    came = play_to(session, scene.actions, scene.kind, lambda s: not scene.results or s.last_result is not None)
    assert came, f"{scene} never came"
    return opened


CHOICES = {
    "gods-gloom-choice": Scene("gods-gloom", (("melee", "lancers"),), "choose", (), 1),
    "legion-choice": Scene("legion", (("melee_attack", "wook"),), "choose", (), 1),
    "speedies-choice": Scene("speedies", (("melee_phase", ""),), "choose"),
    "better-wargame-choice": Scene(
        "better-wargame", (("start_of_turn", ""), ("end_movement", ""), ("shoot", "first_squad")), "split"
    ),
}
FALLS = {"bushido": 0, "gods-gloom": 1, "legion": 3, "speedies": 1, "better-wargame": 1}
"""The seed of a random game in which somebody falls soon."""


@pytest.mark.parametrize("size", SIZES, ids=[f"{w}x{h}" for w, h in SIZES])
@pytest.mark.parametrize("scene", SCENES)
async def test_guide(scene: str, size: tuple[int, int]) -> None:
    async with showing(played(SCENES[scene]), size=size) as (pilot, _):
        await press(pilot, *SCENES[scene].keys)
        shown = screen_text(pilot.app) + "\n"
    file = FRAMES / f"guide-{scene}-{size[0]}x{size[1]}.txt"
    if os.environ.get("COMPANION_FRAMES") == "write":
        file.write_text(shown)
    assert shown == file.read_text()


async def test_the_saves_of_a_chain(tmp_path: Path) -> None:
    """Who saves from whom, what each row lost, the faces of the open row by count, odds and bounds of both sides."""
    file = tmp_path / "crossroads.toml"
    file.write_bytes((ready_dir() / "better-wargame-crossroads.toml").read_bytes())
    opened = open_session(file, rng=Random(1))
    assert play_to(opened.session, (("melee_phase", ""),), "roll", lambda s: request_of(s).name == "save")
    memory = MemoryOpened()
    memory.session = opened.session
    async with showing(memory, size=(140, 45)) as (pilot, _):
        await press(pilot, *"15656142")
        await compare("better-wargame-saves", pilot)
        # Who dies by the dice that are in is a cross at once, and stands again when a die is taken back.
        await press(pilot, "backspace", "backspace")
        await sees(pilot, "●●●●●●  6 of 6")
        await press(pilot, *"42")
        await sees(pilot, "●●●●●×  6 of 6   1 dies")
        await pilot.resize_terminal(60, 20)
        # Groups whose dice are in are one row, so that others than the open one are in view.
        await sees(pilot, "✓ 4 of 10    1 ", "■ Boss Gutripper against Captain Ilse  5+, model 1\n      ▌   0 of 1")
        await sees(pilot, "◆ First Squad against Snazz Shooters", "◆ Captain Ilse against Gutripper Boyz")
    opened.close()


async def compare(name: str, pilot: Pilot[Any]) -> None:
    """Waits until the screen is that of the file."""
    size = pilot.app.size
    file = FRAMES / f"guide-{name}-{size.width}x{size.height}.txt"
    if os.environ.get("COMPANION_FRAMES") == "write":
        await pilot.pause(0.5)
        file.write_text(screen_text(pilot.app) + "\n")
    wanted = file.read_text()
    await until(pilot, lambda: screen_text(pilot.app) + "\n" == wanted, wanted)


@pytest.mark.parametrize("scene", CHOICES)
async def test_a_choice_with_its_odds(scene: str) -> None:
    async with showing(played(CHOICES[scene])) as (pilot, _):
        await press(pilot)
        await compare(scene, pilot)
        await pilot.resize_terminal(140, 45)
        await press(pilot)
        await compare(scene, pilot)


async def test_a_long_row_of_ways_stands_in_two_rows() -> None:
    """Where the whole list was drawn its hint was cut; and where a thumb taps the parts have their names."""
    async with showing(played(CHOICES["better-wargame-choice"]), size=(60, 20)) as (pilot, _):
        await sees(pilot, "Gutripper Boyz/hold    8/0   7/1", " 3/5   2/6", "the rest is hold.")
        await pilot.resize_terminal(45, 38)
        await sees(pilot, "Gutripper Boyz/hold   on Gutripper", "8/0          0.7      7/1")


async def test_a_long_name_of_a_special_has_a_row_of_its_own_with_its_cost() -> None:
    async with showing(played(SCENES["bushido"]), size=(45, 38)) as (pilot, _):
        await sees(pilot, "attack/defence   on Oda / on you")
        await sees(pilot, "3 Flow Like Water: Counterstrike\n", "Defence (0)  2 of 3 Ki")


@pytest.mark.parametrize("game", FALLS)
async def test_a_fall_is_the_loudest_thing(game: str) -> None:
    async with showing(before_a_fall(game, FALLS[game])) as (pilot, _):
        screen = await answered(pilot)
        assert screen.around.fall.display
        for size in FALL_SIZES:
            await pilot.resize_terminal(*size)
            await press(pilot)
            await compare(f"{game}-fall", pilot)


async def test_a_result_stands_apart_where_no_odds_need_the_rows_below_large_dice() -> None:
    phases = ("start_of_turn", "end_movement", "end_shooting", "firefight_phase")
    opened = MemoryOpened(table_of("better-wargame"))
    wound = partial(play_to, opened.session, [(phase, "") for phase in phases], "roll")
    assert wound(lambda s: "to_wound" in request_of(s).key)
    async with showing(opened, size=(100, 30)) as (pilot, _):
        await answered(pilot)
        await sees(pilot, "1 die to roll again", "models that Gutripper Boyz lose")
        await until(pilot, lambda: "\n\n last " in screen_text(pilot.app), "a blank row above the result")


async def answered(pilot: Pilot[Any]) -> GuideScreen:
    """Gives the plainest answer to what the guide asks; the guide, which shows what came of it."""
    running = pilot.app
    assert isinstance(running, CompanionApp)
    assert isinstance(running.screen, GuideScreen)
    assert running.controller is not None
    request = request_of(running.controller.session)
    await running.screen.went_on(running.controller.answer(first_answer(request)))
    await press(pilot)
    return running.screen


def before_a_fall(game: str, seed: int) -> MemoryOpened:
    """A random game at the request whose plainest answer puts a unit out of play."""
    opened = MemoryOpened(table_of(game), seed=seed)
    session, rng = opened.session, Random(seed)
    for _ in range(2000):
        if session.run is None:
            action = rng.choice([action for action in session.actions() if action.open])
            free = [option.value for option in action.values if option.why_not is None]
            session.start(action.name, {action.param: rng.choice(free)} if action.param else {})
            continue
        request = request_of(session)
        standing = sum(unit.alive for unit in session.table.units.values())
        by = side_of(request)
        session.answer(first_answer(request), by)
        if sum(unit.alive for unit in session.table.units.values()) < standing:
            session.undo()
            return opened
        session.undo()
        session.answer(request.random(rng), by)
    raise AssertionError("nobody ever fell")


async def test_a_screen_that_is_turned_has_every_row_of_dice_in_view() -> None:
    opened = MemoryOpened(table_of("bushido"))
    assert play_to(opened.session, (("melee", "hiro+oda"),), "roll", lambda _: True)
    async with showing(opened, size=(45, 38)) as (pilot, _):
        await press(pilot, "3", "6")
        await pilot.resize_terminal(80, 24)
        await press(pilot)
        await sees(pilot, "■ Oda   ▐ ▌ ▐ ▌", "Last Stands last", "2 of 6 dice in")
        assert "more ↓" not in screen_text(pilot.app)
