"""What stands where no answer is typed: the end of a procedure, and the view of a reader."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from companion.engine.bookkeeping import passing
from companion.engine.journal import JournalEntry
from companion.engine.requests import Request
from companion.engine.session import Session
from companion.engine.state.changes import Note, net
from companion.engine.state.table import AnyTable
from companion.engine.wording import listed
from companion.tui.look.colours import MIND, QUIET, STRONG, TEXT, fill
from companion.tui.look.rows import wrapped
from companion.tui.text import clean, plain, side_label, titled
from companion.tui.widgets.guide_band import band_words
from companion.tui.widgets.plain import PlainStatic

_INDENT = 2
"""Cells that further rows of a line are further in than the first."""
BandWords = tuple[str, str, str]
"""What the band says at the left, at the right, and its fill."""


class Notice(PlainStatic):
    """Rows below a band of its own words."""

    DEFAULT_CSS = """
    Notice { height: auto; }
    """

    def __init__(self, band: BandWords, *lines: Content) -> None:
        super().__init__(lines, classes="notice")
        self.band = band
        self.lines = lines

    def rows_at(self, width: int) -> int:
        """The rows that it takes in so many cells."""
        return len(self._wrapped(width))

    def on_resize(self) -> None:
        """Further rows of a line are further in."""
        self.show(self._wrapped(self.size.width))

    def _wrapped(self, width: int) -> list[Content]:
        return [row for line in self.lines for row in wrapped(line, width, _INDENT + _inset(line))]


def _inset(line: Content) -> int:
    return len(line.plain) - len(line.plain.lstrip())


def ended(table: AnyTable, entry: JournalEntry, summary: Sequence[str], next_line: str) -> Notice:
    """The end of a procedure: first of all what it came to, then what is different now, and what to do next.

    What was noted is with it if the rules do not say what it came to.
    """
    left = bool(entry.outcome.get("left"))
    came_to = len(entry.conclusion)
    lines = [
        Content.assemble("  ", plain(titled(line), STRONG if at < came_to else TEXT)) for at, line in enumerate(summary)
    ]
    if not lines and not net(entry.changes()):
        lines = [plain("  Nothing is different on the table.", QUIET)]
    if not entry.conclusion:
        notes = (event for event in entry.events if isinstance(event, Note) and event.beside != "end")
        texts = [note.text for note in notes if not passing(note.facts)]
        lines += [Content.assemble("  ", plain(titled(text), QUIET)) for text in texts]
    return Notice(
        (f"{clean(entry.title)} is {'broken off' if left else 'done'}", "", fill("text")),
        *lines,
        Content(""),
        Content.assemble(("▸ ", MIND), ("Back to the table", STRONG), plain(f"   next: {clean(next_line)}", QUIET)),
    )


def waiting(session: Session, request: Request[object]) -> Notice:
    """Another seat decides: who, what, and who has sealed."""
    table = session.table
    left, _, colour = band_words(table, request, secret=False, ruling=False)
    by = session.awaited
    names = listed([table.title(side) for side in by])
    done = [Content.assemble("  ", side_label(table, side), (" sealed ✓", STRONG)) for side in session.sealed]
    where = "by the app" if by == (session.by_app,) else "on another screen"
    asks = plain(f"  {names} {'answers' if len(by) == 1 else 'answer'} {where}.", QUIET)
    return Notice((left, "", colour), Content(""), *done, asks)


def watching(table: AnyTable, request: Request[object] | None, why: str) -> Notice:
    """What another program may be asked; this one only looks on, and `why`."""
    why = f"READ-ONLY: {why}"
    if request is None:
        return Notice((why, "", fill("text")), plain("Nothing is asked.", QUIET))
    left, _, colour = band_words(table, request, secret=False, ruling=False)
    return Notice((left, "read-only", colour), plain(why, MIND))
