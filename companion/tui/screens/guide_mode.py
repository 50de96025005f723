"""What the middle of the guide shows, by where the session stands."""

from __future__ import annotations

from typing import Literal

from companion.tui.controller import SessionController

Mode = Literal["ask", "curtain", "sealed", "reveal", "watch", "end", "rest"]
"""What the middle shows: a request, a curtain before one, both secrets sealed or revealed, the view of a reader,
the end of a procedure; or nothing, at rest."""


def mode_of(controller: SessionController, uncovered: str, reveal_open: bool) -> Mode:
    """`uncovered` is the key of the sealed request whose curtain was drawn back, `reveal_open` that of the reveal."""
    session = controller.session
    if controller.revealed:
        return "reveal" if reveal_open else "sealed"
    if session.run is None:
        return "end" if controller.ended is not None else "rest"
    if controller.read_only:
        return "watch"
    request = session.request
    if session.secret is not None and request is not None and request.key != uncovered:
        return "curtain"
    return "ask"
