"""The faces of a die as a row to tap: those that do it are bold, a line marks the bound."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from textual.content import Content
from textual.style import Style

from companion.engine.dice import D6, Die, Face, face_words, short_word
from companion.tui.look.colours import DIE, QUIET, RULE, STRONG, TAPPED, TEXT
from companion.tui.look.faces import LargeDie, large_cells, large_die
from companion.tui.look.rows import BLANK, flow

TAKE_BACK = "(back)"
"""The last cell of the row: it takes the die typed last away."""
_FEW_GAP, _BACK_CELLS = 6, 12
"""Cells between faces where there is room, and those of what takes one away behind them."""
_FEW_FACES = 8
"""Faces of a die at the most that have a count each."""


def face_rows(die: Die, good: Collection[Face], width: int, *, begun: bool) -> list[Content]:
    """The faces in one row or more, each a cell with itself as `face` in its meta.

    `good` are those that do it, empty if nothing is known. `begun`: a die is typed, which can be taken back.
    """
    words = [face_word(die, face) for face in die.legal]
    longest = max(len(word) for word, _ in words)
    fenced = _bound(die, good)
    numbers = all(isinstance(face, int) for face in die.legal)
    # As much room between faces as one row has.
    room = min(width, 90)
    loose = _FEW_GAP if (longest + _FEW_GAP) * len(words) + 2 * _FEW_GAP + _BACK_CELLS <= room else 4
    gap = next((g for g in (loose, 3, 2) if (longest + g) * len(words) + 2 <= room), 1) if numbers else 3
    cells: list[Content] = []
    for face, (word, typed) in zip(die.legal, words, strict=True):
        style = STRONG if face in good else QUIET if good else TEXT
        cell = Content.styled(f"{word:>{longest + gap}}" if numbers else f"{word}{' ' * gap}", style)
        if face == fenced:
            cell = Content.assemble((" " * (gap - 1) + " │", RULE), cell)
        cells.append(cell.stylize(Style.from_meta({"face": typed})))
    if begun:
        cells.append(_taking_back())
    rows: list[Content] = [] if numbers else [Content("  ")]
    each = _in_a_row(cells[: len(words)], width) if numbers else len(cells)
    for at, cell in enumerate(cells):
        full = 0 < at < len(words) and at % each == 0
        if rows and not full and rows[-1].cell_length + cell.cell_length <= width:
            rows[-1] = Content.assemble(rows[-1], cell)
        else:
            rows.append(cell)
    return rows


def _taking_back() -> Content:
    return Content.styled("   take back", QUIET).stylize(Style.from_meta({"face": TAKE_BACK}))


def counted_rows(die: Die, good: Collection[Face], counts: Mapping[Face, int], width: int) -> list[Content]:
    """Each face with how many dice show it between `−` and `+`, which take one away, where one lies, and add one."""
    cells = []
    for face in die.legal:
        word, typed = face_word(die, face)
        tap, less = Style.from_meta({"face": typed}), Style.from_meta({"face": typed, "less": True})
        number = counts.get(face, 0)
        shown = Content.styled(f" {word} ", DIE if face in good or not good else f"{TEXT} {TAPPED}").stylize(tap)
        minus = Content.styled(" − ", QUIET).stylize(less) if number else Content("   ")
        plus = Content.styled(" + ", QUIET).stylize(tap)
        cells.append(Content.assemble(shown, minus, (f"{number:>2}", STRONG if number else QUIET), plus))
    return [Content.assemble("  ", row) for row in flow(cells, width - 2, gap=2)]


def large_faces(
    die: Die, good: Collection[Face], counts: Mapping[Face, int], width: int, *, begun: bool
) -> list[Content]:
    """The faces as large dice to tap, those that do it bright; below each, of a few, how many show it between `−` and
    `+`. Of many the last one typed is taken back (`begun`)."""
    pips = set(die.legal) <= set(D6.legal)
    words = [face_word(die, face) for face in die.legal]
    cells = large_cells([word for word, _ in words], pips=pips)
    few = len(words) <= _FEW_FACES
    blocks = []
    for face, (word, typed) in zip(die.legal, words, strict=True):
        tap = Style.from_meta({"face": typed})
        drawn = [row.stylize(tap) for row in large_die(LargeDie(word, face in good or not good, pips, cells))]
        if few:
            number = counts.get(face, 0)
            less = Content("  ")
            if number:
                less = Content.styled(" −", f"{QUIET} {TAPPED}").stylize(Style.from_meta({"face": typed, "less": True}))
            shown = Content.styled(f"{number:^{cells - 4}}", f"{STRONG if number else QUIET} {TAPPED}")
            more = Content.styled("+ ", f"{QUIET} {TAPPED}").stylize(tap)
            drawn += [BLANK.pad_right(cells), Content.assemble(less, shown, more)]
        blocks.append(drawn)
    gap = next((gap for gap in (5, 4, 3, 2) if (cells + gap) * len(blocks) - gap <= width), 2)
    each = min(len(blocks), (width + gap) // (cells + gap))
    each = -(-len(blocks) // -(-len(blocks) // max(1, each)))
    rows: list[Content] = []
    for at in range(0, len(blocks), each):
        rows += [BLANK] if rows else []
        rows += [Content(" " * gap).join(parts) for parts in zip(*blocks[at : at + each], strict=True)]
    return [*rows, *([BLANK, _taking_back()] if begun and not few else [])]


def _in_a_row(cells: Sequence[Content], width: int) -> int:
    """How many faces a row has if they do not all fit in one: in each row as many."""
    total = sum(cell.cell_length for cell in cells)
    rows = max(1, -(-total // max(1, width)))
    return -(-len(cells) // rows)


def face_word(die: Die, face: Face) -> tuple[str, str]:
    """A face as it is shown, and as it is typed: `15`, `h hit`."""
    if isinstance(face, int):
        return str(face), str(face)
    letter = short_word(face, die)
    word = face_words(face)
    return (word if letter == word else f"{letter} {word}"), letter


def _bound(die: Die, good: Collection[Face]) -> Face | None:
    """The first face behind the bound, which parts those that do it from those that do not; None without one bound."""
    legal = list(die.legal)
    if not all(isinstance(face, int) for face in legal):
        return None
    does = [face in good for face in legal]
    at = next((at for at in range(1, len(legal)) if does[at] is not does[0]), None)
    return legal[at] if at is not None and len(set(does[at:])) == 1 else None
