"""The units of both sides as rows for a seat that waits: its own first."""

from __future__ import annotations

from textual.content import Content

from companion.tui.board.block import Columns, block
from companion.tui.board.facts import board_of
from companion.tui.controller import SessionController
from companion.tui.look.colours import QUIET
from companion.tui.look.rows import BLANK
from companion.tui.text import plain

_EDGE = 2


def in_hand(controller: SessionController, width: int) -> list[Content]:
    """`YOURS` and `THEIRS`: each unit with its health, and what is to be minded or used up."""
    session, board = controller.session, board_of(controller)
    room = max(1, width - _EDGE)
    sides = sorted(board.sides, key=lambda side: side != session.seat)
    columns = Columns.of([one for side in sides for one in board.sides[side]], room, markers=bool(board.to_act))
    rows: list[Content] = []
    for side in sides:
        head = plain("YOURS" if side == session.seat else "THEIRS", QUIET)
        blocks = [row for one in board.sides[side] for row in block(one, columns, room, "words")]
        rows += [*([BLANK] if rows else []), Content.assemble("  ", head), *blocks]
    return rows
