"""Dice as they lie: `▐5▌` counted, ` 2 ` did not, `2→▐5▌` was rolled again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from textual.content import Content

from companion.frontend.pixels import pixels
from companion.tui.look.colours import DIE, DIE_EDGE, MIND, MIND_STRONG, QUIET, TAPPED
from companion.tui.look.rows import BLANK


class Face(NamedTuple):
    """One die. `before` is the face it showed before a re-roll."""

    text: str
    counted: bool
    before: str = ""


def face(die: Face) -> Content:
    """One die, its face two cells wider than its text."""
    before = Content.styled(f"{die.before}→", QUIET) if die.before else Content("")
    if die.counted:
        return Content.assemble(before, ("▐", DIE_EDGE), (die.text, DIE), ("▌", DIE_EDGE))
    return Content.assemble(before, (f" {die.text} ", QUIET))


def in_rows(drawn: Iterable[Content], width: int) -> list[Content]:
    """Dice side by side; filled cells would grow together, so that between two rows of them one is blank."""
    rows: list[Content] = [BLANK]
    for die in drawn:
        if rows[-1] and rows[-1].cell_length + die.cell_length > width:
            rows += [BLANK, BLANK]
        rows[-1] = Content.assemble(rows[-1], die)
    return rows


_PIPS: Final = ("   ●   ", "  ●    ", "    ●  ", "  ● ●  ", "       ")
_ONE, _LEFT, _RIGHT, _TWO, _NONE = range(5)
_LYING: Final = {
    "1": (_NONE, _ONE, _NONE),
    "2": (_LEFT, _NONE, _RIGHT),
    "3": (_LEFT, _ONE, _RIGHT),
    "4": (_TWO, _NONE, _TWO),
    "5": (_TWO, _ONE, _TWO),
    "6": (_TWO, _TWO, _TWO),
}
_LOOSE, _CLOSE = (2, 4), (1, 3)
"""Cells between two dice, and between two groups of them; where the room is short."""


class LargeDie(NamedTuple):
    """A die three rows high: `pips` if its faces are 1 to 6, else its word in the middle of `cells`, or in `letters`.

    Without a text it is not thrown yet, and `edged` where colours are few; the `cursor` stands in the next one.
    `before` is the face of a re-roll.
    """

    text: str = ""
    counted: bool = True
    pips: bool = True
    cells: int = 7
    cursor: bool = False
    before: str = ""
    wrong: bool = False
    edged: bool = False
    letters: bool = False


def pip_rows(face: str) -> list[str] | None:
    """The three rows of a face of 1 to 6; None of any other."""
    return [_PIPS[at] for at in _LYING[face]] if face in _LYING else None


def large_cells(words: Sequence[str], *, pips: bool, letters: bool = False) -> int:
    """The cells of a large die that shows one of these: 7 with pips, else 5 or more."""
    drawn = [(pixels(word) if letters else None) or (word,) for word in words]
    return 7 if pips else max([5, *(2 + len(row) for rows in drawn for row in rows)])


def large_die(die: LargeDie) -> list[Content]:
    """Its three rows; one that was rolled again has its old face, dim, before it."""
    style = DIE if die.counted and die.text else f"{QUIET} {TAPPED}"
    if die.wrong:
        style = f"{MIND_STRONG} {TAPPED}"
    rows = pip_rows(die.text) if die.pips else pixels(die.text) if die.letters else None
    words = rows or ["", die.text, ""]
    drawn = [Content.styled(word.center(die.cells), style) for word in words]
    if die.edged and not die.text:
        return _edge(die)
    if die.cursor:
        drawn[1] = Content.assemble(("▌".center(die.cells), f"{MIND} {TAPPED}"))
    if not die.before:
        return drawn
    old = large_die(die._replace(text=die.before, counted=False, before=""))
    arrows = ("   ", " → ", "   ")
    return [Content.assemble(was, (arrow, QUIET), now) for was, arrow, now in zip(old, arrows, drawn, strict=True)]


def _edge(die: LargeDie) -> list[Content]:
    """A die that is not thrown yet, where no fill shows it."""
    room = die.cells - 2
    inside = Content.styled(("▌" if die.cursor else "").center(room), MIND)
    middle = Content.assemble(("│", QUIET), inside, ("│", QUIET))
    return [Content.styled(f"┌{'─' * room}┐", QUIET), middle, Content.styled(f"└{'─' * room}┘", QUIET)]


class LargeGroup(NamedTuple):
    """Dice that lie together, with what is said above and behind them; either may be empty."""

    label: Content
    dice: Sequence[LargeDie]
    behind: Content = BLANK


def large_rows(groups: Sequence[LargeGroup], width: int, *, dense: bool = False) -> list[Content]:
    """The groups side by side as far as they fit, then below; a blank row between labels, dice and the next groups.

    Where it saves rows they stand closer; where rows are few (`dense`) the dice are right below their labels.
    """
    gap = 0 if dense else 1
    return min((_laid(groups, width, gap, *_LOOSE), _laid(groups, width, gap, *_CLOSE)), key=len)


def _laid(groups: Sequence[LargeGroup], width: int, gap: int, apart: int, between: int) -> list[Content]:
    labelled = any(group.label for group in groups)
    lines: list[list[list[Content]]] = [[]]
    used = 0
    for group in groups:
        for block in _large_blocks(group, width, apart, [BLANK] * gap if labelled else None):
            wide = max(row.cell_length for row in block)
            if lines[-1] and used + between + wide > width:
                lines.append([])
                used = 0
            used += wide + (between if lines[-1] else 0)
            lines[-1].append([row.pad_right(wide - row.cell_length) for row in block])
    rows: list[Content] = []
    for line in lines:
        rows += [BLANK] if rows else []
        rows += [Content(" " * between).join(parts) for parts in zip(*line, strict=True)]
    return rows


def _large_blocks(group: LargeGroup, width: int, apart: int, below: Sequence[Content] | None) -> list[list[Content]]:
    """A group in blocks of rows that fit: its dice go on in another if they are too many.

    `below` are the rows between a label and its dice; None where there are no labels.
    """
    drawn = [large_die(die) for die in group.dice]
    room = width - (group.behind.cell_length + apart if group.behind else 0)
    each = max(1, (room + apart) // (max((rows[0].cell_length for rows in drawn), default=7) + apart))
    blocks = []
    for at in range(0, len(drawn), each):
        rows = [Content(" " * apart).join(parts) for parts in zip(*drawn[at : at + each], strict=True)]
        if group.behind and at + each >= len(drawn):
            rows[1] = Content.assemble(rows[1], " " * apart, group.behind)
        head = [] if below is None else [group.label if at == 0 else BLANK, *below]
        blocks.append([*head, *rows])
    return blocks or [[*([] if below is None else [group.label, *below]), BLANK, group.behind, BLANK]]
