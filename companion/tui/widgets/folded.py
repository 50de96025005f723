"""The row that stands for all closed rows of a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from companion.tui.look.colours import QUIET, STRONG
from companion.tui.text import clean
from companion.tui.widgets.laid_rows import Row

FOLDED: Final = "(closed)"
"""The value of the row."""


def folded_row(closed: Sequence[tuple[str, str]], width: int, *, touched: bool = False) -> Row:
    """`4 closed  Move, Shoot, Recover, a card   c shows why`: as many of the names as fit in one row.

    A single one is told with its reason, if that fits. Where it is `touched` there is no key to name.
    """
    names = [clean(name) for name, _ in closed]
    head = Content.styled(f"   {len(names)} closed", QUIET)
    key = Content("") if touched else Content.assemble("   ", ("c", STRONG), (" shows why", QUIET))
    said = [f"{names[0]}: {clean(closed[0][1])}"] if len(closed) == 1 else []
    for most in range(len(names), 0, -1):
        said.append(", ".join(names[:most]) + (f" and {len(names) - most} more" if most < len(names) else ""))
    room = width - head.cell_length - key.cell_length - 2
    found = next((words for words in said if cell_len(words) <= room), "")
    return Row(FOLDED, Content.assemble(head, (f"  {found}" if found else "", QUIET), key), flat=True)
