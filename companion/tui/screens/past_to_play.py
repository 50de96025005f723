"""From a line of the past back into play: take play back to it, or change the answer that led to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from textual.content import Content

from companion.engine.answers import answer_words
from companion.engine.past import Past, WaitingPoint, rest_at
from companion.engine.wording import count
from companion.frontend.amending import EarlierAnswer, changeable
from companion.tui.base_screen import BaseScreen
from companion.tui.controller import Attempt, SessionController
from companion.tui.look.rows import at_most, wrapped
from companion.tui.screens.answers import ask_other
from companion.tui.screens.asking import TEXT_ROWS, text_width
from companion.tui.screens.undo_at_border import take_back
from companion.tui.text import plain


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
            fault = ask_other(screen, controller, earlier, lambda _: then(Attempt()))
            if fault:
                await then(Attempt(fault=fault))

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
