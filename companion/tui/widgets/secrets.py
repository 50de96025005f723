"""What is said of answers of several sides beside the request: who has sealed, whom the screen goes to, what was
revealed, whose dice are in."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from companion.engine.answers import AnswerRecord, answer_words
from companion.engine.keys import secret_of
from companion.engine.requests import Allotment
from companion.engine.session import Session
from companion.engine.state.table import AnyTable
from companion.tui.look.colours import STRONG
from companion.tui.look.pixels import large
from companion.tui.look.rows import halves, wrapped
from companion.tui.text import name_style, plain, side_label, who_label


def hand_over(session: Session) -> list[Content]:
    """`◆ Ito has sealed an answer. Hand over to ■ Sora.`: never what was answered. Empty if nothing is sealed."""
    request = session.request
    if not session.sealed or request is None:
        return []
    answers = session.run.answers if session.run is not None else ()
    forced = {one.by for one in answers if one.how == "auto" and secret_of(one.key) == secret_of(request.key)}
    done = [
        Content.assemble(side_label(session.table, side), " has sealed an answer.")
        for side in session.sealed
        if side not in forced
    ]
    if not done:
        return []
    if session.seat:
        return done
    return [*done, Content.assemble(("Hand over to ", STRONG), who_label(session.table, request.by), ".")]


def reveal(table: AnyTable, given: Sequence[AnswerRecord]) -> list[Content]:
    """`◆ Ito  2 attack, 1 defence`, a part a side."""
    return [Content.assemble(side_label(table, one.by), "  ", plain(answer_words(table, one), STRONG)) for one in given]


def reveal_large(table: AnyTable, given: Sequence[AnswerRecord], width: int) -> list[Content]:
    """The same in letters three rows high, side by side, to be read across the table."""
    half = width // 2 - 2
    blocks = []
    for one in given:
        parts = one.value.allotments.values() if isinstance(one.value, Allotment) else ()
        drawn = large("/".join(map(str, parts)), name_style(table, one.by), half) if parts else []
        said = wrapped(plain(answer_words(table, one), STRONG), half)
        blocks.append([side_label(table, one.by), *drawn, *said])
    return halves(blocks[0], blocks[1], width) if len(blocks) == 2 else []


def dice_in(session: Session) -> list[Content]:
    """`◆ Ito  dice in ✓`: of a roll that sides make on screens of their own, whose dice came in; not which."""
    request = session.run.driver.request if session.run is not None else None
    if request is None or not session.parts:
        return []
    return [
        Content.assemble(side_label(session.table, side), "  ", ("dice in ✓", STRONG))
        for side in session.table.sides
        if (own := request.groups_of(side)) and session.parts.issuperset(own)
    ]
