"""A shared table in one process: an owner, and seats whose lines are the very bytes that a connection carries."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion import store
from companion.engine.dice import Face
from companion.engine.errors import InvalidInput, NotSaved
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.frontend.opened import OpenSession
from companion.seats.lines import VERSION, Message, decode, encode
from companion.seats.owner import Owner
from companion.seats.seat_session import joined, told
from companion.store.folders import ready_dir


class LocalSeat:
    """A seat at this owner's table, in this process. `wire` is all that came over its line."""

    def __init__(self, owner: Owner, name: str) -> None:
        self.owner, self.name = owner, name
        self.wire = b""
        self._queue: deque[Message] = deque()
        owner.join(self, {"version": VERSION, "seat": name})
        first = self._queue.popleft()
        self.n = len(first["lines"])
        self.session = joined(first, self.ask, self.throw)
        self.hear()

    def send(self, message: Message) -> None:
        line = encode(message)
        self.wire += line
        self._queue.append(decode(line))

    def hear(self) -> None:
        """Takes everything that came."""
        while self._queue:
            self._take(self._queue.popleft())

    def _take(self, message: Message) -> list[Event]:
        if message["type"] == "record":
            self.n = message["n"]
            return told(self.session, message)
        if message["type"] == "parts":
            self.session.parts = frozenset(message["in"])
        if message["type"] == "wish":
            self.session.wishes[message["side"]] = message["left"], message["text"]
        if message["type"] == "who":
            self.session.seated = frozenset(name for name, many in message["seats"].items() if many)
        return []

    saved = True

    def follow(self, seconds: float = 0) -> bool:
        self.hear()
        return True

    def wish(self, left: str, text: str) -> None:
        self._request({"do": "wish", "left": left, "text": text})

    def ask(self, records: Sequence[Message], crc: int) -> list[Event]:
        return self._request({"do": "input", "inputs": list(records), "after": self.n, "crc": crc})

    def throw(self, key: str, groups: Mapping[int, list[Face] | str]) -> list[Event]:
        return self._request({"do": "part", "key": key, "groups": {str(at): faces for at, faces in groups.items()}})

    def _request(self, message: Message) -> list[Event]:
        self.owner.handle(self, decode(encode(message | {"id": 1})))
        events: list[Event] = []
        while self._queue:
            came = self._queue.popleft()
            if came["type"] == "refused":
                raise InvalidInput(came["message"], came["hint"], came["code"])
            if came["type"] == "unsaved":
                raise NotSaved(came["message"])
            if "id" in came:
                return events
            events += self._take(came)
        raise AssertionError("the owner did not answer")


def ready(name: str, folder: Path) -> store.Opened:
    """A copy of a ready game in this folder, opened to play."""
    file = folder / f"{name}.toml"
    file.write_bytes((ready_dir() / f"{name}.toml").read_bytes())
    return store.open_session(file)


def seated(opened: OpenSession, *more: str) -> tuple[Owner, dict[str, LocalSeat]]:
    """The owner of this session, and a seat for each side, and for `more`."""
    owner = Owner(opened)
    return owner, {name: LocalSeat(owner, name) for name in (*opened.session.table.sides, *more)}


def standing(session: Session) -> dict[str, Any]:
    """All in which two seats must be alike."""
    run, table = session.run, session.table
    asked = run.request if run is not None else None
    return {
        "units": {one.id: one.dump() for one in table.units.values()},
        "sides": {one.id: one.dump() for one in table.sides.values()},
        "table": table.dump(),
        "melees": session.melees(),
        "asked": (asked.key, asked.fingerprint()) if asked is not None else None,
        "sealed": sorted(session.sealed),
        "counts": (session.undo_count, session.redo_count, len(session.entries)),
        "crc": session.state_crc,
    }
