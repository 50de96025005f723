"""Rows of a list, the cells in them, and in which lines they stand."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rich.cells import cell_len
from textual.content import Content

from companion.tui.look.rows import wrapped

GUTTER = 2
"""Cells before each row, if the mark of the cursor stands."""
GAP = 4
"""Cells between two fills that stand beside each other."""


class Cell(NamedTuple):
    """One part of a row that the cursor can be on: what it stands for, what it shows, and where it begins.

    The mark of the first cell of a row stands before its label; `beside`: beside the cell, like that of the others.
    """

    key: Hashable
    content: Content
    at: int = 0
    beside: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One row, of one value or of `cells`; `is_same` compares two.

    The cursor passes over headings; closed rows can be marked, and say why when chosen.

    A heading without styles of its own is drawn as one; else it is text between the rows, and drawn as it is styled.
    `number` is the digit that chooses it, 0 where that is its place in the list; what does not fit its first line goes
    on `indent` cells in. A `flat` one is never a fill: it is looked at, and answers nothing.
    """

    value: Any
    content: Content
    closed: bool = False
    heading: bool = False
    number: int = 0
    indent: int = 0
    flat: bool = False
    cells: tuple[Cell, ...] = ()

    def values(self) -> Sequence[Any]:
        """What the cursor may be on: the keys of the cells, or the value of a row without any."""
        return [cell.key for cell in self.cells] if self.cells else (self.value,)

    def laid(self, width: int) -> Content:
        """The row as it stands in this many cells: as it is if it fits, or if Textual is to wrap it."""
        if not self.indent or self.content.cell_length <= width:
            return self.content
        return Content("\n").join(wrapped(self.content, width, self.indent))

    def is_same(self, other: Row) -> bool:
        """Whether the other row looks and means the same; contents alone compare without their colours."""
        return self is other or (
            self.values() == other.values()
            and self.closed == other.closed
            and self.heading == other.heading
            and self.number == other.number
            and self.indent == other.indent
            and self.flat == other.flat
            and self.content.is_same(other.content)
        )


def find(rows: Sequence[Row], value: Any) -> tuple[int, int] | None:
    """The place of the row, and the column of the cell in it, that have this value."""
    places = ((place, column, one) for place, row in enumerate(rows) for column, one in enumerate(row.values()))
    return next(((p, c) for p, c, one in places if one == value and not rows[p].heading), None)


def nearest(rows: Sequence[Row], place: int, way: int) -> int:
    """The first row from here, in this direction and else in the other, on which the cursor may stand."""
    for direction in (way, -way):
        here = place
        while 0 <= here < len(rows):
            if not rows[here].heading:
                return here
            here += direction
    return 0


def changed(rows: Sequence[Row], before: Sequence[Row]) -> set[int] | None:
    """The places at which these rows are others than before; None if there are more of them, or fewer."""
    if len(rows) != len(before):
        return None
    return {place for place, (a, b) in enumerate(zip(rows, before, strict=True)) if not a.is_same(b)}


class LaidRows:
    """Rows one below the other, laid out for a `width`.

    `lines` has for each line its row, and which line of the row it is; `first` the first line of each row.
    """

    def __init__(self) -> None:
        self.width = -1
        self.lines: list[tuple[int, int]] = []
        self.first: list[int] = []

    def lay(self, heights: Iterable[int], width: int) -> None:
        """Rows of these heights."""
        self.width = width
        self.lines, self.first = [], []
        for place, height in enumerate(heights):
            self.first.append(len(self.lines))
            self.lines.extend((place, offset) for offset in range(height))

    def is_for(self, rows: Sequence[object], width: int) -> bool:
        """Whether so many rows are laid out for this width."""
        return self.width == width and len(self.first) == len(rows)

    def fits(self, heights: Sequence[int], places: Iterable[int]) -> bool:
        """Whether rows of these heights take as many lines at these places as those that stand there."""
        return all(heights[place] == self.end(place) - self.first[place] for place in places)

    def end(self, place: int) -> int:
        """The line after the last of a row."""
        return self.first[place + 1] if place + 1 < len(self.first) else len(self.lines)

    def offset_for(self, first: int, end: int, top: int, height: int) -> int:
        """The line to scroll to so that these lines are in view; `top` where they are."""
        if first < top:
            return first
        return max(0, min(first, end - height)) if end > top + height > top else top

    def seen(self, top: int, height: int) -> tuple[int, int] | None:
        """The numbers of the first and last row in view, from 1; None if all are."""
        if not self.lines or len(self.lines) <= height:
            return None
        last = min(len(self.lines), top + height) - 1
        first, hidden = self.lines[top]
        # A row whose first line is out of view is not seen.
        return first + 1 + (hidden > 0), self.lines[last][0] + 1

    def hidden(self, top: int, height: int, places: Iterable[int]) -> tuple[int, int]:
        """How many of these rows begin above what is in view, and how many end below it."""
        if height <= 0 or len(self.lines) <= height:
            return 0, 0
        among = [place for place in places if place < len(self.first)]
        above = sum(self.first[place] < top for place in among)
        return above, sum(self.first[place] >= top and self.end(place) > top + height for place in among)


def row_height(row: Row, room: int) -> int:
    """Lines that a row takes in so many cells."""
    room = max(1, room)
    lines = row.content.plain.split("\n")
    if all(cell_len(line) <= room for line in lines):
        return len(lines)
    return row.laid(room).get_height({}, room)
