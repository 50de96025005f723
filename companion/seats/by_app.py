"""The app at a seat: a process without a screen that plays one side."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.errors import InvalidInput, NotSaved
from companion.frontend.app_player import AppPlayer, moment, wish_words
from companion.seats.seat import Seat

_PATIENCE = 60.0
"""Seconds in which nothing need come before it looks again."""


class AppAtSeat:
    """Plays for the side of a seat until the seat is closed. `tell` gets what it wants moved."""

    def __init__(self, seat: Seat, temper: str, *, rolls: bool, tell: Callable[[str], None]) -> None:
        if not seat.session.seat:
            raise InvalidInput("the app plays a side", hint="--seat names it")
        self.seat, self._tell = seat, tell
        self.player = AppPlayer(seat.session.seat, temper, rolls=rolls)
        self._said = ("", "")
        self._at: object = None

    def play(self) -> None:
        while True:
            if not (self.seat.saved and self.step()):
                self.seat.follow(_PATIENCE)

    def step(self) -> bool:
        """One decision as the table stands now; whether to look again at once."""
        session = self.seat.session
        before = moment(session)
        decision = self.player.decide(session)
        try:
            if session is not self._at:
                # Joined again: the table has forgotten what this side had said.
                self._at, self._said = session, ("", self._said[1])
                self.seat.wish(*self._said)
            left = decision.left if decision is not None else ""
            wish = decision.wish if decision is not None and decision.wish else self._said[1]
            if (left, wish) != self._said:
                if wish != self._said[1]:
                    self._tell(wish_words(session.table, session.seat, wish))
                self.seat.wish(left, wish)
                self._said = left, wish
            if self.seat.session is not session or moment(session) != before:
                return True
            if decision is None or decision.act is None:
                return False
            try:
                decision.act(session)
            except InvalidInput:
                # Somebody was faster; or it is not taken, and then it is never tried again.
                self.seat.follow()
                if moment(session) == before:
                    self.player.refused(session)
        except (InvalidInput, NotSaved):
            # The table is away, and looked for by whoever waits.
            return False
        return True
