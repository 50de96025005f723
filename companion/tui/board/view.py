"""The table as it is drawn: both forces, melees and the last result, the band, and what may be started."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from operator import is_not
from typing import NamedTuple, Self

from textual import on
from textual.app import ComposeResult
from textual.containers import Grid, Vertical
from textual.content import Content

from companion.tui.board.block import Columns, block
from companion.tui.board.facts import Board, Facts, Order, board_of
from companion.tui.board.heads import SideHead, side_head, table_head
from companion.tui.board.layout import Draw, arrange, arrange_below, joins, joint_content
from companion.tui.board.letter_field import LetterField
from companion.tui.board.next_panel import NextPanel
from companion.tui.board.notes import Notes, aside, moment
from companion.tui.controller import SessionController
from companion.tui.look.band import LEAST_HEIGHT_FOR_THREE
from companion.tui.look.colours import MIND_STRONG, QUIET, STRONG
from companion.tui.look.rows import cut_words
from companion.tui.sizes import ROOMY, SPACED, by_touch, foot_rows, most_large
from companion.tui.text import plain
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.plain import PlainStatic

STACKED = 60
"""Columns below which the sides stand one below the other."""

ASIDE = 124
"""Columns from which melees, reminders and the last result have a column of their own."""

_LEAST_CARD = 36
"""Cells of a half in which weapons and traits can be read."""

_EDGE = 1
"""Cells before the rows of units, for the cursor."""

_JOINTS = ((48, 5), (26, 3))
"""The width of a half from which enemies in a melee are joined, and the cells for that."""

_LEAST_UNITS = 3
"""Rows of units that stay, however much there is to choose from."""


class Shape(NamedTuple):
    """How a table stands on a screen: rows that stay blank, sides `abreast`, cells of the `forces`.

    `beside`: melees, reminders and the last result have a column of their own.
    """

    low: bool
    beside: bool
    abreast: int
    forces: int
    top: int
    above_head: int
    under_head: int
    around: int
    most_notes: int

    @classmethod
    def of(cls, width: int, height: int) -> Self:
        """That of a screen of this size."""
        low, roomy = height < LEAST_HEIGHT_FOR_THREE, height >= ROOMY
        beside = roomy and width >= ASIDE
        return cls(
            low,
            beside,
            abreast=1 if width < STACKED else 2,
            forces=width - (width * 3 // 10 if beside else 0),
            top=2 if roomy else 0 if low else 1,
            above_head=int(roomy),
            under_head=int(roomy),
            around=0 if low else 1,
            most_notes=9 if height >= SPACED else 5 if roomy else 3,
        )

    def pairs(self, sides: Sequence[str]) -> list[Sequence[str]]:
        """The sides that stand beside each other, from the top."""
        return [sides[at : at + self.abreast] for at in range(0, len(sides), self.abreast)]

    def heads(self, pairs: int) -> int:
        """The rows of the names of sides, with the blank ones around them."""
        return pairs * (1 + self.under_head) + (pairs - 1) * self.above_head

    def close(self) -> Shape:
        """The same where sides stand one below the other and not all units have room: they come before blank rows."""
        return self if self.abreast > 1 else self._replace(top=min(1, self.top), under_head=0)

    def rows_of(self, notes: Sequence[Content]) -> int:
        """The rows of the notes with the blank one above them."""
        return len(notes) + (1 if notes and not self.low else 0)


class BoardView(Vertical):
    """Draws a table for the size of the screen: head, forces, what is beside or below them, and `next` with its band.

    `card` opens that of a unit or side, `find_key` says which key finds a unit; a table that is not `told` of has
    nothing below its units.
    """

    DEFAULT_CSS = "BoardView { height: 1fr; overflow: hidden; }"

    def __init__(
        self,
        controller: SessionController,
        next_panel: NextPanel,
        card: Callable[[str], None],
        find_key: Callable[[], str],
        *,
        told: bool = True,
    ) -> None:
        super().__init__()
        self.controller = controller
        self.next = next_panel
        self.told = told
        self.order: Order = "table"
        self.board: Board | None = None
        self._card = card
        self._find_key = find_key
        self._unit_rows: dict[str, tuple[Sequence[Content], tuple[tuple[str, ...], int], Row]] = {}
        self.columns: Columns | None = None
        self.joined = False
        """Whether enemies in a melee are joined over the gutter."""
        self.head = PlainStatic(id="head")
        self.heads = {side: SideHead(partial(card, side)) for side in controller.session.table.sides}
        self.sides = {
            side: LineList(id=f"side-{place}", classes="cards bare", gutter=_EDGE)
            for place, side in enumerate(self.heads)
        }
        self.moment = PlainStatic(id="moment")
        """What the last roll came to, where rows are left for large dice."""
        self.notes = PlainStatic(id="notes")
        self.letter = LetterField()
        self.aside = PlainStatic(id="aside")
        self.box = Grid(id="board")
        self.cut = PlainStatic(id="more")
        """How many actions are out of view."""

    def compose(self) -> ComposeResult:
        yield self.head
        yield self.moment
        with self.box:
            yield self.aside
            for side, lines in self.sides.items():
                yield Vertical(self.heads[side], lines, classes="side")
        yield self.notes
        yield self.letter
        yield self.next.band
        yield self.next.actions
        yield self.cut

    def on_mount(self) -> None:
        """What is in view follows the scrolling."""
        for lines in self.sides.values():
            self.watch(lines, "scroll_y", self.show_side_heads, init=False)
        self.watch(self.next.actions, "scroll_y", self._show_more, init=False)

    # -- units ----------------------------------------------------------------------------------------------------

    def marked(self) -> str | None:
        """The unit under the cursor, where it is in a list of units."""
        lines = next((lines for lines in self.sides.values() if lines.has_focus), None)
        return str(lines.value) if lines is not None and lines.value is not None else None

    def mark_unit(self, of: str) -> None:
        """Puts the cursor on a unit."""
        lines = self.sides[self.controller.session.table.unit(of).side]
        lines.mark(of)
        lines.focus()

    def beside(self, way: int) -> None:
        """From the side that has the cursor to the one at its left (-1) or right."""
        sides = [*self.sides.values()]
        at = next((place + way for place, lines in enumerate(sides) if lines.has_focus), -1)
        if 0 <= at < len(sides):
            sides[at].focus()

    # -- drawing --------------------------------------------------------------------------------------------------

    def gather(self) -> Board:
        """Reads the table: what stands on it now."""
        self.board = board_of(self.controller, self.order)
        return self.board

    def draw(self, fault: str = "") -> None:
        """Draws what was gathered, and what was wrong with the last input; what did not change is not drawn."""
        if self.board is not None:
            self._share(self.board, fault)
            self.show_head()

    def show_head(self) -> None:
        """What is played, round, phase; whether everything is on disk."""
        if self.is_attached:
            self.head.show(table_head(self.controller, self.screen.size.width))

    def _below(self, notes: Notes, shape: Shape, most: int, *, spare: bool = False) -> list[Content]:
        if shape.beside:
            return [plain(notes.fault, MIND_STRONG)] if notes.fault else []
        return notes.rows(most, spare=spare, melees=not self.joined) if self.told else []

    def _share(self, board: Board, fault: str) -> None:
        """Shares the rows: what decides gets what it needs, then the units, then blank rows."""
        width, height = self.screen.size
        if not width or not height:
            return
        shape, wanted = Shape.of(width, height), self.next.height(width)
        pairs = shape.pairs([*self.sides])
        least = sum(max(len(board.sides[side]) for side in pair) for pair in pairs)
        lines, left = self._left(shape, wanted)
        if left < least:
            shape = shape.close()
            lines, left = self._left(shape, wanted)
        room = max(len(pairs) * _LEAST_UNITS, left)
        most = 0 if shape.beside else max(1, min(shape.most_notes, room // 4))
        fits = most_large(self.screen.size)
        came = moment(self.controller, width - 2, room - 2 * least - most, fits) if self.told else []
        self.moment.show_if_any(came)
        taken = len(came)
        keys = not by_touch(self.screen.size)
        notes = Notes(self.controller, board, width - 2, fault, result=not self.moment.display, keys=keys)
        told = self._show_units(board, shape, room - taken, notes, most)
        shown = sum(max(map(self._height, pair)) for pair in pairs)
        left -= taken + shown
        spare = left - shape.rows_of(told)
        free = spare - max(0, wanted - lines) - int(height >= ROOMY) - (0 if told or shape.low else 1)
        if most and free > 0:
            # Rows that nobody else needs: what the notes had to fold has room now.
            told = self._below(notes, shape, len(told) + free, spare=True)
            spare = left - shape.rows_of(told)
        extra = 1 if height >= SPACED and spare > 6 else 0
        heads = shape.heads(len(pairs))
        board_height = heads + shown + self._show_aside(board, shape, heads + shown, max(0, spare - 8))
        self.cut.display = wanted > lines + spare - 2 * extra - (board_height - heads - shown)
        self._place(shape, board_height, told, shape.around + extra)
        self.next.actions.space_out(lines + spare - 2 * extra - (board_height - heads - shown) if extra else 0)
        self.show_side_heads()
        self._show_more()

    def _left(self, shape: Shape, wanted: int) -> tuple[int, int]:
        """Of the rows of the screen those for the actions, which want so many, and those left for units and notes."""
        width, height = self.screen.size
        fixed = 1 + shape.top + len(self.next.band.drawn(width)) + 2 * shape.around + foot_rows(self.screen.size)
        lines = min(wanted, max(_LEAST_UNITS, (height - fixed) // 2))
        return lines, height - fixed - lines - shape.heads(len(shape.pairs([*self.sides])))

    def _show_aside(self, board: Board, shape: Shape, least: int, more: int) -> int:
        """What has a column beside the forces, which have `least` rows; how many of so many `more` it takes."""
        self.aside.display = shape.beside
        self.aside.styles.width = width = self.screen.size.width - shape.forces
        if not shape.beside:
            return 0
        column = aside(self.controller, board, width - 4, least + more, result=not self.moment.display)
        self.aside.show(column)
        return max(0, min(more, len(column) - least))

    def _place(self, shape: Shape, board_height: int, notes: Sequence[Content], around: int) -> None:
        """Puts everything in its place: the forces in so many rows, the notes, so many rows around the band."""
        self.set_class(shape.abreast == 1, "stacked")
        for place, head in enumerate(self.heads.values()):
            head.styles.margin = (shape.above_head if place >= shape.abreast else 0, 0, shape.under_head, 0)
        self.box.styles.height = board_height
        self.box.styles.margin = (shape.top, 0, 0, 0)
        self.notes.show_if_any(notes)
        self.notes.styles.margin = (shape.rows_of(notes) - len(notes), 0, 0, 0)
        self.next.band.styles.margin = (around, 0, around, 0)

    def _show_units(self, board: Board, shape: Shape, room: int, notes: Notes, most: int) -> list[Content]:
        """The units of all sides, and below them at most so many rows of notes, in so many rows; those of the notes.

        Enemies in a melee are joined where that fits: then no note tells who fights.
        """
        width = shape.forces // shape.abreast - _EDGE - 1
        sides = [board.sides[side] for side in self.sides]
        joins_sides = shape.abreast > 1 and len(sides) == 2 and max(map(len, sides)) <= room
        may_join = joins_sides and bool(board.melees) and board.by_melee
        joint = next((cells for least, cells in _JOINTS if may_join and width >= least), 0)
        self.joined = bool(joint)
        told = self._below(notes, shape, most)
        left = room - shape.rows_of(told)
        draw = self._drawer(sides, width - joint - 1 if joint else width, self._each(shape, left), board)
        if joint and not joins(sides, draw, left):
            joint, self.joined = 0, False
            told = self._below(notes, shape, most)
            left = room - shape.rows_of(told)
            draw = self._drawer(sides, width, self._each(shape, left), board)
        if shape.abreast > 1:
            cards, each = self.screen.size.height >= SPACED and width > _LEAST_CARD, self._each(shape, left)
            abreast = arrange(sides, draw, each, cards=cards, joined=bool(joint))
            self._show_sides(abreast.blocks, [min(abreast.height, each)] * len(sides), width, joint, abreast.joints)
            return told
        stacked = arrange_below(sides, draw, left)
        if told and not all(one.fits for one in stacked):
            # Each unit is seen before what stands below them, but for what was wrong with the last input.
            told = self._below(notes, shape, int(bool(notes.fault)))
            stacked = arrange_below(sides, draw, room - shape.rows_of(told))
            spare = room - sum(one.height for one in stacked) - int(not shape.low)
            told = self._below(notes, shape, min(most, spare)) if spare > len(told) else told
        self._show_sides([one.blocks[0] for one in stacked], [one.height for one in stacked], width)
        return told

    def _each(self, shape: Shape, room: int) -> int:
        """The rows that a side has to itself of so many; 0 where sides stand one below the other and share them."""
        return max(2, room // -(-len(self.sides) // 2)) if shape.abreast > 1 else 0

    def _show_sides(
        self,
        blocks: Sequence[Sequence[Sequence[Content]]],
        heights: Sequence[int],
        width: int,
        joint: int = 0,
        joints: Sequence[str] = (),
    ) -> None:
        """The rows of the units of all sides, each so wide; of which `joint` cells join those in a melee."""
        assert self.board is not None
        for place, (side, lines) in enumerate(self.sides.items()):
            beside = iter(() if place else joints)
            rows = [
                self._unit_row(one, shown, tuple(islice(beside, len(shown))), width, joint)
                for one, shown in zip(self.board.sides[side], blocks[place], strict=True)
            ]
            lines.styles.height = max(1, heights[place])
            # Whoever comes first now is seen first, unless somebody went to another.
            keep = rows[0].value if rows and not lines.cursor and not lines.has_focus else None
            lines.show(rows or [Row(None, plain("nobody", "$quiet"), heading=True)], keep)

    def _drawer(self, sides: Sequence[Sequence[Facts]], width: int, room: int, board: Board) -> Draw:
        """What draws a unit in so many cells, where each side has so much room."""
        most = max(map(len, sides))
        self.columns = columns = Columns.of(
            [one for units in sides for one in units],
            width,
            rows=len(sides) * max(0, (room - most) // 2),
            below=room >= 2 * most,
            markers=bool(board.to_act),
            joined=self.joined,
        )
        return lambda one, detail: block(one, columns, width, detail)

    def _unit_row(self, one: Facts, drawn: Sequence[Content], joints: tuple[str, ...], width: int, cells: int) -> Row:
        """The row of a unit, and behind it what joins it to others: the one from before if all is the very same."""
        before, joined_by, row = self._unit_rows.get(one.id, ([], ((), 0), None))
        beside = (joints, width)
        same = row is not None and row.closed is not one.alive and joined_by == beside
        if row is None or not same or len(before) != len(drawn) or any(map(is_not, before, drawn)):
            parts = [part if part.plain else Content(" ") for part in drawn]
            for at, joint in enumerate(joints):
                if joint:
                    gap = max(1, width - cells - parts[at].cell_length)
                    parts[at] = Content.assemble(parts[at], " " * gap, joint_content(joint, cells))
            row = Row(one.id, Content("\n").join(parts), closed=not one.alive)
            self._unit_rows[one.id] = drawn, beside, row
        return row

    def _height(self, side: str) -> int:
        height = self.sides[side].styles.height
        return int(height.value) if height is not None else 1

    @on(LineList.Resized)
    def _show_more(self) -> None:
        """How many actions are out of view, where not all are seen."""
        if self.cut.display:
            self.cut.show(cut_words([self.next.actions.hidden()]))

    @on(LineList.Resized)
    def show_side_heads(self) -> None:
        """The name of each side, what it has left, its clock, and which of its units are in view."""
        board = self.board
        if board is None or not self.is_attached:
            return
        for side, head in self.heads.items():
            if side in board.sides:
                lines = self.sides[side]
                width = max(8, lines.size.width or self.screen.size.width // 2) - 1
                part = self._seen_words(lines)
                room = width - part.cell_length - (2 if part else 0)
                clock, columns = self.controller.clocks.words(side), self.columns
                words = side_head(self.controller, board, side, room, clock, columns.tokens if columns else 0)
                gap = max(1, width - words.cell_length - part.cell_length)
                head.show(Content.assemble(words, " " * gap, part) if part else words)

    def _seen_words(self, lines: LineList) -> Content:
        """`1–8 of 30  / finds` where not all units are in view: which are, and the key that leads to the others."""
        seen = lines.seen_rows()
        if not seen:
            return Content("")
        part = (f"{seen[0]}–{seen[1]} of {len(lines.rows)}", QUIET)
        key = "" if by_touch(self.screen.size) else self._find_key()
        return Content.assemble(part, *(("  ", (key, STRONG), (" finds", QUIET)) if key else ()))

    @on(LineList.Chosen, ".cards")
    def _open_card(self, message: LineList.Chosen) -> None:
        message.stop()
        if message.value is not None:
            self._card(message.value)

    @on(LetterField.Typed)
    @on(LetterField.Left)
    def _letter_done(self) -> None:
        self.next.actions.focus()

    @on(LineList.Edge)
    def _leave_list(self, message: LineList.Edge) -> None:
        """From the actions up to the units, and from the last unit down to what is below."""
        message.stop()
        order = [lines for lines in self.sides.values() if lines.rows]
        if message.lines is self.next.actions:
            if message.way < 0 and order:
                order[-1 if self.has_class("stacked") else 0].focus()
        elif message.way > 0:
            at = order.index(message.lines) + 1
            (order[at] if self.has_class("stacked") and at < len(order) else self.next.actions).focus()
        elif self.has_class("stacked") and (at := order.index(message.lines)) > 0:
            order[at - 1].focus()
