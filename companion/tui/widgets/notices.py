"""What stands where no answer is typed: the hand-over before a secret, the reveal, the end, the watcher's view."""

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
from companion.tui.look.colours import MIND, QUIET, STRONG, fill
from companion.tui.text import clean, plain, side_label, titled, who_label
from companion.tui.widgets.guide_band import band_words
from companion.tui.widgets.plain import PlainStatic

_MOST_NOTES = 2

BandWords = tuple[str, str, str]
"""What the band says at the left, at the right, and its fill."""


class Notice(PlainStatic):
    """Rows below a band of its own words."""

    DEFAULT_CSS = """
    Notice { height: auto; }
    """

    def __init__(self, band: BandWords, *rows: Content) -> None:
        super().__init__(Content("\n").join(rows), classes="notice")
        self.band = band


def _go_on(words: str | Content, how: str) -> Content:
    """The one thing to do, under the cursor."""
    label = plain(words, STRONG) if isinstance(words, str) else words
    return Content.assemble(("▸ ", MIND), label, plain(f"   {how}", QUIET))


def curtain(table: Table[Any, Any], request: Request[Any], sealed_by: Sequence[str]) -> Notice:
    """Hand the screen to one side; says who is done, never what they answered."""
    who = who_label(table, request.by)
    done = [Content.assemble("  ", side_label(table, s), " has sealed an answer.") for s in sealed_by]
    return Notice(
        band_words(table, request, secret=True, ruling=False),
        *done,
        *([Content("")] if done else []),
        _go_on(Content.assemble(("Hand over to  ", STRONG), who), "when nobody else looks, press a key"),
    )


def sealed() -> Notice:
    """All have answered; nothing is shown yet."""
    return Notice(
        ("BOTH: all is sealed, turn the screen so that both see it", "", fill("text")),
        _go_on("Reveal together", "press a key"),
    )


def revealed(table: Table[Any, Any], given: Sequence[AnswerRecord]) -> Notice:
    """What the sides had sealed, together."""
    lines: list[Content] = []
    for one in given:
        value = clean(answer_words(table, one))
        lines += [
            Content.assemble("  ", side_label(table, one.by), "   ", plain(one.title, QUIET)),
            Content.styled(f"    {value}", STRONG),
            Content(""),
        ]
    return Notice(("BOTH: this is what was sealed", "", fill("text")), *lines, _go_on("Go on", "press a key"))


def ended(table: Table[Any, Any], entry: JournalEntry, summary: Sequence[str], next_line: str) -> Notice:
    """The end of a procedure: what is different now, what was noted last, and what to do next."""
    left = bool(entry.outcome.get("left"))
    lines = [Content.assemble("  ", plain(titled(line))) for line in summary]
    lines = lines or [plain("  Nothing is different on the table.", QUIET)]
    notes = [event.text for event in entry.events if isinstance(event, Note)]
    lines += [Content.assemble("  ", plain(titled(text), QUIET)) for text in notes[-_MOST_NOTES:]]
    return Notice(
        (f"{clean(entry.title)} is {'broken off' if left else 'done'}", "", fill("text")),
        _go_on("Back to the table", f"next: {clean(next_line)}"),
        Content(""),
        *lines,
    )


def watching(table: Table[Any, Any], request: Request[Any] | None) -> Notice:
    """What another program is being asked; this one only looks on."""
    if request is None:
        return Notice(("READ-ONLY: this game is open elsewhere", "", fill("text")), plain("Nothing is asked.", QUIET))
    left, _, colour = band_words(table, request, secret=False, ruling=False)
    return Notice((left, "read-only", colour), plain("READ-ONLY: this game is open elsewhere", MIND))
