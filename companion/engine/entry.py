"""What a session consists of once it was played: closed procedures, their ends, and who makes inputs durable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from companion.engine.changes import Change
from companion.engine.procedure import Event
from companion.engine.run import Given, Input

if TYPE_CHECKING:
    from companion.engine.session import Session


@dataclass(frozen=True, slots=True)
class Done:
    """A procedure ended. `outcome` has the keys that the ruleset's page lists; `left` where it was broken off."""

    procedure: str
    outcome: Mapping[str, Any]


Happening = Event | Done


class Diverged(Exception):
    """A journal line no longer fits the rules. `line` is its number, `reason` says what differs."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Recorder(Protocol):
    """Makes inputs durable. Raises NotSaved where it cannot; the input is taken back then."""

    def record(self, line: Mapping[str, Any]) -> None:
        """One input, on disk when this returns."""

    def rested(self, session: Session) -> None:
        """The table is at rest: the readable file may be written anew."""


@dataclass(slots=True)
class Entry:
    """One closed procedure, or one adjustment at rest (`procedure` is then empty).

    `fx` is the checksum of its changes; `remarks` are sentences about what was undone on the way.
    """

    procedure: str
    title: str
    args: Mapping[str, Any]
    inputs: list[Input]
    events: list[Event]
    given: list[Given]
    outcome: Mapping[str, Any]
    round: int
    phase: str
    fx: int = 0
    remarks: list[str] = field(default_factory=list)

    def changes(self) -> list[Change]:
        """Its changes in order."""
        return [e for e in self.events if isinstance(e, Change)]

    @property
    def weight(self) -> int:
        """How many undos it takes to take it back: one an input, and one for its start."""
        return 1 + len(self.inputs) if self.procedure else 1
