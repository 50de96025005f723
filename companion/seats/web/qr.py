"""QR codes as rows of half blocks, two modules a cell."""

from __future__ import annotations

BORDER = 2
"""White modules around a code: readers need some, and no theme's ground counts."""


def half_blocks(text: str) -> list[list[tuple[bool, bool]]]:
    """A row a list of cells, each its upper and its lower half: whether they are black."""
    import segno

    code = segno.make(text, error="m", micro=False, boost_error=False)
    rows = [[bool(one) for one in row] for row in code.matrix_iter(border=BORDER)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    return [list(zip(upper, lower, strict=True)) for upper, lower in zip(rows[::2], rows[1::2], strict=True)]


def ansi_rows(text: str) -> list[str]:
    """The code for a terminal: black on white, whatever colours that has."""
    ink = {False: 231, True: 16}
    cells = [[f"\x1b[38;5;{ink[up]};48;5;{ink[down]}m▀" for up, down in row] for row in half_blocks(text)]
    return ["".join(row) + "\x1b[0m" for row in cells]
