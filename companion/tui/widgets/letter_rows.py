"""What may be chosen as it is read from afar: two beside each other, each with its word in pixel letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from textual.content import Content

from companion.frontend.pixels import ROWS, pixels
from companion.tui.look.colours import MIND, QUIET, STRONG
from companion.tui.look.pixels import spaced
from companion.tui.look.rows import BLANK
from companion.tui.text import clean, plain
from companion.tui.widgets.laid_rows import GAP, GUTTER, Cell, Row

_WORD_AT, _EDGE = 6, 2
"""Cells before the word, and at the right end of a fill."""
_LEAST = 34
"""Cells of a fill in which letters are read; in less there is one column."""


class Entry(NamedTuple):
    """One thing to choose: the word for it, what it does, one figure, and what it costs."""

    value: Any
    word: str
    does: str = ""
    figure: str = ""
    cost: str = ""


def letter_rows(entries: Sequence[Entry], width: int) -> list[Row]:
    """Rows of cells, each a word in letters with a line of other words below it, and the number that chooses it."""
    across = 2 if (width - GAP) // 2 >= _LEAST else 1
    each = (width - GAP * (across - 1)) // across
    rows: list[Row] = []
    for first in range(0, len(entries), across):
        some = enumerate(entries[first : first + across])
        cells = [Cell(one.value, _drawn(one, first + at + 1, each - GUTTER), at * (each + GAP)) for at, one in some]
        told = zip(*(cell.content.split("\n") for cell in cells), strict=True)
        content = Content("\n").join(Content(" " * GAP).join(line) for line in told)
        rows.append(Row(None, content, number=first + 1, cells=tuple(cells)))
    return rows


def _drawn(one: Entry, number: int, width: int) -> Content:
    """The rows in a fill: the word, then what it does with its figure and its cost."""
    room = width - _WORD_AT - _EDGE
    digit = (pixels(str(number)) if number < 10 else None) or [""] * ROWS
    word = clean(one.word)
    letters = pixels(word)
    if letters is not None and len(letters[0]) <= room:
        drawn = [Content.styled(row, STRONG) for row in letters]
    else:
        drawn = spaced(word, STRONG, room)[:ROWS]
        drawn = [BLANK] * ((ROWS - len(drawn)) // 2) + drawn
    drawn += [BLANK] * (ROWS - len(drawn))
    heads = [Content.styled(part.ljust(_WORD_AT), QUIET) for part in digit]
    rows = [Content.assemble(head, row) for head, row in zip(heads, drawn, strict=True)]
    rows.append(Content.assemble(" " * _WORD_AT, _words(one, room)))
    return Content("\n").join(row.extend_right(max(0, width - row.cell_length)) for row in rows)


def _words(one: Entry, room: int) -> Content:
    """At the left what it does and costs, at the right its figure: the words give way first, then the figure."""
    right, cost, does = plain(one.figure, STRONG), plain(one.cost, MIND), plain(one.does, QUIET)
    for told in ((cost, does), (cost,), (does,)):
        left = Content("   ").join([part for part in told if part])
        gap = room - left.cell_length - right.cell_length
        if gap >= (2 if left and right else 0):
            return Content.assemble(left, " " * gap, right)
    return (cost or right or does).truncate(room)
