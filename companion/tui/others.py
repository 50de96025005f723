"""What others do in the open game: seats at other screens, another program, the app at a side."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar, cast

from textual.app import App
from textual.screen import Screen

from companion.tui.background import in_background
from companion.tui.base_screen import SessionChanged
from companion.tui.host import Host

if TYPE_CHECKING:
    from companion.frontend.app_player import SideByApp
    from companion.tui.controller import SessionController

T = TypeVar("T")


class Others:
    """Shows what others did. `game` is the open game, if there is one, `table` its screen."""

    def __init__(
        self,
        app: App[Any],
        game: Callable[[], SessionController | None],
        table: Callable[[], Screen[None] | None],
    ) -> None:
        self._app = app
        self._host = cast(Host, app)
        self._game = game
        self._table = table
        self._heard = -1
        """What is watched for the inputs of other seats."""
        self.hears = False
        """Whether this is a seat."""
        self._reading = Lock()
        """Held while a thread reads the file of a game that another program plays, or takes it over."""

    @property
    def _at_table(self) -> bool:
        return self._app.screen is self._table()

    def tell_screens(self) -> None:
        """The session is another than they show."""
        for screen in self._app.screen_stack:
            screen.post_message(SessionChanged())

    def listen(self) -> None:
        """What others do at a shared table is heard as soon as it comes."""
        game = self._game()
        loop, heard = asyncio.get_running_loop(), game.opened.fileno() if game is not None else -1
        self.hears = self.hears or heard >= 0
        if heard != self._heard:
            if self._heard >= 0:
                loop.remove_reader(self._heard)
            if heard >= 0:
                loop.add_reader(heard, self._hear)
            self._heard = heard

    def look(self) -> None:
        """Has the file of a read-only game changed, has another seat done something?"""
        game = self._game()
        if game is not None and game.opened.read_only:
            _ = self._app.run_worker(partial(self._follow, game), exclusive=True, group="follow")
        elif self.hears:
            self._hear()

    def _hear(self) -> None:
        """Draws what others did, and goes with them into a procedure."""
        from companion.engine.state.changes import Note

        game = self._game()
        if game is None:
            self.listen()
            return
        asked = game.session.run
        if game.opened.follow():
            # What is still worked out is of the table before; a look that brings nothing takes nothing away.
            game.before_input()
            heard, game.session.heard = game.session.heard, []
            if heard and isinstance(heard[0], Note) and not heard[0].step:
                self._host.say(f"{heard[0].text}.")
            self.tell_screens()
            if game.session.run is not None and asked is None and self._at_table:
                self._app.call_later(self._host.show_guide)
        self.listen()

    async def _follow(self, game: SessionController) -> None:
        if await asyncio.to_thread(self._alone, game.opened.follow):
            self.tell_screens()

    def _alone(self, read: Callable[[], T]) -> T:
        """In a thread: reads the file, or takes it over, and nobody else does meanwhile."""
        with self._reading:
            return read()

    def do_take_over(self) -> None:
        """Plays on here, if nothing is in the way any more."""
        from companion.frontend.opened import take_over

        game = self._game()
        if game is not None and game.read_only:
            act = partial(self._alone, partial(take_over, game.opened))
            in_background(self._app, "take over", act, lambda _: self._taken_over(game))

    async def _taken_over(self, game: SessionController) -> None:
        if game is not self._game():
            return
        self.tell_screens()
        if game.session.run is not None:
            await self._host.show_guide()
        self._host.say(" ".join(["This game is played here from now on.", *game.opened.notices]))

    def play_by_app(self, wanted: SideByApp | None) -> None:
        """Gives a side of the open game to the app; None: people play all of them again."""
        from companion.engine.errors import InvalidInput
        from companion.tui.side_by_app import PlayedByApp

        game = self._game()
        if game is None or game.read_only or game.at_seat:
            return
        if game.by_app is not None:
            game.by_app.stop()
        game.by_app = None
        try:
            if wanted is not None:
                may = partial(self._app_may_go_on, game)
                game.by_app = PlayedByApp(self._app, game, wanted, may, self._app_acted, self.tell_screens)
        except InvalidInput as fault:
            # A side that the command line named.
            self._app.call_later(self._host.say, fault.with_hint, bad=True)
        self.tell_screens()

    def _app_may_go_on(self, game: SessionController, at_rest: bool) -> bool:
        """Whether the side that the app plays may go on: nobody reads what came last, or looks at an older table."""
        from companion.tui.screens.big import BigScreen
        from companion.tui.screens.guide import GuideScreen

        # Not in another game, or in this one at a seat.
        here = self._game() is game
        return here and (self._at_table or (not at_rest and isinstance(self._app.screen, (GuideScreen, BigScreen))))

    async def _app_acted(self, wish: str) -> None:
        game = self._game()
        if game is None:
            return
        if self._at_table and (game.session.run is not None or game.ended is not None):
            await self._host.show_guide()
        self.tell_screens()
        if wish:
            self._host.say(f"{wish}.")
