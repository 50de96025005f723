"""Plays sessions and kills the player: imports once, then forks a player for each line `FILE SEED KILL SPIN`.

The player says a number after every input that came back to it: that one is acknowledged. When it says KILL it is
killed, a little later by SPIN. Answers each line with the last number that it said before it died.
"""

import os
import signal
import sys
from pathlib import Path
from random import Random
from types import MappingProxyType

from companion.engine import registry
from companion.store import open_session
from companion.store.snapshot import SnapshotWriter
from tests.store.helpers import anything

MOST = 70


def play(file: Path, seed: int, to: int) -> None:
    rng = Random(seed)
    opened = open_session(file, rng=Random(seed))
    for number in range(1, MOST + 1):
        if opened.session.table.over is not None and opened.session.run is None:
            break
        anything(opened.session, rng)
        os.write(to, f"{number}\n".encode())
    opened.close()


def kill(file: Path, seed: int, enough: int, spin: int) -> int:
    """Returns the last input that was acknowledged."""
    heard, to = os.pipe()
    child = os.fork()
    if child == 0:
        play(file, seed, to)
        os._exit(0)
    os.close(to)
    acknowledged = 0
    with os.fdopen(heard) as said:
        for line in said:
            acknowledged = int(line)
            if acknowledged == enough:
                for _ in range(spin):
                    pass
                os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return acknowledged


if __name__ == "__main__":
    SnapshotWriter.pause = 0
    registry.BUILT_IN = MappingProxyType({**registry.BUILT_IN, "duel": "tests.games.duel:DUEL"})
    for line in sys.stdin:
        name, *numbers = line.rsplit(" ", 3)
        print(kill(Path(name), *map(int, numbers)), flush=True)
