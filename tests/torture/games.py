"""Seeded games on disk, and what the same players see with no disk at all."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

from companion.engine import registry
from companion.engine.session import Session
from companion.store.manage import create_session
from companion.store.opening import open_session
from companion.store.snapshot import SnapshotWriter
from tests.contract.games import IDS, fresh
from tests.store.helpers import anything, picture

MOST = 40


def make_known() -> None:
    """Files may name the games that only tests have, and every rest is written at once."""
    SnapshotWriter.pause = 0
    games = {"duel": "tests.games.duel:DUEL", "feud": "tests.store.feud:FEUD"}
    registry.BUILT_IN = MappingProxyType({**registry.BUILT_IN, **games})


def game_of(seed: int) -> str:
    """The games take turns."""
    return IDS[seed % len(IDS)]


def start(folder: Path, seed: int) -> Path:
    """A new session of the game of this seed."""
    return create_session(fresh(game_of(seed)), folder, "Duel")


def pictures(seed: int, most: int = MOST) -> list[dict[str, Any]]:
    """What the players see after each input, without a disk."""
    table = fresh(game_of(seed))
    table.name = "Duel"
    session = Session(table, rng=Random(seed))
    return [picture(session), *(picture(session) for _ in inputs(session, seed, most))]


def inputs(session: Session, seed: int, most: int = MOST) -> Iterator[int]:
    """Plays; yields the number of each input when it is taken."""
    rng = Random(seed)
    for number in range(1, most + 1):
        if session.table.over is not None and session.run is None:
            return
        anything(session, rng)
        yield number


def play(file: Path, seed: int, most: int = MOST, heard: Callable[[int], None] = lambda _: None) -> None:
    """Plays a session on disk to its end; `heard` gets the number of every input that is acknowledged."""
    opened = open_session(file, rng=Random(seed))
    for number in inputs(opened.session, seed, most):
        heard(number)
    opened.close()
