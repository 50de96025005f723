"""The one object of the app that talks to an open session: it tries inputs and keeps what they led to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from companion.engine.errors import InvalidInput, NotSaved
from companion.engine.frozen import frozen
from companion.engine.journal import JournalEntry
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.frontend.clocks import Clocks, deciding
from companion.frontend.hooks import Hooks
from companion.frontend.opened import AtBorder, OpenSession, undo
from companion.frontend.rulings import RulingBook
from companion.frontend.saying.sentences import refusal

if TYPE_CHECKING:
    from companion.frontend.app_player import SideByApp

_MOST_PARTS = 5
"""Changes of a roster that one row of the table tells."""


@frozen
class Attempt:
    """What became of an input: the events it led to, or why it was refused.

    `asks`: it was refused only because players are to be asked first; the same `across` is done.
    """

    events: Sequence[Event] = ()
    fault: str = ""
    asks: bool = False

    @property
    def ok(self) -> bool:
        """Whether it was taken."""
        return not self.fault


class SaveState(NamedTuple):
    """Whether everything is on the disk: in a word or two, with the reason, and whether something is wrong."""

    short: str
    whole: str
    wrong: bool = False


class ByApp(Protocol):
    """The app at a side: which, how it plays, and the end of it."""

    wanted: SideByApp
    side: str

    def stop(self) -> None:
        """People play this side again."""


class SessionController:
    """An open session as the screens see it.

    `ended` is the procedure that the last input ended.
    """

    def __init__(self, opened: OpenSession) -> None:
        self.opened = opened
        self.hooks = Hooks(opened)
        self.book = RulingBook(opened)
        self.clocks = Clocks()
        self.ended: JournalEntry | None = None
        self.by_app: ByApp | None = None
        """The app at one of the sides, if players gave it one."""
        self._draft: tuple[object, str] = (None, "")
        self.before_input: Callable[[], None] = lambda: None
        """Called before every input: a thread that reads the table meanwhile is to be dropped."""

    @property
    def session(self) -> Session:
        """The session that stands now; a reader's is replaced when the file changed."""
        return self.opened.session

    @property
    def read_only(self) -> bool:
        """Whether another program holds the file, or this is a seat that only looks."""
        return self.opened.read_only or self.session.looks

    @property
    def at_seat(self) -> bool:
        """Whether this screen is a seat at a table that another program holds."""
        return self.opened.at_seat

    @property
    def campaign_file(self) -> Path | None:
        """The file of the campaign whose folder the session is in, if it is in one."""
        beside = self.opened.file.with_name("campaign.toml")
        return beside if beside.is_file() else None

    def went_to_rosters(self) -> str:
        """What the last aftermath left to its roster, in a sentence; empty if none was closed here."""
        link = self.opened.campaign
        if link is None or not link.closed:
            return ""
        from companion.frontend.saying.campaigns import went_to_rosters

        return went_to_rosters(link, _MOST_PARTS)

    def save_state(self) -> SaveState:
        """Whether everything is on the disk, in words."""
        if self.read_only:
            return SaveState("read-only", f"read-only, {self.session.read_only}")
        trouble = "" if self.opened.saved else self.opened.trouble
        if trouble:
            return SaveState("NOT SAVED", f"NOT SAVED: {trouble}", wrong=True)
        return SaveState("saved", "saved") if self.opened.saved else SaveState("saving…", "saving…")

    def attempt(self, command: Callable[[Session], Any]) -> Attempt:
        """One input. Nothing has changed if it was refused, and the fault says why in words."""
        self.before_input()
        session = self.session
        closed = len(session.entries)
        try:
            events = command(session)
        except InvalidInput as fault:
            return Attempt(fault=refusal(fault), asks=isinstance(fault, AtBorder))
        except NotSaved as fault:
            return Attempt(fault=f"NOT SAVED, and so not done: {fault}. What you typed is still here.")
        self.ended = session.entries[-1] if session.run is None and len(session.entries) > closed else None
        return Attempt(events if isinstance(events, list) else ())

    def answer(self, value: Any, ruling: str | None = None) -> Attempt:
        """Answers what is asked; with the reason of a ruling, whatever the rules say of it."""
        request = self.session.request
        if request is None:
            return Attempt(fault="nothing is asked now")
        if ruling is not None:
            attempt = self.attempt(lambda _: self.book.overrule(request.key, value, ruling))
        else:
            attempt = self.attempt(lambda s: s.answer(value, request.side))
        if attempt.ok:
            self._draft = (None, "")
        return attempt

    def keep_draft(self, typed: str) -> None:
        """Keeps the dice that are typed and not entered yet, while players look elsewhere; no file has them."""
        self._draft = (self._dice_asked(), typed)

    def draft(self) -> str:
        """The dice that were typed for the very roll that is asked now, and not entered; empty if there are none."""
        asked, typed = self._draft
        return typed if asked is not None and asked == self._dice_asked() else ""

    def _dice_asked(self) -> object:
        """What tells the open roll from any other; None if no dice are asked for."""
        session = self.session
        request = session.request
        if request is None or not request.dice:
            return None
        return len(session.entries), request.key, [(group.name, group.count) for group in request.dice]

    def undo(self, count: int = 1, across: bool = False) -> Attempt:
        """Undoes `count` inputs; what crosses a border of the campaign only `across`, when players were asked."""
        return self.attempt(lambda _: undo(self.opened, count, across=across))

    def deciding(self) -> str:
        """The side that decides now; empty if both or the table do."""
        return deciding(self.session)

    def moment(self) -> object:
        """Where play stands now, to see whether it went on: entries, inputs of the open procedure, what is asked."""
        session = self.session
        run, request = session.run, session.request
        inputs = len(run.inputs) if run is not None else -1
        return len(session.entries), inputs, request.key if request is not None else ""
