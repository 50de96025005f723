"""The odds of what is asked in a session: worked out, looked ahead for, or sampled, once for a request that stands."""

from __future__ import annotations

from dataclasses import replace
from threading import RLock

from companion.engine.errors import InvalidInput
from companion.engine.goals import GOALS, WOUNDS, check_goal, played_for, weighable, weighed
from companion.engine.history import History
from companion.engine.odds import OFF, Odds, TooLarge, odds_use
from companion.engine.requests import Request

WORKING_OUT = RLock()
"""One thread at a time works odds out: one that was given up may still be at it, and games keep what they add to."""


class OddsDesk:
    """Works out chances at the table of a history. It reads both and changes neither."""

    def __init__(self, history: History) -> None:
        self.history = history
        self._known: tuple[Request[object] | None, dict[str, Odds | None]] = None, {}
        """A request, and what was found of it by goal: after any input that they hang on another one stands."""

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

        of, known = self._known
        if request is of and aim in known:
            return known[aim]
        with WORKING_OUT:
            found = told_alike(request, self._for_goal(request, aim))
        # If it is still asked, nothing moved while a thread worked.
        if self._stands(request):
            self._known = request, {**(known if request is of else {}), aim: found}
        return found

    def _stands(self, request: Request[object]) -> bool:
        asked = self.history.run.driver.request if self.history.run is not None else None
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
