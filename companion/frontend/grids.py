"""A grid as players type it: `ann kills 2 treasure 1; bob kills 1`, or by number and in the order of the columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.engine.errors import InvalidInput
from companion.engine.requests import Cell, Column, Grid, GridRow
from companion.frontend.answers import NO, YES
from companion.frontend.form import Choice, Field, Flag, Number, Text
from companion.frontend.naming import meant, typed_words
from companion.frontend.numbers import item_at

UNCHANGED: Final = "-"
"""Typed in place of a value: this cell stays as it is."""
TICK: Final = "x"
"""Typed in a cell that is yes or no: yes."""
EMPTY: Final = "none"
"""Typed as a text: the cell is empty from now on."""


def grid_of(text: str, request: Grid) -> dict[str, dict[str, dict[str, Cell]]]:
    """What is typed for a whole grid, in the form that a Grid takes: `{"rows": {ROW: {COLUMN: value}}}`.

    Rows are separated by `;` and begin with their number or name; then columns with their values, or values alone in
    the order of the columns, `-` for one that stays. Raises InvalidInput saying what would be accepted.
    """
    rows: dict[str, dict[str, Cell]] = {}
    for part in _parts(text):
        words = typed_words(part)
        if words:
            row, rest = _row(request, words)
            rows.setdefault(row.row, {}).update(_cells(request, row, rest))
    return {"rows": rows}


def cell_field(column: Column, value: Cell | None = None) -> Field:
    """What a cell of this column holds, as a form has it."""
    common: dict[str, Any] = {"key": column.name, "label": column.label, "value": value}
    if column.kind == "number":
        return Number(lo=column.lo, hi=column.hi, **common)
    if column.kind == "yes_no":
        return Flag(**common)
    if column.kind == "choose":
        return Choice(options=column.choices, **common)
    return Text(reads=lambda text: "" if text.casefold() == EMPTY else text, **common)


def read_cell(column: Column, text: str, where: str = "") -> Cell:
    """One typed value of a column. Raises InvalidInput saying what would be accepted; bounds are not looked at."""
    try:
        ticked = column.kind == "yes_no" and text.strip().casefold() == TICK
        value: Cell = ticked or cell_field(column).read(text)
    except InvalidInput as fault:
        raise InvalidInput(f"{where}{fault.message}", hint=fault.hint) from fault
    return value


def row_words(request: Grid, row: GridRow, cells: Mapping[str, Cell]) -> str:
    """What is in a row, as a list: `kills 2, treasure 0`."""
    return ", ".join(
        f"{column.label} {column.words(cells.get(column.name, row.values.get(column.name)))}"
        for column in request.columns
    )


def span_words(column: Column, bounds: tuple[int, int] | None = None) -> str:
    """What may be typed in a column: `0 to 3 (three attacks)`, `y or n`."""
    if column.kind == "yes_no":
        return "y or n"
    if column.kind == "text":
        return "a few words"
    if column.kind == "choose":
        return ", ".join(f"{place} {label}" for place, (_, label) in enumerate(column.choices, 1))
    lo, hi = bounds or (column.lo, column.hi)
    why_lo, why_hi = (f" ({why})" if why else "" for why in (column.why_lo, column.why_hi))
    in_all = f", {column.total} in all rows together" if column.total is not None else ""
    return f"{lo}{why_lo} to {hi}{why_hi}{in_all}"


def _parts(text: str) -> list[str]:
    """The text at its semicolons; one in quotes is part of what is quoted."""
    parts, quoted = [""], ""
    for char in text:
        if char in "\"'" and (not quoted or char == quoted) and (quoted or parts[-1][-1:] in ("", " ")):
            quoted = "" if quoted else char
        if char == ";" and not quoted:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def _row(request: Grid, words: Sequence[str]) -> tuple[GridRow, list[str]]:
    """The row that the first words name, and the words behind it: by whole name, number or clear beginning."""
    for row in sorted(request.rows, key=lambda row: -len(row.label.split())):
        name = typed_words(row.label)
        for known in (name, [row.row]):
            if [word.casefold() for word in words[: len(known)]] == [word.casefold() for word in known]:
                return row, list(words[len(known) :])
    numbered = item_at(request.rows, words[0])
    if numbered is not None:
        return numbered, list(words[1:])
    found = meant({row.row: (row.label, row.row) for row in request.rows}, words[0])
    if len(found) == 1:
        return request.row(found[0]), list(words[1:])
    if found:
        raise InvalidInput(f"{words[0]!r} may mean " + " or ".join(request.row(of).label for of in found))
    raise InvalidInput(f"there is no row {words[0]!r}", hint="a number or a name: " + _names(request))


def _names(request: Grid) -> str:
    return ", ".join(f"{place} {row.label}" for place, row in enumerate(request.rows, 1))


def _cells(request: Grid, row: GridRow, words: Sequence[str]) -> dict[str, Cell]:
    spread = [part for word in words for part in _spread(request, word)]
    if not spread:
        raise InvalidInput(f"{row.label}: what is different?", hint=row_words(request, row, {}))
    cells: dict[str, Cell] = {}
    if _column(request, spread[0]) is None:
        if len(spread) > len(request.columns):
            raise InvalidInput(
                f"{row.label}: {len(spread)} values for {len(request.columns)} columns",
                hint=", ".join(c.label for c in request.columns),
            )
        pairs = list(zip(request.columns, ([word] for word in spread), strict=False))
    else:
        pairs = _named(request, spread)
    for column, values in pairs:
        text = " ".join(values)
        if not values:
            raise InvalidInput(f"{row.label}, {column.label}: no value is given", hint=span_words(column))
        if text != UNCHANGED:
            cells[column.name] = read_cell(column, text, f"{row.label}, {column.label}: ")
    return cells


def _named(request: Grid, words: Sequence[str]) -> list[tuple[Column, list[str]]]:
    """Each column that is named, with the words behind its name."""
    pairs: list[tuple[Column, list[str]]] = []
    at = 0
    while at < len(words):
        found = _column(request, words[at], words[at + 1 :])
        # A word behind the name of a column is its value, whatever else it may mean.
        if found is not None and (not pairs or pairs[-1][1]):
            column, many = found
            pairs.append((column, []))
            at += many
        else:
            pairs[-1][1].append(words[at])
            at += 1
    return pairs


def _column(request: Grid, word: str, behind: Sequence[str] = ()) -> tuple[Column, int] | None:
    """The column that a word names, alone or with the words behind it, and how many words that takes."""
    typed = [word.casefold(), *(other.casefold() for other in behind)]
    for column in request.columns:
        for known in (column.label.casefold().split(), [column.name.casefold()]):
            if typed[: len(known)] == known:
                return column, len(known)
    if not word[:1].isalpha() or word.casefold() in (*YES, *NO, TICK, EMPTY):
        return None
    begun = [c for c in request.columns if c.label.casefold().startswith(typed[0])]
    return (begun[0], 1) if len(begun) == 1 and len(typed[0]) > 1 else None


def _spread(request: Grid, word: str) -> list[str]:
    """`kills=2` as two words, if that is a column."""
    name, sign, value = word.partition("=")
    return [name, value] if sign and value and _column(request, name) is not None else [word]
