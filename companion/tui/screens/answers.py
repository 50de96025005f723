"""Earlier answers, and how to change one with a look at what that changes; from a line of the past back into play."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from companion.engine.answers import AnswerRecord, answer_words
from companion.engine.errors import InvalidInput, NotSaved
from companion.engine.past import Past, WaitingPoint, rest_at
from companion.engine.progress import short_number
from companion.engine.requests import Request
from companion.engine.state.table import AnyTable
from companion.engine.wording import count
from companion.frontend.amending import EarlierAnswer, changeable
from companion.frontend.saying.sentences import refusal, titled
from companion.tui.base_screen import BaseScreen, Panel
from companion.tui.commands import ACCEPT, handles
from companion.tui.controller import Attempt, SessionController
from companion.tui.look.rows import at_most, wrapped
from companion.tui.screens.asking import TEXT_ROWS, text_width
from companion.tui.screens.list_panel import ListPanel
from companion.tui.screens.undo_at_border import ask_border, take_back
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

    @handles(ACCEPT)
    def accept(self) -> None:
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

    @handles(ACCEPT)
    def accept(self) -> None:
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


def ask_from_here(
    screen: BaseScreen[Any], controller: SessionController, past: Past, then: Callable[[Attempt], Awaitable[None]]
) -> bool:
    """Asks what is to be done from this place of the past of the open session; `then` gets what became of it.

    False if play already is there and no answer led to it that could be changed: nothing is asked then.
    """
    rest = rest_at(controller.session, past.lines, past.place)
    earlier = answer_behind(controller, past)
    if not rest.undo and earlier is None:
        return False
    choices: list[tuple[str | None, str]] = [(None, "No, leave it as it is")]
    if rest.undo:
        choices.append(("back", f"Yes, undo {count(rest.undo, 'input')}; redo brings them back until the next answer"))
    if earlier is not None:
        words = answer_words(controller.session.table, earlier.record)
        choices.append(("amend", f"Change the answer: {earlier.record.title} — {words}"))

    async def chosen(what: str) -> None:
        if what == "back":
            await take_back(screen, controller, then, rest.undo)
        elif earlier is not None:
            fault = ask_other(screen, controller, earlier, amended)
            if fault:
                await then(Attempt(fault=fault))

    async def amended(_: bool) -> None:
        await then(Attempt())

    question = f"Take play back to line {past.place}?" if rest.undo else "Play stands here now"
    screen.ask(question, choices, chosen, text=Content("\n").join(_taken(past, rest, text_width(screen))))
    return True


def answer_behind(controller: SessionController, past: Past) -> EarlierAnswer | None:
    """The answer that led to the line of the past, if players gave one that may be shown."""
    line = past.line
    if line is None or line.kind == "start":
        return None
    given = [record for record in changeable(controller.session, line.entry) if record.at_event <= line.at]
    if line.key:
        given = [record for record in given if record.key == line.key]
    return EarlierAnswer(controller.opened, line.entry, given[-1]) if given else None


def _taken(past: Past, rest: WaitingPoint, width: int) -> Iterator[Content]:
    """What would be taken back, as much as there is room for, and what is asked then."""
    if not rest.undo:
        return
    if rest.asked is not None:
        title = rest.asked.title or "what was answered here"
        then = Content.assemble(("Asked again: ", "$quiet"), plain(title, "bold"))
    else:
        then = plain("Then the table is at rest." if rest.lines else "Then nothing has been played yet.", "$quiet")
    after, lost = wrapped(then, width, 2), past.lines[rest.lines :]
    if lost:
        head = "Taken back:" if rest.lines == past.place else "Taken back, from the answer that led here:"
        yield plain(head, "$quiet")
        yield from at_most([plain(f"  {line.text}") for line in lost], width, TEXT_ROWS - 1 - len(after))
    yield from after
