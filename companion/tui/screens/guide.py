"""The guide: leads through the open procedure, one request at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from textual import events, on
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from companion.engine import log
from companion.engine.requests import Roll
from companion.engine.run import Run
from companion.tui.commands import (
    ACCEPT,
    ANSWERS,
    HELP,
    LEAVE,
    LOG,
    MENU,
    OVERRULE,
    PEEK,
    QUIT,
    REDO,
    ROLL,
    SHEETS,
    STEPS,
    TABLE,
    THEME,
    UNDO,
    UNITS,
    WHY,
    Command,
    handles,
)
from companion.tui.controller import Attempt, SessionController
from companion.tui.look.key_row import Key
from companion.tui.screens.guide_mode import Mode, mode_of
from companion.tui.screens.play_screen import PlayScreen
from companion.tui.screens.rulings import ask_meaning, offered_words
from companion.tui.screens.surroundings import Surroundings
from companion.tui.widgets.board import step_content
from companion.tui.widgets.body import Body
from companion.tui.widgets.fight import fighters, reasons_of
from companion.tui.widgets.guide_band import band_words
from companion.tui.widgets.heads import inner_title
from companion.tui.widgets.notices import Notice, curtain, ended, revealed, sealed, watching
from companion.tui.widgets.request_panel import RequestPanel

_CURTAINS = ("curtain", "sealed", "reveal")
_NOTICE_ROWS = 6
"""Rows below the band that a notice needs."""

_ACCEPTS = {"do": "done", "choose": "choose", "pick": "done", "yes_no": "choose"}
"""What Enter does, by the kind of request."""


class GuideScreen(PlayScreen):
    """One procedure from its first request to its summary."""

    heading = "Guide"

    def __init__(self, controller: SessionController) -> None:
        super().__init__(controller)
        self.uncovered = ""
        """The key of the sealed request whose curtain was drawn back."""
        self.reveal_open = False
        self.ruling: str | None = None
        self.panel: RequestPanel | None = None
        self.now = Vertical(id="now")
        self.around = Surroundings()
        self._drawn: object = None
        self._drawing = asyncio.Lock()

    def body(self) -> Iterable[Widget]:
        """Head, steps, stage; below them the last result, the band and the request, between the fighters' cards."""
        yield from self.around.above()
        left, right = self.around.cards
        with Horizontal(id="middle"):
            yield left
            with Vertical(id="centre"):
                yield self.around.fall
                yield self.around.result
                yield self.around.band
                yield self.now
            yield right

    # -- drawing --------------------------------------------------------------------------------------------------

    def mode(self) -> Mode:
        """What belongs in the middle now."""
        return mode_of(self.controller, self.uncovered, self.reveal_open)

    async def show_play(self) -> None:
        """Draws everything for the moment; the middle is made again only where something else is asked.

        One drawing at a time: a panel that closes and a key may ask for it at once.
        """
        async with self._drawing:
            mode = self.mode()
            if mode == "rest":
                self.host.back_to_table()
                return
            drawn = (mode, self.controller.moment(), self.ruling, id(self.controller.session.request))
            if drawn != self._drawn:
                self._drawn = drawn
                await self._show_middle(mode)
            self.host.look()
            self._show_around()
            self._aim()
            self.show_keys()

    async def _show_middle(self, mode: Mode) -> None:
        self.panel = self._request_panel() if mode == "ask" else None
        notice = None if self.panel is not None else self._notice(mode)
        session = self.controller.session
        if notice is not None:
            self.around.band.show(*notice.band)
        elif session.request is not None:
            secret, ruling = session.secret is not None, self.ruling is not None
            left, right, fill = band_words(session.table, session.request, secret=secret, ruling=ruling)
            if right == session.request.step_title and len(left) + len(right) + 4 > self.size.width:
                # The row of steps says it too.
                right = ""
            self.around.band.show(left, right, fill)
        middle: Widget | None = self.panel or notice
        self.set_focus(None)
        with self.app.batch_update():
            await self.now.remove_children()
            if middle is not None:
                await self.now.mount(middle)

    def _request_panel(self) -> RequestPanel | None:
        session = self.controller.session
        request, run = session.request, session.run
        if request is None or run is None:
            return None
        masked = session.secret is not None
        earlier = earlier_answer(run, request.key, masked)
        shown = [tally for one in fighters(session.standings) for tally in reasons_of(one, request.tally).values()]
        return RequestPanel(
            request,
            session.table,
            earlier=earlier,
            masked=masked,
            ruling=self.ruling,
            odds=self.controller.hooks.odds(),
            shown=shown,
            ruled=offered_words(self.controller.book),
        )

    def _notice(self, mode: Mode) -> Notice:
        session = self.controller.session
        request = session.request
        if mode == "curtain" and request is not None:
            return curtain(session.table, request, session.sealed)
        if mode == "sealed":
            return sealed()
        if mode == "reveal":
            return revealed(session.table, self.controller.revealed)
        entry = self.controller.ended
        if mode == "end" and entry is not None:
            summary = log.summary(session, entry)
            return ended(session.table, entry, summary, self.controller.hooks.next_action())
        return watching(session.table, request)

    def _aim(self) -> None:
        target = self.panel.answer_body.target() if self.panel is not None else None
        if target is not None and self.focused is not target:
            self.set_focus(target)

    def show_head(self) -> None:
        """The title of the procedure and what is on the disk."""
        self.around.show_head(self.controller, self.size.width)

    def _show_around(self) -> None:
        """Everything but the middle, as much of it as fits."""
        wanted = 1 + (self.panel.wanted() if self.panel is not None else _NOTICE_ROWS)
        self.around.show(self.controller, self.mode(), self.size, wanted)

    def on_resize(self) -> None:
        """More or less fits."""
        if self._drawn is not None:
            self._show_around()

    # -- answering ------------------------------------------------------------------------------------------------

    @on(Body.Answered)
    async def _answered(self, message: Body.Answered) -> None:
        message.stop()
        request, ruled = self.controller.session.request, self.ruling is not None
        attempt = self.controller.answer(message.value, self.ruling)
        if attempt.ok:
            await self.went_on(attempt)
            if ruled and request is not None:
                ask_meaning(self.controller.book, request.key, self.open_over, self._kept)
        elif self.panel is not None:
            self.panel.answer_body.complain(attempt.fault)
            self.show_keys()

    def _kept(self, words: str) -> None:
        if words:
            self.host.say(words)

    async def went_on(self, attempt: Attempt) -> None:
        """What was asked is answered, or undone."""
        if attempt.ok:
            self.ruling = None
            self.reveal_open = False
            self.uncovered = ""
        else:
            self.host.say(attempt.fault, bad=True)
        await self.show_play()

    async def on_key(self, event: events.Key) -> None:
        """At a curtain any key that is no command goes on."""
        if self.mode() in _CURTAINS and not any(event.key in self.host.keys_of(c) for c in self.handlers):
            event.stop()
            await self._draw_curtain()

    async def on_click(self, event: events.Click) -> None:
        """A tap on the middle is a key at a curtain, and done at the end."""
        if not self.now.region.contains(event.screen_x, event.screen_y):
            return
        if self.mode() in _CURTAINS:
            await self._draw_curtain()
        elif self.mode() == "end":
            self.host.back_to_table()

    async def _draw_curtain(self) -> None:
        mode = self.mode()
        request = self.controller.session.request
        if mode == "curtain" and request is not None:
            self.uncovered = request.key
        elif mode == "sealed":
            self.reveal_open = True
        elif mode == "reveal":
            self.controller.revealed = []
            self.reveal_open = False
        await self.show_play()

    # -- commands -------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """What the keys do depends on what is in the middle."""
        mode = self.mode()
        session = self.controller.session
        if command in (HELP, MENU, THEME, QUIT, TABLE, LOG):
            return True
        if command is SHEETS:
            return mode != "curtain"
        if command is ACCEPT:
            return mode in ("ask", "end", *_CURTAINS)
        if self.controller.read_only:
            return False
        if command is UNDO:
            return session.undo_count > 0
        if command is REDO:
            return session.redo_count > 0
        if command is ROLL:
            return mode == "ask" and isinstance(session.request, Roll)
        if command is PEEK:
            return mode == "ask" and session.secret is not None
        if command is OVERRULE:
            return mode == "ask"
        if command is STEPS:
            return session.run is not None and bool(session.run.steps())
        if command in (WHY, ANSWERS):
            return mode in ("ask", "end") and session.run is not None
        return command in (LEAVE, UNITS) and session.run is not None and mode in ("ask", "curtain")

    def footer_keys(self) -> list[Key]:
        """With those of the field or list that takes the answer, behind the one that gives it."""
        keys = super().footer_keys()
        hints = self.panel.answer_body.hints() if self.panel is not None else []
        return [*keys[:1], *hints, *keys[1:]]

    def short(self, command: Command) -> str:
        """Enter is named after what it does."""
        if command is ACCEPT:
            return {"end": "table", "ask": self._accepts()}.get(self.mode(), "go on")
        if command is PEEK and self.panel is not None:
            return "show" if self.panel.answer_body.masked else "hide"
        return super().short(command)

    def _accepts(self) -> str:
        session = self.controller.session
        return (
            "seal"
            if session.secret is not None
            else _ACCEPTS.get(session.request.kind if session.request else "", "take")
        )

    @handles(ACCEPT)
    async def accept(self) -> None:
        """Enter: gives the answer, goes on, or back to the table."""
        if self.mode() == "end":
            self.host.back_to_table()
        elif self.panel is not None:
            self.panel.answer_body.submit()
        else:
            await self._draw_curtain()

    @handles(ROLL)
    async def roll(self) -> None:
        """Lets the app roll, unless dice are typed already."""
        body = self.panel.answer_body if self.panel is not None else None
        if body is not None and not body.untouched():
            body.complain("dice are typed already — clear the field to let the app roll them all")
            return
        await self.went_on(self.controller.answer("roll"))

    @handles(PEEK)
    def peek(self) -> None:
        """Shows or hides the secret entry."""
        if self.panel is not None:
            self.panel.answer_body.peek()
            self.show_keys()

    @handles(TABLE)
    def go_to_table(self) -> None:
        """The table, while the procedure waits."""
        self.host.back_to_table()

    @handles(WHY)
    def show_reasons(self) -> None:
        """Where the numbers come from."""
        from companion.tui.screens.reasons import ReasonsScreen

        self.open_over(ReasonsScreen(self.controller))

    @handles(STEPS)
    def show_steps(self) -> None:
        """Every step, with what was skipped and why."""
        from companion.tui.screens.reading import ReadingPanel

        run = self.controller.session.run
        if run is not None:
            steps = [step_content(step) for step in run.steps()]
            self.open_over(ReadingPanel("Steps", f"{inner_title(run)}: the steps", steps))

    @handles(OVERRULE)
    def overrule(self) -> None:
        """Asks for the reason of a ruling; the next answer stands then."""
        from companion.tui.screens.asking import TextPrompt

        async def decided(why: str | None) -> None:
            if why is not None:
                self.ruling = why
                await self.show_play()

        self.open_over(TextPrompt("A ruling: why do you decide otherwise?", "the players decided"), decided)

    @handles(ANSWERS)
    def show_answers(self) -> None:
        """Earlier answers of this procedure."""
        from companion.tui.screens.answers import AnswersScreen

        self.open_over(AnswersScreen(self.controller))

    @handles(LEAVE)
    def leave(self) -> None:
        """Asks whether to keep what happened."""
        from companion.tui.screens.asking import PickOne

        async def chosen(how: str | None) -> None:
            if how is not None:
                await self.went_on(self.controller.attempt(lambda s: s.leave(how == "keep")))

        choices = [
            ("keep", "Leave, and keep what happened so far"),
            ("back", "Leave, and take it all back"),
            (None, "Stay in the procedure"),
        ]
        self.open_over(PickOne("Leave this procedure?", choices), chosen)

    @handles(UNITS)
    def show_units(self) -> None:
        """The table over the guide, to adjust units."""
        from companion.tui.screens.table import TableScreen

        self.open_over(TableScreen(self.controller, overlay=True))


def earlier_answer(run: Run, key: str, masked: bool) -> Any:
    """What was answered here before an undo; of a secret, nothing."""
    return None if masked else run.suggestions.get(key)
