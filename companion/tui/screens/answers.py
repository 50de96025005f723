"""Earlier answers of the open procedure, and how to change one: with a look at what that would change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from companion.engine.answers import AnswerRecord
from companion.engine.errors import InvalidInput, NotSaved
from companion.engine.log import answer_words, sentence
from companion.engine.requests import Request
from companion.engine.state.changes import Change, Note
from companion.tui.base_screen import Panel
from companion.tui.controller import SessionController
from companion.tui.text import plain, titled, who_label
from companion.tui.widgets.bodies import body_for
from companion.tui.widgets.body import Body
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.plain import PlainStatic


class AnswersScreen(Panel[None]):
    """What was answered in this procedure, newest first; sealed answers only as sealed."""

    heading = "Earlier answers"
    commands: ClassVar[tuple[str, ...]] = ("accept", "back", "help")

    def __init__(self, seat: SessionController) -> None:
        super().__init__()
        self.seat = seat

    def body(self) -> Iterable[Widget]:
        """A line an answer."""
        with Vertical(classes="sheet"):
            yield PlainStatic(
                Content.assemble(("Earlier answers ", "bold"), ("enter changes one", "$quiet")), classes="sheet-title"
            )
            self.lines = LineList()
            yield self.lines

    def on_mount(self) -> None:
        """Shows the answers."""
        table = self.seat.session.table
        rows = []
        for given in reversed(changeable(self.seat)):
            value = answer_words(table, given)
            head = plain(f"{given.step}  " if given.step else "", "$quiet")
            rows.append(Row(given.key, Content.assemble(head, plain(given.title), "  ", plain(value, "bold"))))
        self.lines.show(rows or [Row(None, plain("Nothing was answered yet that could be changed."), heading=True)])
        self.lines.focus()
        self.show_keys()

    def can(self, command: str) -> bool:
        """There must be an answer."""
        return command != "accept" or isinstance(self.lines.value, str)

    def short(self, command: str) -> str:
        """Enter changes."""
        return "change" if command == "accept" else super().short(command)

    @on(LineList.Chosen)
    def _chosen(self) -> None:
        self.do_accept()

    def do_accept(self) -> None:
        """Asks the marked question again."""
        run = self.seat.session.run
        key = self.lines.value
        if run is not None and isinstance(key, str):
            given = next(g for g in run.answers if g.key == key)
            self.open_over(
                AmendScreen(self.seat, run.asked[key], given), lambda done: self.close_with(None) if done else None
            )


def changeable(seat: SessionController) -> list[AnswerRecord]:
    """The answers that players gave and that are open to all: no automatic one, none under seal."""
    run = seat.session.run
    if run is None:
        return []
    sealed = run.sealed_keys()
    return [g for g in run.answers if g.how != "auto" and g.kind != "do" and g.key not in sealed and g.key in run.asked]


class AmendScreen(Panel[bool]):
    """One earlier question, asked again."""

    heading = "Change an answer"
    commands: ClassVar[tuple[str, ...]] = ("accept", "back", "help")

    def __init__(self, seat: SessionController, request: Request[Any], given: AnswerRecord) -> None:
        super().__init__()
        self.seat = seat
        self.request = request
        self.given = given

    def body(self) -> Iterable[Widget]:
        """The question with its body."""
        table = self.seat.session.table
        with Vertical(classes="sheet small"):
            yield PlainStatic(who_label(table, self.request.by))
            yield PlainStatic(plain(self.request.title, "bold"), classes="sheet-title")
            self.answer_body: Body[Any] = body_for(self.request, table, self.given.value)
            yield self.answer_body

    def on_mount(self) -> None:
        """The body has the keys."""
        target = self.answer_body.target()
        if target is not None:
            target.focus()
        self.show_keys()

    def do_accept(self) -> None:
        """Gives the answer."""
        self.answer_body.submit()

    @on(Body.Answered)
    def _preview(self, message: Body.Answered) -> None:
        message.stop()
        value = message.value
        try:
            self.request.check(value)
            looked = self.seat.session.preview_amend(self.given.key, value)
        except (InvalidInput, NotSaved) as fault:
            self.answer_body.complain(str(fault))
            return
        self.open_over(
            _sure(self.seat, looked.changes, looked.asked_again), lambda yes: self._amend(value) if yes else None
        )

    def _amend(self, value: Any) -> None:
        attempt = self.seat.attempt(lambda s: s.amend(self.given.key, value))
        if attempt.ok:
            self.close_with(True)
        else:
            self.answer_body.complain(attempt.fault)


def _sure(seat: SessionController, happened: Iterable[Any], lost: list[str]) -> Panel[Any]:
    from companion.tui.screens.asking import PickOne

    session = seat.session
    told: list[Content] = []
    for event in happened:
        if isinstance(event, Change):
            told.append(plain(titled(sentence(session.table, event))))
        elif isinstance(event, Note):
            told.append(plain(event.text))
    asked = session.run.asked if session.run is not None else {}
    again = [asked[k].title if k in asked else k for k in lost]
    told += [Content.assemble(("asked again: ", "bold $warning"), plain(title)) for title in again]
    shown = Content("\n").join(told[:10]) if told else plain("Nothing else changes.", "$quiet")
    choices = [(True, "Yes, change it"), (None, "No, leave it")]
    return PickOne("This is what the other answer changes", choices, told=shown)
