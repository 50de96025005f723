"""One unit as rows: name and health first, below them conditions, what it has, whom it touches, and its weapons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from textual.content import Content

from companion.engine.frozen import frozen
from companion.engine.state.table import AnyTable
from companion.tui.board.facts import Facts
from companion.tui.look.colours import MIND, MIND_STRONG, QUIET, STRONG, TEXT
from companion.tui.look.pips import MOST, pips
from companion.tui.look.rows import flow, wrapped
from companion.tui.text import plain, side_style

Detail = Literal["cards", "two", "one", "words", "least"]
"""How much of a unit is shown: with its lists; a second row of words; the words behind the number; these without whom
it touches; health and conditions only."""

INDENT = 2
_LEAST_NAME = 12


@frozen
class Columns:
    """The cells of the name, the pips and the number, in all rows of all sides."""

    name: int
    pips: int
    number: int

    @classmethod
    def of(cls, units: Sequence[Facts], width: int) -> Columns:
        """Columns wide enough for these units; the pips go if the room is short, then the names get less."""
        alive = [one for one in units if one.alive]
        longest = max([6, *(Content(_named(one)).cell_length for one in alive)])
        shown = [one.life for one in alive if one.life is not None]
        drawn = max([0, *(max(left.now, left.most or 0) for left in shown if (left.most or 99) <= MOST)])
        number = max([1, *(len(str(left.now)) for left in shown)])
        most = max([0, *(len(f" of {left.most}") for left in shown if left.most is not None)])
        room = width - number - most - 2
        beside = drawn + 2 if drawn else 0
        name = max(_LEAST_NAME, longest)
        if name + beside > room:
            name = longest
        if name + beside > room:
            drawn, beside = 0, 0
            name = max(6, min(max(_LEAST_NAME, longest), room))
        return cls(name, drawn, number)


class Blocks:
    """The rows of units as they were drawn last: a unit is redrawn if something of it is another."""

    def __init__(self) -> None:
        self._drawn: dict[str, tuple[tuple[Facts, Columns, int, str], dict[Detail, list[Content]]]] = {}

    def block(self, table: AnyTable, one: Facts, columns: Columns, width: int, detail: Detail) -> list[Content]:
        """The rows of a unit, as the function `block` draws them."""
        drawn_from = (one, columns, width, side_style(table, one.side))
        known = self._drawn.get(one.id)
        # What was asked for last is kept with its very objects: those of one drawing are compared once.
        found = known[1] if known is not None and known[0] == drawn_from else {}
        self._drawn[one.id] = (drawn_from, found)
        if detail not in found:
            found[detail] = block(table, one, columns, width, detail)
        return found[detail]


def block(table: AnyTable, one: Facts, columns: Columns, width: int, detail: Detail) -> list[Content]:
    """The rows of a unit, none wider than `width`; conditions are never left out."""
    if not one.alive:
        return flow([plain(one.name, QUIET), Content.styled("fallen", QUIET)], width, indent=INDENT)
    rows = _head(table, one, columns, width)
    conditions = [plain(word, MIND_STRONG) for word in (*one.conditions, *_below(one))]
    quiet = [plain(word, QUIET) for word in one.near]
    notes = [plain(one.notes, QUIET)] if one.notes else []
    words = [plain(word, TEXT) for word in one.words]
    if detail == "least":
        return _behind(rows, conditions, width)
    if detail == "words":
        return _behind(rows, [*conditions, *words], width)
    if detail == "one":
        return _behind(rows, [*conditions, *words, *quiet], width)
    under = flow([*conditions, *words, *quiet, *notes], max(8, width - INDENT))
    if detail == "cards":
        under += [row for text in one.lists for row in wrapped(plain(text, QUIET), max(8, width - INDENT))]
    return [*rows, *(Content.assemble(" " * INDENT, row) for row in under)]


def _behind(rows: list[Content], parts: Sequence[Content], width: int) -> list[Content]:
    return [*rows[:-1], *flow([rows[-1], *parts], width, indent=INDENT)] if parts else rows


def _named(one: Facts) -> str:
    return f"{one.name} {one.mark}" if one.mark else one.name


def _head(table: AnyTable, one: Facts, columns: Columns, width: int) -> list[Content]:
    """`Hiro  ●●●··  3 of 5`; a name that does not fit its column has rows of its own above the health."""
    name = plain(one.name, QUIET if one.done else STRONG)
    if one.mark:
        name = Content.assemble(name, " ", plain(one.mark, MIND))
    if one.life is None:
        return wrapped(name, width)
    if name.cell_length > columns.name:
        return [*wrapped(name, width), Content.assemble(" " * INDENT, _drawn(table, one, 0), _number(one, 0))]
    life = Content.assemble(_drawn(table, one, columns.pips), _number(one, columns.number))
    return [Content.assemble(name.extend_right(columns.name - name.cell_length + 2), life)]


def _drawn(table: AnyTable, one: Facts, room: int) -> Content:
    left = one.life
    if left is None or not room or left.most is None:
        return Content(" " * (room + 2)) if room else Content("")
    drawn = pips(left.now, left.most, side_style(table, one.side))
    return drawn.extend_right(max(0, room - drawn.cell_length) + 2)


def _number(one: Facts, room: int) -> Content:
    left = one.life
    assert left is not None
    most = (f" of {left.most}", QUIET) if left.most is not None else ""
    return Content.assemble((f"{left.now:>{room}}", STRONG), most)


def _below(one: Facts) -> list[str]:
    """`below half`: the unit is at or below the number at which it breaks."""
    left = one.life
    if left is None or not left.breaks_at or left.now > left.breaks_at or "below half" in one.conditions:
        return []
    half = left.most is not None and left.breaks_at == (left.most + 1) // 2 - 1
    return ["below half" if half else f"broken at {left.breaks_at}"]
