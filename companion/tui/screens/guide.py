"""The guide: leads through the open procedure, one request at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, ClassVar

from textual import events, on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget

from companion.engine import log
from companion.engine.requests import Roll
from companion.engine.run import Run
from companion.tui.base_screen import BaseScreen
from companion.tui.commands import COMMANDS
from companion.tui.controller import Attempt, SessionController
from companion.tui.text import clean, named, plain
from companion.tui.widgets.board import happened_content, odds_content, place_of, steps_content
from companion.tui.widgets.body import Body
from companion.tui.widgets.notices import curtain, ended, revealed, sealed, watching
from companion.tui.widgets.plain import PlainStatic
from companion.tui.widgets.request_panel import RequestPanel

_FOLDS = ("now", "steps", "happened", "odds")


class GuideScreen(BaseScreen[None]):
    """One procedure from its first request to its summary."""

    heading = "Guide"
    commands: ClassVar[tuple[str, ...]] = (
        "accept",
        "undo",
        "fold",
        "help",
        "menu",
        "why",
        "roll",
        "peek",
        "units",
        "leave",
        "table",
        "rule",
        "answers",
        "log",
        "sheets",
        "redo",
        "theme",
        "quit",
    )

    def __init__(self, seat: SessionController) -> None:
        super().__init__()
        self.seat = seat
        self.uncovered = ""
        self.reveal_open = False
        self.ruling: str | None = None
        self.fold = 0
        self.panel: RequestPanel | None = None
        self._drawn: object = None
        self._drawing = asyncio.Lock()

    def body(self) -> Iterable[Widget]:
        """Head, steps, the request, odds, what happened."""
        self.head = PlainStatic(id="head")
        self.steps = PlainStatic(id="steps", classes="panel")
        self.now = Vertical(id="now", classes="panel")
        self.odds = PlainStatic(id="odds", classes="panel")
        self.happened = PlainStatic(id="happened", classes="panel")
        yield self.head
        with Horizontal(id="middle"):
            yield self.steps
            yield self.now
            yield self.odds
        yield self.happened

    async def on_mount(self) -> None:
        """Shows where the procedure stands."""
        self._fold_classes()
        await self.show_play()

    # -- drawing --------------------------------------------------------------------------------------------------

    def stage(self) -> str:
        """What belongs in the middle now."""
        session = self.seat.session
        if self.seat.revealed:
            return "reveal" if self.reveal_open else "sealed"
        if session.run is None:
            return "end" if self.seat.ended is not None else "rest"
        if self.seat.read_only:
            return "watch"
        request = session.request
        if session.secret is not None and request is not None and request.key != self.uncovered:
            return "curtain"
        return "ask"

    async def show_play(self) -> None:
        """Draws everything for the moment; the middle is made anew only where something else is asked.

        One drawing at a time: a panel that closes and a key may ask for it at once.
        """
        async with self._drawing:
            stage = self.stage()
            if stage == "rest":
                self.host.back_to_table()
                return
            drawn = (stage, self.seat.moment(), self.ruling, id(self.seat.session.request))
            if drawn != self._drawn:
                self._drawn = drawn
                await self._show_middle(stage)
            self._aim()
            self._show_around()
            self.show_keys()

    async def _show_middle(self, stage: str) -> None:
        session = self.seat.session
        self.panel = None
        middle: Widget
        request = session.request
        run = session.run
        if stage == "ask" and request is not None and run is not None:
            masked = session.secret is not None
            self.panel = RequestPanel(
                request,
                session.table,
                earlier=earlier_answer(run, request.key, masked),
                masked=masked,
                ruling=self.ruling,
            )
            middle = self.panel
        elif stage == "curtain" and request is not None:
            middle = curtain(session.table, request, session.sealed)
        elif stage == "sealed":
            middle = sealed()
        elif stage == "reveal":
            middle = revealed(session.table, self.seat.revealed)
        elif stage == "end" and self.seat.ended is not None:
            told = log.summary(session, self.seat.ended)
            middle = ended(session.table, self.seat.ended, told, self.seat.next_action())
        else:
            middle = watching(session.table, request)
        self.set_focus(None)
        with self.app.batch_update():
            await self.now.remove_children()
            await self.now.mount(middle)

    def _aim(self) -> None:
        target = self.panel.answer_body.target() if self.panel is not None else None
        if target is not None and self.focused is not target:
            self.set_focus(target)

    def _show_around(self) -> None:
        session = self.seat.session
        run = session.run
        stage = self.stage()
        steps = run.steps() if run is not None else []
        title = self._title(run)
        place = place_of(steps)
        state = "read-only" if self.seat.read_only else "saved" if self.seat.opened.saved else "saving"
        width = self.size.width - 2
        right = "  ".join(x for x in (place, state) if x)
        left = plain(title).truncate(max(4, width - len(right) - 1), ellipsis=True, pad=True)
        self.head.show(Content.assemble(" ", left.stylize("bold"), " ", (right, "$quiet")))
        self.steps.set_class(not steps, "empty")
        room = self.middle_size()
        self.steps.show(steps_content(steps, max(4, self.steps.content_size.width), room))
        shown = [] if stage in ("sealed", "reveal") else self._lines()
        lines = max(1, self.happened.content_size.height)
        self.happened.show(happened_content(shown, lines, max(4, self.happened.content_size.width)))
        visible = self.size.width >= 104 or _FOLDS[self.fold] == "odds"
        odds = self.seat.odds() if visible and stage == "ask" else None
        self.odds.set_class(odds is None and self.size.width >= 104, "empty")
        self.odds.show(
            odds_content(odds, max(12, self.odds.content_size.width))
            if odds is not None
            else plain("No chances are known for this.", "$quiet")
        )

    def middle_size(self) -> int:
        """Lines of the middle row."""
        return max(1, self.steps.content_size.height)

    def _title(self, run: Run | None) -> str:
        if run is None:
            return self.seat.ended.title if self.seat.ended is not None else ""
        inner = next((f.title for f in reversed(run.context.frames) if f.steps), run.procedure.title)
        who = [named(self.seat.session.table, str(v)) for v in run.args.values()]
        return clean(inner.upper() + (" · " + ", ".join(who) if who else ""))

    def _lines(self) -> list[log.LogLine]:
        session = self.seat.session
        if session.run is not None:
            return log.open_lines(session)
        return log.entry_lines(session, len(session.entries) - 1) if session.entries else []

    async def on_resize(self) -> None:
        """More or less fits."""
        if self.is_mounted and self._drawn is not None:
            self._show_around()

    async def on_screen_resume(self) -> None:
        """Play may have gone on while another screen was shown."""
        if self._drawn is not None:
            await self.show_play()

    # -- answering ------------------------------------------------------------------------------------------------

    @on(Body.Answered)
    async def _given(self, message: Body.Answered) -> None:
        message.stop()
        attempt = self.seat.answer(message.value, self.ruling)
        if not attempt.ok:
            if self.panel is not None:
                self.panel.answer_body.complain(attempt.fault)
            self.show_keys()
            return
        await self._went_on(attempt)

    async def _went_on(self, attempt: Attempt) -> None:
        if attempt.ok:
            self.ruling = None
            self.reveal_open = False
            self.uncovered = ""
        else:
            self.host.tell(attempt.fault, bad=True)
        await self.show_play()

    async def on_key(self, event: events.Key) -> None:
        """At a curtain any key that is no command goes on."""
        if self.stage() in ("curtain", "sealed", "reveal") and event.key not in _COMMAND_KEYS:
            event.stop()
            await self._draw_back()

    async def on_click(self, event: events.Click) -> None:
        """A tap on the middle is a key at a curtain, and done at the end."""
        if self.now in event.widget.ancestors_with_self if event.widget is not None else False:
            if self.stage() in ("curtain", "sealed", "reveal"):
                await self._draw_back()
            elif self.stage() == "end":
                self.host.back_to_table()

    async def _draw_back(self) -> None:
        stage = self.stage()
        request = self.seat.session.request
        if stage == "curtain" and request is not None:
            self.uncovered = request.key
        elif stage == "sealed":
            self.reveal_open = True
        elif stage == "reveal":
            self.seat.revealed = []
            self.reveal_open = False
        await self.show_play()

    # -- commands -------------------------------------------------------------------------------------------------

    def can(self, command: str) -> bool:
        """What the keys do depends on what is in the middle."""
        stage = self.stage()
        session = self.seat.session
        if command in ("help", "menu", "theme", "quit", "table", "log", "sheets"):
            return command != "sheets" or stage not in ("curtain",)
        if command == "fold":
            return self.size.width < 104
        if command == "accept":
            return stage in ("ask", "end", "curtain", "sealed", "reveal")
        if self.seat.read_only:
            return False
        if command == "undo":
            return session.undo_count > 0
        if command == "redo":
            return session.redo_count > 0
        if command == "roll":
            return stage == "ask" and isinstance(session.request, Roll)
        if command == "peek":
            return stage == "ask" and session.secret is not None
        if command == "rule":
            return stage == "ask"
        if command in ("why", "answers"):
            return stage in ("ask", "end") and session.run is not None
        if command in ("leave", "units"):
            return session.run is not None and stage in ("ask", "curtain")
        return False

    def in_line(self, command: str) -> bool:
        """The next panel is worth a place only where one panel fits at a time."""
        return super().in_line(command) and (command != "fold" or self.size.width < 80)

    def short(self, command: str) -> str:
        """Enter is named after what it does."""
        if command == "accept":
            return {"end": "back to the table", "ask": "accept"}.get(self.stage(), "go on")
        return super().short(command)

    async def do_accept(self) -> None:
        """Enter: gives the answer, goes on, or back to the table."""
        if self.stage() == "end":
            self.host.back_to_table()
        elif self.stage() == "ask" and self.panel is not None:
            self.panel.answer_body.submit()
        else:
            await self._draw_back()

    async def do_undo(self) -> None:
        """Takes the last input back."""
        await self._went_on(self.seat.attempt(lambda s: s.undo()))

    async def do_redo(self) -> None:
        """Puts it back."""
        await self._went_on(self.seat.attempt(lambda s: s.redo()))

    async def do_roll(self) -> None:
        """Lets the app roll, unless dice are typed already."""
        body: Any = self.panel.answer_body if self.panel is not None else None
        if body is not None and not body.untouched():
            body.complain("dice are typed already — clear the field to let the app roll them all")
            return
        await self._went_on(self.seat.answer("roll"))

    def do_peek(self) -> None:
        """Shows or hides the secret entry."""
        body: Any = self.panel.answer_body if self.panel is not None else None
        if body is not None:
            body.peek()

    def do_fold(self) -> None:
        """The next panel, where only one fits."""
        folds = [0, _FOLDS.index("odds")] if self.size.width >= 80 else list(range(len(_FOLDS)))
        self.fold = next((f for f in folds if f > self.fold), 0)
        self._fold_classes()
        self.call_after_refresh(self._show_around)

    def _fold_classes(self) -> None:
        for place, name in enumerate(_FOLDS):
            self.set_class(place == self.fold, f"fold-{name}")

    def do_table(self) -> None:
        """The table, while the procedure waits."""
        self.host.back_to_table()

    def do_why(self) -> None:
        """Reasons."""
        from companion.tui.screens.reasons import ReasonsScreen

        self.open_over(ReasonsScreen(self.seat))

    def do_rule(self) -> None:
        """Asks for the reason of a ruling; the next answer stands then."""
        from companion.tui.screens.asking import TextPrompt

        self.open_over(TextPrompt("A ruling: why do you decide otherwise?", "the players decided"), self._ruled)

    async def _ruled(self, why: str | None) -> None:
        if why is not None:
            self.ruling = why
            await self.show_play()

    def do_answers(self) -> None:
        """Earlier answers of this procedure."""
        from companion.tui.screens.answers import AnswersScreen

        self.open_over(AnswersScreen(self.seat))

    def do_leave(self) -> None:
        """Asks whether to keep what happened."""
        from companion.tui.screens.asking import PickOne

        choices = [
            ("keep", "Leave, and keep what happened so far"),
            ("back", "Leave, and take it all back"),
            (None, "Stay in the procedure"),
        ]
        self.open_over(PickOne("Leave this procedure?", choices), self._left)

    async def _left(self, how: str | None) -> None:
        if how is not None:
            await self._went_on(self.seat.attempt(lambda s: s.leave(how == "keep")))

    def do_units(self) -> None:
        """The table over the guide, to adjust by hand."""
        from companion.tui.screens.table import TableScreen

        self.open_over(TableScreen(self.seat, aside=True))

    def do_log(self) -> None:
        """The whole game as sentences."""
        from companion.tui.screens.log import LogScreen

        self.open_over(LogScreen(self.seat))

    def do_sheets(self) -> None:
        """Tables of the game."""
        from companion.tui.screens.sheets import SheetsScreen

        self.open_over(SheetsScreen(self.seat.session.ruleset, self.seat.session.table.options))


_COMMAND_KEYS = frozenset(key for name in GuideScreen.commands if name != "accept" for key in COMMANDS[name].keys)


def earlier_answer(run: Run, key: str, masked: bool) -> Any:
    """What was answered here before an undo; of a secret, nothing."""
    return None if masked else run.suggestions.get(key)
