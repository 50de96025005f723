"""`s` on the table: a process shares the game, this screen is the table's seat, a panel shows how one joins."""

import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.pilot import Pilot

from companion.seats.lines import address_of
from companion.seats.process import SharedTable
from companion.seats.seat import Seat
from companion.store.folders import ready_dir
from companion.tui.app import CompanionApp
from companion.tui.screens.join_panel import JoinPanel
from companion.tui.screens.opening import opened_game
from tests.examples import present
from tests.seats.browser import Browser, Served
from tests.seats.shared import KAGU, copied
from tests.tui.player import press, screen_text, typed_text
from tests.waiting import until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the process is watched as on other systems")


async def seen(pilot: Pilot[Any], *words: str) -> None:
    await until(lambda: all(word in screen_text(pilot.app) for word in words), lambda: screen_text(pilot.app))


@asynccontextmanager
async def sharing(
    folder: Path, size: tuple[int, int] = (80, 24), game: str = KAGU
) -> AsyncIterator[tuple[CompanionApp, Pilot[Any], SharedTable]]:
    """The app on the table, whose game is shared; it shows how one joins."""
    app = CompanionApp(folder, copied(folder, game))
    app.share_words = ("--here", "--idle", "20")
    async with app.run_test(size=size) as pilot:
        await seen(pilot, "Second Squad" if game != KAGU else "Masaema Aya")
        await press(pilot, "s")
        await seen(pilot, "code", "nobody")
        yield app, pilot, present(app.shared)


async def ended(app: CompanionApp, pilot: Pilot[Any]) -> None:
    """Ends the sharing from the panel: the game is played on from its file."""
    await press(pilot, "x", "enter")
    await seen(pilot, "shared no more")
    assert present(app.controller).opened.close()


@pytest.mark.parametrize("size", [(100, 30), (80, 24), (60, 20), (45, 38)])
async def test_the_table_is_shared_and_goes_on_from_its_file_afterwards(size: tuple[int, int], tmp_path: Path) -> None:
    async with sharing(tmp_path, size) as (app, pilot, _):
        await seen(pilot, "Share this table", "nobody yet", "lay")
        assert screen_text(app).count("▀▀▀▀") > 10
        assert app.controller is not None
        key = next(one["url"] for one in app.controller.opened.share()["seats"])[-26:]  # type: ignore[union-attr]
        assert key not in screen_text(app)
        if size == (80, 24):
            root = app.controller.opened.share()["root"]  # type: ignore[union-attr]
            async with Browser(SimpleNamespace(root=root, key=lambda _: key), "red") as phone:  # type: ignore[arg-type]
                await phone.sees("Masaema Aya")
                await seen(pilot, "here", "a browser")
        await press(pilot, "enter")
        assert not isinstance(app.screen, JoinPanel)
        await press(pilot, "s")
        await ended(app, pilot)
        assert not address_of(tmp_path / f"{KAGU}.toml").exists()
        assert not app.controller.at_seat
        assert not app.controller.read_only


async def test_typed_dice_stay_when_the_table_is_shared_and_when_it_is_no_more(tmp_path: Path) -> None:
    name = "speedies-rats-in-the-cellar"
    _ = shutil.copy(ready_dir() / f"{name}.open.toml", copied(tmp_path, name).parent)
    app = CompanionApp(tmp_path, tmp_path / f"{name}.toml")
    app.share_words = ("--here", "--idle", "20")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "1", "5", "escape", "s")
        await seen(pilot, "code", "nobody")
        await press(pilot, "escape")
        assert typed_text(pilot).strip() == "15"
        await press(pilot, "escape", "s")
        await ended(app, pilot)
        assert typed_text(pilot).strip() == "15"


async def test_a_long_name_wraps_beside_a_code_and_never_through_it(tmp_path: Path) -> None:
    async with sharing(tmp_path, (60, 20), "better-wargame-ruined-town") as (app, pilot, _):
        await seen(pilot, "Maren's Guard")
        coded = [at for at, row in enumerate(screen_text(app).splitlines()) if "▀▀▀▀▀▀▀▀" in row]
        assert coded == list(range(coded[0], coded[-1] + 1)), screen_text(app)
        await ended(app, pilot)


async def test_a_killed_owner_is_begun_again_and_the_table_goes_on(tmp_path: Path) -> None:
    async with sharing(tmp_path) as (app, pilot, shared):
        await press(pilot, "escape")
        shared.process.kill()
        await until(lambda: app.controller is not None and not app.controller.opened.saved)
        await until(lambda: app.controller is not None and app.controller.opened.saved)
        assert app.controller is not None
        app.controller.session.adjust("aya", "notes", "still here")
        await press(pilot, "s")
        await ended(app, pilot)
        assert app.controller.session.table.unit("aya").notes == "still here"


async def test_who_leaves_a_table_where_nobody_else_sits_leaves_no_process(tmp_path: Path) -> None:
    async with sharing(tmp_path) as (app, pilot, shared):
        await press(pilot, "escape")
        app.leave_app()
        await until(lambda: app.return_code is not None)
    shared.end()


async def test_from_home_a_shared_game_is_joined_at_its_table(tmp_path: Path) -> None:
    served = Served(tmp_path)
    try:
        found = present(opened_game(served.file), Seat)
        found.close()
    finally:
        served.end()


@pytest.mark.parametrize("named", [True, False])
async def test_who_ends_a_sharing_that_another_screen_began_is_told_where_the_game_goes_on(
    tmp_path: Path, named: bool
) -> None:
    served = Served(tmp_path)
    try:
        app = CompanionApp(tmp_path, served.file if named else None)
        async with app.run_test(size=(80, 24)) as pilot:
            if not named:
                await seen(pilot, "READY TO PLAY")
                await press(pilot, "enter")
            await seen(pilot, "Masaema Aya")
            await press(pilot, "s")
            await seen(pilot, "code", "nobody")
            await press(pilot, "x", "enter")
            await seen(pilot, "shared no more", "Home", "READY TO PLAY")
    finally:
        served.end()


@pytest.mark.parametrize(
    ("size", "said"), [((100, 30), ("aiohttp and segno", "start.py serve")), ((45, 38), ("start.py serve FILE",))]
)
async def test_what_is_missing_is_said_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], said: tuple[str, ...]
) -> None:
    monkeypatch.setattr("companion.seats.web.find_spec", lambda name: None)
    monkeypatch.setattr(subprocess, "Popen", None)
    app = CompanionApp(tmp_path, copied(tmp_path))
    async with app.run_test(size=size) as pilot:
        await seen(pilot, "Masaema Aya")
        await press(pilot, "s")
        await seen(pilot, *said)
        assert not isinstance(app.screen, JoinPanel)
        present(app.controller).opened.close()
