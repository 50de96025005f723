"""Earlier answers of the open procedure, and how to change one: with a look at what that would change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from companion.engine.answers import AnswerRecord
from companion.engine.errors import InvalidInput, NotSaved
from companion.engine.log import answer_words, sentence
from companion.engine.requests import Request
from companion.engine.session import AmendPreview
from companion.frontend.wording import titled
from companion.tui.base_screen import Panel
from companion.tui.commands import ACCEPT, Command, handles
from companion.tui.controller import SessionController
from companion.tui.screens.asking import PickOne
from companion.tui.screens.list_panel import ListPanel
from companion.tui.text import clean, plain, who_label
from companion.tui.widgets.bodies import body_for
from companion.tui.widgets.body import Body
from companion.tui.widgets.lines import Row
from companion.tui.widgets.plain import PlainStatic
from companion.tui.widgets.title_band import TitleBand

_MOST_LINES = 10


class AnswersScreen(ListPanel[None]):
    """What was answered in this procedure, newest first; sealed answers only as sealed."""

    heading = "Earlier answers"
    nothing = "Nothing was answered yet that could be changed."

    def __init__(self, controller: SessionController) -> None:
        super().__init__(Content.assemble(("Earlier answers ", "bold"), ("enter changes one", "$quiet")))
        self.controller = controller

    def rows(self) -> Sequence[Row]:
        """A row an answer."""
        return [self._row(record) for record in reversed(changeable(self.controller))]

    def _row(self, record: AnswerRecord) -> Row:
        step = plain(f"{record.step}  " if record.step else "", "$quiet")
        value = plain(answer_words(self.controller.session.table, record), "bold")
        return Row(record.key, Content.assemble(step, plain(record.title), "  ", value))

    def short(self, command: Command) -> str:
        """Enter changes."""
        return "change" if command is ACCEPT else super().short(command)

    @handles(ACCEPT)
    def accept(self) -> None:
        """Asks the marked question again."""
        run = self.controller.session.run
        key = self.lines.value
        if run is not None:
            record = next(r for r in run.answers if r.key == key)
            self.open_over(
                AmendScreen(self.controller, run.asked[key], record),
                lambda amended: self.close_with(None) if amended else None,
            )


def changeable(controller: SessionController) -> list[AnswerRecord]:
    """The answers that players gave and that are open to all: no automatic one, none under seal."""
    run = controller.session.run
    if run is None:
        return []
    sealed = run.sealed_keys()
    return [r for r in run.answers if r.how != "auto" and r.kind != "do" and r.key not in sealed and r.key in run.asked]


class AmendScreen(Panel[bool]):
    """One earlier question, asked again. Closes with True where the answer was changed."""

    heading = "Change an answer"

    def __init__(self, controller: SessionController, request: Request[Any], record: AnswerRecord) -> None:
        super().__init__()
        self.controller = controller
        self.request = request
        self.record = record
        self.answer_body: Body[Any] = body_for(request, controller.session.table, record.value)

    def body(self) -> Iterable[Widget]:
        """The question with its body."""
        with Vertical(classes="sheet small"):
            yield PlainStatic(who_label(self.controller.session.table, self.request.by))
            yield TitleBand(clean(self.request.title))
            yield self.answer_body

    def on_mount(self) -> None:
        """The body has the keys."""
        target = self.answer_body.target()
        if target is not None:
            target.focus()
        self.show_keys()

    @handles(ACCEPT)
    def accept(self) -> None:
        """Gives the answer."""
        self.answer_body.submit()

    @on(Body.Answered)
    def _preview(self, message: Body.Answered) -> None:
        message.stop()
        value = message.value
        try:
            self.request.check(value)
            preview = self.controller.session.preview_amend(self.record.key, value)
        except (InvalidInput, NotSaved) as fault:
            self.answer_body.complain(str(fault))
            return
        self.open_over(_sure(self.controller, preview), lambda yes: self._amend(value) if yes else None)

    def _amend(self, value: Any) -> None:
        attempt = self.controller.attempt(lambda s: s.amend(self.record.key, value))
        if attempt.ok:
            self.close_with(True)
        else:
            self.answer_body.complain(attempt.fault)


def _sure(controller: SessionController, preview: AmendPreview) -> PickOne:
    session = controller.session
    lines = [plain(titled(sentence(session.table, change))) for change in preview.changes]
    asked = session.run.asked if session.run is not None else {}
    for key in preview.asked_again:
        title = asked[key].title if key in asked else key
        lines.append(Content.assemble(("asked again: ", "bold $warning"), plain(title)))
    text = Content("\n").join(lines[:_MOST_LINES]) if lines else plain("Nothing else changes.", "$quiet")
    choices = [(True, "Yes, change it"), (None, "No, leave it")]
    return PickOne("This is what the other answer changes", choices, text=text)
