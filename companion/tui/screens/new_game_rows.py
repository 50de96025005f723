"""How the rows of a new game are laid out: labels, and beside them what is in cells, two players side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from textual.content import Content

from companion.engine.ruleset import RuleOption
from companion.engine.state.table import Unit
from companion.frontend.form import Field, Number, option_field
from companion.frontend.saying.sentences import titled
from companion.frontend.setup import Player, Setup
from companion.tui.forms.form import Form
from companion.tui.look.rows import abreast, wrapped
from companion.tui.text import MARKS, plain
from companion.tui.widgets.form_list import cell_row
from companion.tui.widgets.lines import Cell, Row, heading

LEAST_HALF = 26
"""Cells from which two players stand side by side."""
BETWEEN = 3
"""Cells between two of them: a blank, and the mark where the keys act."""


Shown = tuple[Field, Content]
"""What is set or done in a cell, and what the cell shows."""


class Place(NamedTuple):
    """What a cell stands for: `game`, `name`, `player`, `colour`, `more_players`, `begins`, `unit`, `add`, `line`,
    `roster`, `option`, `options`, `start`; with the side, and the id of the unit or the name of the option.
    """

    kind: str
    side: str = ""
    of: str = ""


class Columns:
    """Rows of this width; `label` makes a label. `half` are the cells of one of two players, 0 if only one fits.

    `longest` are the cells of the longest name that stands in a half.
    """

    def __init__(self, label: Callable[[str], Content], width: int, longest: int = 0) -> None:
        self.label = label
        self.start = label("").cell_length + 2
        self.wide = width - self.start
        self.half = self.wide // 2 if self.wide // 2 >= max(LEAST_HALF, longest + BETWEEN) else 0

    def pairs(self, players: Sequence[Player]) -> list[Sequence[Player]]:
        """The players that stand beside each other."""
        many = 2 if self.half else 1
        return [players[at : at + many] for at in range(0, len(players), many)]

    def whole(self, label: str, field: Field, content: Content) -> Row:
        """A row of one cell: what does not fit goes on below its beginning."""
        return cell_row(self.label(label), Cell(field, self._hung(wrapped(content, self.wide)), self.start))

    def _hung(self, rows: Sequence[Content]) -> Content:
        first, *more = rows
        return Content("\n").join([first, *(Content.assemble(" " * self.start, row) for row in more)])

    def rows(self, label: str, halves: Sequence[Sequence[Shown]], between: int = BETWEEN) -> Iterator[Row]:
        """A row with the cells of each player one after the other; of one alone a row each, if they do not fit."""
        alone = halves[0] if len(halves) == 1 else ()
        if sum(content.cell_length + between for _, content in alone) - between > self.wide:
            for place, (field, content) in enumerate(alone):
                yield self.whole("" if place else label, field, content)
            return
        cells: list[Cell] = []
        for place, half in enumerate(halves):
            at = self.start + place * self.half
            for field, content in half:
                cells.append(Cell(field, content, at))
                at += content.cell_length + between
        yield cell_row(self.label(label), *cells)

    def heads(self, label: str, players: Sequence[Player]) -> Row:
        """Above the units of each player: from which roster they are, and how many."""
        heads = []
        for player in players:
            words = f"{len(player.playing)} of {len(player.units)}" if player.home else f"{len(player.units)}"
            source = f"from {player.roster}" if player.roster else player.name
            head = Content.assemble(plain(source), plain(f"  {words}", "$quiet"))
            heads.append(wrapped(head, self.half - BETWEEN if self.half else self.wide))
        named = self.label(label)
        begins = named.extend_right(self.start - named.cell_length)
        return heading(Content.assemble(begins, self._hung(abreast(heads, self.half))))


def player_mark(setup: Setup, player: Player) -> tuple[str, str]:
    """The sign of a player in the colour of the side."""
    return f"{MARKS[setup.players.index(player) % len(MARKS)]} ", f"$side-{player.colour}"


def unit_words(player: Player, unit: Unit) -> Content:
    """A ticked unit, one that is left at home in quiet; what is wrong with it is beside it."""
    home = unit.id in player.home
    fault = next((why for one in (unit, *unit.miniatures) for _, why in one.faults()), "")
    beside = "left at home" if home else fault
    return Content.assemble(
        plain("· " if home else "✓ ", "$quiet" if home else ""),
        plain(unit.name, "$quiet" if home else "bold"),
        plain(f"  {beside}" if beside else "", "$quiet" if home else "$accent"),
    )


def option_row(form: Form[Path], setup: Setup, option: RuleOption, label: str, columns: Columns) -> Row:
    """The value of an option, and if there is room for it what is allowed."""

    def put(value: Any) -> str:
        return setup.tried(lambda setup: setup.options.__setitem__(option.name, option.checked(value)))

    value = setup.options.get(option.name, option.default)
    field = option_field(option, value, put, Place("option", "", option.name))
    shown = form.content(field, plain(field.words(), "bold"))
    words = Content.assemble(plain(f"{titled(option.label)}  ", "$quiet"), shown)
    allowed = field.span() if isinstance(field, Number) else ""
    if allowed and form.lines.typing.edit is None and words.cell_length + 2 <= columns.half:
        words = Content.assemble(words.extend_right(columns.half - words.cell_length), plain(allowed, "$quiet"))
    return columns.whole(label, field, words)
