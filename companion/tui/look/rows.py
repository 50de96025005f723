"""Rows and columns of words: laid side by side, wrapped between parts, never wider than given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from textual.content import Content

from companion.frontend.cells import BEFORE_NUMBER, BOUND, longest_word
from companion.tui.look.colours import QUIET
from companion.tui.text import plain

BLANK = Content("")
_LEAST_TEXT, _LEAST_LAST = 24, 12
"""Cells in which a sentence can be read beside its head, and the last cell of a row beside the others."""


def wrapped(text: Content, width: int, indent: int = 0) -> list[Content]:
    """The text wrapped at words; rows after the first begin `indent` cells in. A longer word is folded, not cut.

    A number stays with the word before it, as in `Courage (1)`, and so does what is BOUND, unless both are wider than
    a row.
    """
    width = max(1, width)
    if text.cell_length <= width and "\n" not in text.plain:
        return [_unbound(text)]
    bound = BEFORE_NUMBER.sub(BOUND, text.plain)
    if BOUND not in bound or longest_word(text.plain) > width:
        return _rows(_unbound(text), width, indent)
    return [_unbound(row) for row in _rows(_respelled(text, bound), width, indent)]


def _unbound(text: Content) -> Content:
    return _respelled(text, text.plain.replace(BOUND, " ")) if BOUND in text.plain else text


def _respelled(text: Content, spelled: str) -> Content:
    """The same text with other characters, as many, in its colours."""
    return Content(spelled, spans=list(text.spans))


def _rows(text: Content, width: int, indent: int) -> list[Content]:
    rows: list[Content] = []
    for paragraph in text.split("\n"):
        first = paragraph.wrap(width)[0]
        rest = paragraph[len(first.plain) :]
        rest = rest[len(rest.plain) - len(rest.plain.lstrip()) :]
        rows.append(first.rstrip())
        if rest:
            indent = min(indent, width - 1)
            rows += [Content.assemble(" " * indent, row.rstrip()) for row in rest.wrap(width - indent)]
    return rows


def headed(head: Content, text: Content, width: int) -> Content:
    """Long text behind a head: it goes on below where it began, in a narrow terminal a little further left."""
    hanging = head.cell_length if width - head.cell_length >= _LEAST_TEXT else width // 4
    return Content("\n").join(wrapped(Content.assemble(head, text), width, hanging))


def at_most(lines: Sequence[Content], width: int, most: int) -> list[Content]:
    """As many of these lines as fit whole into `most` rows of `width` cells; the last row counts those that do not."""
    from companion.engine.wording import count

    rows: list[Content] = []
    for at, line in enumerate(lines):
        made = wrapped(line, width, 2)
        last = at == len(lines) - 1
        if rows and len(rows) + len(made) + (not last) > most:
            return [*rows, plain(f"and {count(len(lines) - at, 'line')} more", QUIET)]
        rows += made
    return rows


def beside(left: Content, right: Content, width: int) -> list[Content]:
    """`left` from the first cell, `right` up to the last one; the right one in a row below if both do not fit."""
    if not right:
        return wrapped(left, width)
    gap = width - left.cell_length - right.cell_length
    if gap >= 2:
        return [Content.assemble(left, " " * gap, right)]
    return [*wrapped(left, width), *wrapped(right, width)]


def fitting(parts: Sequence[Content], width: int, gap: int) -> Content:
    """As many of the parts as fit whole in one row, from the first on; one that does not fit ends it."""
    row = BLANK
    for place, part in enumerate(parts):
        if row.cell_length + (gap if place else 0) + part.cell_length > width:
            break
        row = Content.assemble(row, " " * gap, part) if place else part
    return row


def flow(parts: Iterable[Content], width: int, gap: int = 2, indent: int = 0, most: int | None = None) -> list[Content]:
    """The parts one after another; a new row begins between parts, and within one only if it is wider than a row.

    What follows a comma is one blank behind it, all else `gap` of them. After more than `most` rows no part is read.
    """
    rows: list[Content] = []
    for part in parts:
        if most is not None and len(rows) > most:
            break
        if not part:
            continue
        blanks = 1 if rows and rows[-1].plain.endswith(",") else gap
        if rows and rows[-1].cell_length + blanks + part.cell_length <= width:
            rows[-1] = Content.assemble(rows[-1], " " * blanks, _unbound(part))
            continue
        inset = indent if rows else 0
        hanging = 0 if rows else indent
        rows += [Content.assemble(" " * inset, row) for row in wrapped(part, max(1, width - inset), hanging)]
    return rows


def abreast(blocks: Sequence[Sequence[Content]], each: int) -> list[Content]:
    """Blocks of rows side by side, one every so many cells; the rows of each must fit there."""
    rows: list[Content] = []
    for cells in zip_longest(*blocks, fillvalue=BLANK):
        row = cells[0]
        for place, cell in enumerate(cells[1:], 1):
            if cell:
                row = Content.assemble(row.extend_right(max(0, place * each - row.cell_length)), cell)
        rows.append(row)
    return rows


def halves(left: Sequence[Content], right: Sequence[Content], width: int) -> list[Content]:
    """Two blocks side by side; the right one begins at half the width."""
    return abreast([left, right], width // 2)


def columns(
    table: Sequence[Sequence[Content]], width: int, gap: int = 2, right: Sequence[int] = (), indent: int = 0
) -> list[Content]:
    """Rows of cells under one another; the columns in `right` are right-aligned. The last cell of a row wraps.

    Of a row that does not fit, the cells that are too many follow one another below, `indent` cells in (0: as the gap).
    """
    return [line for row in in_columns(table, width, gap, right, indent) for line in row]


def in_columns(
    table: Sequence[Sequence[Content]], width: int, gap: int = 2, right: Sequence[int] = (), indent: int = 0
) -> list[list[Content]]:
    """The same with the lines of each row by themselves."""
    count = max((len(row) for row in table), default=0)
    widths = [max((row[at].cell_length for row in table if at < len(row) - 1), default=0) for at in range(count)]
    starts = [sum(widths[:at]) + gap * at for at in range(count)]
    rows: list[list[Content]] = []
    for row in table:
        *cells, last = row or [BLANK]
        beside = starts[len(cells)] if cells else 0
        whole = beside + min(_LEAST_LAST, last.cell_length) <= width
        fit = sum(whole or start + wide <= width for start, wide in zip(starts, widths[: len(cells)], strict=False))
        line = BLANK
        for at, cell in enumerate(row[:fit]):
            shown = cell.pad_left(widths[at] - cell.cell_length) if at in right else cell
            line = Content.assemble(line.extend_right(starts[at] - line.cell_length), shown)
        if whole:
            first, *more = wrapped(last, width - beside)
            line = Content.assemble(line.extend_right(beside - line.cell_length), first).rstrip()
            rows.append([line, *(Content.assemble(" " * beside, part) for part in more)])
        else:
            below = flow(row[fit:], width - (indent or gap), gap)
            head = [line] if fit else []
            rows.append([*head, *(Content.assemble(" " * (indent or gap), part) for part in below)])
    return rows


def cut_words(hidden: Sequence[tuple[int, int]]) -> Content:
    """`3 more ↑  4 more ↓`: rows out of view, above and below; empty where there are none."""
    above, below = sum(one for one, _ in hidden), sum(one for _, one in hidden)
    return Content.styled("  ".join(f"{many} more {way}" for many, way in ((above, "↑"), (below, "↓")) if many), QUIET)


def tall(rows: Sequence[Content], high: int = 3) -> list[Content]:
    """Each row with a blank one above and below that has its colours and can be tapped as it can: three rows `high`,
    or two, without the one above."""
    return [line for row in rows for line in (_edge(row), row, _edge(row))[3 - high :]]


def _edge(row: Content) -> Content:
    return Content(" " * len(row.plain), spans=list(row.spans))
