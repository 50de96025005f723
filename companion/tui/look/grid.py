"""Choices with their figures: as the rows of a list, or as columns under what they are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.style import Style

from companion.tui.look.colours import CURSOR, QUIET, STRONG, TEXT
from companion.tui.look.rows import BLANK, wrapped

_COLUMN: Final = 11
"""Cells of a column of figures in a list; fewer where the room is short."""
_LEAST_COLUMN: Final = 7
_FIGURES_AT: Final = 41
"""Where the figures of a list begin if the names let them: they stand under one another from question to question."""
_NAME: Final = 12
"""Cells of a name that wraps beside a figure."""
_FOLDS: Final = ((True, 2, True), (False, 2, True), (False, 2, False), (False, 1, False))
"""What a list shows, the first of which has room: what choices do, how many figures, what they cost beside them."""
_TITLE_ROWS: Final = 3
_TITLE: Final = 16
"""Cells of a title that stands in one row if there is room."""
_WAY: Final = 13
"""Cells from one column of ways to the next."""
_LEAST_GAP: Final = 1

_Words = Literal["beside", "below", "gone"]
"""Where what choices do stands."""


class Choice(NamedTuple):
    """One row of a list: number and name, what it does, its figures, and what it costs or why it is closed."""

    head: Content
    words: Content = BLANK
    figures: Sequence[str] = ()
    tail: Content = BLANK
    closed: bool = False


class Listed(NamedTuple):
    """A list as it is drawn: the rows of titles above it, and the lines of each choice."""

    titles: Sequence[Content]
    choices: Sequence[Content]


def choice_list(
    titles: Sequence[str],
    choices: Sequence[Choice],
    width: int,
    indent: int = 3,
    at_least: int = _FIGURES_AT,
    *,
    brief: bool = False,
) -> Listed:
    """Choices under one another, their figures right-aligned in columns under their titles.

    Where room is short, what choices do goes below their names first, and in a `brief` list it goes; costs go below,
    then the second figure goes; names and costs wrap and never go.
    `indent` are the cells before a name, `at_least` those before the figures if there is room.
    """
    heads = max((choice.head.cell_length for choice in choices), default=0)
    worded = max((choice.words.cell_length for choice in choices), default=0)
    # Why a choice is closed may begin behind its name; what an open one costs has its column.
    last = max((choice.tail.cell_length for choice in choices if not choice.closed), default=0)
    for spoken, shown, beside in _FOLDS:
        named = heads + 2 + worded if spoken and worded else heads
        for least, whole in ((_COLUMN, True), (_LEAST_COLUMN, True), (_LEAST_COLUMN, False)):
            sizes = _columns(titles[:shown], named, least, whole=whole)
            rest = sum(sizes) + (last + 3 if last and beside else 0)
            if named + rest <= width:
                at = max(named, min(at_least, width - rest)) if sizes else named
                where: _Words = "beside" if spoken else "gone" if brief else "below"
                return _drawn(titles[:shown], sizes, choices, at, width, indent, words=where, heads=heads)
    # No name has room beside a figure: it wraps there.
    sizes = _columns(titles[:1], _NAME, _LEAST_COLUMN)
    if width - sum(sizes) < _NAME:
        sizes = []
    where = "gone" if brief else "below"
    return _drawn(titles[: len(sizes)], sizes, choices, width - sum(sizes), width, indent, words=where, heads=heads)


def _columns(titles: Sequence[str], named: int, least: int, *, whole: bool = False) -> list[int]:
    """Cells of each column: no word of a title is broken, and none is more than three rows high; `whole` ones that are
    short have one row. The first may begin above the names, which are so wide."""
    found: list[int] = []
    for title in titles:
        one_row = cell_len(title) + 2 if whole and cell_len(title) <= _TITLE else 0
        free = 0 if found else named
        size = max([least, *(needed - free for needed in (one_row, *(cell_len(word) + 2 for word in title.split())))])
        while len(wrapped(Content(title), free + size - 2)) > _TITLE_ROWS:
            size += 1
        found.append(size)
    return found


def _drawn(
    titles: Sequence[str],
    sizes: Sequence[int],
    choices: Sequence[Choice],
    at: int,
    width: int,
    indent: int,
    *,
    words: _Words,
    heads: int,
) -> Listed:
    found = []
    for choice in choices:
        told = words == "beside" and bool(choice.words) and not choice.closed
        spoken = Content.assemble(choice.head, " " * (heads + 2 - choice.head.cell_length), choice.words)
        top, *more = wrapped(spoken if told else choice.head, max(indent + 1, at), indent)
        figured = any(choice.figures[: len(sizes)])
        if figured:
            figures = "".join(f"{figure:>{size}}" for figure, size in zip(choice.figures, sizes, strict=False))
            top = Content.assemble(top.extend_right(at - top.cell_length), (figures, STRONG))
        column = top.cell_length if choice.closed else at + sum(sizes)
        rows, tail = [top, *more], choice.tail
        if tail and not figured and column + 3 + tail.cell_length > width:
            column = top.cell_length
        if tail and column + 3 + tail.cell_length <= width:
            rows[0] = Content.assemble(top.extend_right(column + 3 - top.cell_length), tail)
            tail = BLANK
        if words == "below" and choice.words and not choice.closed:
            rows += [Content.assemble(" " * indent, row) for row in wrapped(choice.words, max(1, width - indent))]
        if tail:
            rows += [Content.assemble(" " * indent, row) for row in wrapped(tail, max(1, width - indent))]
        found.append(Content("\n").join([row.rstrip() for row in rows]))
    return Listed(_titles(titles, sizes, at), found)


def _titles(titles: Sequence[str], sizes: Sequence[int], at: int) -> list[Content]:
    """The titles above their columns; nothing stands left of the first, which begins above the names if it is long."""
    rooms = [size + (0 if place else at) for place, size in enumerate(sizes)]
    blocks = [wrapped(Content(title), room - 2) for title, room in zip(titles, rooms, strict=True)]
    most = max(map(len, blocks), default=0)
    rows = zip(*([BLANK] * (most - len(block)) + block for block in blocks), strict=True)
    drawn = ([cell.pad_left(room - cell.cell_length) for cell, room in zip(row, rooms, strict=True)] for row in rows)
    return [Content.assemble(*row).stylize(QUIET) for row in drawn]


@dataclass(frozen=True, slots=True)
class Ways:
    """Ways to do one thing as columns: `name` says of what, `choices` are their titles.

    `rows` are pairs of a title (`on Oda`) and a figure for each way. `marked` is the way under the cursor, None for
    none (in secret). A click on a way carries its dict of `meta`, one on the name `tapped`.
    """

    name: Content
    choices: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]
    marked: int | None = None
    meta: Sequence[dict[str, Any]] = ()
    tapped: dict[str, Any] | None = None

    def parted(self, most: int) -> list[Ways]:
        """The ways in rows of so many at the most, as even as they go; only the first has the name."""
        rows = -(-len(self.choices) // most)
        if rows < 2:
            return [self]
        each, parts = -(-len(self.choices) // rows), []
        for first in range(0, len(self.choices), each):
            told = slice(first, first + each)
            marked = None if self.marked is None or self.marked < first else self.marked - first
            figures = [(title, cells[told]) for title, cells in self.rows]
            name = BLANK if first else self.name
            choices, meta = self.choices[told], self.meta[told]
            parts.append(replace(self, name=name, choices=choices, rows=figures, marked=marked, meta=meta))
        return parts


def ways_blocks(
    blocks: Sequence[Ways], width: int, *, joined: str = "", above: bool = False
) -> list[list[Content]] | None:
    """For each block a row with its name and ways, then a row for each figure; None if that is too wide.

    The columns of all blocks stand under one another. Both figures of a way are in one row where something
    has `joined` them: `1.1 / 1.7`. `above`: names that are wider than what stands below them have a row of their own.
    """
    rows = [_joined(block.rows, joined) if joined else list(block.rows) for block in blocks]
    titles = [cell_len(title) + 4 for block in rows for title, _ in block]
    names = [block.name.cell_length for block in blocks]
    name = max(titles if above else [*titles, *names], default=0) + 1
    figures = (cell for block in rows for _, cells in block for cell in cells)
    longest = max(map(cell_len, (*(choice for block in blocks for choice in block.choices), *figures)))
    each = min(_WAY, (width - name) // max(1, *(len(block.choices) for block in blocks)))
    if each < longest + _LEAST_GAP + 1:
        return None
    gap = min(3, each - longest - 1)
    edge = min(3, (each - gap - longest) // 2)
    drawn = []
    for block, told in zip(blocks, rows, strict=True):
        head = block.name.stylize(Style.from_meta(block.tapped)) if block.tapped else block.name
        own = wrapped(head, width, 4) if head.cell_length >= name else []
        lines = [
            (BLANK if own else head, block.choices),
            *((Content.styled(f"    {title}", QUIET), cells) for title, cells in told),
        ]
        drawn.append([*own, *(_way_row(block, name, *line, each - gap, gap, edge) for line in lines)])
    return drawn


def _joined(rows: Sequence[tuple[str, Sequence[str]]], by: str) -> list[tuple[str, Sequence[str]]]:
    if len(rows) < 2:
        return list(rows)
    figures = [by.join(one) for one in zip(*(cells for _, cells in rows), strict=True)]
    return [(" / ".join(title for title, _ in rows), figures)]


def _way_row(block: Ways, name: int, label: Content, cells: Sequence[str], size: int, gap: int, edge: int) -> Content:
    """One row of a block: every cell is as wide as `size`, its text ends `edge` cells before its end."""
    parts: list[Content] = [label.extend_right(max(0, name - label.cell_length))]
    for place, cell in enumerate(cells):
        look = CURSOR if place == block.marked else STRONG if cells is block.choices else TEXT
        filled = Content.styled(" " * (size - edge - cell_len(cell)) + cell + " " * edge, look)
        meta = Style.from_meta(block.meta[place]) if place < len(block.meta) else None
        parts += [Content(" " * gap), filled.stylize(meta) if meta is not None else filled]
    return Content.assemble(*parts)


def ways_list(ways: Ways, width: int) -> Listed:
    """The ways under one another, for narrow screens."""
    titles = [title for title, _ in ways.rows]
    choices = [
        Choice(Content.styled(f" {choice} ", STRONG), figures=[cells[place] for _, cells in ways.rows])
        for place, choice in enumerate(ways.choices)
    ]
    listed = choice_list(titles, choices, width, 1, 0)
    rows = [
        (row.without_spans.stylize(CURSOR) if place == ways.marked else row).stylize(
            Style.from_meta(ways.meta[place]) if place < len(ways.meta) else Style()
        )
        for place, row in enumerate(listed.choices)
    ]
    return Listed(listed.titles, rows)
