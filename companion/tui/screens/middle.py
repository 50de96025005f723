"""The middle of the guide: the request that is asked, or a notice where nothing is."""

from __future__ import annotations

from functools import partial
from typing import cast

from textual.containers import VerticalScroll
from textual.widget import Widget

from companion.engine import log
from companion.engine.odds import Odds
from companion.frontend.saying.sentences import next_words
from companion.tui.board.in_hand import in_hand
from companion.tui.commands import HERE, key_name
from companion.tui.controller import SessionController
from companion.tui.host import Host
from companion.tui.look.rows import BLANK
from companion.tui.screens.answering import Answering
from companion.tui.screens.guide_mode import Mode, mode_of, sealed_elsewhere
from companion.tui.screens.rulings import offered_words
from companion.tui.sizes import by_touch
from companion.tui.widgets.notices import Notice, ended, sealing, waiting, watching
from companion.tui.widgets.request_panel import RequestPanel
from companion.tui.widgets.submit_button import Ready, SubmitButton

_NOTICE_ROWS, _MOST_NOTICE_ROWS = 6, 10
"""Rows below the band that a notice has at least, and those that it takes from what is above it."""


class Middle(Answering):
    """Holds the `panel` of the open request, or a `notice`; made again if something else is asked."""

    def __init__(self, controller: SessionController, id: str = "now") -> None:
        super().__init__(controller, id)
        self.notice: Notice | None = None
        self.here = ""
        """The key of the secret that is answered on this screen, though others have their own."""
        self.drawn: object = None

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
        stands = len(session.entries) if mode == "ask" else (self.controller.moment(), *session.sealed)
        return mode, stands, self.ruling, session.request, by_touch(self.app.size)

    async def show(self, odds: Odds | None, *, best: bool = False) -> None:
        """Shows what belongs here now; `best` play stands with the odds."""
        self.drawn, before, mode = self.drawing(), self.panel, self.mode()
        self.screen.set_focus(None)
        self.panel = self._request_panel(odds, best=best) if mode == "ask" else None
        self.take_draft()
        self.notice = self._notice(mode) if self.panel is None else None
        shown: list[Widget | None] = [self.panel, self.notice and VerticalScroll(self.notice)]
        if mode == "end" and by_touch(self.app.size):
            shown.append(SubmitButton(Ready("Back to the table")))
        with self.app.batch_update():
            await self.remove_children()
            await self.mount(*(one for one in shown if one is not None))
            if self.controller.session.seat and before is not None and self.panel is not None:
                self.panel.goes_on_from(before)

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

    def _request_panel(self, odds: Odds | None, *, best: bool) -> RequestPanel | None:
        session, ruled = self.controller.session, offered_words(self.controller.book)
        request = session.request
        if request is None:
            return None
        return RequestPanel(session, request, ruling=self.ruling, ruled=ruled, odds=odds, best=best)

    def _notice(self, mode: Mode) -> Notice:
        session = self.controller.session
        request = session.request
        entry = self.controller.ended
        if mode == "end" and entry is not None:
            summary = log.summary(session, entry)
            return ended(session.table, entry, summary, next_words(session.table, self.controller.hooks.next_action()))
        if sealed_elsewhere(self.controller):
            key = key_name(cast(Host, self.app).keys_of(HERE)[0])
            return sealing(session, "" if self.controller.read_only else key)
        if request is not None and (not session.decides or self.controller.at_seat):
            # On a phone the table is another screen: how both sides stand is looked at meanwhile.
            held = session.seat and by_touch(self.app.size)
            around = (BLANK, partial(in_hand, self.controller)) if held else ()
            return waiting(session, request, *around)
        return watching(session.table, request, session.read_only)
