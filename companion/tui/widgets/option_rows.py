"""Options as rows: number, name, figures, costs, and why one is closed; in a list, or from afar in pixel letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from textual.content import Content

from companion.engine.requests import Cost, Option
from companion.engine.state.table import AnyTable
from companion.frontend.pixels import ROWS, pixels
from companion.frontend.saying.limits import cost_words
from companion.frontend.saying.odds import NOTHING, Beside
from companion.tui.look.colours import MIND, QUIET, STRONG
from companion.tui.look.grid import Choice, choice_list
from companion.tui.look.pixels import spaced
from companion.tui.look.rows import BLANK
from companion.tui.text import clean, plain, side_mark, side_style, titled
from companion.tui.widgets.folded import folded_row
from companion.tui.widgets.laid_rows import GAP
from companion.tui.widgets.lines import GUTTER, Cell, Row, heading

ALL_ROOM = 10_000


def option_rows(
    table: AnyTable,
    options: Sequence[Option[object]],
    picked: Sequence[Any] | None = None,
    figures: Beside = NOTHING,
    width: int = ALL_ROOM,
    *,
    folds: bool = False,
    shared: Sequence[Cost] = (),
    letters: Mapping[str, str] | None = None,
    most: int = ALL_ROOM,
) -> list[Row]:
    """Options with their numbers and figures; units with their letter, and the sign of their side where there are
    several; what they do, costs, why one is closed.

    If what they do needs rows of its own, and there are more than `most` with them, it goes.
    Where it `folds`, closed ones stand in one row, and leave no gap in the numbers. What is `shared` of the costs is
    said elsewhere.
    """
    shut = closed_of(options) if folds else ()
    listed = listed_of(options, folds=folds)
    named = _Naming(table, letters or {}, len(set(_sides(table, listed))) > 1)
    made = [_choice(named, number, option, picked, figures, shared) for number, option in enumerate(listed, 1)]
    draw = partial(with_figures, [o.value for o in listed], made, figures.titles, width, 3 if picked is None else 5)
    rows = draw()
    if any(option.does for option in listed) and sum(row.content.plain.count("\n") + 1 for row in rows) > most:
        rows = draw(brief=True)
    if not shut:
        return rows
    titles = len(rows) - len(listed)
    # The row of the closed ones has no digit.
    numbered = [replace(row, number=number) for number, row in enumerate(rows[titles:], 1)]
    return [*rows[:titles], *numbered, folded_row([(one.label, one.why_not or "") for one in shut], width - GUTTER)]


def with_figures(
    values: Sequence[Any],
    choices: Sequence[Choice],
    titles: Sequence[str],
    width: int,
    indent: int = 3,
    *,
    brief: bool = False,
) -> list[Row]:
    """Choices as rows under the titles of their figures. `indent` are the cells before a name."""
    listed = choice_list(titles, choices, max(20, width - GUTTER), indent, brief=brief)
    rows = [
        Row(value, content, closed=choice.closed)
        for value, choice, content in zip(values, choices, listed.choices, strict=True)
    ]
    return [*(heading(title) for title in listed.titles), *rows]


def closed_of(options: Sequence[Option[object]]) -> Sequence[Option[object]]:
    """The closed options."""
    return [option for option in options if option.why_not is not None]


def listed_of(options: Sequence[Option[object]], *, folds: bool) -> Sequence[Option[object]]:
    """The options that have a row and a number: where closed ones are folded away the open ones."""
    return [option for option in options if option.why_not is None] if folds else options


class _Naming(NamedTuple):
    """How units are named: by these letters of theirs, with the sign of their side where they are `mixed`."""

    table: AnyTable
    letters: Mapping[str, str]
    mixed: bool

    def before(self, option: Option[object]) -> Content:
        """What stands before the name of the unit that an option is; nothing if it is none."""
        unit = self.table.units.get(option.value) if isinstance(option.value, str) else None
        if unit is None:
            return Content("")
        sign = (f"{side_mark(self.table, unit.side)} ", side_style(self.table, unit.side)) if self.mixed else ""
        letter = (f"{self.letters[unit.id]} ", QUIET) if unit.id in self.letters else ""
        return Content.assemble(sign, letter)


def _sides(table: AnyTable, options: Sequence[Option[object]]) -> Iterator[str]:
    for option in options:
        if isinstance(option.value, str) and option.value in table.units:
            yield table.units[option.value].side


def _choice(
    named: _Naming,
    number: int,
    option: Option[object],
    picked: Sequence[Any] | None,
    figures: Beside,
    shared: Sequence[Cost],
) -> Choice:
    head = _head(named, number, option, picked)
    if option.why_not is not None:
        return Choice(head, tail=plain(option.why_not, QUIET), closed=True)
    tail = Content("")
    if option.cost != tuple(shared):
        tail = (
            plain(cost_words(option.cost), MIND)
            if option.cost
            else plain("" if option.idle else "costs nothing", QUIET)
        )
    answer = option.value if picked is None else (option.value,)
    return Choice(head, plain(option.does, QUIET), figures.of(answer), tail)


def _head(named: _Naming, number: int, option: Option[object], picked: Sequence[Any] | None) -> Content:
    head = Content.styled(f"{number}  " if number < 10 else "   ", STRONG)
    if picked is not None:
        head = Content.assemble(head, ("✓ " if option.value in picked else "  ", MIND))
    return Content.assemble(head, named.before(option), plain(titled(option.label)))


_WORD_AT, _EDGE = 6, 2
"""Cells before the word, and at the right end of a fill."""
_LEAST = 34
"""Cells of a fill in which letters are read; in less there is one column."""


class Entry(NamedTuple):
    """One thing to choose: the word for it, what it does, one figure, and what it costs."""

    value: Any
    word: str
    does: str = ""
    figure: str = ""
    cost: str = ""


def letter_rows(entries: Sequence[Entry], width: int) -> list[Row]:
    """Rows of cells, each a word in letters with a line of other words below it, and the number that chooses it."""
    across = 2 if (width - GAP) // 2 >= _LEAST else 1
    each = (width - GAP * (across - 1)) // across
    rows: list[Row] = []
    for first in range(0, len(entries), across):
        some = enumerate(entries[first : first + across])
        cells = [Cell(one.value, _drawn(one, first + at + 1, each - GUTTER), at * (each + GAP)) for at, one in some]
        told = zip(*(cell.content.split("\n") for cell in cells), strict=True)
        content = Content("\n").join(Content(" " * GAP).join(line) for line in told)
        rows.append(Row(None, content, number=first + 1, cells=tuple(cells)))
    return rows


def _drawn(one: Entry, number: int, width: int) -> Content:
    """The rows in a fill: the word, then what it does with its figure and its cost."""
    room = width - _WORD_AT - _EDGE
    digit = (pixels(str(number)) if number < 10 else None) or [""] * ROWS
    word = clean(one.word)
    letters = pixels(word)
    if letters is not None and len(letters[0]) <= room:
        drawn = [Content.styled(row, STRONG) for row in letters]
    else:
        drawn = spaced(word, STRONG, room)[:ROWS]
        drawn = [BLANK] * ((ROWS - len(drawn)) // 2) + drawn
    drawn += [BLANK] * (ROWS - len(drawn))
    heads = [Content.styled(part.ljust(_WORD_AT), QUIET) for part in digit]
    rows = [Content.assemble(head, row) for head, row in zip(heads, drawn, strict=True)]
    rows.append(Content.assemble(" " * _WORD_AT, _words(one, room)))
    return Content("\n").join(row.extend_right(max(0, width - row.cell_length)) for row in rows)


def _words(one: Entry, room: int) -> Content:
    """At the left what it does and costs, at the right its figure: the words give way first, then the figure."""
    right, cost, does = plain(one.figure, STRONG), plain(one.cost, MIND), plain(one.does, QUIET)
    for told in ((cost, does), (cost,), (does,)):
        left = Content("   ").join([part for part in told if part])
        gap = room - left.cell_length - right.cell_length
        if gap >= (2 if left and right else 0):
            return Content.assemble(left, " " * gap, right)
    return (cost or right or does).truncate(room)
