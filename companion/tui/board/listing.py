"""The whole table as one list of rows, side by side under one another: beside the log."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from companion.tui.board.block import Columns, block
from companion.tui.board.facts import board_of
from companion.tui.board.heads import side_head
from companion.tui.board.notes import melee_line
from companion.tui.controller import SessionController
from companion.tui.look.rows import wrapped
from companion.tui.widgets.lines import GUTTER, Row


def board_rows(controller: SessionController, width: int) -> Iterator[Row]:
    """Each side with its units, then the melees."""
    board = board_of(controller)
    room = max(8, width - GUTTER)
    columns = Columns.of([one for units in board.sides.values() for one in units], room, markers=bool(board.to_act))
    for side, units in board.sides.items():
        yield Row(side, side_head(controller, board, side, room))
        for one in units:
            yield Row(one.id, Content("\n").join(block(one, columns, room, "two")), closed=not one.alive)
        yield Row(None, Content(""), heading=True)
    for place, group in enumerate(board.melees, 1):
        yield Row(group[0], Content("\n").join(wrapped(melee_line(controller, place, group), room, 2)))
