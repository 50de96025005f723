"""An open session as front ends play it, whether a file keeps it or not, and undo over borders of a campaign."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Event

if TYPE_CHECKING:
    from companion.store.campaign_link import CampaignLink
    from companion.store.opening import Opened


class Unfiled:
    """A session that no file of ours keeps: nothing is written, followed, taken over or asked at a border."""

    at_seat = False
    """Whether it is a seat at a table that another program shares, whose others are heard; also while it is away."""

    def __init__(self, session: Session, file: Path) -> None:
        self.session = session
        self.file = file
        self.read_only = bool(session.read_only)
        self.notices: list[str] = []
        self.played = self.trouble = ""
        self.campaign: CampaignLink | None = None

    @property
    def saved(self) -> bool:
        return not self.trouble

    def border(self, count: int) -> str:
        return ""

    def follow(self, seconds: float = 0) -> bool:
        return False

    def fileno(self) -> int:
        return -1

    def take_over(self) -> bool:
        return False

    def save(self) -> None: ...

    def close(self) -> bool:
        return self.saved


OpenSession: TypeAlias = "Opened | Unfiled"
"""What front ends play: a session with its file; or a seat at a shared table, a look at the past, a test's own."""


def take_over(opened: OpenSession) -> None:
    """From now on this program plays the session. Raises InvalidInput if it plays it already, or cannot yet."""
    from companion.store.diagnostics import CannotOpen

    if not opened.read_only:
        raise InvalidInput("this session is played here already")
    try:
        taken = opened.take_over()
    except CannotOpen as fault:
        raise InvalidInput(f"it cannot be opened to play: {fault.diagnostics[0]}") from fault
    if not taken:
        raise InvalidInput(f"it cannot be played here yet: {opened.session.read_only}", hint="ask again later")


class AtBorder(InvalidInput):
    """An undo would cross a border of the campaign. The same with `across` does it."""


def undo(opened: OpenSession, count: int = 1, *, across: bool = False, hint: str = "") -> list[Event]:
    """Undoes the last inputs. Raises AtBorder, with nothing undone, if that is to be asked first.

    `across`: the players were asked. `hint` tells them how to say yes. Raises InvalidInput if `count` inputs
    cannot be undone.
    """
    if not across and type(count) is int and 0 < count <= opened.session.undo_count:
        why = opened.border(count)
        if why:
            raise AtBorder(why, hint, "border")
    return opened.session.undo(count)
