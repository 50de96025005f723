"""The attacks. Each is a function of a folder and a seed: it does one thing to one game and counts what came of it."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.errors import NotSaved
from companion.store import check_file, open_session, summaries
from companion.store.folders import log_file
from tests.store.helpers import picture, read_again
from tests.torture.campaigns import killed_in_a_campaign
from tests.torture.games import in_child, inputs, pictures, play, start
from tests.torture.power import PowerCut
from tests.torture.table import Line

Attack = Callable[[Path, int, Line], None]
CALLS = ("open", "write", "fsync", "replace", "unlink", "ftruncate", "close", "fchmod", "mkdir")


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
    enough, spin = chance.randint(1, len(expected)), chance.randint(0, 30_000)

    def heard(child: int, number: int) -> None:
        if number == enough:
            for _ in range(spin):
                pass
            os.kill(child, signal.SIGKILL)

    last = in_child(lambda say: play(file, seed, heard=say), heard)
    line.judge(f"seed {seed}", lambda: _kept(file, expected, last))


def ended_at_a_call(folder: Path, seed: int, line: Line) -> None:
    """The program ends at one call to the disk: before it, or after it."""
    file, expected, chance = start(folder, seed), pictures(seed), Random(seed)
    number, after = chance.randint(1, 250), chance.random() < 0.5
    count = itertools.count(1)

    def ending(act: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            last = next(count) == number
            if last and not after:
                os._exit(9)
            made = act(*args, **more)
            if last:
                os._exit(9)
            return made

        return call

    def act(say: Callable[[int], None]) -> None:
        write = os.write
        for name in CALLS:
            setattr(os, name, ending(getattr(os, name)))

        def quietly(n: int) -> None:
            # What is said to the parent is no call to the disk.
            os.write, mine = write, os.write
            say(n)
            os.write = mine

        play(file, seed, heard=quietly)

    last = in_child(act)
    line.judge(f"seed {seed}", lambda: _kept(file, expected, last))


def failing(folder: Path, seed: int, line: Line) -> None:
    """One call to the disk fails, once or from then on: what was refused is not there, what was taken is."""
    file, chance = start(folder, seed), Random(seed)
    name, number, for_good = chance.choice(CALLS), chance.randint(1, 60), chance.random() < 0.5
    code = chance.choice((5, 24, 28))
    real, count = getattr(os, name), itertools.count(1)

    def call(*args: Any, **more: Any) -> Any:
        n = next(count)
        if n == number or (for_good and n > number):
            raise OSError(code, os.strerror(code))
        return real(*args, **more)

    def verdict() -> str:
        opened = open_session(file, rng=Random(seed))
        setattr(os, name, call)
        try:
            for _ in inputs(opened.session, seed, 15):
                pass
        except NotSaved:
            pass
        finally:
            opened._recorder.snapshots.wait()  # type: ignore[union-attr]
            setattr(os, name, real)
        wanted = picture(opened.session) | {"sticky": None}
        there = read_again(file) | {"sticky": None}
        opened.close()
        if read_again(file) | {"sticky": None} != wanted:
            return "lost"
        return "survived" if there | {"standing": None} == wanted | {"standing": None} else "wrong"

    line.judge(f"seed {seed}: {name} {number} {'for good' if for_good else 'once'}", verdict)


def power_cut(folder: Path, seed: int, line: Line) -> None:
    """The power fails: of what was not synced, any part may be there."""
    file, expected, chance = start(folder / "disk", seed), pictures(seed, 20), Random(seed)
    cut = chance.randint(1, len(expected))
    with PowerCut(file.parent) as power:
        opened = open_session(file, rng=Random(seed))
        last = 0
        for last in inputs(opened.session, seed, 20):
            if last == cut:
                break
        if chance.random() < 0.7:
            opened._recorder.snapshots.wait()  # type: ignore[union-attr]
        after = power.fail(folder / "after", chance)
        opened.close()
    line.judge(f"seed {seed}", lambda: _kept(after / file.name, expected, last))


def mangled(folder: Path, seed: int, line: Line) -> None:
    """Main and open file of a game are cut, flipped and torn: refused, said, or the same."""
    file, chance = start(folder, seed), Random(seed)
    play(file, seed, 25)
    seen = read_again(file)
    files = [f for f in (file, log_file(file)) if f.exists()]
    whole = {f: f.read_bytes() for f in files}
    for number in range(25):
        target = chance.choice(files)
        target.write_bytes(_mangled(whole[target], chance))

        def verdict(target: Path = target) -> str:
            summaries(folder)
            faults = check_file(file)
            opened = open_session(file, read_only=True)
            if opened.notices or picture(opened.session) == seen:
                return "survived"
            return "lost" if not faults else "wrong"

        line.judge(f"seed {seed}, change {number} of {target.name}", verdict)
        target.write_bytes(whole[target])


def _mangled(data: bytes, chance: Random) -> bytes:
    a, b = sorted(chance.randrange(len(data)) for _ in range(2))
    kind = chance.randrange(7)
    if kind < 2:
        return data[:a]
    if kind < 4:
        return data[:a] + bytes([data[a] ^ 1 << chance.randrange(8)]) + data[a + 1 :]
    if kind == 4:
        return data[:a] + data[b:]
    if kind == 5:
        return data[:b] + data[a:]
    return data[:a] + chance.randbytes(20) + data[a:]


def six_programs(folder: Path, seed: int, line: Line) -> None:
    """Six programs want one session at once: what each was told is saved is there in the end."""
    file = start(folder, seed)
    unit = next(iter(read_again(file)["state"]["units"]))
    sources = [_visitor(file, unit, seed * 6 + number) for number in range(6)]
    told = sum(map(_told, sources))
    for _ in sources:
        os.wait()

    def verdict() -> str:
        there = read_again(file)["undo"]
        others = [f for f in folder.glob("duel-*.toml") if not f.name.endswith(".open.toml")]
        if others:
            return "wrong"
        return "survived" if there == told else "lost" if there < told else "wrong"

    line.judge(f"seed {seed}: {told} inputs", verdict)


def _told(source: int) -> int:
    with os.fdopen(source) as said:
        return int(said.read() or 0)


def _visitor(file: Path, unit: str, seed: int) -> int:
    source, target = os.pipe()
    if os.fork() == 0:
        made, chance = 0, Random(seed)
        try:
            for _ in range(12):
                opened = open_session(file)
                for number in range(0 if opened.read_only else chance.randint(1, 4)):
                    opened.session.adjust(unit, "name", f"{seed} {made} {number}")
                    made += 1
                opened.close()
        finally:
            os.write(target, b"%d" % made)
            os._exit(0)
    os.close(target)
    return source


ATTACKS: dict[str, Attack] = {
    "killed at random": killed,
    "ended at a call": ended_at_a_call,
    "a call fails": failing,
    "power cut": power_cut,
    "mangled files": mangled,
    "six programs": six_programs,
    "killed in a campaign": killed_in_a_campaign,
}


def clean(folder: Path) -> None:
    """Makes room for the next."""
    shutil.rmtree(folder, ignore_errors=True)
