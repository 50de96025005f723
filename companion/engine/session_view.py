"""What is in a session: everything that front ends show of it, and nothing that changes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from companion.engine.answers import AnswerRecord
from companion.engine.errors import RULES_FAIL, InvalidInput, blame
from companion.engine.goals import GOALS, WOUNDS, check_goal, played_for, weighable, weighed
from companion.engine.history import History
from companion.engine.journal import JournalEntry, TakenBack
from companion.engine.odds import Odds, TooLarge
from companion.engine.odds_use import OFF, odds_use
from companion.engine.requests import Request
from companion.engine.ruleset import Action, Ruleset
from companion.engine.run import Run
from companion.engine.standing import Standing
from companion.engine.state.contacts import melees
from companion.engine.state.results import Result
from companion.engine.state.table import AnyTable, Table
from companion.engine.taken_back import not_standing

T = TypeVar("T")


class SessionView:
    """A table plus everything played on it, to look at.

    Raises TypeError if the table was not made by a ruleset.
    """

    def __init__(
        self, table: AnyTable, entries: Sequence[JournalEntry] = (), taken_back: Sequence[TakenBack] = ()
    ) -> None:
        if not isinstance(table.spec, Ruleset):
            raise TypeError("a session needs a table that a Ruleset made")
        self.table: Table[Any, Any] = table
        """Its units have the fields of the game, which whoever plays it knows."""
        self.ruleset: Ruleset = table.spec
        self._history = History(table, self.ruleset, entries, taken_back)

    @property
    def entries(self) -> list[JournalEntry]:
        """What was played and is closed, oldest first."""
        return self._history.entries

    @property
    def has_rolled(self) -> bool:
        """Whether a roll of the app stands: from then on nobody adds a word to its dice."""
        return any(given.how in ("rolled", "drawn") for answers in self.all_answers() for given in answers)

    def all_answers(self) -> Iterator[Sequence[AnswerRecord]]:
        """The answers of every procedure in order, the open one last."""
        yield from (entry.answers for entry in self.entries)
        if self.run is not None:
            yield self.run.answers

    @property
    def undone_rolls(self) -> Sequence[TakenBack]:
        """Every roll of the app that was ever undone, for the file."""
        return self._history.taken_back

    @property
    def taken_back(self) -> list[TakenBack]:
        """What the app rolled and players took back, oldest first; what was rolled there again is not among it."""
        return not_standing(self._history.taken_back, self.entries, self.run)

    @property
    def run(self) -> Run | None:
        """The open procedure, or None at rest."""
        return self._history.run

    @property
    def request(self) -> Request[object] | None:
        """What is asked now, or None at rest. Of a secret: the slot that is next to be sealed."""
        run = self._history.run
        if run is None:
            return None
        asked = run.position.request
        return run.slot() if asked is not None and asked.slots else asked

    @property
    def secret(self) -> Request[object] | None:
        """The secret that the open request is a slot of, if it is one."""
        asked = self.run.request if self.run is not None else None
        return asked if asked is not None and asked.slots else None

    @property
    def sealed(self) -> list[str]:
        """The sides that have sealed their slot."""
        return list(self.run.sealed) if self.run is not None else []

    @property
    def standings(self) -> tuple[Standing, ...]:
        """How everybody in the open fight stands now; empty outside a fight. Never anything sealed."""
        return self.run.standings() if self.run is not None else ()

    @property
    def last_result(self) -> Result | None:
        """What came of the last roll of the open procedure, or of the one that ended last; None if none was made."""
        events = self.run.context.events if self.run is not None else self.entries[-1].events if self.entries else []
        return next((event for event in reversed(events) if isinstance(event, Result)), None)

    @property
    def waits_at(self) -> str:
        """`Melee exchange: Damage` while a procedure waits for an answer, else empty."""
        run = self.run
        if run is None or run.done:
            return ""
        if run.request is None:
            return run.procedure.title
        return run.request.procedure + (f": {run.request.step_title}" if run.request.step_title else "")

    def actions(self) -> list[Action]:
        """What may be started now, and why the rest may not."""
        return list(self.ruleset.actions(self.table))

    def action(self, name: str) -> Action:
        """The action of that name. Raises InvalidInput if there is none, or if the ruleset fails to say."""
        try:
            made = self.ruleset.action(self.table, name)
            if made is not None:
                return made
            actions = self.actions()
        except RULES_FAIL as fault:
            raise InvalidInput(f"the rules could not say what may be started: {blame(fault)}") from fault
        for action in actions:
            if action.name == name:
                return action
        raise InvalidInput(f"there is no action {name!r}", hint="actions: " + ", ".join(a.name for a in actions))

    def melees(self) -> list[list[str]]:
        """The melees on the table, as lists of unit ids."""
        return melees(self.table)

    def odds(self, request: Request[object] | None = None, goal: str = "") -> Odds | None:
        """Chances for the open request, if the ruleset knows them and the table has not switched them off.

        Never sees a sealed answer.

        A thread that works them out names the request that it means: another may stand when it begins. `goal` is what
        the choice is to reach (`engine/goals.py`). Raises InvalidInput if there is no such goal here.
        """
        aim = check_goal(goal)
        request = request if request is not None else self.request
        if request is None or odds_use(self.table) == OFF:
            return None
        return self._found_before(request, aim)

    def _found_before(self, request: Request[object], aim: str) -> Odds | None:
        """The odds of this position, found before or worked out now."""
        # Here and not above: a game opens before anybody asks what a choice is worth.
        from companion.engine.known_odds import KNOWN, WORKING_OUT, position
        from companion.engine.look_ahead import told_alike

        run = self.run
        key = position(run, request, aim) if run is not None else None
        before = KNOWN.find(key) if key is not None else None
        if before is not None:
            return before[0]
        with WORKING_OUT:
            found = told_alike(request, self._for_goal(request, aim))
        # After every input, a new request stands: if it is still this one, nothing moved while a thread worked.
        if key is not None and self._stands(request):
            KNOWN.keep(key, found)
        return found

    def _stands(self, request: Request[object]) -> bool:
        asked = self.run.request if self.run is not None else None
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
            found = weighed(found, aim, self.table, request.by)
        return replace(found, aim=aim, goals=tuple(GOALS))

    def _worked_out(self, request: Request[object]) -> Odds | None:
        # Here and not above: a game opens before anybody asks what a choice is worth.
        from companion.engine.look_ahead import look_ahead
        from companion.engine.sampling import sampled

        run = self.run
        try:
            if request.odds is not None:
                return request.odds()
            if request.looks_ahead and run is not None:
                return look_ahead(run, request)
            return self.ruleset.odds(self.table, request)
        except TooLarge:
            return sampled(run, request) if run is not None else None

    @property
    def undo_count(self) -> int:
        """How many inputs can be undone."""
        return self._history.undo_count

    @property
    def redo_count(self) -> int:
        """How many can be redone."""
        return self._history.redo_count

    @property
    def next_redo(self) -> str:
        """The procedure that redo would start or put back whole; empty if it is no procedure."""
        return self._history.next_redo

    def look_back(self, count: int, look: Callable[[], T]) -> T:
        """What `look` finds at the table as it was before the last `count` inputs. Everything stays as it is.

        Raises InvalidInput if `count` inputs cannot be undone.
        """
        if type(count) is not int or not 0 <= count <= self.undo_count:
            raise InvalidInput(f"{count!r} inputs back is not to be seen", hint=f"0 to {self.undo_count}")
        return self._history.look_back(count, look)

    @property
    def state_crc(self) -> int:
        """The checksum of the open procedure, or of the last one: an answer that closes it has the same."""
        if self.run is not None:
            return self.run.checksum()
        return self.entries[-1].state_crc if self.entries else 0
