"""The moment of a result: large dice, then who suffers what, largest of all, its reasons quiet beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from textual.content import Content

from companion.engine.dice import D6, face_words
from companion.engine.state.results import FaceGroup, Result
from companion.engine.state.table import AnyTable, Unit
from companion.frontend.pixels import ROWS
from companion.frontend.saying.sentences import titled
from companion.tui.look.colours import QUIET, STRONG
from companion.tui.look.faces import LargeDie, LargeGroup, large_cells, large_rows
from companion.tui.look.pixels import large
from companion.tui.look.rows import BLANK, wrapped
from companion.tui.text import clean, name_style, plain, side_sign
from companion.tui.widgets.rolled import Sums, dice_of, effects, newest

_APART = 4
"""Cells between those who suffer, and before the reasons."""
_NEWS = 2
"""Rows of what happened since at the most."""
_LEAST_REASON = 24
"""Cells of a reason at least, or it stands below."""


def moment_rows(
    table: AnyTable,
    result: Result,
    lost: Mapping[str, int],
    width: int,
    most: int,
    most_dice: int,
    happened: Sequence[str] = (),
) -> list[Content]:
    """What came of a roll in at most `most` rows; nothing if that is too few, or there are more than `most_dice` dice.

    `lost` is what units lost, by their ids; of what `happened` since the newest is told where rows are left.
    """
    groups = [group for group in result.groups if group.faces]
    if not groups or sum(len(group.faces) for group in groups) > most_dice:
        return []
    room = width - 2
    dice = large_rows([_large_group(table, group, alone=len(groups) == 1) for group in groups], room)
    hurt = [(table.units[of], many) for of, many in lost.items() if of in table.units]
    words = _suffered(table, hurt, titled(result.text), room)
    rows = [Content.assemble("  ", row) for row in (*dice, BLANK, *words)]
    if len(rows) > most or any(row.cell_length > width for row in rows):
        return []
    rows += [Content.assemble("  ", row) for row in newest(happened, room, min(_NEWS, most - len(rows)))]
    return [BLANK, *rows] if len(rows) < most else rows


def _large_group(table: AnyTable, group: FaceGroup, *, alone: bool) -> LargeGroup:
    pips = group.die == D6.name
    cells = large_cells([face_words(face) for face in group.faces], pips=pips)
    dice = [LargeDie(one.text, one.counted, pips, cells, before=one.before) for one in dice_of(group)]
    label = side_sign(table, group.by) + plain(table.worded(group.name, group.die), QUIET)
    return LargeGroup(BLANK if alone else label, dice, plain(effects(group, Sums.SHORT).strip(), STRONG))


def _suffered(table: AnyTable, hurt: Sequence[tuple[Unit, int]], text: str, width: int) -> list[Content]:
    """Each in the colour of its side with what it lost, in large letters if they fit; nobody: the words in bold."""
    if not hurt:
        return wrapped(plain(text, STRONG), width)
    letters: list[Content] = [BLANK] * ROWS
    for unit, many in hurt:
        drawn = large(f"{unit.name} {many}", name_style(table, unit.side), width)
        gap = " " * _APART if letters[0] else ""
        if len(drawn) != ROWS or letters[0].cell_length + len(gap) + drawn[0].cell_length > width:
            parts = [plain(f"{clean(one.name)} {lost}", name_style(table, one.side)) for one, lost in hurt]
            return [*wrapped(Content(" " * _APART).join(parts), width), *wrapped(plain(text, QUIET), width)]
        letters = [Content.assemble(row, gap, more) for row, more in zip(letters, drawn, strict=True)]
    room = width - letters[0].cell_length - _APART
    if room < _LEAST_REASON:
        return [*letters, *wrapped(plain(text, QUIET), width)]
    blank = Content(" " * letters[0].cell_length)
    pairs = zip_longest(letters, wrapped(plain(text, QUIET), room), fillvalue=None)
    return [Content.assemble(one or blank, " " * _APART, other or BLANK).rstrip() for one, other in pairs]
