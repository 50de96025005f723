"""What must be the same after a session was closed and opened, and players who do anything that may be done."""

import errno
import os
import shutil
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.inputs import TakenInput
from companion.engine.journal import JournalEntry
from companion.engine.log import lines
from companion.engine.requests import Roll
from companion.engine.session import Session
from companion.engine.state.changes import Tally
from companion.store.campaigns import read_campaign
from companion.store.diagnostics import CannotOpen
from companion.store.folders import log_file
from companion.store.ledger import differences
from companion.store.opening import Opened, open_session
from companion.store.restore import restore
from companion.store.rosters import read_roster
from companion.testing import play_random, step_random
from tests.contract.games import standing, state

FULL = OSError(errno.ENOSPC, "No space left on device")


def full(*_: Any) -> None:
    raise FULL


def half_written(handle: int, data: Any) -> int:
    """The system takes half of a line, then no more."""
    if len(data) > 40:
        size = os.fstat(handle).st_size
        written = os.pwrite(handle, bytes(data[: len(data) // 2]), size)
        # A thread that goes on writing when the disk is well again goes on behind it.
        os.lseek(handle, size + written, os.SEEK_SET)
        return written
    raise FULL


BROKEN: list[tuple[str, Callable[..., Any]]] = [("write", full), ("write", half_written), ("fsync", full)]
"""Calls of the system, each with how it fails."""


def moment(session: Session, count: int) -> None:
    for number in range(count):
        step_random(session, Random(number))


def but_for_offers(seen: dict[str, Any]) -> dict[str, Any]:
    """A picture without the dice that are offered again: those of an input that was refused are on no disk."""
    standing = seen["standing"]
    if standing is not None and "dice" in standing[4]:
        dice = [{**group, "sticky": None} for group in standing[4]["dice"]]
        standing = (*standing[:4], {**standing[4], "dice": dice}, *standing[5:])
    return {**seen, "sticky": None, "standing": standing}


def picture(session: Session) -> dict[str, Any]:
    """Everything that players could tell a session by."""
    run = session.run
    return {
        "state": state(session.table),
        "contacts": list(session.table.contacts.items()),
        "name": session.table.name,
        "standing": standing(session),
        "undo": session.undo_count,
        "redo": session.redo_count,
        "log": lines(session),
        "entries": [every_field(replace(e, inputs=_renumbered(e.inputs))) for e in session.entries],
        "inputs": _renumbered(run.inputs) if run is not None else [],
        "sticky": session.request.sticky if isinstance(session.request, Roll) else None,
    }


def _renumbered(inputs: list[TakenInput]) -> list[TakenInput]:
    """Inputs by their place: numbers have gaps where something was refused, and say nothing else."""
    places = {made.n: place for place, made in enumerate(inputs)}
    return [replace(i, n=places[i.n], drops=tuple(places.get(n, -1) for n in i.drops)) for i in inputs]


def every_field(value: Any) -> Any:
    """All that a value holds, also what its own comparison leaves out: a list as a tuple, a tally as its number."""
    if isinstance(value, JournalEntry):
        # Counted when somebody looks; one that was read has it from the file.
        value.recorded_crc = value.state_crc
    if is_dataclass(value):
        named = [each.name for each in fields(value)]
    elif isinstance(value, Mapping):
        return {key: every_field(held) for key, held in value.items()}
    elif isinstance(value, Sequence) and not isinstance(value, str):
        return [every_field(held) for held in value]
    else:
        return int(value) if isinstance(value, Tally) else value
    return {name: every_field(getattr(value, name)) for name in named}


def read_again(file: Path) -> dict[str, Any]:
    """The picture of what lies on disk now."""
    return picture(restore(file).session)


def opened_anew(file: Path) -> tuple[list[str], dict[str, Any]]:
    """What is said of a session that is opened to play on, and its picture; it is closed again."""
    opened = open_session(file)
    seen = picture(opened.session)
    assert opened.close()
    return opened.notices, seen


def anything(session: Session, rng: Random) -> None:
    """One random input of any kind; what is refused changes nothing and is no harm."""
    try:
        kind = rng.random()
        if session.run is None and not any(action.open for action in session.actions()):
            # Everybody may have been set down by hand: nothing is left to start.
            session.undo()
        elif kind < 0.70 or session.undo_count == 0:
            step_random(session, rng)
        elif kind < 0.80:
            session.undo(rng.randint(1, min(session.undo_count, 9)))
        elif kind < 0.86 and session.redo_count:
            session.redo(rng.randint(1, session.redo_count))
        elif kind < 0.92:
            _adjust(session, rng)
        elif kind < 0.96 and session.run is not None and session.run.answers:
            given = rng.choice(session.run.answers)
            asked = session.run.asked.get(given.key)
            session.amend(given.key, rng.choice([given.value, not given.value, asked.random(rng) if asked else None]))
        elif kind < 0.98 and session.run is not None and session.run.context.tallies:
            session.overrule(rng.choice(list(session.run.context.tallies)), rng.randint(0, 4), "so it was said")
        elif session.run is not None:
            session.leave(rng.random() < 0.5, "no time")
    except InvalidInput:
        return


def _adjust(session: Session, rng: Random) -> None:
    unit = rng.choice(list(session.table.units.values()))
    if rng.random() < 0.3:
        other = rng.choice([u for u in session.table.units.values() if session.table.enemies(u, unit)])
        session.connect(unit.id, other.id)
        return
    known = [s for s in unit.specs().values() if s.adjust and s.kind in ("int", "bool")]
    spec = rng.choice(known)
    lo, hi = spec.bounds(unit)
    value: Any = rng.random() < 0.5 if spec.kind == "bool" else rng.randint(lo or 0, 6 if hi is None else hi)
    session.adjust(unit.id, spec.name, value, why="a miscount")


def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def put(file: Path, old: str, new: str) -> None:
    """Changes a file by hand. The old text must be there."""
    text = text_of(file)
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def log_lines(file: Path) -> list[str]:
    """The input lines of the open file."""
    path = log_file(file)
    return text_of(path).partition("[records]\n")[2].splitlines() if path.exists() else []


def said(file: Path) -> list[str]:
    """What is said of a file of any kind when it is read, or why it is refused."""
    try:
        if file.name == "campaign.toml":
            made = read_campaign(file)
            return [*made.notices, *map(str, differences(made))]
        if file.parent.name == "rosters":
            return read_roster(file).notices
        return open_session(file, read_only=True).notices
    except CannotOpen as fault:
        return [str(one) for one in fault.diagnostics]


def played(file: Path, most_entries: int = 400, seed: int = 2) -> Session:
    """A random game on this file, closed: to its end, or for so many procedures."""
    opened = open_session(file, rng=Random(seed))
    play_random(opened.session, Random(seed), most_entries=most_entries)
    assert opened.close()
    return opened.session


def begun(file: Path, rng: Random | None = None) -> Opened:
    """A session of the duel, opened, whose first exchange waits for its first answer."""
    opened = open_session(file, rng=rng)
    opened.session.start("exchange", {"fighter": "ann"})
    return opened


class Camera:
    """Copies a folder before every step on the disk, or those of one thread alone."""

    def __init__(self, folder: Path, to: Path, thread: str = "") -> None:
        self.folder, self.to, self.thread, self.shots = folder, to, thread, 0

    def turn_on(self, patch: pytest.MonkeyPatch) -> None:
        """Takes pictures as long as the patch holds."""
        if not self.thread:
            # The session is in its log alone: the worker that writes its file would be in the pictures.
            patch.setattr("companion.store.snapshot.SnapshotWriter.write", lambda *_: None)
        for name in ("write", "fsync", "replace", "link"):
            patch.setattr(os, name, self.around(getattr(os, name)))

    def around(self, act: Callable[..., Any]) -> Callable[..., Any]:
        """Does the same, and takes a picture before it."""

        def acted(*args: Any, **more: Any) -> Any:
            if self.thread in ("", threading.current_thread().name):
                self.shoot()
            return act(*args, **more)

        return acted

    def shoot(self) -> None:
        """Takes a picture."""
        shutil.copytree(self.folder, self.to / str(self.shots), copy_function=shutil.copyfile)
        self.shots += 1
