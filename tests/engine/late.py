"""Games that units and minis join and leave under way: how tests begin them, and bring them back from the disk."""

from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from companion import store
from companion.engine.session import Session
from companion.store.opening import Opened
from companion.store.snapshot import SnapshotWriter
from tests.examples import table_of

MANY = {"legion": "storm", "better-wargame": "first_squad"}
"""Games whose units have several minis, and such a unit."""


def state(session: Session) -> list[object]:
    """The units in their order, with all that each has."""
    return [list(session.table.units), [unit.dump(whole=True) for unit in session.table.units.values()]]


def part_all(session: Session) -> None:
    """Ends every contact: whoever touches somebody stays."""
    for pair in list(session.table.contacts):
        session.disconnect(*pair)


def example_of(game: str) -> Session:
    """The example table of a game, in memory."""
    return Session(table_of(game))


def on_disk(game: str, folder: Path) -> Opened:
    """The example table of a game as a session in this folder, open for play."""
    return store.open_session(store.create_session(example_of(game).table, folder, "Late"))


def from_the_log_alone(opened: Opened, play: Callable[[Session], object], told: bytes) -> Opened:
    """The session opened again as after a crash: no snapshot has what was played now, the log does.

    `told` stands in the log once it was played.
    """
    file = opened.file
    snapshot = file.read_bytes()
    # The worker would write one at any moment, and begin the log anew.
    with patch.object(SnapshotWriter, "write"):
        play(opened.session)
    log_file = next(p for p in file.parent.rglob("*") if p.is_file() and p != file and told in p.read_bytes())
    records = log_file.read_bytes()
    opened.close()
    file.write_bytes(snapshot)
    log_file.write_bytes(records)
    return store.open_session(file)
