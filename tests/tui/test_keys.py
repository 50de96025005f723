"""What docs/keys.md lists can be done: every command has a handler, and every key reaches it."""

import re
from collections.abc import Iterator
from importlib import import_module
from itertools import combinations
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest

from companion.tui import screens
from companion.tui.app import CompanionApp
from companion.tui.base_screen import BaseScreen, MainScreen
from companion.tui.commands import COMMANDS, QUIT, Command, key_name
from tests.tui.fakes import app, showing
from tests.tui.player import press, until

PAGE = Path(__file__).parents[2] / "docs" / "keys.md"
ROWS = re.findall(r"^\| (`.*`) \| .* \| `(\w+)` \| ", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def all_screens(above: type[BaseScreen[Any]] = BaseScreen) -> Iterator[type[BaseScreen[Any]]]:
    """Every kind of screen that the app has."""
    for kind in above.__subclasses__():
        if kind.__module__.startswith("companion."):
            yield kind
            yield from all_screens(kind)


def test_every_command_has_a_handler_on_some_screen() -> None:
    for module in iter_modules(screens.__path__):
        import_module(f"{screens.__name__}.{module.name}")
    handled = {command for kind in all_screens() for command in kind.handlers}
    assert [command.id for command in COMMANDS.values() if command not in handled] == []


def test_the_page_lists_every_command_with_its_keys() -> None:
    listed = {of: re.findall(r"`([^`]+)`", keys) for keys, of in ROWS}
    assert listed == {c.id: [key_name(key) for key in c.keys] for c in COMMANDS.values()}


def test_no_key_means_two_things() -> None:
    shared = {key for one, other in combinations(COMMANDS.values(), 2) for key in set(one.keys) & set(other.keys)}
    # Escape goes one screen back, whatever that screen is; steps are those of a procedure, and a table is shared.
    assert shared == {"escape", "s"}


async def test_every_key_of_the_page_does_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each on a screen that has this command alone: `test_no_key_means_two_things` says that none takes it away."""
    done: list[str] = []

    def screen_of(command: Command) -> MainScreen:
        kind: type[MainScreen] = type("Screen", (MainScreen,), {command.method: lambda _: done.append(command.id)})
        return kind()

    # Textual itself has these two keys, before any screen.
    monkeypatch.setattr(CompanionApp, "action_command_palette", lambda _: done.append("menu"))
    monkeypatch.setattr(CompanionApp, "leave_app", lambda _: done.append("quit"))

    async with app().run_test(size=(80, 24)) as pilot:
        for command in COMMANDS.values():
            _ = pilot.app.push_screen(screen_of(command))
            for key in command.keys:
                done.clear()
                await press(pilot, key)
                assert done == [command.id], key_name(key)
            _ = pilot.app.pop_screen()


@pytest.mark.parametrize("key", QUIT.keys)
async def test_leaving_closes_the_game_whichever_key_it_is_done_with(key: str) -> None:
    async with showing() as (pilot, opened):
        await press(pilot, key)
        await until(pilot, lambda: opened.closed and pilot.app.return_code == 0)
