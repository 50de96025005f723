"""A side of the open game that the app plays, at the same screen: it thinks in a thread, on a copy of its own."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

from textual.app import App

from companion.engine.errors import RULES_FAIL, InvalidInput
from companion.engine.session import Session
from companion.frontend.app_player import AppPlayer, Decision, SideByApp, moment, side_named, wish_words
from companion.tui.controller import SessionController

_EVERY = 0.2
"""Seconds between looks at whether it is to decide."""


class PlayedByApp:
    """Plays a side as long as it is the controller's `by_app`.

    `may` says whether it may go on, at rest or in a procedure: not while somebody reads what came last. `acted` shows
    what it did, with its wish if it has one; `left` that something is for people.

    Where one person is left, the screen is that person's: what the app seals and decides is not asked there.
    """

    def __init__(
        self,
        app: App[Any],
        controller: SessionController,
        wanted: SideByApp,
        may: Callable[[bool], bool],
        acted: Callable[[str], Awaitable[None]],
        left: Callable[[], None],
    ) -> None:
        self.wanted = wanted
        self.side = side_named(controller.session.table, wanted.name)
        self.player = AppPlayer(self.side, wanted.temper, rolls=wanted.rolls)
        self._app, self._controller = app, controller
        self._may, self._acted, self._left = may, acted, left
        self._thinks = False
        self._seen: object = None
        people = [side for side in controller.session.table.sides if side != self.side]
        controller.session.seat = people[0] if len(people) == 1 else ""
        controller.session.by_app = self.side
        self._timer = app.set_interval(_EVERY, self._look)

    def stop(self) -> None:
        """People play this side again."""
        self._timer.stop()
        session = self._controller.session
        session.seat, session.by_app, session.left = "", "", ""

    def _look(self) -> None:
        """Has play come to a point that it has not thought of?"""
        session = self._controller.session
        if self._thinks or not self._may(session.run is None):
            return
        now = moment(session)
        if now == self._seen:
            return
        self._seen = now
        if self.player.holds(session):
            self._leave(session.request.key if session.request is not None else "")
            return
        self._thinks = True
        try:
            twin = session.twin()
        except InvalidInput:
            self._thinks = False
            return
        _ = self._app.run_worker(partial(self._think, twin), group="by app")

    async def _think(self, twin: Session) -> None:
        decision: Decision | None = None
        # What the rules cannot say to it they say to people, who see it.
        with suppress(*RULES_FAIL):
            decision = await to_thread(self.player.decide, twin)
        self._thinks = False
        session, stands = self._controller.session, moment(self._controller.session)
        if self._controller.by_app is not self:
            return
        if stands != self._seen or not self._may(session.run is None):
            self._seen = None
            return
        if decision is None or decision.act is None:
            self._leave(decision.left if decision is not None else "")
            return
        attempt = self._controller.attempt(decision.act)
        if not attempt.ok:
            self.player.refused(session)
            self._seen = None
            return
        await self._acted(wish_words(session.table, self.side, decision.wish) if decision.wish else "")

    def _leave(self, key: str) -> None:
        """What is asked under this key is for whoever sits here."""
        session = self._controller.session
        if session.left != key:
            session.left = key
            self._left()
