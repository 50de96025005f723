"""Every game by keyboard, and the first melee from the list of games to its end in few keys."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from companion.engine import registry
from companion.engine.dice import short_word
from companion.engine.requests import Choose, Grid, Number, Pick, Request, Roll, Split, Text, YesNo
from companion.tui.screens.guide import GuideScreen
from tests.examples import present, table_of
from tests.searching import one_in
from tests.tui.fakes import MemoryOpened, app, controller, mode, showing
from tests.tui.player import press, screen_text, sees, until

ANSWERS = 8
"""Requests answered by keys, a game."""


def keys_for(request: Request[object], value: Any, masked: bool) -> list[str]:
    """What a person would press to give this answer."""
    if isinstance(request, Roll):
        dice = zip(request.dice, value, strict=True)
        words = [[short_word(f, g.die) if isinstance(f, str) else str(f) for f in faces] for g, faces in dice if faces]
        return [*" / ".join(" ".join(faces) for faces in words), "enter"]
    if isinstance(request, Split):
        place = next(i for i, p in enumerate(request.plans, 1) if p.plan == value["plan"])
        head = f"{place} " if len(request.plans) > 1 else ""
        return [*(head + " ".join(str(n) for n in value["parts"].values())), "enter"]
    if isinstance(request, Grid):
        return [*grid_keys(request, value["rows"]), "enter"]
    if isinstance(request, Number):
        return ["ctrl+u", *str(value), "enter"]
    if isinstance(request, Text):
        return ["ctrl+u", *value, "enter"]
    if isinstance(request, YesNo):
        return ["1" if value else "2", "enter"] if masked else ["y" if value else "n"]
    if isinstance(request, Choose):
        place = next(i for i, o in enumerate(request.options, 1) if o.value == value)
        if masked:
            return [*str(place), "enter"]
        return [str(place)] if place < 10 else ["home", *["down"] * (place - 1), "enter"]
    if isinstance(request, Pick):
        places = [i for i, o in enumerate(request.options, 1) if o.value in value]
        if masked:
            return [*" ".join(map(str, places)), "enter"]
        return ["home", *[k for i in places for k in (*["down"] * (i - 1), "space", "home")], "enter"]
    return ["enter"]


def grid_keys(request: Grid, rows: dict[str, dict[str, Any]]) -> list[str]:
    """Cell by cell from the first: tab to each, what is typed there, and away from the last by shift and tab."""
    keys = ["pageup"] * len(request.rows) + ["shift+tab"] * len(request.columns)
    for row in request.rows:
        for column in request.columns:
            cell = rows.get(row.row, {}).get(column.name)
            word = "y" if cell is True else "n" if cell is False else "none" if cell == "" else cell
            keys += [*(str(word) if cell is not None else ""), "tab"]
    # The last cell takes no tab: what is typed there is set by enter.
    last = rows.get(request.rows[-1].row, {}).get(request.columns[-1].name)
    return [*keys[:-1], "enter"] if last is not None else keys[:-1]


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
    request = present(session.request)
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
                request = present(opened.session.request)
                word = request.title.split()[0].casefold()
                assert word in screen_text(pilot.app).casefold()
        assert answered >= ANSWERS or opened.session.table.over is not None
        undos = opened.session.undo_count
        await press(pilot, *["ctrl+z"] * 4)
        assert opened.session.undo_count < undos


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
        return [key for key in keys_for(request, request.random(Random(3)), secret) if key not in " /"]
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
    while mode(pilot) == "ask":
        session = controller(pilot).session
        request = present(session.request)
        typed, before = hand(request, session.secret is not None), (request.key, session.sealed)
        keys += typed
        await press(pilot, *typed)
        assert session.run is None or before != (present(session.request).key, session.sealed), screen_text(pilot.app)
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
        await sees(pilot, "READY TO PLAY", "1  Try this first: a melee of Speedies in two minutes", "█▀▀ █▀█ █▄ ▄█")
        start = ["2", "1", "enter"]
        await press(pilot, *start)
        await until(pilot, lambda: isinstance(pilot.app.screen, GuideScreen), "the guide")
        assert await fought(pilot, start, quick) <= MOST_KEYS
