"""The odds as the choice itself: one column per choice, its chances under it; bars if there is much room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from textual.content import Content
from textual.style import Style

from companion.tui.look.colours import CURSOR, MIND_STRONG, QUIET, RULE, STRONG, TEXT
from companion.tui.look.rows import flow, wrapped

_BLOCKS = " ▁▂▃▄▅▆▇█"
_BAR_ROWS = 5
_TITLE_ROWS = 3
"""Rows of titles above columns of chances, beyond which there are fewer columns."""


Cell = float | str | None

Part = Content | str | tuple[str, str | Style]
"""What a row is put together from, all at once: put to it piece by piece, each piece copies all before it."""


@dataclass(frozen=True, slots=True)
class ChoiceGrid:
    """`label` names the choices (`attack/defence`), `choices` are their titles.

    `rows` are pairs of a name (`wounds Oda`) and a chance for each choice, from 0 to 1, None if it is not known; or
    a text, if it is no chance. `marked` is the choice under the cursor, None for none (in secret). A click on a
    choice carries its dict of `meta`.
    """

    label: str
    choices: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Cell]]]
    marked: int | None = None
    meta: Sequence[dict[str, Any]] = ()


def percent(chance: Cell) -> str:
    """`63 %`; empty if the chance is not known. A small chance is never 0 %, a large one never 100 %."""
    if chance is None or isinstance(chance, str):
        return chance or ""
    whole = round(chance * 100)
    if whole == 0 < chance:
        return "<1 %"
    return ">99 %" if whole == 100 > chance * 100 else f"{whole} %"


def _height(chance: Cell) -> float:
    return chance if isinstance(chance, float) else 0.0


def choice_grid(grid: ChoiceGrid, width: int, tail: Sequence[Content] = ()) -> list[Content]:
    """Choices as columns if they fit, else as rows (`choice_list`).

    `tail` is at the right of the rows: what is typed, and what shows it.
    """
    name = max([Content(grid.label).cell_length, *(Content(n).cell_length for n, _ in grid.rows)])
    cells = [list(grid.choices), *([percent(c) for c in chances] for _, chances in grid.rows)]
    longest = max(Content(cell).cell_length for row in cells for cell in row)
    room = width - name - 2 - max([0, *(part.cell_length + 2 for part in tail)])
    after = next((blanks for blanks in (2, 1) if (longest + blanks + 1) * len(grid.choices) <= room), 0)
    if not after:
        return choice_list(grid, width)
    each = max(longest + after + 1, min(9, room // max(1, len(grid.choices))))
    names = [grid.label, *(n for n, _ in grid.rows)]
    rows = []
    for at, (title, values) in enumerate(zip(names, cells, strict=True)):
        parts: list[Part] = [(title.ljust(name), QUIET if at == 0 else TEXT), "  "]
        for place, value in enumerate(values):
            style = CURSOR if place == grid.marked else TEXT
            cell = Content.styled(f"{value + ' ' * after:>{each - 1}}", style)
            parts += [_clickable(grid, place, cell), " "]
        if at < len(tail):
            parts += ["  ", tail[at]]
        rows.append(Content.assemble(*parts))
    return rows


def _fewer(rows: Sequence[tuple[str, Sequence[Cell]]]) -> Sequence[tuple[str, Sequence[Cell]]]:
    """All but one: the last that is a number and no chance, else the last."""
    numbers = [at for at, (_, cells) in enumerate(rows) if not any(isinstance(cell, float) for cell in cells)]
    gone = numbers[-1] if numbers else len(rows) - 1
    return [row for at, row in enumerate(rows) if at != gone]


def choice_list(grid: ChoiceGrid, width: int) -> list[Content]:
    """One row per choice with its chances in columns, for narrow screens; the titles of the columns above.

    What has no room for all columns has those of the chances that fit, the choices alone if none does.
    """
    if not grid.rows:
        ways = [
            _clickable(grid, place, Content.styled(f" {choice} ", CURSOR if place == grid.marked else TEXT))
            for place, choice in enumerate(grid.choices)
        ]
        return flow([Content.styled(grid.label, QUIET), *ways], width, gap=1)
    heads = [n for n, _ in grid.rows]
    first = max([Content(grid.label).cell_length, *(Content(c).cell_length for c in grid.choices)]) + 2
    each = [max(7, Content(head).cell_length + 2) for head in heads]
    words = [max(7, *(len(word) + 2 for word in head.split())) for head in heads]
    if first + sum(each) > width:
        each = words
    if first + sum(each) > width:
        # The choices need no name if there is no room for one.
        grid = replace(grid, label="")
        first = max(Content(c).cell_length for c in grid.choices) + 2
    if first + sum(each) > width:
        return choice_list(replace(grid, rows=_fewer(grid.rows)), width)
    spare = (width - first - sum(each)) // len(each)
    titles = [wrapped(Content(head), size - 2) for head, size in zip(heads, each, strict=True)]
    if max(map(len, titles)) > _TITLE_ROWS and spare:
        # Wider columns have lower titles.
        each = [min(size + spare, len(head) + 2) for head, size in zip(heads, each, strict=True)]
        titles = [wrapped(Content(head), size - 2) for head, size in zip(heads, each, strict=True)]
    if max(map(len, titles)) > _TITLE_ROWS and len(heads) > 1:
        return choice_list(replace(grid, rows=_fewer(grid.rows)), width)
    lines = [[row.plain for row in title] for title in titles]
    rows = []
    for line in range(max(map(len, lines))):
        cells = [f"{title[line] if line < len(title) else '':>{size}}" for title, size in zip(lines, each, strict=True)]
        rows.append(Content.styled(f"{grid.label if line == 0 else '':<{first}}" + "".join(cells), QUIET))
    for place, choice in enumerate(grid.choices):
        chances = [f"{percent(c[place]):>{size}}" for (_, c), size in zip(grid.rows, each, strict=True)]
        style = CURSOR if place == grid.marked else TEXT
        row = Content.styled(f"{choice:<{first}}" + "".join(chances), style)
        rows.append(_clickable(grid, place, row))
    return rows


def bars(grid: ChoiceGrid, width: int) -> list[Content]:
    """The chances as bars five rows high above their numbers, for screens with much room; as a grid if too wide."""
    name = max([Content(grid.label).cell_length, *(Content(n).cell_length for n, _ in grid.rows)]) + 2
    each = 10 if name + 10 * len(grid.choices) <= width else 9
    wide = any(Content(c).cell_length > 6 for c in grid.choices)
    if wide or not grid.rows or name + each * len(grid.choices) > width:
        return choice_grid(grid, width)
    rows: list[Content] = []
    for title, chances in grid.rows:
        drawn = [row for row in range(_BAR_ROWS) if any(_height(c) * _BAR_ROWS > _BAR_ROWS - 1 - row for c in chances)]
        for row in drawn:
            parts: list[Part] = [((title if row == drawn[0] else "").ljust(name), STRONG)]
            for place, chance in enumerate(chances):
                eighths = round((_height(chance) * _BAR_ROWS - (_BAR_ROWS - 1 - row)) * 8)
                block = _BLOCKS[max(0, min(8, eighths))] * 6
                style = MIND_STRONG if place == grid.marked else RULE
                parts += [(block, style), " " * (each - 6)]
            rows.append(Content.assemble(*parts))
        rows.append(_numbers("" if drawn else title, name, [percent(c) for c in chances], grid, each))
        rows.append(Content(""))
    rows.append(_titles(grid, name, each))
    return rows


def _numbers(title: str, name: int, values: Sequence[str], grid: ChoiceGrid, each: int) -> Content:
    parts: list[Part] = [(title.ljust(name), STRONG)]
    for place, value in enumerate(values):
        style = MIND_STRONG if place == grid.marked else TEXT
        parts += [(f"{value:^6}", style), " " * (each - 6)]
    return Content.assemble(*parts).rstrip()


def _titles(grid: ChoiceGrid, name: int, each: int) -> Content:
    parts: list[Part] = [(grid.label.ljust(name), QUIET)]
    for place, choice in enumerate(grid.choices):
        style = CURSOR if place == grid.marked else TEXT
        parts += [_clickable(grid, place, Content.styled(f"{choice:^6}", style)), " " * (each - 6)]
    return Content.assemble(*parts)


def _clickable(grid: ChoiceGrid, place: int, content: Content) -> Content:
    return content.stylize(Style.from_meta(grid.meta[place])) if place < len(grid.meta) else content
