"""A shared table under attack: two seats play at once while its owner is killed, seats go, and lines are torn."""

import contextlib
import os
import signal
import socket
import sys
from functools import partial
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

from companion.engine.errors import InvalidInput, NotSaved
from companion.engine.session import Session
from companion.seats.lines import address_of
from companion.seats.seat import Seat
from companion.store.restore import restore
from companion.store.verify import verify_file
from tests.seats.shared import standing
from tests.seats.table import Table
from tests.seats.test_alike import GAMES, one_input
from tests.torture.table import Line
from tests.waiting import wait_for

INPUTS = 300
"""So many inputs of two seats make a try."""
MOST_BETWEEN = 40
_SOON = 0.05
"""Seconds within which the next thing goes wrong."""


class Shared(Table):
    """A session that is shared, in a process of its own, and who sits at it: one at each side."""

    def __init__(self, folder: Path, game: str) -> None:
        super().__init__(folder, game)
        for side in restore(self.file).session.table.sides:
            self.seat(side)

    def tear(self, seat: Seat) -> None:
        """Ends the line of a seat, in both directions at once."""
        with contextlib.suppress(OSError), socket.socket(fileno=os.dup(seat.fileno())) as line:
            line.shutdown(socket.SHUT_RDWR)

    def back(self) -> None:
        """Every seat has joined again, and heard all."""
        for seat in self.seats:
            wait_for(partial(_again, seat))
        wait_for(self._alike, lambda: "two seats differ")

    def _alike(self) -> bool:
        for seat in self.seats:
            seat.follow(0.02)
        return standing(self.seats[0].session) == standing(self.seats[-1].session)


def _again(seat: Seat) -> bool:
    return seat.follow() or seat.saved


def _play(shared: Shared, rng: Random, most: int) -> tuple[int, str]:
    """Random inputs of both seats, some late, until something breaks; how many were taken, and whether one was open."""
    taken = 0
    for number in range(most):
        seat = rng.choice(shared.seats)
        before = seat.session.undo_count, seat.session.redo_count
        try:
            if rng.random() < 0.7:
                seat.follow()
            if not seat.saved:
                return taken, ""
            one_input(seat.session, rng, number)
            taken += 1
        except NotSaved:
            return taken, "open"
        except (InvalidInput, IndexError):
            if not seat.saved:
                return taken, ""
            if before == (0, 0) and seat.session.table.over is not None:
                break
    return taken, ""


def _known(session: Session) -> dict[str, Any]:
    """What was told to a seat, without what an undo of the input in flight would have changed."""
    found = standing(session)
    return {name: found[name] for name in ("units", "sides", "table", "asked")}


def _follows(before: Session, told: dict[str, Any], now: Session, open_: str) -> bool:
    """Whether the table is the one that was told last, or one input further: the one whose answer never came."""
    if _known(now) == told:
        return True
    if not open_:
        return False
    # An undo goes back from there, up to four inputs; anything else came on top of it.
    backs = range(1, min(5, before.undo_count + 1))
    ons = range(1, min(5, now.undo_count + 1))
    return any(_earlier(before, n) == _known(now) for n in backs) or any(_earlier(now, n) == told for n in ons)


def _earlier(session: Session, inputs: int) -> dict[str, Any]:
    """What was known so many inputs ago."""
    then = session.twin()
    then.undo(inputs)
    return _known(then)


def shared_table(folder: Path, seed: int, line: Line) -> None:
    """Nothing that a seat was told is lost, and nobody differs, whatever ends and whenever."""
    rng = Random(seed)
    shared = Shared(folder, GAMES[seed % len(GAMES)])
    taken = tries = 0
    try:
        while taken < INPUTS and tries < INPUTS:
            tries += 1
            what, seat = rng.choice(("owner killed", "seat torn off", "seat gone")), rng.choice(shared.seats)
            timer = Timer(rng.random() * _SOON, partial(_break, shared, what, seat))
            timer.start()
            made, open_ = _play(shared, rng, MOST_BETWEEN)
            timer.join()
            taken += made
            line.judge(what, partial(_judged, shared, what, open_, seat))
        line.judge("played again alone", lambda: "survived" if _alone(shared) else "wrong")
    finally:
        shared.leave()
        shared.kill()
    print(f"seed {seed}: {taken} inputs, {tries} times something broke", file=sys.stderr)


def _break(shared: Shared, what: str, seat: Seat) -> None:
    if what == "owner killed":
        shared.process.send_signal(signal.SIGKILL)
    elif what == "seat torn off":
        shared.tear(seat)


def _judged(shared: Shared, what: str, open_: str, seat: Seat) -> str:
    furthest = max(shared.seats, key=lambda one: one.records)
    before, told = furthest.session.twin(), _known(furthest.session)
    if what == "owner killed":
        shared.kill()
        shared.serve()
    if what == "seat gone":
        shared.tear(seat)
        seat.close()
        shared.seats[shared.seats.index(seat)] = Seat(address_of(shared.file), seat.session.seat)
    shared.back()
    now = shared.seats[0].session
    if what == "owner killed" and standing(now) != standing(restore(shared.file).session):
        return "wrong"
    return "survived" if _follows(before, told, now, open_) else "lost"


def _alone(shared: Shared) -> bool:
    """Whether one program alone, which plays the file again, comes to the table of the seats."""
    shared.process.send_signal(signal.SIGTERM)
    shared.process.wait()
    same = _known(restore(shared.file).session) == _known(shared.seats[0].session)
    found = verify_file(shared.file)
    return same and found.verdict != "diverged"
