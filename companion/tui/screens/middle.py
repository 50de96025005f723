"""The middle of the guide: the request that is asked, or a notice where nothing is."""

from __future__ import annotations

from functools import partial
from typing import cast

from textual.containers import Vertical, VerticalScroll
from textual.widget import Widget

from companion.engine import log
from companion.engine.odds import Odds
from companion.frontend.letters import letters
from companion.frontend.saying.sentences import next_words
from companion.tui.board.in_hand import in_hand
from companion.tui.commands import HERE, key_name
from companion.tui.controller import SessionController
from companion.tui.host import Host
from companion.tui.look.rows import BLANK
from companion.tui.screens.guide_mode import Mode, sealed_elsewhere
from companion.tui.screens.rulings import offered_words
from companion.tui.sizes import by_touch
from companion.tui.widgets.fight import fighters, reached, reasons_of
from companion.tui.widgets.notices import Notice, ended, sealing, waiting, watching
from companion.tui.widgets.request_panel import RequestPanel
from companion.tui.widgets.submit_button import Ready, SubmitButton

_NOTICE_ROWS, _MOST_NOTICE_ROWS = 6, 10
"""Rows below the band that a notice has at least, and those that it takes from what is above it."""


class Middle(Vertical):
    """Holds the `panel` of the open request, or a `notice`; made again for each that is asked."""

    def __init__(self, controller: SessionController) -> None:
        super().__init__(id="now")
        self.controller = controller
        self.panel: RequestPanel | None = None
        self.notice: Notice | None = None

    async def show(self, mode: Mode, ruling: str | None, odds: Odds | None, *, best: bool = False) -> None:
        """Shows what belongs here now; with the reason of a ruling the answer is one; `best` play stands with odds."""
        self.panel = self._request_panel(ruling, odds, best=best) if mode == "ask" else None
        self.notice = self._notice(mode) if self.panel is None else None
        shown: list[Widget | None] = [self.panel, self.notice and VerticalScroll(self.notice)]
        if mode == "end" and by_touch(self.app.size):
            shown.append(SubmitButton(Ready("Back to the table")))
        await self.remove_children()
        await self.mount(*(one for one in shown if one is not None))

    def target(self) -> Widget | None:
        """What takes the keys: the field or list of the answer, else what scrolls."""
        if self.panel is not None:
            return self.panel.answer_body.target()
        return next(iter(self.query(VerticalScroll)), None)

    def rows(self, width: int) -> tuple[int, int]:
        """The rows that it needs, and those to show all of it; a notice is this wide."""
        if self.panel is not None:
            return 1 + self.panel.wanted(), max(1 + self.panel.wanted(), 1 + self.panel.whole())
        rows = self.notice.rows_at(width) if self.notice is not None else 0
        wanted = 1 + max(_NOTICE_ROWS, min(_MOST_NOTICE_ROWS, rows))
        return wanted, wanted

    def _request_panel(self, ruling: str | None, odds: Odds | None, *, best: bool) -> RequestPanel | None:
        session = self.controller.session
        request, run = session.request, session.run
        if request is None or run is None:
            return None
        secret = session.secret is not None
        earlier = None if secret else run.suggestions.get(request.key)
        shown = [tally for one in fighters(session.standings) for tally in reasons_of(one, request.tally).values()]
        panel = RequestPanel(
            request,
            session.table,
            earlier=earlier,
            # On a screen of one's own nobody looks away.
            masked=secret and not session.seat,
            secret=secret,
            ruling=ruling,
            odds=odds,
            shown=shown,
            ruled=offered_words(self.controller.book),
            letters=letters(session),
            best=best,
            then=reached(session.standings),
        )
        if self.controller.draft():
            panel.answer_body.take_draft(self.controller.draft())
        return panel

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
