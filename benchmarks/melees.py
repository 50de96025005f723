"""Random melees a second through `Session`, without a disk: one fight of two units from its start to its end.

Each is followed by a piece of the reference: their ratio says more than the number, which swings with the machine. It
is of processor time. A machine that does much else costs a melee more than the piece, which is small and stays in its
caches: a ratio of 1.1 on a machine at rest was 0.85 on one with six processes a core.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from benchmarks.reference import timed
from companion.engine.registry import find
from companion.engine.session import Session
from companion.engine.state.adjustments import revert
from companion.engine.state.table import AnyTable
from companion.play.random_player import RandomPlayer

SECONDS = 2.0


class Scene(NamedTuple):
    """Which two units of the game's example fight, and by which action."""

    units: tuple[str, str]
    action: str
    with_: Mapping[str, Any] = {}
    table: Mapping[str, Any] = {}
    contact: tuple[str, str] | None = None
    unit: Mapping[str, Any] = {}


SCENES = {
    "bushido": Scene(("aya", "chiyo"), "melee", {"pair": "aya+chiyo"}),
    "gods-gloom": Scene(("lancers", "stingers"), "melee", {"attacker": "lancers"}),
    "legion": Scene(("luke", "vader"), "melee_attack", {"unit": "luke"}, contact=("luke.1", "vader.1")),
    "speedies": Scene(("anselm", "fang"), "melee_phase", table={"phase": "melee", "order_confirmed": True}),
    "better-wargame": Scene(("boyz", "first_squad"), "melee_phase", table={"phase": "melee"}),
}


def table(game: str) -> AnyTable:
    """The two units of a scene in contact, and nobody else."""
    rules, scene = find(game), SCENES[game]
    assert rules.example is not None
    example = rules.example()
    a, b = scene.contact or scene.units
    key = (a, b) if a <= b else (b, a)
    units = [example.units[of] for of in scene.units]
    return rules.table(
        units,
        list(example.sides.values()),
        contacts={key: example.contacts.get(key, {})},
        options=example.options,
        active=example.active or units[0].side,
        **scene.table,
    )


class Fights(NamedTuple):
    """Fights and answers that fitted into `took`; as many pieces of the reference took `reference`.

    Both are seconds of processor time.
    """

    fought: int
    answers: int
    took: float
    reference: float


def fights(game: str, seconds: float = SECONDS) -> Fights:
    """Plays for so many seconds, or a little less on a machine that does much else."""
    scene, held = SCENES[game], table(game)
    player = RandomPlayer(Random(1))
    count = answers = 0
    took = reference = 0.0
    until = time.perf_counter() + 8 * seconds
    while took < seconds and time.perf_counter() < until:
        session = Session(held, rng=Random(1))
        began = time.process_time()
        session.start(scene.action, scene.with_)
        while session.run is not None:
            player.step(session)
        took += time.process_time() - began
        reference += timed()
        count += 1
        entry = session.entries[-1]
        answers += len(entry.inputs)
        for change in reversed(entry.changes()):
            revert(held, change)
    return Fights(count, answers, took, reference)


def report() -> Iterator[tuple[str, str, str]]:
    """One row a game."""
    for game in SCENES:
        made = fights(game)
        yield (
            f"random melees a second, {game} ({made.answers / made.fought:.1f} answers each)",
            f"{made.fought / made.took:,.0f}, {made.reference / made.took:.2f} × the reference",
            "≥ 1.00 × (2,500 where it was set)",
        )
