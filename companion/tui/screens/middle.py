"""Where the open request is answered, in the guide and in big letters; or a notice, where nothing is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar, cast

from textual import on
from textual.containers import Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input

from companion.engine import log
from companion.engine.odds import Odds
from companion.frontend.saying.sentences import next_words
from companion.tui.board.in_hand import in_hand
from companion.tui.commands import ACCEPT, CLOSED, HERE, PEEK, ROLL, Command, key_name
from companion.tui.controller import Attempt, SessionController
from companion.tui.host import Host
from companion.tui.look.rows import BLANK
from companion.tui.screens.guide_mode import Mode, mode_of, sealed_elsewhere
from companion.tui.screens.play_screen import PlayScreen
from companion.tui.screens.rulings import ask_meaning, offered_words
from companion.tui.sizes import by_touch
from companion.tui.widgets.body import Body
from companion.tui.widgets.confirming import DoBody
from companion.tui.widgets.dice import TYPED_ALREADY
from companion.tui.widgets.notices import Notice, ended, sealing, waiting, watching
from companion.tui.widgets.request_panel import UNSEEN, RequestPanel
from companion.tui.widgets.submit_button import Ready, SubmitButton

_NOTICE_ROWS, _MOST_NOTICE_ROWS = 6, 10
"""Rows below the band that a notice has at least, and those that it takes from what is above it."""


class Middle(Vertical):
    """Holds the `panel` of the open request, and does what its keys say, or a `notice`; made again if something else is
    asked."""

    def __init__(self, controller: SessionController) -> None:
        super().__init__(id="now")
        self.controller = controller
        self.panel: RequestPanel | None = None
        self.ruling: str | None = None
        """The reason of a ruling that the next answer is."""
        self.notice: Notice | None = None
        self.here = ""
        """The key of the secret that is answered on this screen, though others have their own."""
        self.drawn: object = None

    @property
    def body(self) -> Body[Any] | None:
        """Where the answer is made."""
        return self.panel.answer_body if self.panel is not None else None

    @property
    def closed(self) -> Sequence[tuple[str, str]]:
        """The options that stand in one row, and why each is closed."""
        return self.body.closed_away if self.body is not None else ()

    def short(self, command: Command) -> str:
        """What a key does for this request, in a word; empty where that is what it does elsewhere."""
        body, request = self.body, self.controller.session.request
        if command is ACCEPT and body is not None:
            return "seal" if self.controller.session.secret is not None else body.accepts
        if command is PEEK and body is not None:
            return "show" if body.masked else "hide"
        return "app draws" if command is ROLL and request is not None and request.act == "draw" else ""

    def take_draft(self) -> None:
        """Goes on with what was typed on another screen."""
        typed = self.controller.draft()
        if self.body is not None and self.body.draft() != typed:
            self.body.take_draft(typed)

    def mode(self) -> Mode:
        """What belongs here now; secrets that are sealed on other screens are asked here if it is wanted."""
        mode, secret = mode_of(self.controller), self.controller.session.secret
        if mode == "ask" and secret is not None and secret.key != self.here and sealed_elsewhere(self.controller):
            return "watch"
        return mode

    def drawing(self) -> object:
        """What it is `drawn` for."""
        session, mode = self.controller.session, self.mode()
        # While the very same is asked, what is half typed stays, whatever others seal meanwhile.
        stands = None if mode == "ask" else (self.controller.moment(), *session.sealed)
        return mode, stands, self.ruling, session.request, by_touch(self.app.size)

    async def show(self, odds: Odds | None, *, best: bool = False) -> None:
        """Shows what belongs here now; `best` play stands with the odds."""
        self.drawn, before, mode = self.drawing(), self.panel, self.mode()
        self.screen.set_focus(None)
        session, request = self.controller.session, self.controller.session.request
        self.panel = None
        if mode == "ask" and request is not None:
            ruled = offered_words(self.controller.book)
            self.panel = RequestPanel(session, request, ruling=self.ruling, ruled=ruled, odds=odds, best=best)
        self.take_draft()
        self.notice = self._notice(mode) if self.panel is None else None
        shown: list[Widget | None] = [self.panel, self.notice and VerticalScroll(self.notice)]
        if mode == "end" and by_touch(self.app.size):
            shown.append(SubmitButton(Ready("Back to the table")))
        with self.app.batch_update():
            await self.remove_children()
            await self.mount(*(one for one in shown if one is not None))
            if session.seat and before is not None and self.panel is not None:
                self.panel.goes_on_from(before)
        if self.panel is not None:
            cast(Host, self.app).keys.once_drawn(self.panel.drawn)

    async def show_other(self, other: Widget | None) -> None:
        """Shows this in place of what is asked, or nothing."""
        self.drawn, self.panel, self.notice = self.drawing(), None, None
        self.screen.set_focus(None)
        await self.remove_children()
        if other is not None:
            await self.mount(other)

    def aim(self) -> None:
        """Has the keys go to the field or list of the answer, else to what scrolls."""
        target = self.body.target() if self.body is not None else next(iter(self.query(VerticalScroll)), None)
        if target is not None and self.screen.focused is not target:
            self.screen.set_focus(target)

    def on_click(self) -> None:
        """A tap is done at the end."""
        if self.mode() == "end":
            cast(Host, self.app).back_to_table()

    def rows(self, width: int) -> tuple[int, int]:
        """The rows that it needs, and those to show all of it; a notice is this wide."""
        if self.panel is not None:
            return 1 + self.panel.wanted(), max(1 + self.panel.wanted(), 1 + self.panel.whole())
        rows = len(self.notice.drawn(width)) if self.notice is not None else 0
        wanted = 1 + max(_NOTICE_ROWS, min(_MOST_NOTICE_ROWS, rows))
        return wanted, wanted

    def _notice(self, mode: Mode) -> Notice:
        session = self.controller.session
        request = session.request
        entry = self.controller.ended
        if mode == "end" and entry is not None:
            summary = log.summary(session, entry)
            then = next_words(session.table, self.controller.hooks.next_action())
            return ended(session.table, entry, summary, then, touched=by_touch(self.app.size))
        if sealed_elsewhere(self.controller):
            key = key_name(cast(Host, self.app).keys_of(HERE)[0])
            return sealing(session, "" if self.controller.read_only else key)
        if request is not None and (not session.decides or self.controller.at_seat):
            # On a phone the table is another screen: how both sides stand is looked at meanwhile.
            held = session.seat and by_touch(self.app.size)
            around = (BLANK, partial(in_hand, self.controller)) if held else ()
            return waiting(session, request, *around)
        return watching(session.table, request, session.read_only)

    # -- answering ------------------------------------------------------------------------------------------------

    @on(Body.Answered)
    async def _answered(self, message: Body.Answered) -> None:
        """Gives the answer; what is wrong with it is said beside what was typed."""
        message.stop()
        screen, request, ruling = cast(PlayScreen, self.screen), self.controller.session.request, self.ruling
        if self.panel is None or not self.panel.takes(message, screen.host.keys.pressed):
            screen.tell(UNSEEN, bad=True)
            return
        screen.tell("", bad=False)
        attempt = self.controller.answer(message.value, ruling)
        if not attempt.ok:
            screen.was_refused()
            self.panel.answer_body.complain(attempt.fault)
            return
        await screen.went_on(attempt)
        if ruling is not None and request is not None:
            ask_meaning(self.controller.book, request.key, screen.ask, screen.host.say)

    @on(Input.Changed)
    def _typed(self) -> None:
        """What is typed outlasts a look elsewhere."""
        if self.body is not None:
            self.controller.keep_draft(self.body.draft())

    @on(DoBody.KitWanted)
    def _count_points(self) -> None:
        cast(PlayScreen, self.screen).play.do_kit()

    @on(Body.ClosedWanted)
    def do_closed(self) -> None:
        from companion.tui.screens.list_panel import closed_panel

        cast(PlayScreen, self.screen).open_over(closed_panel("Closed", self.closed))

    def do_why(self) -> None:
        from companion.tui.screens.reasons import ReasonsScreen

        cast(PlayScreen, self.screen).open_over(ReasonsScreen(self.controller))

    def do_peek(self) -> None:
        if self.body is not None:
            self.body.peek()

    async def do_roll(self) -> None:
        """Lets the app roll, unless dice are typed already."""
        if self.body is not None and not self.body.untouched():
            self.body.complain(TYPED_ALREADY)
            return
        await cast(PlayScreen, self.screen).went_on(self.controller.answer("roll"))


class AnswerScreen(PlayScreen):
    """A screen on which the open request is answered, in its middle."""

    parts: ClassVar = {"now": Middle}

    def __init__(self, controller: SessionController) -> None:
        super().__init__(controller)
        self.now = Middle(controller)
        self.drawing = asyncio.Lock()
        """One drawing at a time: a panel that closes and a key may ask for it at once."""

    @property
    def panel(self) -> RequestPanel | None:
        """The open request, where one is asked here."""
        return self.now.panel

    def is_enabled(self, command: Command) -> bool:
        return bool(self.now.closed) if command is CLOSED else super().is_enabled(command)

    def short(self, command: Command) -> str:
        return self.now.short(command) or super().short(command)

    def do_accept(self) -> None:
        """Gives the answer."""
        if self.panel is not None:
            self.panel.answer_body.submit()

    async def went_on(self, attempt: Attempt) -> None:
        if attempt.ok:
            self.now.ruling = None
        else:
            self.host.say(attempt.fault, bad=True)
        await self.show_play()
