"""The band: a filled block in the colour of the side that decides. It says who and what, at the right how."""

from __future__ import annotations

from textual.content import Content

from companion.tui.look.pixels import large
from companion.tui.look.rows import beside

LEAST_HEIGHT_FOR_THREE = 24
"""Rows of a terminal from which the band is three rows high; it is one below."""


def band(left: str, right: str, fill: str, width: int, tall: bool, letters: str = "") -> list[Content]:
    """The rows of a band, filled to the last cell. `right` goes below `left` if both do not fit in one row.

    The `letters` stand above them in pixels.
    """
    words = beside(Content(left), Content(right), max(1, width - 2))
    if len(words) > 1:
        # In rows of its own, the second part is under the words and not under the mark.
        inner = max(1, width - 4)
        below = Content(right).wrap(inner) if right else []
        words = [*_under(Content(left), inner), *(Content.assemble("  ", row) for row in below)]
    rows = [Content.assemble(" ", row).extend_right(max(0, width - row.cell_length - 1)) for row in words]
    edge = [Content(" " * width)] if tall else []
    if letters:
        drawn = [Content.assemble("   ", row) for row in large(letters, "", max(1, width - 4))]
        rows = [*(row.extend_right(max(0, width - row.cell_length)) for row in drawn), *edge, *rows]
    return [row.stylize(fill) for row in (*edge, *rows, *edge)]


def _under(text: Content, width: int) -> list[Content]:
    first, *more = text.wrap(width)
    return [first, *(Content.assemble("  ", row) for row in more)]
