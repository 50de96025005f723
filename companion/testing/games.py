"""Random games of one ruleset, for laws that hold at every request."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

from companion.engine.ruleset import Ruleset
from companion.engine.session import Session
from companion.engine.state.table import Table
from companion.testing.playing import step_random


class RandomGames:
    """Seeded games from the example of `ruleset`; `games` is how many the dear laws are checked on."""

    ruleset: ClassVar[Ruleset]
    games: ClassVar[int] = 6

    def fresh(self) -> Table[Any, Any]:
        """A new example table."""
        assert self.ruleset.example is not None, "a ruleset needs an example"
        return self.ruleset.example()

    def session(self, seed: int) -> Session:
        """A session in memory on the example."""
        return Session(self.fresh(), rng=Random(seed))

    def moments(self, inputs: int, *, step: bool = True) -> Iterator[tuple[Session, Random]]:
        """Random games, each at its start and after every input; without `step` the caller makes the inputs."""
        for seed in range(self.games):
            session, rng = self.session(seed), Random(seed)
            for _ in range(inputs):
                if session.table.over is not None and session.run is None:
                    break
                yield session, rng
                if step:
                    step_random(session, rng)
