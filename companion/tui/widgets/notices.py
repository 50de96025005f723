"""What fills the middle of the guide where no answer is typed: curtains, the reveal, the end, the watcher's view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.content import Content

from companion.engine.answers import AnswerRecord
from companion.engine.journal import JournalEntry
from companion.engine.log import answer_words
from companion.engine.requests import Request
from companion.engine.state.changes import Note
from companion.engine.state.table import Table
from companion.tui.text import clean, plain, side_label, titled, who_label
from companion.tui.widgets.plain import PlainStatic

_MOST_NOTES = 2


def notice(*lines: Content) -> PlainStatic:
    """Lines in the middle of the panel."""
    return PlainStatic(Content("\n").join(lines), classes="notice")


def curtain(table: Table[Any, Any], request: Request[Any], sealed_by: Sequence[str]) -> PlainStatic:
    """Hand the screen to one side; says who is done, never what they answered."""
    who = who_label(table, request.by)
    done = [Content.assemble(side_label(table, s), " has sealed an answer.") for s in sealed_by]
    return notice(
        Content.styled("▒▒▒  IN SECRET  ▒▒▒", "bold $warning"),
        Content(""),
        *done,
        Content(""),
        Content.assemble("Hand over to  ", who),
        Content(""),
        plain(request.title, "bold"),
        Content(""),
        Content.assemble("The other looks away; then ", ("press a key", "bold reverse")),
    )


def sealed() -> PlainStatic:
    """All have answered; nothing is shown yet."""
    return notice(
        Content.styled("▒▒▒  ALL SEALED  ▒▒▒", "bold $warning"),
        Content(""),
        Content("Turn the screen so that both see it."),
        Content(""),
        Content.assemble("To reveal together ", ("press a key", "bold reverse")),
    )


def revealed(table: Table[Any, Any], given: Sequence[AnswerRecord]) -> PlainStatic:
    """What the sides had sealed, together."""
    lines = [Content.styled("REVEALED", "bold $warning"), Content("")]
    for one in given:
        value = clean(answer_words(table, one))
        lines += [
            Content.assemble(side_label(table, one.by), "   ", plain(one.title, "$quiet")),
            Content.styled(value, "bold"),
            Content(""),
        ]
    return notice(*lines, Content.assemble(("press a key", "bold reverse"), " to go on"))


def ended(table: Table[Any, Any], entry: JournalEntry, summary: Sequence[str], next_line: str) -> PlainStatic:
    """The end of a procedure: who fell, what is different now, what was noted last, and what to do next."""
    left = bool(entry.outcome.get("left"))
    head = f"{entry.title} — {'broken off' if left else 'done'}"
    lines = [plain(head, "bold $success"), Content("")]
    for of in dict.fromkeys(change.of for change in entry.changes()):
        if of in table.units and not table.units[of].alive:
            unit = table.units[of]
            lines.append(
                Content.assemble(
                    ("✗ ", "bold $error"),
                    side_label(table, unit.side),
                    "  ",
                    plain(f"{unit.name} is out of play", "bold $error"),
                )
            )
    lines += [plain(titled(line)) for line in summary] or [plain("Nothing is different on the table.", "$quiet")]
    notes = [event.text for event in entry.events if isinstance(event, Note)]
    lines += [plain(titled(text), "$quiet") for text in notes[-_MOST_NOTES:]]
    return notice(
        *lines,
        Content(""),
        Content.assemble(("Next: ", "$quiet"), plain(next_line, "bold")),
        Content.assemble(("⏎", "bold reverse"), " back to the table"),
    )


def watching(table: Table[Any, Any], request: Request[Any] | None) -> PlainStatic:
    """What another program is being asked; this one only looks on."""
    if request is None:
        return notice(plain("Nothing is asked.", "$quiet"))
    return notice(
        Content.styled("READ-ONLY: this game is open elsewhere", "bold $warning"),
        Content(""),
        who_label(table, request.by),
        Content(""),
        plain(request.title, "bold"),
    )
