"""The rows of a new game: who plays, side by side with their units, and what is agreed on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from textual.content import Content

from companion.engine.ruleset import RuleOption
from companion.engine.state.table import Unit
from companion.engine.wording import count
from companion.frontend.form import Field, Number
from companion.frontend.setup import Player, Setup
from companion.frontend.wording import titled
from companion.tui.forms.form_screen import gap
from companion.tui.look.rows import wrapped
from companion.tui.text import MARKS, plain
from companion.tui.widgets.form_list import Cell, Edit, cell_row
from companion.tui.widgets.lines import Row

LEAST_HALF = 26
"""Cells from which two players stand side by side."""


class Place(NamedTuple):
    """What a cell stands for: `game`, `name`, `player`, `colour`, `more_players`, `begins`, `unit`, `add`, `blank`,
    `roster`, `option`, `options`, `start`; with the side, and the id of the unit or the name of the option.
    """

    kind: str
    side: str = ""
    of: str = ""


class Form(NamedTuple):
    """What the rows are made of.

    `edit` is what is being typed, `field` makes the field of a cell, `label` a label in its column.
    """

    setup: Setup
    edit: Edit | None
    field: Callable[[Place], Field]
    label: Callable[[str], Content]
    width: int
    rosters: int
    all_options: bool

    def cell(self, place: Place, content: Content, at: int) -> Cell:
        """A cell with the field of this place."""
        return Cell(self.field(place), content, at)

    def shown(self, place: Place, content: Content) -> Content:
        """The content of a cell, or what is being typed there."""
        return self.edit.content() if self.edit is not None and self.edit.key == place else content


def form_rows(form: Form) -> Iterator[Row]:
    """All rows from the top."""
    setup, label = form.setup, form.label
    start = label("").cell_length + 2
    rosters = f"{count(form.rosters, 'roster')} on this machine" if form.rosters else ""
    title = Content.assemble(plain(setup.ruleset.title, "bold"), plain(f"   {rosters}", "$quiet"))
    yield cell_row(label("game"), form.cell(Place("game"), _hung(title, form.width, start), start))
    name = Place("name")
    yield cell_row(label("name"), form.cell(name, form.shown(name, plain(setup.title, "bold")), start))
    yield gap()
    beside = (form.width - start) // 2 >= LEAST_HALF
    half = (form.width - start) // 2 if beside else 0
    pairs = [setup.players[at : at + 2] for at in range(0, len(setup.players), 2)] if beside else []
    for at, pair in enumerate(pairs or [[player] for player in setup.players]):
        yield from _players(form, pair, "players" if at == 0 else "", start, half)
    if len(setup.players) < setup.ruleset.most_sides:
        yield cell_row(label(""), form.cell(Place("more_players"), plain("+ player", "$quiet"), start))
    if setup.ruleset.has_first_player:
        yield _begins(form, start)
    for at, pair in enumerate(pairs or [[player] for player in setup.players]):
        yield gap()
        yield from _units(form, pair, "units" if at == 0 else "", start, half)
    yield gap()
    yield from _options(form, start, half)
    yield gap()
    yield cell_row(label(""), form.cell(Place("start"), Content.styled("Start the game", "bold"), start))


def _mark(setup: Setup, player: Player) -> tuple[str, str]:
    return f"{MARKS[setup.players.index(player) % len(MARKS)]} ", f"$side-{player.colour}"


def _players(form: Form, pair: Sequence[Player], label: str, start: int, half: int) -> Iterator[Row]:
    cells = []
    for at, player in enumerate(pair):
        place = Place("player", player.side)
        name = form.shown(place, plain(player.name, f"bold $name-{player.colour}"))
        content = Content.assemble(_mark(form.setup, player), name)
        cells.append(form.cell(place, content, start + at * half))
        colour = cells[-1].at + content.cell_length + 3
        cells.append(form.cell(Place("colour", player.side), plain(player.colour, "$quiet"), colour))
    yield cell_row(form.label(label), *cells)


def _begins(form: Form, start: int) -> Row:
    first = next((player for player in form.setup.players if player.side == form.setup.first), form.setup.players[0])
    content = Content.assemble(_mark(form.setup, first), plain(first.name, f"$name-{first.colour}"))
    roll = form.cell(Place("roll"), plain("or roll", "$quiet"), start + content.cell_length + 3)
    return cell_row(form.label("begins"), form.cell(Place("begins"), content, start), roll)


def _units(form: Form, pair: Sequence[Player], label: str, start: int, half: int) -> Iterator[Row]:
    heads = Content("")
    for at, player in enumerate(pair):
        words = f"{len(player.playing)} of {len(player.units)}" if player.home else f"{len(player.units)}"
        source = f"from {player.roster}" if player.roster else player.name
        heads = heads.extend_right(max(0, at * half - heads.cell_length))
        heads = Content.assemble(heads, plain(source), plain(f"  {words}", "$quiet"))
    head = form.label(label)
    yield Row(None, Content.assemble(head, " " * (start - head.cell_length), heads), heading=True)
    columns = [[_unit(player, unit) for unit in player.units] for player in pair]
    for row in range(max((len(column) for column in columns), default=0)):
        cells = [
            form.cell(column[row][0], column[row][1], start + at * half)
            for at, column in enumerate(columns)
            if row < len(column)
        ]
        yield cell_row(form.label(""), *cells)
    adding: list[Cell] = []
    for at, player in enumerate(pair):
        place = start + at * half
        for kind, word in (
            ("add", "+ unit"),
            ("blank", "+ blank"),
            *((("roster", "+ roster"),) if form.rosters else ()),
        ):
            adding.append(form.cell(Place(kind, player.side), plain(word, "$quiet"), place))
            place += len(word) + 2
    yield cell_row(form.label(""), *adding)


def _unit(player: Player, unit: Unit) -> tuple[Place, Content]:
    """A ticked unit, one that is left at home in quiet; what is wrong with it is beside it."""
    home = unit.id in player.home
    fault = next((why for one in (unit, *unit.miniatures) for _, why in one.faults()), "")
    beside = "left at home" if home else fault
    content = Content.assemble(
        plain("· " if home else "✓ ", "$quiet" if home else ""),
        plain(unit.name, "$quiet" if home else "bold"),
        plain(f"  {beside}" if beside else "", "$quiet" if home else "$accent"),
    )
    return Place("unit", player.side, unit.id), content


def _options(form: Form, start: int, half: int) -> Iterator[Row]:
    setup = form.setup
    asked = setup.asked()
    chosen = [one for one in setup.ruleset.options if one not in asked and one.name in setup.options]
    shown = list(setup.ruleset.options) if form.all_options else [*asked, *chosen]
    for at, option in enumerate(shown):
        yield _option(form, option, "rules" if at == 0 else "", start, half)
    rest = len(setup.ruleset.options) - len(shown)
    if rest:
        words = plain(f"{rest} more, as the rulebook has them", "$quiet")
        yield cell_row(
            form.label("" if shown else "rules"), form.cell(Place("options"), _hung(words, form.width, start), start)
        )


def _option(form: Form, option: RuleOption, label: str, start: int, half: int) -> Row:
    place = Place("option", "", option.name)
    field = form.field(place)
    words = Content.assemble(
        plain(f"{titled(option.label)}  ", "$quiet"), form.shown(place, plain(field.words(), "bold"))
    )
    allowed = field.span() if isinstance(field, Number) else ""
    right = plain(allowed, "$quiet")
    if half and form.edit is None and words.cell_length + 2 <= half and allowed:
        words = Content.assemble(words, " " * (half - words.cell_length), right)
    return cell_row(form.label(label), form.cell(place, _hung(words, form.width, start), start))


def _hung(content: Content, width: int, start: int) -> Content:
    """The content of a row of one cell: what does not fit goes on below its beginning."""
    first, *more = wrapped(content, width - start)
    return Content("\n").join([first, *(Content.assemble(" " * start, row) for row in more)])
