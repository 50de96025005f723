"""Options as the rows of a list: number, name, figures, costs, and why one is closed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from textual.content import Content

from companion.engine.requests import Cost, Option
from companion.engine.state.table import AnyTable
from companion.frontend.saying.limits import cost_words
from companion.frontend.saying.odds import NOTHING, Beside
from companion.tui.look.colours import MIND, QUIET, STRONG
from companion.tui.look.grid import Choice, choice_list
from companion.tui.text import plain, side_sign, titled
from companion.tui.widgets.folded import folded_row
from companion.tui.widgets.lines import GUTTER, Row, heading

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
    touched: bool = False,
) -> list[Row]:
    """Options with their numbers and figures; units with their letter, and the sign of their side where there are
    several; what they do, costs, why one is closed.

    If what they do needs rows of its own, and there are more than `most` with them, it goes.
    Where it `folds`, closed ones stand in one row, and leave no gap in the numbers. What is `shared` of the costs is
    said elsewhere. `touched`: no key is named.
    """
    shut = closed_of(options) if folds else ()
    listed = listed_of(options, folds=folds)
    ids = [option.value for option in listed if isinstance(option.value, str)]
    sides = {table.units[of].side for of in ids if of in table.units}
    named = _Naming(table, letters or {}, len(sides) > 1)
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
    folded = folded_row([(one.label, one.why_not or "") for one in shut], width - GUTTER, touched=touched)
    return [*rows[:titles], *numbered, folded]


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
        sign = side_sign(self.table, unit.side) if self.mixed else ""
        letter = (f"{self.letters[unit.id]} ", QUIET) if unit.id in self.letters else ""
        return Content.assemble(sign, letter)


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
