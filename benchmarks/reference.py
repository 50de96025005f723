"""A fixed piece of plain Python that a figure is held against: the same work on every machine, whatever Companion does.

How many melees fit into a second depends on the machine, and on what else it does, by a factor of two and more. The
reference runs in turn with them, in the same process, and is slowed by the same: the ratio of both tells of the code.
It does what rules do (a generator that asks, small objects, sentences, a table by name) and imports nothing of theirs.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Generator

ROUNDS = 180
"""So many that a piece takes as long as a melee may: at a ratio of 1.00, Companion plays 2,500 melees a second on the
machine on which that budget was set. The five games of that time (commit 99a8c3f) made 1,923 to 3,434 a second there,
and have ratios from 0.74 to 1.42; the machine on which these were measured has 0.6 of that speed.
"""


PIECE = 0.4
"""Milliseconds of a piece on the machine on which the budgets were set. A budget in milliseconds holds there: on any
other machine so many pieces count, as `at_most` says beside it, and `figure` says of what was measured.
"""


def timed() -> float:
    """Seconds of processor time that a piece takes now. Without the collector, which would look for others' circles."""
    gc.disable()
    try:
        began = time.process_time()
        piece()
        return time.process_time() - began
    finally:
        gc.enable()


def figure(seconds: float, piece_took: float) -> str:
    """`0.23 ms = 0.37 pieces`, where a piece beside it took so many seconds."""
    return f"{seconds * 1000:.2f} ms = {seconds / piece_took:.2f} pieces"


def at_most(milliseconds: float) -> str:
    """`≤ 0.5 ms where it was set = 1.25 pieces`."""
    return f"≤ {milliseconds:g} ms where it was set = {milliseconds / PIECE:g} pieces"


class Blow:
    """One thing that happened."""

    __slots__ = ("after", "before", "of", "why")

    def __init__(self, of: str, before: int, after: int, why: str) -> None:
        self.of = of
        self.before = before
        self.after = after
        self.why = why


def piece() -> int:
    """The reference once: a small fight, asked and answered, told and taken back. Returns a sum of what it did."""
    health = {"ann": 40, "bob": 40}
    blows: list[Blow] = []
    told: list[str] = []
    fight = _fight(health, blows, told)
    seed = 1
    asked = next(fight)
    for _ in range(ROUNDS):
        seed = (seed * 1103515245 + 12345) % 2147483648
        asked = fight.send(tuple(1 + (seed >> shift) % 6 for shift in (3, 9, 15, 21)[: len(asked) - 1]))
    for blow in reversed(blows):
        health[blow.of] = blow.before
    return sum(health.values()) + len(told)


def _fight(
    health: dict[str, int], blows: list[Blow], told: list[str]
) -> Generator[tuple[str, ...], tuple[int, ...], None]:
    one, two = "ann", "bob"
    while True:
        faces = yield (f"{one}/attack:{two}", "red", "red", "blue")
        marks = ["hit" if face >= 4 else "" for face in sorted(faces, reverse=True)]
        hits = sum(1 for mark in marks if mark)
        if hits:
            before = health[two]
            health[two] = max(0, before - hits) or 40
            blows.append(Blow(two, before, health[two], f"struck by {one}"))
        told.append(f"{one}: {hits} {'hit' if hits == 1 else 'hits'} with {' '.join(map(str, faces))}")
        one, two = two, one
