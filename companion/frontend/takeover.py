"""Taking over a session that was only read, when players ask for it and its writer has ended."""

from __future__ import annotations

from companion.engine.errors import InvalidInput
from companion.frontend.opened import OpenSession


def take_over(opened: OpenSession) -> None:
    """From now on this program plays the session. Raises InvalidInput if it plays it already, or cannot yet."""
    from companion.store import CannotOpen

    if not opened.read_only:
        raise InvalidInput("this session is played here already")
    try:
        taken = opened.take_over()
    except CannotOpen as fault:
        raise InvalidInput(f"it cannot be opened to play: {fault.diagnostics[0]}") from fault
    if not taken:
        raise InvalidInput(f"it cannot be played here yet: {opened.session.read_only}", hint="ask again later")
