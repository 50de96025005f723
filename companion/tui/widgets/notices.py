"""What stands where no answer is typed: the end of a procedure, and the view of a reader."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from textual.content import Content

from companion.engine.bookkeeping import passing
from companion.engine.journal import JournalEntry
from companion.engine.requests import Request
from companion.engine.session import Session
from companion.engine.state.changes import Note, net
from companion.engine.state.table import AnyTable
from companion.engine.wording import does
from companion.tui.look.colours import MIND, QUIET, STRONG, TEXT, fill
from companion.tui.look.pixels import large
from companion.tui.look.rows import BLANK, halves, wrapped
from companion.tui.text import clean, name_style, plain, side_label, titled
from companion.tui.widgets.guide_band import band_words
from companion.tui.widgets.plain import DrawnRows

_TWO_HALVES: Final = 72
"""Cells from which one side stands beside the other."""
_INDENT = 2
"""Cells that further rows of a line are further in than the first."""
BandWords = tuple[str, str, str] | tuple[str, str, str, str]
"""What the band says at the left, at the right, its fill, and in large letters."""
_DOES: Final = {"split": "splits", "number": "chooses", "choose": "chooses", "pick": "chooses", "roll": "rolls"}
"""What who decides does, by the kind of request; any other is answered."""


class Notice(DrawnRows):
    """Rows below a band of its own words; some of them may be drawn for a width."""

    def __init__(self, band: BandWords, *lines: Content | Callable[[int], Sequence[Content]]) -> None:
        super().__init__(classes="notice")
        self.band = band
        self.lines = lines

    def drawn(self, width: int) -> list[Content]:
        rows: list[Content] = []
        for line in self.lines:
            rows += wrapped(line, width, _INDENT + _inset(line)) if isinstance(line, Content) else line(width)
        return rows


def _inset(line: Content) -> int:
    return len(line.plain) - len(line.plain.lstrip())


def ended(
    table: AnyTable, entry: JournalEntry, summary: Sequence[str], next_line: str, *, touched: bool = False
) -> Notice:
    """The end of a procedure: first of all what it came to, then what is different now, and what to do next.

    What was noted is with it if the rules do not say what it came to. Where it is `touched`, the white row leads back.
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
    back = Content("  ") if touched else Content.assemble(("▸ ", MIND), ("Back to the table", STRONG), "   ")
    return Notice(
        (f"{clean(entry.title)} is {'broken off' if left else 'done'}", "", fill("text")),
        *lines,
        Content(""),
        Content.assemble(back, plain(f"next: {clean(next_line)}", QUIET)),
    )


def waiting(
    session: Session, request: Request[object], *around: Content | Callable[[int], Sequence[Content]]
) -> Notice:
    """Another seat decides: who, what, and who has sealed; never what. What is `around` it on the table is below."""
    table, by = session.table, session.awaited
    left, _, colour = band_words(table, request, secret=False, ruling=False)
    names = [clean(table.title(side)) for side in by]
    done = [Content.assemble("  ", side_label(table, side), (" sealed ✓", STRONG)) for side in session.sealed]
    where = "by the app" if by == (session.by_app,) else "on another screen"
    asks = plain(f"  {does(names, 'answers')} {where}.", QUIET)
    return Notice((left, "", colour, does(names, _DOES.get(request.kind, "answers"))), BLANK, *done, asks, *around)


def sealing(session: Session, key: str) -> Notice:
    """The table while secrets are sealed on other screens: who has, in letters, and nothing of what.

    `key` hands this screen over, as without seats; none where it only looks.
    """
    table, secret = session.table, session.secret
    sides = [side for side in table.sides if secret is not None and side in secret.slots]

    def who(width: int) -> Sequence[Content]:
        half = width // 2 - 2
        blocks = [_who_sealed(session, side, half) for side in sides]
        if len(blocks) == 2 and width >= _TWO_HALVES:
            return halves(blocks[0], blocks[1], width)
        return [row for side in sides for row in (*_who_sealed(session, side, width), BLANK)]

    here = f"  They may also answer here: {key} hands this screen over, as without seats."
    title = clean(secret.asks) if secret is not None else ""
    band = (f"{'BOTH' if len(sides) == 2 else 'ALL'}: {title}", "each on a screen of their own", fill("text"))
    return Notice(band, BLANK, who, BLANK, plain(here if key else "", QUIET))


def _who_sealed(session: Session, side: str, width: int) -> list[Content]:
    """`ITO SEALED` with a tick, or the name alone; in the colour of the side, three rows high where it fits."""
    table, done = session.table, side in session.sealed
    name = clean(table.title(side))
    drawn = large(f"{name} sealed" if done else name, name_style(table, side), width - 4)
    where = "on this table" if session.seated and side not in session.seated else "on its own screen …"
    said = Content.styled("sealed ✓", STRONG) if done else plain(where, QUIET)
    return [*(Content.assemble("  ", row) for row in drawn), BLANK, Content.assemble("  ", said)]


def watching(table: AnyTable, request: Request[object] | None, why: str) -> Notice:
    """What another program may be asked; this one only looks on, and `why`."""
    why = f"READ-ONLY: {why}"
    if request is None:
        return Notice((why, "", fill("text")), plain("Nothing is asked.", QUIET))
    left, _, colour = band_words(table, request, secret=False, ruling=False)
    return Notice((left, "read-only", colour), plain(why, MIND))
