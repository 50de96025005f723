"""A seat at a shared table, as an open session: front ends play through it as through a file."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.engine.dice import Face
from companion.engine.errors import InvalidInput, NotSaved
from companion.engine.journal import ReplayMismatch
from companion.engine.session import Session
from companion.engine.state.changes import Event, Note
from companion.frontend.app_player import wish_words
from companion.frontend.clean import clean
from companion.frontend.opened import Unfiled
from companion.seats.channel import Channel, Gone
from companion.seats.lines import BEAT, SILENT, VERSION, Message
from companion.seats.seat_session import joined, told

_NOWHERE = Path(os.devnull)
_DID: Mapping[str, str] = {
    "undo": "took back what came last",
    "redo": "put back what was taken back",
    "leave": "left the procedure",
    "amend": "changed an earlier answer",
    "overrule": "made a ruling",
}
"""What another seat did that changes what stood, by the kind of its record."""
SHARES = "companion serve FILE shares it"
AWAY = "the table does not answer; it is looked for"


class Seat(Unfiled):
    """One place at a table that its owner shares: it keeps no file, and `trouble` says why the owner does not answer.

    What the owner has told is on its disk. After the connection was lost `session` is a new one.
    """

    at_seat = True

    def __init__(self, address: Path, seat: str = "") -> None:
        """Takes the seat (empty: the table's own). Raises InvalidInput in words if nobody shares, or none is free."""
        self.address = address
        self.seats: dict[str, int] = {}
        self._seat = seat
        self._asked = 0
        self._told_wish = ("", "")
        self._closed = False
        self.records = 0
        """How many records this owner has told it."""
        self._heard = self._beat = 0.0
        self._channel: Channel | None = None
        session = self._join()
        # A path beside which nothing lies.
        super().__init__(session, _NOWHERE / f"{session.table.name}.toml")
        self.read_only = False

    # -- what front ends need -------------------------------------------------------------------------------------

    def border(self, count: int) -> str:
        """Why an undo of `count` inputs is to be asked first; the owner knows."""
        try:
            return str(self._request({"do": "border", "count": count})[0].get("why", ""))
        except NotSaved:
            return ""

    def wish(self, left: str, text: str) -> None:
        """Says what this side wants done on the table, and leaves the request under the key `left` to others."""
        self._request({"do": "wish", "left": left, "text": text})

    def follow(self, seconds: float = 0) -> bool:
        """Hears what came, or looks for the table again; whether something is another.

        Waits so long for something that shows.
        """
        end = time.monotonic() + seconds
        while not self._closed:
            if self._channel is None and self._again():
                return True
            if self._channel is not None and self._follow(min(BEAT, max(0.0, end - time.monotonic()))):
                return True
            if time.monotonic() >= end:
                break
            if self._channel is None:
                time.sleep(min(BEAT, seconds))
        return False

    def _follow(self, seconds: float) -> bool:
        """What one look at the connection brings, waiting so long for the first line."""
        channel = self._channel
        assert channel is not None
        try:
            changed, message = False, channel.read(seconds)
            while message is not None:
                events, shows = self._hear(message)
                self.session.heard += events
                changed |= shows
                message = channel.read(0)
            now = time.monotonic()
            if now - self._beat > BEAT:
                channel.send({"do": "beat"})
                self._beat = now
            if now - self._heard > SILENT + BEAT:
                raise Gone(AWAY)
        except (Gone, ReplayMismatch) as fault:
            self._lost(str(fault))
            return True
        return changed

    def share(self, what: str = "", seat: str = "") -> Message:
        """Who looks at each seat from a browser, and how one comes there; `what` is done first (`web/server.py`).

        Raises InvalidInput if this is not the table's seat, or none are served; NotSaved if the table does not answer.
        """
        return self._request({"do": "share", "what": what, "seat": seat})[0]

    def close(self) -> bool:
        """Gives the seat back."""
        self._closed = True
        if self._channel is not None:
            self._channel.close()
            self._channel = None
        return True

    def fileno(self) -> int:
        """What a loop watches; -1 while there is no connection."""
        return self._channel.fileno() if self._channel is not None else -1

    # -- talking --------------------------------------------------------------------------------------------------

    def _join(self) -> Session:
        try:
            channel = Channel(self.address)
        except Gone as fault:
            raise InvalidInput(str(fault), hint=SHARES) from fault
        try:
            made = self._joined(channel)
        except BaseException:
            channel.close()
            raise
        self._channel, self.trouble = channel, ""
        return made

    def _joined(self, channel: Channel) -> Session:
        """The session as the owner tells it over this line. Raises InvalidInput or ReplayMismatch."""
        try:
            channel.send({"do": "join", "key": channel.key, "seat": self._seat, "version": VERSION})
            message = channel.read(SILENT)
        except Gone as fault:
            raise InvalidInput(str(fault), hint=SHARES) from fault
        if message is None or message.get("type") != "joined":
            said = message or {"message": "the table does not answer", "hint": ""}
            raise InvalidInput(str(said.get("message", "")), hint=str(said.get("hint", "")))
        self.records = len(message["lines"])
        self._seat = message["seat"]
        self._heard = self._beat = time.monotonic()
        return joined(message, self._ask, self._throw)

    def _again(self) -> bool:
        try:
            self.session = self._join()
        except (InvalidInput, ReplayMismatch):
            return False
        return True

    def _lost(self, why: str) -> None:
        if self._channel is not None:
            self._channel.close()
        self._channel = None
        self.trouble = why or AWAY
        self.session.read_only = AWAY

    def _ask(self, records: Sequence[Message]) -> list[Event]:
        return self._request({"do": "input", "inputs": list(records), "after": self.records})[1]

    def _request(self, message: Message) -> tuple[Message, list[Event]]:
        """The owner's answer, and what happened until it came. Raises InvalidInput or NotSaved."""
        if self._channel is None:
            raise InvalidInput(AWAY)
        self._asked += 1
        events: list[Event] = []
        try:
            self._channel.send(message | {"id": self._asked})
            while (came := self._channel.read(SILENT)) is not None:
                if came.get("id") == self._asked:
                    break
                events += self._hear(came)[0]
            else:
                raise Gone(AWAY)
        except (Gone, ReplayMismatch) as fault:
            self._lost(str(fault))
            raise NotSaved(
                f"{fault}. Whether it was done is not known: the table says so when it is there again"
            ) from fault
        if came["type"] == "refused":
            raise InvalidInput(came["message"], came["hint"], came["code"])
        if came["type"] == "unsaved":
            raise NotSaved(came["message"])
        return came, events

    def _whose(self, message: Message) -> list[Event]:
        """Who took something back or ruled, where it was somebody else."""
        seat, did = message["seat"], _DID.get(message["record"]["do"], "")
        if not did or seat in ("", self._seat):
            return []
        table = self.session.table
        who = table.title(seat) if seat in table.sides else "The table"
        return [Note(f"{who} {did}", "", {})]

    def _hear(self, message: Message) -> tuple[list[Event], bool]:
        self._heard = time.monotonic()
        kind = message.get("type")
        if kind == "record":
            events = [*self._whose(message), *told(self.session, message)]
            self.records = message["n"]
            return events, True
        if kind == "parts":
            self.session.parts = frozenset(message["in"])
        elif kind == "who":
            self.seats = message["seats"]
            self.session.seated = frozenset(name for name, many in message["seats"].items() if many)
        elif kind == "over":
            raise Gone(str(message.get("why", "")))
        elif kind == "wish":
            return self._wished(message["side"], message["left"], clean(message["text"])), True
        return [], kind in ("who", "parts")

    def _wished(self, side: str, left: str, text: str) -> list[Event]:
        self.session.wishes[side] = left, text
        if not text or side == self._seat or self._told_wish == (side, text):
            return []
        self._told_wish = side, text
        return [Note(wish_words(self.session.table, side, text), "", {})]

    def _throw(self, key: str, groups: Mapping[int, list[Face] | str]) -> list[Event]:
        sent = {str(at): faces for at, faces in groups.items()}
        return self._request({"do": "part", "key": key, "groups": sent})[1]
