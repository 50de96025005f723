"""Attacks on the session that is played. Each does one thing to one game and counts what came of it."""

import contextlib
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.errors import NotSaved
from companion.store.folders import history_dir
from companion.store.generations import generations
from companion.store.going_back import go_back, named
from companion.store.manage import bin_file, copy_session, put_back, rename_file
from companion.store.opening import open_session
from tests.contract.games import IDS
from tests.store.helpers import but_for_offers, picture, read_again
from tests.torture.children import CALLS, Say, end_at, failing, in_child, kill_when
from tests.torture.games import inputs, pictures, play, start
from tests.torture.power import Cut, PowerCut
from tests.torture.table import Line

SHORT = 12
"""Inputs of a game that is ended at each of its calls."""
MOST_CALLS = 90
"""Calls to the disk that such a game makes, about: one that ends after more comes to its end."""


def _kept(file: Path, expected: list[dict[str, Any]], acknowledged: int) -> str:
    """Whether what was acknowledged is there, and nothing else but the input that was under way."""
    opened = open_session(file)
    seen = picture(opened.session)
    opened.close()
    if seen in expected[acknowledged : acknowledged + 2]:
        return "survived"
    return "lost" if seen in expected[:acknowledged] else "wrong"


def killed(folder: Path, seed: int, line: Line) -> None:
    """A player is killed at a random moment."""
    file, expected, chance = start(folder, seed), pictures(seed), Random(seed)
    kill = kill_when(chance.randint(1, len(expected)), chance.randint(0, 30_000))

    def verdict() -> str:
        return _kept(file, expected, in_child(lambda say: play(file, seed, heard=say), kill))

    line.judge("", verdict)


def ended_at_a_call(folder: Path, seed: int, line: Line) -> None:
    """The program ends at one call to the disk: before it, or after it. Seeds walk through the calls of each game."""
    file, expected = start(folder, seed), pictures(seed, SHORT)
    number, after = seed // len(IDS) % (2 * MOST_CALLS) // 2 + 1, seed // len(IDS) % 2 == 1

    def act(say: Say) -> None:
        end_at(number, after=after)
        play(file, seed, SHORT, heard=say)

    line.judge(f"call {number} {'done' if after else 'to be done'}", lambda: _kept(file, expected, in_child(act)))


def a_call_fails(folder: Path, seed: int, line: Line) -> None:
    """One call to the disk fails, once or from then on: what was refused is not there, what was taken is."""
    file, chance = start(folder, seed), Random(seed)
    name, number, for_good = CALLS[seed % len(CALLS)], chance.randint(1, 60), chance.random() < 0.5
    code = chance.choice((5, 24, 28))

    def verdict() -> str:
        opened = open_session(file, rng=Random(seed))
        with failing(name, number, code, for_good=for_good):
            with contextlib.suppress(NotSaved):
                for _ in inputs(opened.session, seed, 15):
                    pass
            opened._recorder.snapshots.wait()  # type: ignore[union-attr]
        wanted = but_for_offers(picture(opened.session))
        there = but_for_offers(read_again(file))
        opened.close()
        if but_for_offers(read_again(file)) != wanted:
            return "lost"
        return "survived" if there | {"standing": None} == wanted | {"standing": None} else "wrong"

    line.judge(f"{name} {number} {'for good' if for_good else 'once'}", verdict)


def power_cut(folder: Path, seed: int, line: Line) -> None:
    """The power fails after an input, or in a sync of one: of what was not synced, any part may be there."""
    file, expected, chance = start(folder / "disk", seed), pictures(seed, 20), Random(seed)
    cut, sync = chance.randint(1, len(expected)), chance.randint(1, 30) if chance.random() < 0.5 else 0
    opened, last = open_session(file, rng=Random(seed)), 0
    with PowerCut(file.parent, at=sync) as power:
        with contextlib.suppress(Cut):
            for last in inputs(opened.session, seed, 20):
                if last == cut:
                    break
        if chance.random() < 0.7:
            opened._recorder.snapshots.wait()  # type: ignore[union-attr]
        after = power.fail(folder / "after", chance)
        opened.close()
    line.judge(f"after input {last}", lambda: _kept(after / file.name, expected, last))


# -- whole files are moved ---------------------------------------------------------------------------------------


def _rename(file: Path) -> None:
    rename_file(file, "Dusk")


def _bin(file: Path) -> None:
    put_back(bin_file(file))


def _copy(file: Path) -> None:
    copy_session(file, file.parent / "copies")


def _back(file: Path) -> None:
    go_back(file, named(file, "1"))


MOVES = (_rename, _bin, _copy, _back)


def moved(folder: Path, seed: int, line: Line) -> None:
    """A program ends at a call while it renames, bins, copies or goes back: all that was played is found again."""
    file, move = start(folder, seed), MOVES[seed % len(MOVES)]
    number, after = seed // len(MOVES) % 60 // 2 + 1, seed // len(MOVES) % 2 == 1
    play(file, seed)
    seen = read_again(file)
    then = read_again(named(file, "1").path) if generations(history_dir(file)) else seen

    def act(_: Say) -> None:
        end_at(number, after=after)
        if move is not _back or generations(history_dir(file)):
            move(file)

    def verdict() -> str:
        in_child(act)
        there = [f for f in (file, file.with_name("dusk.toml"), folder / ".bin" / file.name) if f.exists()]
        if len(there) != 1:
            return "lost"
        opened = open_session(there[0])
        now = picture(opened.session) | {"name": ""}
        opened.close()
        if now == seen | {"name": ""}:
            return "survived"
        kept = any(read_again(one.path) == seen for one in generations(history_dir(file)) if one.mark)
        return "survived" if move is _back and now == then | {"name": ""} and kept else "wrong"

    line.judge(f"{move.__name__[1:]}, call {number} {'done' if after else 'to be done'}", verdict)
