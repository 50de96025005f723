"""What is said of secret answers beside the request: who has sealed, whom the screen goes to, what was revealed."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from companion.engine.answers import AnswerRecord, answer_words
from companion.engine.requests.secret import secret_of
from companion.engine.session import Session
from companion.engine.state.table import AnyTable
from companion.tui.look.colours import STRONG
from companion.tui.text import plain, side_label, who_label


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
