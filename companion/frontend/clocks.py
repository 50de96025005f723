"""How long each player has been deciding. Off unless asked for, and never kept: no file and no replay knows of time.

Time that a session stored would have to come back in a replay, and would make two replays of one log differ. So a
clock lives as long as the game is open on this screen, and starts from nothing the next time.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from companion.engine.session import Session


class Clocks:
    """The clocks of the players of one open game. `now` gives seconds."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._spent: dict[str, float] = {}
        self._since = 0.0
        self._side = ""
        self.running = False

    def switch(self) -> None:
        """Starts the clocks, or stops them and forgets."""
        self.running = not self.running
        self._spent, self._side = {}, ""

    def turn(self, side: str) -> None:
        """This side decides now; an empty one: nobody alone, and no clock runs."""
        if not self.running:
            return
        now = self._now()
        if self._side:
            self._spent[self._side] = self._spent.get(self._side, 0.0) + now - self._since
        self._side, self._since = side, now

    def words(self, side: str) -> str:
        """`4:07`; empty while the clocks are off."""
        if not self.running:
            return ""
        spent = self._spent.get(side, 0.0) + (self._now() - self._since if side == self._side else 0.0)
        return f"{int(spent) // 60}:{int(spent) % 60:02d}"


def deciding(session: Session) -> str:
    """The side that decides now; empty if both or the table do."""
    request = session.request
    if request is not None:
        return request.side
    active = session.table.active
    return active if active in session.table.sides and session.table.over is None else ""
