"""Earlier answers, of the open procedure in a list, and how to change one: with a look at what that would change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from companion.engine.answers import AnswerRecord, answer_words
from companion.engine.errors import InvalidInput, NotSaved
from companion.engine.progress import short_number
from companion.engine.requests import Request
from companion.engine.state.table import AnyTable
from companion.frontend.amending import EarlierAnswer, changeable
from companion.frontend.saying.sentences import refusal, titled
from companion.tui.base_screen import BaseScreen, Panel
from companion.tui.commands import ACCEPT
from companion.tui.controller import SessionController
from companion.tui.look.rows import at_most
from companion.tui.screens.asking import TEXT_ROWS, text_width
from companion.tui.screens.list_panel import ListPanel
from companion.tui.screens.undo_at_border import ask_border
from companion.tui.text import clean, plain, who_label
from companion.tui.widgets.band import TitleBand
from companion.tui.widgets.bodies import body_for
from companion.tui.widgets.body import Body
from companion.tui.widgets.lines import Row
from companion.tui.widgets.plain import PlainStatic


class AnswersScreen(ListPanel[None]):
    """What was answered in this procedure, newest first; sealed answers only as sealed."""

    heading = "Earlier answers"
    nothing = "Nothing was answered yet that could be changed."
    words: ClassVar = {ACCEPT: "change"}

    def __init__(self, controller: SessionController) -> None:
        super().__init__("Earlier answers, newest first")
        self.controller = controller

    def rows(self) -> Sequence[Row]:
        session = self.controller.session
        return [self._row(record) for record in reversed(changeable(session, len(session.entries)))]

    def _row(self, record: AnswerRecord) -> Row:
        step = plain(f"{short_number(record.step):<6} " if record.step else "", "$quiet")
        value = plain(answer_words(self.controller.session.table, record), "bold")
        return Row(record.key, Content.assemble(step, plain(record.title), "  ", value))

    def do_accept(self) -> None:
        session = self.controller.session
        if session.run is not None:
            record = next(r for r in session.run.answers if r.key == self.lines.value)
            earlier = EarlierAnswer(self.controller.opened, len(session.entries), record)
            ask_other(self, self.controller, earlier, lambda _: self.close_with(None))


def ask_other(
    screen: BaseScreen[Any],
    controller: SessionController,
    earlier: EarlierAnswer,
    then: Callable[[bool], Any],
) -> str:
    """Asks an earlier question again; `then` is called if it was answered differently. What is wrong, or nothing."""
    try:
        request, table = earlier.asked()
    except InvalidInput as fault:
        return refusal(fault)
    screen.open_over(AmendScreen(controller, earlier, request, table), then)
    return ""


class AmendScreen(Panel[bool]):
    """One earlier question, asked again. Closes with True if the answer was changed."""

    heading = "Change an answer"

    def __init__(
        self, controller: SessionController, earlier: EarlierAnswer, request: Request[object], table: AnyTable
    ) -> None:
        super().__init__()
        self.controller = controller
        self.earlier = earlier
        self.request = request
        self.table = table
        self.answer_body: Body[Any] = body_for(request, table, earlier.record.value)

    def body(self) -> Iterable[Widget]:
        with Vertical(classes="sheet small"):
            yield PlainStatic(who_label(self.table, self.request.by))
            yield TitleBand(clean(self.request.title))
            yield self.answer_body

    def on_mount(self) -> None:
        target = self.answer_body.target()
        if target is not None:
            target.focus()
        self.show_keys()

    def do_accept(self) -> None:
        self.answer_body.submit()

    @on(Body.Answered)
    def _preview(self, message: Body.Answered) -> None:
        message.stop()
        value = message.value
        try:
            effect = self.earlier.effect(value)
        except (InvalidInput, NotSaved) as fault:
            self.answer_body.complain(str(fault))
            return
        choices = [(True, "Yes, change it"), (None, "No, leave it")]
        question = "This is what the other answer changes"
        self.ask(question, choices, lambda _: self._amend(value), text=_changed(effect, text_width(self)))

    def _amend(self, value: Any, across: bool = False) -> None:
        attempt = self.controller.attempt(lambda _: self.earlier.change(value, across=across))
        if attempt.ok:
            self.close_with(True)
        elif attempt.asks:
            ask_border(self, attempt, lambda _: self._amend(value, across=True))
        else:
            self.answer_body.complain(attempt.fault)


def _changed(effect: Sequence[tuple[str, str]], width: int) -> Content:
    lines = [
        Content.assemble((f"{head}: ", "bold $warning"), plain(text)) if head else plain(titled(text))
        for head, text in effect
    ]
    return Content("\n").join(at_most(lines, width, TEXT_ROWS)) if lines else plain("Nothing else changes.", "$quiet")
