"""The past of an open session as the screens see a session, and its lines as rows."""

from __future__ import annotations

from textual.content import Content

from companion.engine.log import LogLine
from companion.engine.past import Past
from companion.engine.progress import short_number
from companion.engine.state.table import AnyTable
from companion.frontend.past_view import PastHooks, PastView
from companion.tui.controller import SaveState, SessionController
from companion.tui.look.rows import headed
from companion.tui.text import plain, side_sign
from companion.tui.widgets.lines import Row


class PastController(SessionController):
    """The controller of a table as it was: read-only, at rest, and nothing can be started there.

    It shows what was played until it was made; go about in it with `past`.
    """

    def __init__(self, live: SessionController) -> None:
        view = PastView(live.opened)
        super().__init__(view)
        self.hooks = PastHooks(view)
        self.past: Past = view.past

    def save_state(self) -> SaveState:
        return SaveState("as it was", "as it was")


def log_row(
    table: AnyTable, place: int, line: LogLine, number: str, text: Content, width: int, indent: str = ""
) -> Row:
    """A line behind its number, the sign of its side, and its step."""
    mark = side_sign(table, line.side) or "  "
    step = plain(f"{short_number(line.step):<6} " if line.step else "", "$quiet")
    return Row(place, headed(Content.assemble(plain(f"{number} ", "$quiet"), mark, indent, step), text, width))


def rows_around(past: Past, width: int, room: int) -> list[Row]:
    """The lines around the present one, all of them whole: one on, and as many before as there is room for."""
    rows = [_past_row(past, place, width) for place in (past.place, past.place + 1) if place <= past.now]
    room -= sum(map(_lines, rows))
    for place in range(past.place - 1, -1, -1):
        before = _past_row(past, place, width)
        room -= _lines(before)
        # The one before is there in any case: the arrows lead to it.
        if room < 0 and len(rows) > 1 and place < past.place - 1:
            break
        rows.insert(0, before)
    return rows


def _past_row(past: Past, place: int, width: int) -> Row:
    if place == 0:
        return Row(0, plain("The beginning", "$quiet"))
    line = past.shown(place)
    text = plain(line.text, "bold" if place == past.place else "$quiet" if place > past.place else "")
    return log_row(past.table, place, line, f"{place:>4}", text, width)


def _lines(row: Row) -> int:
    return row.content.plain.count("\n") + 1
