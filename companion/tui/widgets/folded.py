"""The row that stands for all closed rows of a list."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from companion.tui.look.colours import QUIET
from companion.tui.widgets.line_view import Row

FOLDED: Final = "(closed)"
"""The value of the row."""


def folded_row(count: int) -> Row:
    """`9 closed  c shows them and why`."""
    return Row(FOLDED, Content.assemble(f"   {count} closed", ("  c shows them and why", QUIET)), flat=True)
