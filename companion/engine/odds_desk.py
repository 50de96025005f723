"""The odds of what is asked in a session: found before, worked out, looked ahead for, or sampled."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from threading import Lock, RLock
from typing import Final

from companion.engine.errors import InvalidInput
from companion.engine.goals import GOALS, WOUNDS, check_goal, played_for, weighable, weighed
from companion.engine.history import History
from companion.engine.inputs import Amend, Answer, record_of
from companion.engine.odds import OFF, Odds, TooLarge, odds_use
from companion.engine.requests import Request
from companion.engine.run import Run
from companion.engine.state.changes import plain

MOST_KNOWN = 64

UNREAD: Final = ("notes", "odds_looks")
"""Fields that no rule reads."""


class KnownOdds:
    """The odds of the last positions. Several threads may ask."""

    def __init__(self) -> None:
        self._found: dict[Hashable, Odds | None] = {}
        self._lock = Lock()

    def find(self, key: Hashable) -> tuple[Odds | None] | None:
        """What is known of this position, in a tuple of one; None if nothing is."""
        with self._lock:
            if key not in self._found:
                return None
            found = self._found[key] = self._found.pop(key)
            return (found,)

    def keep(self, key: Hashable, odds: Odds | None) -> None:
        """Keeps the odds of a position, and forgets that which was asked for longest ago."""
        with self._lock:
            self._found[key] = odds
            if len(self._found) > MOST_KNOWN:
                del self._found[next(iter(self._found))]

    def cache_clear(self) -> None:
        """Forgets all."""
        with self._lock:
            self._found.clear()


KNOWN = KnownOdds()
WORKING_OUT = RLock()
"""One thread at a time works odds out: one that was given up may still be at it, and games keep what they add to."""


def position(run: Run, request: Request[object], goal: str) -> str:
    """What the odds of this request hang on, in one text."""
    table, sealed = run.table, run.sealed_keys()
    fields = [
        [(name, value) for name, value in entity.dump().items() if name not in UNREAD]
        for entity in (table, *table.sides.values(), *table.units.values())
    ]
    inputs = [
        (record_of(taken.input), taken.place, taken.drops)
        for taken in run.inputs
        if not (isinstance(taken.input, (Answer, Amend)) and taken.input.key in sealed)
    ]
    # Python holds True and 1 for equal, but writes them otherwise; a keyword that is so may be another than one of 1.
    return repr(
        (
            table.spec.id,
            goal,
            request.key,
            request.by,
            run.procedure.name,
            plain(run.args),
            fields,
            plain(table.contacts),
            inputs,
            [plain(change.data()) for change in run.changes()],
        )
    )


class OddsDesk:
    """Works out chances at the table of a history. It reads both and changes neither."""

    def __init__(self, history: History) -> None:
        self.history = history

    def odds(self, request: Request[object], goal: str, *, off_too: bool = False) -> Odds | None:
        """Those of the request for this goal; None if nobody knows them or the table has switched them off.

        `off_too`: they are for the app's own play, which no option forbids.

        Raises InvalidInput if there is no such goal here.
        """
        aim = check_goal(goal)
        if odds_use(self.history.table) == OFF and not off_too:
            return None
        # Here and not above: a game opens before anybody asks what a choice is worth.
        from companion.engine.look_ahead import told_alike

        run = self.history.run
        key = position(run, request, aim) if run is not None else ""
        before = KNOWN.find(key) if key else None
        if before is not None:
            return before[0]
        with WORKING_OUT:
            found = told_alike(request, self._for_goal(request, aim))
        # After every input, a new request stands: if it is still this one, nothing moved while a thread worked.
        if key and self._stands(request):
            KNOWN.keep(key, found)
        return found

    def _stands(self, request: Request[object]) -> bool:
        asked = self.history.run.request if self.history.run is not None else None
        return asked is not None and any(request is each for each in (asked, *asked.slots.values()))

    def _for_goal(self, request: Request[object], aim: str) -> Odds | None:
        if request.by_goal is not None:
            try:
                found = request.by_goal(aim)
            except TooLarge:
                return None
            return found and played_for(found, aim)
        found = self._worked_out(request)
        if found is None or not isinstance(request.by, str) or not weighable(found):
            if aim != WOUNDS and found is not None:
                raise InvalidInput(f"these odds have one goal alone: {found.goal}")
            return found
        if aim != WOUNDS:
            found = weighed(found, aim, self.history.table, request.by)
        return replace(found, aim=aim, goals=tuple(GOALS))

    def _worked_out(self, request: Request[object]) -> Odds | None:
        # Here and not above: a game opens before anybody asks what a choice is worth.
        from companion.engine.look_ahead import look_ahead
        from companion.engine.sampling import sampled

        run = self.history.run
        try:
            if request.odds is not None:
                return request.odds()
            return look_ahead(run, request) if request.looks_ahead and run is not None else None
        except TooLarge:
            return sampled(run, request) if run is not None else None
