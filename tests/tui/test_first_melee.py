"""The first melee from the list of games to its end, with own dice typed: no key that decides nothing."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from companion.engine.requests import Choose, Pick, Request, Roll, Split, YesNo
from companion.tui.app import CompanionApp
from companion.tui.screens.guide import GuideScreen
from tests.tui.fakes import app, mode, press, screen_text, sees, until
from tests.tui.test_games import keys_for

MOST_KEYS = 24
MELEES = {
    "Masaema Aya attacks Chiyo": ("3", "1", "2", "enter"),
    "Shieldband attacks": ("4", "1", "2", "enter"),
    "Luke Skywalker attacks": ("6", "1", "3", "enter"),
    "Scritch attacks Anselm": ("1",),
}
"""What the head of the procedure says, and the keys from the list of ready games into it."""
Hand = Callable[[Request[object], bool], list[str]]


def quickest(request: Request[object], secret: bool) -> list[str]:
    """The keys of a plain answer: what is marked, a row and a number of a split, dice as they fell, no more."""
    if isinstance(request, Roll):
        return [key for key in keys_for(request, request.random(Random(3)), secret) if key not in ("space", "slash")]
    if isinstance(request, Split):
        return [*(["1"] if len(request.plans) > 1 else []), "2", "enter"]
    if isinstance(request, Pick):
        return [*["space", "down"] * request.at_least, "enter"]
    return ["1", "enter"] if secret and isinstance(request, (Choose, YesNo)) else ["enter"]


def counted(request: Roll) -> list[str]:
    """The keys of dice by how many of them do it: `9+2+`; a single one as its face."""
    typed = ""
    for group, faces in zip(request.dice, request.random(Random(3)), strict=True):  # type: ignore[call-overload]
        typed += f"{sum(face in group.doing for face in faces)}+" if len(faces) > 1 else str(faces[0])
    return [*typed, "enter"]


def quick(request: Request[object], secret: bool) -> list[str]:
    """As players with many dice do it: dice by count, and what stands is left as it is."""
    if isinstance(request, Roll):
        return counted(request)
    return ["enter"] if isinstance(request, Split) else quickest(request, secret)


async def fought(pilot: Pilot[Any], keys: list[str], hand: Hand = quickest) -> int:
    """Plays the procedure that is open to its end; the number of all keys, with those before."""
    running = pilot.app
    assert isinstance(running, CompanionApp)
    while mode(pilot) == "ask":
        assert running.controller is not None
        session = running.controller.session
        assert session.request is not None
        typed = hand(session.request, session.secret is not None)
        keys += typed
        before = (session.request.key, session.sealed)
        await press(pilot, *typed)
        assert session.run is None or before != (session.request.key, session.sealed), screen_text(running)
    return len(keys)


@pytest.mark.parametrize("first", MELEES)
async def test_a_first_melee_takes_few_keys(first: str, tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "READY TO PLAY")
        await press(pilot, *MELEES[first])
        await until(pilot, lambda: isinstance(pilot.app.screen, GuideScreen), "the guide")
        assert await fought(pilot, [*MELEES[first]]) <= MOST_KEYS


async def test_the_tutorial_names_the_way_back_to_home(tmp_path: Path) -> None:
    tutorial = Path(__file__).parents[2] / "docs" / "tutorial.md"
    found = re.search(r"Go back to Home with `?(\w+)`?\.", tutorial.read_text(encoding="utf-8"))
    assert found, "the second part begins at Home"
    key = {"Esc": "escape"}.get(found[1], found[1])
    async with app(tmp_path).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "READY TO PLAY")
        await press(pilot, "1")
        await until(pilot, lambda: isinstance(pilot.app.screen, GuideScreen), "the guide")
        for _ in range(2):
            await press(pilot, key)
        await sees(pilot, "READY TO PLAY", "CONTINUE")


async def test_a_phase_of_large_melees_is_typed_by_count(tmp_path: Path) -> None:
    async with app(tmp_path).run_test(size=(100, 30)) as pilot:
        await sees(pilot, "READY TO PLAY")
        start = ["2", "1", "enter"]
        await press(pilot, *start)
        await until(pilot, lambda: isinstance(pilot.app.screen, GuideScreen), "the guide")
        assert await fought(pilot, start, quick) <= MOST_KEYS
