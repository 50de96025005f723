"""Records the games and pins the stat lines anew: `python -m tests.recorded [--wording]`.

Refuses where a recorded game comes out otherwise, or a stat line differs, and the revision of the rules is the same.
`--wording` says that only words or new lines of the data are different: then they are pinned as they are.
"""

import sys
import tempfile
import tomllib
from pathlib import Path
from random import Random

import tomli_w

from companion.engine.registry import BUILT_IN, find
from companion.play.random_player import RandomPlayer
from companion.store.manage import create_session
from companion.store.opening import open_session
from companion.store.verify import verify_file
from tests.examples import present
from tests.recorded import HERE, PINS, stat_lines

SEEDS = (1, 2)
LONGEST = 30_000
"""Bytes of a recorded game, about: it ends with the procedure that passes this."""


def record(game: str, seed: int) -> None:
    """Plays a game at random and keeps its file."""
    example = present(find(game).example)
    with tempfile.TemporaryDirectory() as folder:
        file = create_session(example(), Path(folder), f"{game} {seed}")
        opened = open_session(file, rng=Random(seed))
        player, session = RandomPlayer(Random(seed)), opened.session
        while session.run is not None or (session.table.over is None and file.stat().st_size < LONGEST):
            player.step(session)
            if session.run is None:
                opened.save()
        opened.close()
        (HERE / f"{game}-{seed}.toml").write_bytes(file.read_bytes())


def main(words: list[str]) -> int:
    """Returns the exit status."""
    pins = tomllib.loads(PINS.read_text(encoding="utf-8")) if PINS.exists() else {}
    status = 0
    for game in BUILT_IN:
        revision, pin = find(game).revision, pins.get(game, {})
        files = [HERE / f"{game}-{seed}.toml" for seed in SEEDS]
        same = all(file.exists() and verify_file(file).verdict == "exact" for file in files)
        if same and "--wording" in words:
            pins[game] = {"revision": revision, "data": stat_lines(game)}
        if pin and pin["revision"] == revision:
            if not same:
                print(f"{game} plays otherwise and is still revision {revision}: raise it first", file=sys.stderr)
                status = 1
            elif pins[game]["data"] != stat_lines(game):
                print(
                    f"{game}: its data differ and it is still revision {revision}: raise it first, "
                    "or --wording if only words or new lines differ",
                    file=sys.stderr,
                )
                status = 1
            continue
        for seed in SEEDS:
            record(game, seed)
        pins[game] = {"revision": revision, "data": stat_lines(game)}
    PINS.write_text(tomli_w.dumps(pins), encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
