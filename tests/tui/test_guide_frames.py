"""The Guide of each game as plain text at four sizes. `COMPANION_FRAMES=write` draws them anew: look at the difference.

What is compared is the form: everything stands where the design has it, and nothing is cut.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from textual.pilot import Pilot

from companion.engine import registry
from companion.engine.requests import Choose, Pick, Request, Roll, YesNo
from companion.engine.session import Session
from companion.tui.app import CompanionApp
from companion.tui.screens.guide import GuideScreen
from tests.tui.fakes import MemoryOpened, app, press, screen_text, show, until

FRAMES = Path(__file__).parent / "frames"
SIZES = [(60, 20), (80, 24), (100, 30), (140, 45)]


class Scene(NamedTuple):
    """A request of a game: the actions that lead to it, with their argument, its kind, and what is pressed there."""

    game: str
    actions: tuple[tuple[str, str], ...]
    kind: str
    keys: tuple[str, ...] = ()
    results: int = 0
    """Results that were seen before."""


SCENES = {
    "bushido": Scene("bushido", (("melee", "hiro+oda"),), "split", ("v", "2")),
    "bushido-result": Scene("bushido", (("melee", "hiro+oda"),), "roll", (), 1),
    "speedies": Scene("speedies", (("melee_phase", ""),), "roll", ("1", "7")),
    "gods-gloom": Scene("gods-gloom", (("melee", "lancers"),), "roll", ("3", "1"), 1),
    "legion": Scene("legion", (("melee_attack", "wook"),), "roll", ("h", "c"), 1),
    "better-wargame": Scene(
        "better-wargame", (("start_of_turn", ""), ("end_movement", ""), ("shoot", "first_squad")), "roll", ("3",)
    ),
}


def first_answer(request: Request[Any]) -> Any:
    """An answer that is always the same: the first option, every third face, a fixed split."""
    if isinstance(request, Choose):
        return next(option.value for option in request.options if option.why_not is None)
    if isinstance(request, Pick):
        free = [option.value for option in request.options if option.why_not is None]
        return free[: max(request.at_least, min(1, request.at_most))]
    if isinstance(request, Roll):
        faces = [group.die.legal for group in request.dice]
        return [
            [legal[(i * 3 + 2) % len(legal)] for i in range(g.count)]
            for g, legal in zip(request.dice, faces, strict=True)
        ]
    return True if isinstance(request, YesNo) else request.random(Random(1))


def played(scene: Scene) -> MemoryOpened:
    """A game at the request of a scene."""
    ruleset = registry.find(scene.game)
    assert ruleset.example is not None
    opened = MemoryOpened(ruleset.example())
    session = opened.session
    for name, value in scene.actions:
        _start(session, name, value)
        for _ in range(200):
            request = session.request
            if request is None:
                break
            seen = session.last_result is not None if scene.results else True
            if request.kind == scene.kind and len(session.standings) >= 2 and seen:
                return opened
            session.answer(first_answer(request), request.by if request.by in session.table.sides else "")
    raise AssertionError(f"{scene} never came")


def _start(session: Session, name: str, value: str) -> None:
    action = next(action for action in session.actions() if action.name == name)
    session.start(name, {action.param: value} if action.param else {})


CHOICES = {
    "gods-gloom-choice": Scene("gods-gloom", (("melee", "lancers"),), "choose", (), 1),
    "legion-choice": Scene("legion", (("melee_attack", "wook"),), "choose", (), 1),
    "speedies-choice": Scene("speedies", (("melee_phase", ""),), "choose"),
    "better-wargame-choice": Scene(
        "better-wargame", (("start_of_turn", ""), ("end_movement", ""), ("shoot", "first_squad")), "pick"
    ),
}
FALLS = {"bushido": 0, "gods-gloom": 1, "legion": 3, "speedies": 1, "better-wargame": 1}
"""The seed of a random game in which somebody falls soon."""


@pytest.mark.parametrize("size", SIZES, ids=[f"{w}x{h}" for w, h in SIZES])
@pytest.mark.parametrize("scene", SCENES)
async def test_guide(scene: str, size: tuple[int, int]) -> None:
    async with app().run_test(size=size) as pilot:
        await show(pilot, played(SCENES[scene]))
        await press(pilot, *SCENES[scene].keys)
        shown = screen_text(pilot.app) + "\n"
    file = FRAMES / f"guide-{scene}-{size[0]}x{size[1]}.txt"
    if os.environ.get("COMPANION_FRAMES") == "write":
        file.write_text(shown)
    assert shown == file.read_text()


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
    async with app().run_test(size=(80, 24)) as pilot:
        await show(pilot, played(CHOICES[scene]))
        await press(pilot)
        await compare(scene, pilot)
        await pilot.resize_terminal(140, 45)
        await press(pilot)
        await compare(scene, pilot)


@pytest.mark.parametrize("game", FALLS)
async def test_a_fall_is_the_loudest_thing(game: str) -> None:
    opened = before_a_fall(game, FALLS[game])
    async with app().run_test(size=(80, 24)) as pilot:
        await show(pilot, opened)
        running = pilot.app
        assert isinstance(running, CompanionApp)
        assert isinstance(running.screen, GuideScreen)
        assert running.controller is not None
        request = opened.session.request
        assert request is not None
        await running.screen.went_on(running.controller.answer(first_answer(request)))
        await press(pilot)
        assert running.screen.around.fall.display
        await compare(f"{game}-fall", pilot)
        await pilot.resize_terminal(140, 45)
        await press(pilot)
        await compare(f"{game}-fall", pilot)


def before_a_fall(game: str, seed: int) -> MemoryOpened:
    """A random game at the request whose plainest answer puts a unit out of play."""
    ruleset = registry.find(game)
    assert ruleset.example is not None
    opened = MemoryOpened(ruleset.example(), seed=seed)
    session, rng = opened.session, Random(seed)
    for _ in range(2000):
        if session.run is None:
            action = rng.choice([action for action in session.actions() if action.open])
            free = [option.value for option in action.values if option.why_not is None]
            session.start(action.name, {action.param: rng.choice(free)} if action.param else {})
            continue
        request = session.request
        assert request is not None
        standing = sum(unit.alive for unit in session.table.units.values())
        by = request.by if request.by in session.table.sides else ""
        session.answer(first_answer(request), by)
        if sum(unit.alive for unit in session.table.units.values()) < standing:
            session.undo()
            return opened
        session.undo()
        session.answer(request.random(rng), by)
    raise AssertionError("nobody ever fell")
