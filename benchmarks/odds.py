"""What odds cost: the requests that ready games stand at, a split of eight dice against eight, and icepool beside them.

Cold is the first time, with every table of chances still to be made; warm is the same again.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import icepool

from benchmarks.odds_sweep import slowest
from companion.engine.odds import Odds
from companion.engine.registry import find
from companion.engine.session import Session
from companion.rules.bushido.records import Special
from companion.store.folders import ready_dir
from companion.store.restore import restore
from companion.testing import drive
from tests.rules.bushido_kit import pair

BUDGET = "≤ 50 ms cold, ≤ 5 ms warm"
TWO_SPECIALS = (Special("Combo Attack", 0), Special("Powerful Attack", 0))
RUNS = 10_000
"""A simulation is timed over so many runs, and counted a hundred times for a million."""


def report() -> Iterator[tuple[str, str, str]]:
    """Every line of the part `odds`."""
    for file in sorted(ready_dir().glob("*.toml")):
        if ".open" in file.name or "roster" in file.name:
            continue
        session = restore(file).session
        if session.request is not None and session.odds() is not None:
            what = f"odds: {file.stem}, {session.request.name}"
            yield what, _both([restore(file).session.odds for _ in range(4)]), BUDGET
    for what, specials in (
        ("plain", ()),
        ("two specials", TWO_SPECIALS),
    ):
        sessions = [_split(specials) for _ in range(4)]
        yield f"odds: bushido, 8 against 8, {what}", _both([session.odds for session in sessions]), BUDGET
    for name, specials, dice in (
        ("plain", (), 25),
        ("two specials", TWO_SPECIALS, 25),
        ("two specials", TWO_SPECIALS, 14),
    ):
        session = _split(specials, dice)
        yield f"odds: bushido, {dice} against {dice}, {name}", _both([session.odds] * 2), BUDGET
    legion = find("legion").calculator
    assert legion is not None
    given = dict.fromkeys(("red", "black", "white"), 20)
    yield "odds: legion calculator, 60 dice", _both([lambda: legion.odds(given)] * 2), BUDGET
    for what, measured in slowest(_ms, _forget):
        yield what, measured, BUDGET
    yield from _beside()


def _beside() -> Iterator[tuple[str, str, str]]:
    """One number by three ways: the formula, icepool, a simulation of a million runs."""
    calculator = find("better-wargame").calculator
    assert calculator is not None
    given: dict[str, Any] = {"models": 30, "targets": 50}
    ours = _both([lambda: calculator.odds(given)] * 2)
    yield "odds: better-wargame, 30 dice on 50 models", ours, "≤ icepool"
    # Each die of thirty fells a model of its own: 4+ to hit, 3+ to wound, no save of 5+.
    yield "  the same by icepool", f"{_ms(lambda: _icepool(30)):.1f} ms", ""
    rng = Random(1)
    yield "  a million runs of it", f"{_ms(lambda: _simulated(rng, 30)) * 100 / 1000:.1f} s (from {RUNS})", ""


def _icepool(dice: int) -> object:
    won = icepool.d6 >= 4
    wounded = icepool.d6 >= 3
    lost = icepool.d6 < 5
    pool = dice @ (won & wounded & lost)
    return [pool.probability(outcome) for outcome in pool.outcomes()]


def _simulated(rng: Random, dice: int) -> float:
    die = rng.random
    total = 0
    for _ in range(RUNS):
        total += sum(die() < 1 / 2 and die() < 2 / 3 and die() < 2 / 3 for _ in range(dice))
    return total / RUNS


def _split(specials: tuple[Special, ...], dice: int = 8) -> Session:
    fighter: dict[str, Any] = {"melee_pool": dice, "wounds_max": 6, "specials": specials}
    session = pair(fighter, fighter)
    session.start("melee", {"pair": "a+b"})
    drive(session, stop=lambda request: request.name == "5")
    return session


def _both(works: Sequence[Callable[[], Odds | None]]) -> str:
    """The first of these that do the same, cold, and the others warm."""
    _forget()
    cold, *warm = map(_ms, works)
    return f"{cold:.1f} ms, warm {min(warm):.1f} ms"


def _ms(work: Callable[[], object]) -> float:
    """Processor time of one call in milliseconds."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def _forget() -> None:
    """Empties every cache of chances."""
    for name, module in list(sys.modules.items()):
        if name.startswith("companion.") and "odds" in name:
            for value in vars(module).values():
                clear = getattr(value, "cache_clear", None)
                if clear is not None and not isinstance(value, type):
                    clear()
    # What the case before left behind is not this one's work.
    gc.collect()
