"""The Guide of each game as plain text at four sizes. `COMPANION_FRAMES=write` draws them anew: look at the difference.

What is compared is the form: everything stands where the design has it, and nothing is cut.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.engine import registry
from companion.engine.requests import Choose, Pick, Request, Roll, YesNo
from companion.engine.session import Session
from tests.tui.fakes import MemoryOpened, app, press, screen_text, show

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
