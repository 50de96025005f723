"""Every game by keyboard: actions started and requests answered as they come, each kind in its own field."""

from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from companion.engine import registry
from companion.engine.dice import short_word
from companion.engine.requests import Choose, Grid, Number, Pick, Request, Roll, Split, Text, YesNo
from companion.tui.screens.guide import GuideScreen
from tests.examples import request_of, table_of
from tests.searching import one_in
from tests.tui.fakes import MemoryOpened, mode, press, screen_text, showing

ANSWERS = 8
"""Requests answered by keys, a game."""


def keys_for(request: Request[object], value: Any, masked: bool) -> list[str]:
    """What a person would press to give this answer."""
    if isinstance(request, Roll):
        dice = zip(request.dice, value, strict=True)
        words = [[short_word(f, g.die) if isinstance(f, str) else str(f) for f in faces] for g, faces in dice if faces]
        return [*typed(" / ".join(" ".join(faces) for faces in words)), "enter"]
    if isinstance(request, Split):
        place = next(i for i, p in enumerate(request.plans, 1) if p.plan == value["plan"])
        head = f"{place} " if len(request.plans) > 1 else ""
        return [*typed(head + " ".join(str(n) for n in value["parts"].values())), "enter"]
    if isinstance(request, Grid):
        return [*grid_keys(request, value["rows"]), "enter"]
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


def grid_keys(request: Grid, rows: dict[str, dict[str, Any]]) -> list[str]:
    """Cell by cell from the first: tab to each, what is typed there, and away from the last by shift and tab."""
    keys = ["pageup"] * len(request.rows) + ["shift+tab"] * len(request.columns)
    for row in request.rows:
        for column in request.columns:
            cell = rows.get(row.row, {}).get(column.name)
            word = "y" if cell is True else "n" if cell is False else "none" if cell == "" else cell
            keys += [*typed(str(word) if cell is not None else ""), "tab"]
    # The last cell takes no tab: what is typed there is set by enter.
    last = rows.get(request.rows[-1].row, {}).get(request.columns[-1].name)
    return [*keys[:-1], "enter"] if last is not None else keys[:-1]


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


async def one_turn(pilot: Pilot[Any], opened: MemoryOpened, rng: Random) -> bool:
    """One thing a person would do now; whether it was an answer."""
    session = opened.session
    now = mode(pilot)
    if now == "table":
        action = rng.choice([a for a in session.actions() if a.open])
        free = [v for v in action.values if v.why_not is None]
        screen: Any = pilot.app.screen
        if action.param and len(free) != 1:
            await screen.starting.begin(action.name, {action.param: rng.choice(free).value})
            await pilot.pause()
        else:
            screen.next.actions.mark(action.name)
            screen.next.actions.focus()
            await press(pilot, "enter")
        return False
    if now == "end":
        await press(pilot, "enter")
        return False
    request = request_of(session)
    before = (len(session.entries), len(session.run.inputs) if session.run is not None else 0)
    await press(pilot, *keys_for(request, request.random(rng), session.secret is not None))
    after = (len(session.entries), len(session.run.inputs) if session.run is not None else 0)
    assert after != before, f"{request.kind} {request.name}: {request.schema()}\n{screen_text(pilot.app)}"
    return True


@pytest.mark.parametrize("game", one_in(3, zip(sorted(registry.BUILT_IN))))
async def test_a_game_is_played_by_keys(game: str) -> None:
    opened = MemoryOpened(table_of(game))
    rng = Random(7)
    async with showing(opened) as (pilot, _):
        answered = 0
        for _ in range(ANSWERS * 5):
            if answered >= ANSWERS or (opened.session.run is None and opened.session.table.over is not None):
                break
            answered += await one_turn(pilot, opened, rng)
            if isinstance(pilot.app.screen, GuideScreen) and mode(pilot) == "ask":
                request = request_of(opened.session)
                word = request.title.split()[0].casefold()
                assert word in screen_text(pilot.app).casefold()
        assert answered >= ANSWERS or opened.session.table.over is not None
        undos = opened.session.undo_count
        await press(pilot, *["ctrl+z"] * 4)
        assert opened.session.undo_count < undos


async def test_words_of_ones_own_are_typed_letters_and_all() -> None:
    opened = MemoryOpened(table_of("gods-gloom"))
    opened.session.start("activate", {"unit": "ogre"})
    opened.session.answer("pass")
    opened.session.answer("skill")
    async with showing(opened) as (pilot, _):
        await press(pilot, *typed("quick smoke"), "enter")
        await press(pilot, "n")
        assert opened.session.table.unit("ogre").activated
        assert "Ogre uses a skill: quick smoke" in [getattr(e, "text", "") for e in opened.session.entries[-1].events]
