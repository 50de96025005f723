"""The one object of the app that talks to an open session: tries inputs, reads hooks, keeps troubles in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from companion.engine.answers import AnswerRecord
from companion.engine.errors import InvalidInput, NotSaved
from companion.engine.journal import JournalEntry
from companion.engine.requests import Secret
from companion.engine.ruleset import Action, Odds
from companion.engine.session import Session
from companion.engine.state.changes import Event

T = TypeVar("T")


class Opened(Protocol):
    """What the store hands out for an open file."""

    session: Session
    file: Path
    read_only: bool
    notices: list[str]
    trouble: str

    @property
    def saved(self) -> bool:
        """Whether everything is on disk."""

    def close(self) -> bool:
        """Saves and lets go of the file."""

    def follow(self) -> bool:
        """Read-only: whether the file changed; `session` is new then."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What became of an input: what happened, or why it was refused."""

    happened: Sequence[Event] = ()
    fault: str = ""

    @property
    def ok(self) -> bool:
        """Whether it was taken."""
        return not self.fault


@dataclass(frozen=True, slots=True)
class Moment:
    """Where play stands, to tell whether it went on: entries closed, inputs in the open procedure, what is asked."""

    entries: int
    inputs: int
    key: str


class SessionController:
    """An open session as the screens see it."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.trouble = ""
        self._told: set[str] = set()
        self.revealed: list[AnswerRecord] = []
        self.ended: JournalEntry | None = None

    @property
    def session(self) -> Session:
        """The session that stands now; a follower's is replaced when the file changed."""
        return self.opened.session

    @property
    def read_only(self) -> bool:
        """Whether another program holds the file."""
        return self.opened.read_only

    def attempt(self, deed: Callable[[Session], Any]) -> Attempt:
        """One input. Nothing has changed where it was refused, and the fault says why in words."""
        session = self.session
        slots = _slot_keys(session)
        closed = len(session.entries)
        try:
            happened = deed(session)
        except InvalidInput as fault:
            return Attempt(fault=_sentence(fault.message, fault.hint))
        except NotSaved as fault:
            return Attempt(fault=f"NOT SAVED, and so not done: {fault}. What you typed is still here.")
        self.revealed = _revealed(session, slots)
        self.ended = session.entries[-1] if session.run is None and len(session.entries) > closed else None
        return Attempt(happened if isinstance(happened, list) else ())

    def answer(self, value: Any, ruling: str | None = None) -> Attempt:
        """Answers what is asked; with the reason of a ruling, whatever the rules say of it."""
        request = self.session.request
        if request is None:
            return Attempt(fault="nothing is asked now")
        by = request.by if isinstance(request.by, str) and request.by != "table" else ""
        if ruling is not None:
            return self.attempt(lambda s: s.overrule(request.key, value, ruling))
        return self.attempt(lambda s: s.answer(value, by))

    def moment(self) -> Moment:
        """Where play stands now."""
        session = self.session
        run = session.run
        request = session.request
        return Moment(
            len(session.entries), len(run.inputs) if run is not None else -1, request.key if request is not None else ""
        )

    # -- hooks of the ruleset: other people's code, whose faults are shown and never end the app --------------------

    def _hook(self, name: str, call: Callable[[], T], instead: T) -> T:
        try:
            return call()
        except Exception as fault:
            told = f"the ruleset's {name} failed: {fault}"
            if told not in self._told:
                self._told.add(told)
                self.trouble = told
            return instead

    def actions(self) -> list[Action]:
        """What may be started now, and why the rest may not."""
        nothing: list[Action] = []
        return self._hook("actions", lambda: self.session.actions(), nothing)

    def badges(self, unit: Any) -> list[str]:
        """Derived words for the card of a unit."""
        table, ruleset = self.session.table, self.session.ruleset
        nothing: list[str] = []
        return self._hook("badges", lambda: list(ruleset.badges(table, unit)), nothing)

    def melees(self) -> list[list[str]]:
        """The melees as lists of unit ids."""
        nothing: list[list[str]] = []
        return self._hook("links", lambda: self.session.melees(), nothing)

    def odds(self) -> Odds | None:
        """Chances for the standing request, or None."""
        return self._hook("odds", lambda: self.session.odds(), None)

    def next_action(self) -> str:
        """The one line that says what to do next at the table."""
        session = self.session
        over = session.table.over
        if over is not None:
            winner = session.table.title(over.winner) if over.winner else ""
            return f"The game is over: {winner + ' wins' if winner else 'a draw'} — {over.why}"
        said = session.ruleset.next_action
        line = self._hook("next_action", lambda: said(session.table), "") if said is not None else ""
        if line:
            return line
        first = next((a for a in self.actions() if a.open), None)
        if first is None:
            return "Nothing can be started now"
        return f"{session.table.title(first.by)}: {first.title}" if first.by else first.title


def _sentence(message: str, hint: str) -> str:
    text = message + (f" — {hint}" if hint else "")
    return text[:1].upper() + text[1:]


def _slot_keys(session: Session) -> tuple[str, ...]:
    secret = session.secret
    return tuple(s.key for s in secret.slots.values()) if isinstance(secret, Secret) else ()


def _revealed(session: Session, slots: Iterable[str]) -> list[AnswerRecord]:
    """The answers of a secret that was completed by this input: they are to be shown together."""
    keys = tuple(slots)
    if not keys:
        return []
    run = session.run
    if run is not None and isinstance(run.request, Secret) and any(s.key in keys for s in run.request.slots.values()):
        return []
    given = run.answers if run is not None else session.entries[-1].answers if session.entries else []
    shown = [g for g in given if g.key in keys]
    return shown if len(shown) == len(keys) else []
