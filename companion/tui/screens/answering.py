"""Where the open request is answered: in the middle of the guide, and in big letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from textual import on
from textual.containers import Vertical
from textual.widgets import Input

from companion.tui.commands import ACCEPT, CLOSED, PEEK, ROLL, WHY, Command, handles
from companion.tui.controller import SessionController
from companion.tui.screens.play_screen import PlayScreen
from companion.tui.screens.rulings import ask_meaning
from companion.tui.widgets.body import Body
from companion.tui.widgets.confirming import DoBody
from companion.tui.widgets.dice import TYPED_ALREADY
from companion.tui.widgets.request_panel import UNSEEN, RequestPanel


class Answering(Vertical):
    """Holds the `panel` of the open request, where one is asked here, and does what its keys say."""

    def __init__(self, controller: SessionController, id: str) -> None:
        super().__init__(id=id)
        self.controller = controller
        self.panel: RequestPanel | None = None
        self.ruling: str | None = None
        """The reason of a ruling that the next answer is."""

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
        cast(PlayScreen, self.screen).play.kit()

    @on(Body.ClosedWanted)
    @handles(CLOSED)
    def show_closed(self) -> None:
        from companion.tui.screens.reading import closed_panel

        cast(PlayScreen, self.screen).open_over(closed_panel("Closed", self.closed))

    @handles(WHY)
    def show_reasons(self) -> None:
        from companion.tui.screens.reasons import ReasonsScreen

        cast(PlayScreen, self.screen).open_over(ReasonsScreen(self.controller))

    @handles(PEEK)
    def peek(self) -> None:
        if self.body is not None:
            self.body.peek()

    @handles(ROLL)
    async def roll(self) -> None:
        """Lets the app roll, unless dice are typed already."""
        if self.body is not None and not self.body.untouched():
            self.body.complain(TYPED_ALREADY)
            return
        await cast(PlayScreen, self.screen).went_on(self.controller.answer("roll"))
