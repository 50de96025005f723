"""The odds of the open request: worked out in a thread, kept while it stands, dropped with it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from companion.engine.errors import InvalidInput
from companion.engine.odds import ASKED, SHOWN, Odds, odds_use
from companion.frontend.hooks import asked_of
from companion.tui.base_screen import MainScreen
from companion.tui.controller import Attempt, SessionController

GROUP = "odds"
"""The group of the workers that work odds out."""

PATIENCE = 0.2
"""Seconds for which a question waits for its odds: drawn later, they would move what a finger already aims at."""


class RequestOdds:
    """What is known of the chances of one request at a time. `arrived` is called in the app when they are there.

    A thread reads the table while it works: whatever changes the table, or looks at an older one, drops it first.
    """

    def __init__(
        self, screen: MainScreen, controller: SessionController, arrived: Callable[[], Awaitable[None]]
    ) -> None:
        self._screen = screen
        self._controller = controller
        self._arrived = arrived
        controller.before_input = self.pause
        self._key: object = None
        self.found: Odds | None = None
        self.goal = ""
        """What best play is for; empty until players say so."""
        self.done = False
        self._settled = asyncio.Event()
        self.awaited = False
        """Whether somebody has asked to see them all when they are there."""
        self._looked = ""
        """The key of the request whose odds somebody has asked for."""

    @property
    def open(self) -> bool:
        """Whether the odds of the open request may be worked out: those that are asked for, once they were."""
        session = self._controller.session
        use = odds_use(session.table)
        return use == SHOWN or (use == ASKED and session.request is not None and self._looked == session.request.key)

    def look(self) -> Attempt:
        """Asks for the odds of the open request, where they are there for whoever asks: the log says so."""
        request = self._controller.session.request
        attempt = self._controller.attempt(lambda session: session.look_at_odds())
        if attempt.ok and request is not None:
            self._looked = request.key
        return attempt

    def show(self, pick: Callable[[], Awaitable[None]]) -> None:
        """Opens the panel of all odds, once they are known; `pick` has the app pick a choice."""
        from companion.tui.screens.odds import PICK, OddsPanel

        request = self._controller.session.request
        if request is None or self.found is None:
            self.awaited = not self.done
            words = "There are no odds for what stands now." if self.done else "The odds are being worked out."
            self._screen.host.say(words)
            return

        async def chosen(choice: str) -> None:
            if choice == PICK:
                await pick()
            else:
                self.want(self._key, choice)
                self.awaited = True

        self._screen.open_over(OddsPanel(self._controller, request, self.found), chosen)

    def follow(self, wanted: bool) -> None:
        """Begins to work out those of the open request, where they are wanted and open; else drops what there is."""
        if wanted and self.open:
            self.want((self._controller.moment(), id(self._controller.session.request)))
        else:
            self.drop()

    def want(self, key: object, goal: str = "") -> None:
        """Begins to work out the odds of the open request, unless this key already stands for them.

        With a goal they are recomputed for it, and stay so as long as the request stands.
        """
        request = self._controller.session.request
        if (key == self._key and not goal) or request is None:
            return
        self.drop()
        self._key, self.goal = key, goal
        self._settled.clear()
        call = partial(self._controller.session.odds, request, self.goal)
        _ = self._screen.run_worker(partial(self._work_out, call), group=GROUP, exclusive=True)

    def drop(self) -> None:
        """Forgets them; what a thread still works out is not used."""
        if not self.done:
            _ = self._screen.workers.cancel_group(self._screen, GROUP)
        self._key, self.found, self.done, self.awaited, self.goal = None, None, False, False, ""
        self._settled.set()

    async def settle(self) -> None:
        """Waits until those that are being worked out are there, and no longer than `PATIENCE`."""
        if self._key is not None and not self.done:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._settled.wait(), PATIENCE)

    def pause(self) -> None:
        """Another screen may look at an older table: drops what is not worked out yet."""
        if not self.done:
            self.drop()

    async def _work_out(self, call: Callable[[], Odds | None]) -> None:
        try:
            self.found = await asyncio.to_thread(asked_of, "odds", call)
        except InvalidInput as refused:
            self._controller.hooks.report(refused.message)
        self.done = True
        self._settled.set()
        await self._arrived()
