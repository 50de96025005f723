"""The faces of the next die, to tap: in a row, as large dice, for a thumb as keys; of many dice each with its count."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from textual.app import App
from textual.content import Content
from textual.style import Style

from companion.engine.dice import D6, Die, Face, face_words, short_word
from companion.frontend.pixels import pixels
from companion.tui.commands import ROLL
from companion.tui.look.colours import DIE, QUIET, RULE, STRONG, TAPPED, TEXT
from companion.tui.look.faces import LargeDie, large_cells, large_die, pip_rows
from companion.tui.look.fills import ROWS, WIDE, Fill, fill_grid, fill_row, half_row, in_a_row
from companion.tui.look.key_row import tap_of
from companion.tui.look.rows import BLANK, flow
from companion.tui.sizes import by_touch, most_large
from companion.tui.text import plain
from companion.tui.widgets.dice_rows import is_counted
from companion.tui.widgets.typed_dice import TypedDice

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


_FEW_KEYS: Final = 6
"""More faces than these stand five in a row, and close."""
_MANY_IN_A_ROW: Final = 5
_DIE_SHARE, _LESS_SHARE = 13, 7
"""Cells of a die with its count, and of the sign that takes one away."""


def faces_to_tap(typed: TypedDice, width: int, app: App[Any], *, large: bool, begun: bool) -> list[Content]:
    """The faces of the next die in a row, as `large` dice, or on a screen that is touched as keys.

    `begun`: a die is typed, which can be taken back.
    """
    group, lying = typed.open, typed.lying()
    counted = is_counted(group, typed.groups)
    if by_touch(app.size):
        if counted or (typed.wanted > most_large(app.size) and not group.apart):
            return count_keys(group.die, group.doing, lying, width + 2)
        return face_keys(group.die, group.doing, width + 2, half_row(app))
    if large:
        return large_faces(group.die, group.doing, lying, width, begun=begun)
    if counted:
        return counted_rows(group.die, group.doing, lying, width)
    return face_rows(group.die, group.doing, width, begun=begun)


def tool_keys(act: str, width: int, *, begun: bool, free: bool) -> list[Content]:
    """What takes the last die back, once one is typed, and what lets the app roll all, as long as it is `free` to."""
    back = Fill([plain("take one back", STRONG if begun else QUIET)], {"face": TAKE_BACK} if begun else {})
    words = plain("app draws" if act == "draw" else "app rolls", STRONG if free else QUIET)
    return fill_row([back, Fill([words], tap_of(ROLL.id) if free else {})], width)


def face_keys(die: Die, good: Collection[Face], width: int, half: str) -> list[Content]:
    """A key a face; quiet where it does nothing here. `half` is what fills that stand close leave out of a row."""
    keys = [Fill(_face(die, face, _look(face, good)), {"face": face_word(die, face)[1]}) for face in die.legal]
    if len(keys) > _FEW_KEYS:
        return fill_grid(keys, in_a_row(_MANY_IN_A_ROW, width), width, half)
    return fill_grid(keys, in_a_row(2 if len(keys) in (2, 4) else 3, width), width)


def count_keys(die: Die, good: Collection[Face], counts: Mapping[Face, int], width: int) -> list[Content]:
    """A die and its count are one key that adds one, and `−` takes one; the first faces stand left."""
    # Where a row is wide, there are few of them.
    across, low = in_a_row(2, width), width >= WIDE
    down = -(-len(die.legal) // across)
    across = -(-len(die.legal) // down)
    fills: list[Fill] = []
    for at in range(down):
        for face in die.legal[at * across : (at + 1) * across] if low else die.legal[at::down]:
            typed, many, style = face_word(die, face)[1], counts.get(face, 0), _look(face, good)
            fills.append(Fill(_counted(die, face, many, style, low=low), {"face": typed}, _DIE_SHARE))
            less = {"face": typed, "less": True} if many else {}
            fills.append(Fill([plain("−" if many else "", STRONG)], less, _LESS_SHARE))
    return fill_grid(fills, 2 * across, width, high=ROWS - low)


def _counted(die: Die, face: Face, many: int, style: str, *, low: bool) -> list[Content]:
    if low:
        return [plain(f"{face_word(die, face)[0]}  × {many}" if many else face_word(die, face)[0], style)]
    return _with_count(_face(die, face, style), many, style)


def _look(face: Face, good: Collection[Face]) -> str:
    return STRONG if face in good or not good else QUIET


def _face(die: Die, face: Face, style: str) -> list[Content]:
    drawn = pip_rows(str(face)) if set(die.legal) <= set(D6.legal) else None
    return [plain(row, style) for row in drawn or [face_word(die, face)[0]]]


def _with_count(face: list[Content], many: int, style: str) -> list[Content]:
    """A face with how many show it at its right, in letters three rows high."""
    letters = pixels(str(many)) if many else None
    rows = [Content(""), *face, Content("")] if len(face) == 1 else face
    wide = max(row.cell_length for row in rows)
    count = letters or ("", "", "")
    return [
        Content.assemble(row.extend_right(wide - row.cell_length), " ", plain(letter.ljust(len(count[0])), style))
        for row, letter in zip(rows, count, strict=True)
    ]
