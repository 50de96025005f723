"""Every game by keyboard: actions started and requests answered as they come, each kind in its own field."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from companion.engine import registry
from companion.engine.requests import Choose, Number, Pick, Request, Roll, Split, Text, YesNo
from companion.tui.screens.guide import GuideScreen
from tests.tui.fakes import MemoryOpened, app, mode, press, screen_text, show

ANSWERS = 8
"""Requests answered by keys, a game."""


def keys_for(request: Request[Any], value: Any, masked: bool) -> list[str]:
    """What a person would press to give this answer."""
    if isinstance(request, Roll):
        return [*typed(" / ".join(" ".join(str(f) for f in faces) for faces in value if faces)), "enter"]
    if isinstance(request, Split):
        place = next(i for i, p in enumerate(request.plans, 1) if p.plan == value["plan"])
        head = f"{place} " if len(request.plans) > 1 else ""
        return [*typed(head + " ".join(str(n) for n in value["parts"].values())), "enter"]
    if isinstance(request, Number):
        return ["ctrl+u", *typed(str(value)), "enter"]
    if isinstance(request, Text):
        return ["ctrl+u", *typed(value), "enter"]
    if isinstance(request, YesNo):
        return [*typed("1" if value else "2"), "enter"] if masked else ["y" if value else "n"]
    if isinstance(request, Choose):
        place = next(i for i, o in enumerate(request.options, 1) if o.value == value)
        if masked:
            return [*typed(str(place)), "enter"]
        return [str(place)] if place < 10 else ["home", *["down"] * (place - 1), "enter"]
    if isinstance(request, Pick):
        places = [i for i, o in enumerate(request.options, 1) if o.value in value]
        if masked:
            return [*typed(" ".join(map(str, places))), "enter"]
        return ["home", *[k for i in places for k in (*["down"] * (i - 1), "space", "home")], "enter"]
    return ["enter"]


def typed(text: str) -> list[str]:
    names = {
        " ": "space",
        "/": "slash",
        "-": "minus",
        "+": "plus",
        "(": "left_parenthesis",
        ")": "right_parenthesis",
        "_": "underscore",
    }
    return [names.get(c, c) for c in text]


async def one_turn(pilot: Pilot[Any], held: MemoryOpened, rng: Random) -> bool:
    """One thing a person would do now; whether it was an answer."""
    session = held.session
    now = mode(pilot)
    if now == "table":
        action = rng.choice([a for a in session.actions() if a.open])
        free = [v for v in action.values if v.why_not is None]
        screen: Any = pilot.app.screen
        if action.param and len(free) != 1:
            await screen.begin(action.name, {action.param: rng.choice(free).value})
            await pilot.pause()
        else:
            screen.next.actions.mark(action.name)
            screen.next.actions.focus()
            await press(pilot, "enter")
        return False
    if now in ("curtain", "sealed", "reveal", "end"):
        await press(pilot, "enter")
        return False
    request = session.request
    assert request is not None
    before = (len(session.entries), len(session.run.inputs) if session.run is not None else 0)
    await press(pilot, *keys_for(request, request.random(rng), session.secret is not None))
    after = (len(session.entries), len(session.run.inputs) if session.run is not None else 0)
    assert after != before, f"{request.kind} {request.name}: {request.schema()}\n{screen_text(pilot.app)}"
    return True


@pytest.mark.parametrize("game", sorted(registry.BUILT_IN))
async def test_a_game_is_played_by_keys(game: str) -> None:
    ruleset = registry.find(game)
    assert ruleset.example is not None
    held = MemoryOpened(ruleset.example())
    rng = Random(7)
    async with app().run_test(size=(80, 24)) as pilot:
        await show(pilot, held)
        answered = 0
        for _ in range(ANSWERS * 5):
            if answered >= ANSWERS or (held.session.run is None and held.session.table.over is not None):
                break
            answered += await one_turn(pilot, held, rng)
            shown = screen_text(pilot.app)
            if isinstance(pilot.app.screen, GuideScreen) and mode(pilot) == "ask":
                request = held.session.request
                assert request is not None
                assert request.title.split()[0] in shown
        assert answered >= ANSWERS or held.session.table.over is not None
        undos = held.session.undo_count
        await press(pilot, *["ctrl+z"] * 4)
        assert held.session.undo_count < undos


async def test_words_of_ones_own_are_typed_letters_and_all() -> None:
    ruleset = registry.find("gods-gloom")
    assert ruleset.example is not None
    held = MemoryOpened(ruleset.example())
    held.session.start("activate", {"unit": "ogre"})
    held.session.answer("pass")
    held.session.answer("skill")
    async with app().run_test(size=(80, 24)) as pilot:
        await show(pilot, held)
        await press(pilot, *typed("quick smoke"), "enter")
        await press(pilot, "n")
        assert held.session.table.unit("ogre").activated
        assert "Ogre uses a skill: quick smoke" in [getattr(e, "text", "") for e in held.session.entries[-1].events]
