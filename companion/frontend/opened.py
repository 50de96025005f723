"""What a front end needs of an open session file. `companion.store.Opened` is one; a test may bring its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Event

if TYPE_CHECKING:
    from companion.store.campaign_link import CampaignLink


class OpenSession(Protocol):
    """A session and the file it lives in."""

    @property
    def session(self) -> Session:
        """The session. A reader that follows the file gets a new one when the file changes."""

    @property
    def file(self) -> Path:
        """Where it is kept. It changes if somebody else wrote to the file before."""

    @property
    def read_only(self) -> bool:
        """Whether it cannot be played here: `session.read_only` says why."""

    @property
    def notices(self) -> list[str]:
        """Sentences about what was found on opening: a truncated log, answers that no longer fit."""

    @property
    def saved(self) -> bool:
        """Whether everything is on disk."""

    @property
    def trouble(self) -> str:
        """Why the last write failed; empty if it did not."""

    @property
    def played(self) -> str:
        """When it was played last before it was opened, ISO 8601; empty if it was not, or nobody knows."""

    @property
    def campaign(self) -> CampaignLink | None:
        """The battle of a campaign that it is; None for a single game, and if it is only read."""

    def border(self, count: int) -> str:
        """Why an undo of `count` inputs is to be asked first, in a sentence; empty if it is not.

        In a campaign: it goes from the aftermath back into the battle, or takes back what the campaign has closed.
        """

    def follow(self, seconds: float = 0) -> bool:
        """Looks whether others went on: True if so. A reader, and a seat that was away, get a new `session` then.

        A seat waits so long for that; what was done is in `session.heard`.
        """

    def fileno(self) -> int:
        """What a loop watches to hear of the inputs of others, and then calls `follow`; -1: nothing comes."""

    def take_over(self) -> bool:
        """Reader: plays on where the writer has ended; whether it does. `session` is a new one then."""

    def save(self) -> None:
        """Writes the readable file now."""

    def close(self) -> bool:
        """Closes the file; whether everything is on disk."""


class Unfiled:
    """An OpenSession that no file keeps: nothing is written, followed, taken over or asked at a border."""

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


BORDER: Final = "border"
"""The code of a refusal that asks whether a border is meant to be crossed."""


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
            raise AtBorder(why, hint, BORDER)
    return opened.session.undo(count)
