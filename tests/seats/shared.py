"""A shared table in one process: an owner, and seats whose lines are the very bytes that a connection carries."""

from __future__ import annotations

from collections import deque
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from companion.engine.requests import Split
from companion.engine.session import Session
from companion.frontend.lines_in import parse
from companion.frontend.opened import OpenSession
from companion.seats import seat as seat_module
from companion.seats.channel import Channel
from companion.seats.lines import Message, encode
from companion.seats.owner import Owner
from companion.seats.seat import Seat
from companion.store.folders import ready_dir
from companion.store.opening import Opened, open_session

KAGU = "bushido-bridge-at-kagu"


class Wire(Channel):
    """The line of a seat to an owner in this process; what the owner says is kept as bytes."""

    def __init__(self, seat: LocalSeat) -> None:
        self.key, self._seat = "", seat
        self._lines = deque()

    def send(self, message: Message) -> None:
        if message["do"] == "join":
            self._seat.owner.join(self._seat, message)
        elif message["do"] != "beat":
            self._seat.owner.handle(self._seat, parse(encode(message)))

    def hear(self, line: bytes) -> None:
        self._lines.append(parse(line))

    def read(self, seconds: float) -> Message | None:
        return self._lines.popleft() if self._lines else None

    def close(self) -> None:
        """There is nothing to close."""


class LocalSeat(Seat):
    """A seat at this owner's table, in this process. `wire` is all that came over its line."""

    def __init__(self, owner: Owner, name: str) -> None:
        self.owner, self.name = owner, name
        self.wire, self.line = b"", Wire(self)
        with self.found():
            super().__init__(Path(), name)
        self.hear()

    def found(self) -> AbstractContextManager[object]:
        """While it lasts, its table is found over its line whenever it is looked for."""
        return patch.object(seat_module, "Channel", lambda _: self.line)

    def send(self, message: Message) -> None:
        """What the owner says."""
        line = encode(message)
        self.wire += line
        self.line.hear(line)

    def hear(self) -> None:
        """Takes everything that came."""
        self.follow()


def copied(folder: Path, game: str = KAGU) -> Path:
    """A copy of a ready game in this folder."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{game}.toml"
    file.write_bytes((ready_dir() / file.name).read_bytes())
    return file


def ready(folder: Path, game: str = KAGU) -> Opened:
    """A copy of a ready game, opened to play."""
    return open_session(copied(folder, game))


def seated(opened: OpenSession, *more: str) -> tuple[Owner, dict[str, LocalSeat]]:
    """The owner of this session, and a seat for each side, and for `more`."""
    owner = Owner(opened)
    return owner, {name: LocalSeat(owner, name) for name in (*opened.session.table.sides, *more)}


def standing(session: Session) -> dict[str, Any]:
    """All in which two seats must be alike."""
    run, table = session.run, session.table
    asked = run.driver.request if run is not None else None
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


def at_the_split(folder: Path) -> tuple[LocalSeat, LocalSeat]:
    """Both seats, asked to split in secret."""
    _, at = seated(ready(folder))
    red, blue = at["red"], at["blue"]
    red.session.start("melee", {"pair": "aya+chiyo"})
    blue.hear()
    return red, blue


def split(asked: object, attack: int) -> dict[str, object]:
    """An answer to the split that is asked: so many attack, the others defend."""
    assert isinstance(asked, Split)
    plan = asked.plans[0]
    return {"plan": plan.plan, "parts": {"attack": attack, "defence": (plan.total or 0) - attack}}


def seal(seat: Seat, attack: int) -> None:
    """This seat splits so."""
    side = seat.session.seat
    assert seat.session.request is not None
    assert seat.session.request.by == side
    seat.session.answer(split(seat.session.request, attack), side)


def at_the_dice(folder: Path) -> tuple[LocalSeat, LocalSeat]:
    """Both seats, their splits revealed; red has heard that its dice are asked."""
    red, blue = at_the_split(folder)
    seal(red, 1)
    seal(blue, 2)
    red.hear()
    return red, blue
