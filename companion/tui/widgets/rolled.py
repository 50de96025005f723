"""What came of a roll, drawn: the faces, which of them counted, and what follows in words."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from textual.content import Content

from companion.engine.state.results import FaceGroup, Result
from companion.engine.state.table import Table
from companion.frontend.wording import spaced
from companion.tui.text import plain, side_mark, side_style

_WITHOUT_EFFECT: Final = ("", "cancelled", "ignored", "rerolled")
"""Marks of faces that do not count: they stand without brackets."""

_NOTABLE: Final = ("critical", "cancelled", "ignored", "rerolled")
"""Marks that are named beside the numbers too."""


def result_content(table: Table[Any, Any], result: Result, width: int, most: int) -> Content:
    """The groups of faces side by side as far as they fit, then the sentences; at most so many lines."""
    text = plain(result.text[:1].upper() + result.text[1:], "bold").wrap(width)
    lines: list[Content] = []
    for group in result.groups:
        if not group.faces:
            continue
        drawn = _group(table, group)
        if lines and lines[-1].cell_length + 3 + drawn.cell_length <= width:
            lines[-1] = Content.assemble(lines[-1], "   ", drawn)
        else:
            lines += drawn.wrap(width)
    # The words come first where there is little room: they say who falls.
    dice = lines[: max(0, most - len(text))]
    return Content("\n").join([*dice, *text[:most]])


def _group(table: Table[Any, Any], group: FaceGroup) -> Content:
    """`◆ attack [5][3] 2  2 hit`, faces that count in brackets, and what was read from them."""
    mark = f"{side_mark(table, group.by)} " if group.by in table.sides else ""
    style = side_style(table, group.by) if group.by in table.sides else ""
    parts: list[Content] = [Content.styled(mark, style), plain(table.worded(group.name, group.die)), Content(" ")]
    for face, word in zip(group.faces, group.marks, strict=True):
        counted = word not in _WITHOUT_EFFECT
        parts.append(plain(f"[{face}]", "bold $success") if counted else plain(f" {face} ", "$quiet"))
    effects = _effects(group)
    if effects:
        parts.append(plain(f" {effects}", "$quiet"))
    return Content.assemble(*parts)


def _effects(group: FaceGroup) -> str:
    """What was read from the faces: `result 7`, `hits 2`; and what is out of the common: `1 critical, 1 rerolled`."""
    words = Counter(word for word in group.marks if word)
    counts = {name: value for name, value in group.counts.items() if value}
    effects = [f"{spaced(name)} {value}" for name, value in counts.items()]
    effects += [f"{count} {word}" for word, count in words.items() if not counts or word in _NOTABLE]
    return ", ".join(effects)
