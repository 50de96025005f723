"""An open game that lives in memory, the app that shows it, and what stands on top of its screens."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from unittest.mock import patch

from textual.pilot import Pilot

from companion.engine.session import Session
from companion.engine.state.table import AnyTable
from companion.frontend.opened import Unfiled
from companion.store.lock import BUSY
from companion.tui.app import CompanionApp
from companion.tui.controller import SessionController
from companion.tui.forms.form import Form
from companion.tui.forms.form_screen import FormScreen
from companion.tui.screens.guide import GuideScreen
from tests.examples import present
from tests.games.duel import example
from tests.tui.player import until

Kind = TypeVar("Kind")
FormOf = TypeVar("FormOf", bound=Form[Any])

TO_THE_SPLIT = ("enter", "enter", "enter", "enter")
"""Ann strikes at Bob; the two face each other; the first split in secret."""
TO_THE_ROLL = (*TO_THE_SPLIT, "2", "1", "enter", "1", "2", "enter")


class MemoryOpened(Unfiled):
    """What the store would hand out, without a file."""

    def __init__(self, of: AnyTable | Session | None = None, *, read_only: bool = False, seed: int = 1) -> None:
        """A game on this table, that of the duel by itself; or a session as it stands."""
        if not isinstance(of, Session):
            of = Session(of or example(), rng=Random(seed), read_only=BUSY if read_only else "")
        super().__init__(of, Path("memory.toml"))
        self.closed = False
        self.at_border = ""
        self.newer: Session | None = None

    def close(self) -> bool:
        self.closed = True
        return True

    def border(self, count: int) -> str:
        """What the test has put here."""
        return self.at_border

    def follow(self, seconds: float = 0) -> bool:
        """Takes the newer session, if the test has put one here."""
        if self.newer is None:
            return False
        self.session, self.newer = self.newer, None
        return True


def app(
    saves: Path = Path("no-such-folder"),
    file: Path | None = None,
    config: Path | None = None,
    now: Callable[[], datetime] | None = None,
) -> CompanionApp:
    """The app with its dark theme and nothing that moves; without a clock nobody was away."""
    return CompanionApp(saves, file, config, now=now)


async def show(pilot: Pilot[Any], opened: MemoryOpened | None = None) -> MemoryOpened:
    """Opens a game in memory, past the list of games."""
    running = present(pilot.app, CompanionApp)
    game = opened if opened is not None else MemoryOpened()
    await running.open_session(game)
    await pilot.pause()
    return game


@asynccontextmanager
async def showing(
    opened: MemoryOpened | None = None, size: tuple[int, int] = (80, 24), *, notifications: bool = False
) -> AsyncIterator[tuple[Pilot[Any], MemoryOpened]]:
    """The app of this size begun with this game, else with the duel; gives the pilot and the game."""
    game = opened if opened is not None else MemoryOpened()
    running, begun = app(file=game.file), asyncio.Event()

    async def begin() -> None:
        await running.open_session(game)
        begun.set()

    with patch.object(CompanionApp, "_open_first", lambda *_: running.call_later(begin)):
        async with running.run_test(size=size, notifications=notifications) as pilot:
            await until(pilot, begun.is_set, "the game")
            await pilot.pause()
            yield pilot, game


def controller(pilot: Pilot[Any]) -> SessionController:
    """What the screens of the open game give their inputs to."""
    return present(present(pilot.app, CompanionApp).controller)


async def over(pilot: Pilot[Any], form: FormOf) -> FormOf:
    """This form, shown over what is seen."""
    await pilot.app.push_screen(FormScreen(form))
    return form


def on_top(pilot: Pilot[Any], kind: type[Kind]) -> Kind:
    """The screen that is seen, or the form that it shows, which is of this kind."""
    screen = pilot.app.screen
    top = screen.form if isinstance(screen, FormScreen) else screen
    assert isinstance(top, kind), top
    return top


def shows(screen: object, kind: type[Form[Any]]) -> bool:
    """Whether this is a screen with a form of this kind."""
    return isinstance(screen, FormScreen) and isinstance(screen.form, kind)


def mode(pilot: Pilot[Any]) -> str:
    """What stands in the middle of the guide; `table` elsewhere."""
    screen = pilot.app.screen
    return screen.now.mode() if isinstance(screen, GuideScreen) else "table"


async def comes_to(pilot: Pilot[Any], wanted: str) -> None:
    """Waits until this is in the middle of the guide, or `table` elsewhere."""
    await until(pilot, lambda: mode(pilot) == wanted, f"{wanted}, not {mode(pilot)}")
