"""What a front end needs of an open session file. `companion.store.Opened` is one; a test may bring its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from companion.engine.session import Session

if TYPE_CHECKING:
    # A single game does not pay for the import.
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
