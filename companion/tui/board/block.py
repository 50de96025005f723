"""One unit as rows: name and health first, below them conditions, what it has, whom it touches, and its weapons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from rich.cells import cell_len
from textual.content import Content

from companion.engine.state.health import Life
from companion.tui.board.facts import Facts
from companion.tui.cards import Tokens, token_text
from companion.tui.look.colours import MIND, MIND_STRONG, QUIET, STRONG, TEXT
from companion.tui.look.pips import FLIPPED, MOST, UP, bound, groups, pips
from companion.tui.look.rows import flow, wrapped
from companion.tui.text import plain

Detail = Literal["cards", "two", "close", "one", "words", "least"]
"""How much of a unit is shown: with its lists; a second row of words; this without whom it touches where a line to that
unit says so; the words behind the number, without that too; these without whom it touches; health, conditions, second
tracker only."""

MARKS = 2
"""Cells of the marker and of the one behind it, before the letter of a unit."""
_LEAST_NAME = 11
_FAR, _CLOSE = 3, 1
"""Cells before the tokens, where there is room and where there is little."""


class Columns(NamedTuple):
    """The cells of letter, name, pips, number (its own `digits` first), and of the gap before the tokens, in all rows.

    `few`: there is no room for tokens drawn, their number stands for them: `m 3`; `brief`: nor for the most beside pips
    that show it. `joined`: lines lead from unit to unit.
    """

    letter: int
    name: int
    pips: int
    digits: int
    number: int
    gap: int
    few: bool
    brief: bool
    markers: bool
    joined: bool

    @property
    def indent(self) -> int:
        """The cells before a name, and before the rows below it."""
        return MARKS + self.letter + 1

    @property
    def tokens(self) -> int:
        """Where the tokens begin."""
        return self.indent + self.name + 2 + (self.pips + 2 if self.pips else 0) + self.number + self.gap

    @classmethod
    def of(
        cls,
        units: Sequence[Facts],
        width: int,
        *,
        rows: int = 0,
        below: bool = False,
        markers: bool = False,
        joined: bool = False,
    ) -> Columns:
        """Columns wide enough for these units.

        If the room is short, gaps go, then the most beside pips that show it; then as many names as there are `rows` to
        spare have a row of their own, or all of them if health may stand `below`; then the pips go, and at last all
        names get less.
        """
        alive = [one for one in units if one.alive]
        letter = max([1, *(len(one.letter) for one in units)])
        longest = max([6, *(cell_len(_named(one)) for one in alive)])
        shown = [one.life for one in alive if one.life is not None]
        drawn = max([0, *map(_life_cells, shown)])
        digits = max([1, *(len(str(left.now)) for left in shown)])
        beside = [one.tokens for one in alive if one.tokens is not None]

        def made(name: int, pips: int, gap: int, *, few: bool = False, brief: bool = False) -> Columns:
            most = (
                len(f" of {left.most}")
                for left in shown
                if left.most is not None and not (brief and _drawn_whole(left))
            )
            number = digits + max([0, *most])
            return cls(letter, name, pips, digits, number, gap if beside else 0, few, brief, markers, joined)

        def ways() -> Iterator[Columns]:
            yield made(max(_LEAST_NAME, longest), drawn, _FAR)
            yield made(longest, drawn, 2)
            yield made(longest, drawn, _CLOSE)
            yield made(longest, drawn, _CLOSE, brief=True)
            yield made(longest, drawn, _CLOSE, few=True, brief=True)
            for name in _shorter_names(alive, longest, rows):
                yield made(name, drawn, _CLOSE, brief=True)
            if below:
                yield made(-2, drawn, 2, brief=True)
            yield made(longest, 0, _CLOSE)
            yield made(longest, 0, _CLOSE, few=True)

        for way in ways():
            if way.tokens + max([0, *(cell_len(_token_words(one, few=way.few)) for one in beside)]) <= width:
                return way
        over = way.tokens + (3 if beside else 0) - width
        return made(max(6, min(max(_LEAST_NAME, longest), longest - over)), 0, _CLOSE, few=True)


def _shorter_names(units: Sequence[Facts], longest: int, rows: int) -> list[int]:
    """Cells for names, less and less, of which no more than `rows` need a row of their own."""
    lengths = [cell_len(_named(one)) for one in units]
    return [cells for cells in range(longest - 1, _LEAST_NAME - 1, -1) if sum(each > cells for each in lengths) <= rows]


def _drawn_whole(left: Life) -> bool:
    """Whether its pips say how many there were."""
    return _life_cells(left) > 0


def _life_cells(left: Life) -> int:
    if left.each and len(left.each) * left.stands <= MOST:
        return len(left.each) * (left.stands + 1) - 1
    return max(left.now, left.most or 0) if not left.each and (left.most or 99) <= MOST else 0


def _token_words(one: Tokens, *, few: bool) -> str:
    """`▮▮·`, or `m 2` where room is short."""
    return f"{one.label[0]} {one.now}" if few else token_text(one.now, one.most)


@lru_cache(8192)
def block(one: Facts, columns: Columns, width: int, detail: Detail) -> Sequence[Content]:
    """The rows of a unit, none wider than `width`; conditions are never left out.

    A table tries all its units in several ways at every change, and one of them is another than before.
    """
    indent = columns.indent
    if not one.alive:
        name = plain(one.name, QUIET)
        gap = columns.name + 2 - name.cell_length
        far = name.extend_right(gap) if gap > 1 and columns.pips else Content.assemble(name, "  ")
        return flow([Content.assemble(_marks(one, columns), far, ("fallen", QUIET))], width, indent=indent)
    rows = _head(one, columns, width)
    conditions = [*(plain(word, MIND_STRONG) for word in one.conditions), *_below(one)]
    joined = detail in ("close", "one") and columns.joined and one.paired
    quiet = [plain(word, QUIET) for word in one.near if not joined]
    notes = [plain(one.notes, QUIET)] if one.notes else []
    words = [plain(word, TEXT) for word in one.words]
    if detail == "least":
        return _behind(rows, [*conditions, *(plain(word, TEXT) for word in one.second)], width, indent)
    if detail == "words":
        return _behind(rows, [*conditions, *words], width, indent)
    if detail == "one":
        return _behind(rows, [*conditions, *words, *quiet], width, indent)
    under = flow([*conditions, *words, *quiet, *notes], max(8, width - indent))
    if detail == "cards":
        under += [row for text in one.lists for row in wrapped(plain(text, QUIET), max(8, width - indent))]
    return [*rows, *(Content.assemble(" " * indent, row) for row in under)]


def _behind(rows: list[Content], parts: Sequence[Content], width: int, indent: int) -> list[Content]:
    return [*rows[:-1], *flow([rows[-1], *parts], width, indent=indent)] if parts else rows


def _named(one: Facts) -> str:
    return f"{one.name} {one.mark}" if one.mark else one.name


def _marks(one: Facts, columns: Columns) -> Content:
    """`▀ C `: whether it has acted, and its letter."""
    acts = (UP, STRONG) if one.waits else (FLIPPED, QUIET) if one.done and one.alive else " "
    return Content.assemble(acts if columns.markers else " ", " ", (f"{one.letter:<{columns.letter}} ", QUIET))


def _head(one: Facts, columns: Columns, width: int) -> list[Content]:
    """`▀ C Hiro  ●●●··  3 of 5  ▮▮·`; a name that does not fit its column has rows of its own above the health."""
    indent, marks = columns.indent, _marks(one, columns)
    name = plain(one.name, QUIET if one.done else STRONG)
    if one.mark:
        name = Content.assemble(name, " ", plain(one.mark, MIND))
    if one.life is None:
        return wrapped(Content.assemble(marks, name), width, indent)
    life = Content.assemble(_drawn(one, columns.pips), _number(one, columns))
    if one.tokens is not None:
        life = life.extend_right(columns.tokens - columns.gap - columns.indent - columns.name - 2 - life.cell_length)
        beside = _token_words(one.tokens, few=columns.few)
        life = Content.assemble(life, " " * columns.gap, plain(beside, QUIET if one.done else TEXT))
    if name.cell_length > columns.name:
        return [*wrapped(Content.assemble(marks, name), width, indent), Content.assemble(" " * indent, life)]
    return [Content.assemble(marks, name.extend_right(columns.name - name.cell_length + 2), life)]


def _drawn(one: Facts, room: int) -> Content:
    left = one.life
    if left is None or not room or left.most is None:
        return Content(" " * (room + 2)) if room else Content("")
    drawn = groups(left.each, left.stands, one.style) if left.each else pips(left.now, left.most, one.style)
    return drawn.extend_right(max(0, room - drawn.cell_length) + 2)


def _number(one: Facts, columns: Columns) -> Content:
    left = one.life
    assert left is not None
    told = left.most is None or (columns.brief and _drawn_whole(left))
    return Content.assemble((f"{left.now:>{columns.digits}}", STRONG), "" if told else (f" of {left.most}", QUIET))


def _below(one: Facts) -> list[Content]:
    """`below half`: the unit is at or below the number at which it breaks."""
    left = one.life
    if left is None or not left.breaks_at or left.now > left.breaks_at or one.bounded:
        return []
    return [bound(left.now, left.most, left.breaks_at)]
