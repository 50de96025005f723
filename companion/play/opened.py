"""What a front end needs of an opened session file. `companion.store.Opened` is one; a test may bring its own."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from companion.engine.session import Session


class Opened(Protocol):
    """A session and the file it lives in."""

    @property
    def session(self) -> Session:
        """The session. A reader that follows the file gets a new one when the file changes."""

    @property
    def file(self) -> Path:
        """Where it is kept."""

    @property
    def read_only(self) -> bool:
        """Whether another program holds the file."""

    @property
    def notices(self) -> list[str]:
        """What was found on opening that players should know (a torn tail set aside, answers that no longer fit)."""

    @property
    def trouble(self) -> str:
        """Why the last write failed, or nothing."""

    def follow(self) -> bool:
        """Looks whether the file changed; True where `session` was replaced. Only for readers."""

    def save(self) -> None:
        """Writes the readable file now."""

    def close(self) -> bool:
        """Lets go of the file; whether everything is on disk."""
