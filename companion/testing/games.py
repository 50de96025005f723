"""Random games of one ruleset, for laws that hold at every request."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import ClassVar

from companion.engine.ruleset import Ruleset
from companion.engine.session import Session
from companion.engine.state.table import AnyTable
from companion.testing.playing import play_random, step_random


class RandomGames:
    """Seeded games from the example of `ruleset`; `games` is how many the slower laws are checked on."""

    ruleset: ClassVar[Ruleset]
    games: ClassVar[int] = 6
    plays_aftermath: ClassVar[bool] = False
    """Whether the laws are checked in the aftermath too: the example is then a battle of a campaign."""

    def fresh(self) -> AnyTable:
        """A new example table."""
        assert self.ruleset.example is not None, "a ruleset needs an example"
        table = self.ruleset.example()
        for side in table.sides.values():
            if self.plays_aftermath:
                side.put("owes_aftermath", True)
        return table

    def session(self, seed: int) -> Session:
        return Session(self.fresh(), rng=Random(seed))

    def moments(self, inputs: int, *, step: bool = True) -> Iterator[tuple[Session, Random]]:
        """Random games, each at its start and after every input; without `step` the caller makes the inputs.

        With `plays_aftermath` that is played, too: at the end of a game, and in one that has just ended.
        """
        for seed in range(self.games):
            rng = Random(seed)
            for session in (self.session(seed), *self._ended(seed)):
                for _ in range(inputs):
                    if session.run is None and session.table.over is not None and not _is_owed(session):
                        break
                    yield session, rng
                    if step:
                        step_random(session, rng)

    def _ended(self, seed: int) -> Iterator[Session]:
        """A session at the end of a random game whose aftermath is to be played."""
        session = self.session(seed)
        if self.plays_aftermath and play_random(session, Random(seed), most=6000, most_entries=2000):
            yield session


def _is_owed(session: Session) -> bool:
    aftermath = session.ruleset.aftermath
    return aftermath is not None and any(a.open and a.name == aftermath.name for a in session.actions())
