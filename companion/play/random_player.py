"""The random player: legal inputs by a seed, for tests and benchmarks. It knows nothing but `Session`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.engine.session import Session
from companion.engine.state.changes import Event


class RandomPlayer:
    """Plays all sides of a session with random legal inputs. The same seed plays the same game.

    A step is one input: the start of an open action at rest, else an answer to what stands.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def step(self, session: Session) -> list[Event]:
        """One random legal input; returns what happened. Raises IndexError where the table is at rest with no action
        open, which a ruleset only leaves when the game is over."""
        request = session.request
        if request is not None:
            return session.answer(request.random(self._rng), request.side)
        action = self._rng.choice([a for a in session.actions() if a.open])
        values = [v.value for v in action.values if v.why_not is None]
        return session.start(action.name, {action.param: self._rng.choice(values)} if action.param else {})

    def play(
        self,
        session: Session,
        *,
        most_inputs: int = 3000,
        most_procedures: int = 400,
        each: Callable[[Session], None] | None = None,
    ) -> bool:
        """Plays until the game is over and the table at rest; False where a bound was reached first.

        `each` is called after every input. The bound on procedures is looked at between them, never inside one.
        """
        for _ in range(most_inputs):
            if session.run is None and session.table.over is not None:
                return True
            if session.run is None and len(session.entries) >= most_procedures:
                return False
            self.step(session)
            if each is not None:
                each(session)
        return False

    def play_aftermath(
        self, session: Session, *, most_inputs: int = 1000, each: Callable[[Session], None] | None = None
    ) -> None:
        """Plays the aftermath of a battle that is over, for every side. `each` is called after every input."""
        aftermath = session.ruleset.aftermath
        if aftermath is None or session.table.over is None:
            return
        for side in [side.id for side in session.table.sides.values() if getattr(side, "owes_aftermath", True)]:
            session.start(aftermath.name, {"side": side})
            for _ in range(most_inputs):
                if each is not None:
                    each(session)
                if session.run is None:
                    break
                self.step(session)
