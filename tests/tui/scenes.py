"""Moments of games that several tests look at, and the frames that are kept of screens.

`COMPANION_FRAMES=write` draws the frames anew: look at the difference.
"""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from textual.pilot import Pilot

from companion.engine.session import Session
from companion.testing import step_random
from companion.tui.app import CompanionApp
from companion.tui.screens.guide import GuideScreen
from tests.examples import present, table_of
from tests.tui.fakes import MemoryOpened
from tests.tui.player import press, resize, screen_text, until
from tools.scenes import first_answer, play_to

FRAMES = Path(__file__).parent / "frames"


class Scene(NamedTuple):
    """A request of a game: the actions that lead to it, with their argument, its kind, and what is pressed there."""

    game: str
    actions: tuple[tuple[str, str], ...]
    kind: str
    keys: tuple[str, ...] = ()
    results: int = 0
    """Results that were seen before."""


SHOOTING = (("start_of_turn", ""), ("end_movement", ""), ("shoot", "first_squad"))
SCENES = {
    "bushido": Scene("bushido", (("melee", "hiro+oda"),), "split", ("v", "1", "2")),
    "bushido-result": Scene("bushido", (("melee", "hiro+oda"),), "roll", (), 1),
    "speedies": Scene("speedies", (("melee_phase", ""),), "roll", ("1", "7")),
    "gods-gloom": Scene("gods-gloom", (("melee", "lancers"),), "roll", ("3", "1"), 1),
    "legion": Scene("legion", (("melee_attack", "wook"),), "roll", ("h", "c"), 1),
    "better-wargame": Scene("better-wargame", SHOOTING, "roll", ("3",)),
}
CHOICES = {
    "gods-gloom-choice": Scene("gods-gloom", (("melee", "lancers"),), "choose", (), 1),
    "legion-choice": Scene("legion", (("melee_attack", "wook"),), "choose", (), 1),
    "speedies-choice": Scene("speedies", (("melee_phase", ""),), "choose"),
    "better-wargame-choice": Scene("better-wargame", SHOOTING, "split"),
}
FALLS = {"bushido": 0, "gods-gloom": 1, "legion": 3, "speedies": 1, "better-wargame": 1}
"""The seed of a random game in which somebody falls soon."""


def played(scene: Scene) -> MemoryOpened:
    """A game at the request of a scene."""
    opened = MemoryOpened(table_of(scene.game))
    session = opened.session
    came = play_to(session, scene.actions, scene.kind, lambda s: not scene.results or s.last_result is not None)
    assert came, f"{scene} never came"
    return opened


def at(game: str, action: str, args: dict[str, str], name: str, table: Any = None) -> MemoryOpened:
    """An example, or this table, played on with the first answers to the request of this name."""
    opened = MemoryOpened(table if table is not None else table_of(game))
    session = opened.session
    session.start(action, args)
    while session.request is not None and session.request.name != name:
        session.answer(first_answer(session.request))
    return opened


def reached(game: str, wanted: Callable[[Session], bool]) -> MemoryOpened:
    """The ready game of these rules, played on with random answers until `wanted` holds."""
    for seed in range(60):
        opened, rng = MemoryOpened(table_of(game), seed=seed), Random(seed)
        session = opened.session
        for _ in range(700):
            if wanted(session):
                return opened
            if session.run is None and not any(action.open for action in session.actions()):
                break
            step_random(session, rng)
    raise AssertionError("it never came")


def before_a_fall(game: str) -> MemoryOpened:
    """A random game at the request whose plainest answer puts a unit out of play."""
    seed = FALLS[game]
    opened = MemoryOpened(table_of(game), seed=seed)
    session, rng = opened.session, Random(seed)
    for _ in range(2000):
        if session.run is None:
            action = rng.choice([action for action in session.actions() if action.open])
            free = [option.value for option in action.values if option.why_not is None]
            session.start(action.name, {action.param: rng.choice(free)} if action.param else {})
            continue
        request = present(session.request)
        standing = sum(unit.alive for unit in session.table.units.values())
        by = request.side
        session.answer(first_answer(request), by)
        if sum(unit.alive for unit in session.table.units.values()) < standing:
            session.undo()
            return opened
        session.undo()
        session.answer(request.random(rng), by)
    raise AssertionError("nobody ever fell")


async def answered(pilot: Pilot[Any]) -> GuideScreen:
    """Gives the plainest answer to what the guide asks; the guide, which shows what came of it."""
    running = present(pilot.app, CompanionApp)
    assert isinstance(running.screen, GuideScreen)
    assert running.controller is not None
    request = present(running.controller.session.request)
    await running.screen.went_on(running.controller.answer(first_answer(request)))
    await press(pilot)
    return running.screen


async def is_kept(pilot: Pilot[Any], name: str, *sizes: tuple[int, int]) -> None:
    """Waits at each of these sizes until the screen is the frame that is kept of it."""
    for width, height in sizes:
        if pilot.app.size != (width, height):
            await resize(pilot, width, height)
        file = FRAMES / f"{name}-{width}x{height}.txt"
        if os.environ.get("COMPANION_FRAMES") == "write":
            await pilot.pause(0.5)
            file.write_text(screen_text(pilot.app) + "\n")
        wanted = file.read_text()
        await until(pilot, lambda wanted=wanted: screen_text(pilot.app) + "\n" == wanted, wanted)  # type: ignore[misc]
