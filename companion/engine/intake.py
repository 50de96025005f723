"""Taking inputs: each is checked, run, and committed to the recorder; those of a log are taken again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from companion.engine.errors import RULES_FAIL, InvalidInput, NotSaved, blame
from companion.engine.history import History
from companion.engine.inputs import (
    Adjust,
    Amend,
    Answer,
    Connect,
    Input,
    Leave,
    Overrule,
    Redo,
    RunInput,
    RunPoint,
    Start,
    Undo,
)
from companion.engine.journal import Commit, Gathered, Recorder, ReplayMismatch
from companion.engine.keys import secret_of
from companion.engine.ruleset import Action, Ruleset
from companion.engine.run import Run, events_between
from companion.engine.state.adjustments import adjusted, apply, newly_adjusted, revert
from companion.engine.state.changes import Event
from companion.engine.state.paths import joins
from companion.engine.state.table import AnyTable
from companion.engine.values import same

T = TypeVar("T")


class Intake:
    """Takes the inputs of a history. Without a recorder they live in memory."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.table: AnyTable = history.table
        self.recorder: Recorder | None = None
        self.read_only = ""
        """Why no input is taken, in a sentence; empty if they are."""
        self._replaying = False
        """Whether the inputs are those of a log: what was allowed then is allowed again."""

    def take(self, made: Input) -> list[Event]:
        """Takes an input of any kind. Raises InvalidInput or NotSaved; nothing has changed then."""
        if isinstance(made, (Answer, Amend, Overrule, Leave)):
            return self._run_input(made, made)
        self.check_writable()
        match made:
            case Start():
                return self._start(made)
            case Undo() | Redo():
                return self._many(made)
            case Connect():
                return self._adjust(made, made.adjustment())
            case Adjust():
                return self._adjust(made, made)

    def _start(self, made: Start) -> list[Event]:
        if self.history.run is not None:
            raise InvalidInput(
                f"{self.history.run.procedure.title} is still open", hint="answer, undo or leave it first"
            )
        action = action_named(self.table, self.history.ruleset, made.procedure)
        started = Start(made.procedure, action.arguments(self.table, made.args))
        return self._begin(started, Run(self.table, action.procedure, started.args))

    def _begin(self, started: Start, run: Run) -> list[Event]:
        run.begin()
        self.history.run = run
        self._commit(started, self.history.drop_run)
        self.history.undone.clear()
        return self._close_if_done(list(run.context.events))

    def _adjust(self, made: Adjust | Connect, adjustment: Adjust) -> list[Event]:
        """An adjustment: inside the open procedure one of its inputs, at rest an entry of its own."""
        if self.history.run is not None:
            check_in_procedure(self.history.run, adjustment)
        plan = adjusted if self._replaying else newly_adjusted
        planned = plan(self.table, adjustment.of, adjustment.field, adjustment.value, adjustment.why)
        if same(planned.before, planned.after):
            return []
        if self.history.run is not None:
            return self._run_input(made, adjustment)
        apply(self.table, planned)
        try:
            self.history.ruleset.actions(self.table)
        except RULES_FAIL as fault:
            revert(self.table, planned)
            raise InvalidInput(
                f"the rules could not go on with that: {blame(fault)}", hint="nothing was changed"
            ) from fault
        self.history.add_adjustment(planned)
        self._commit(made, self.history.pop_entry)
        self.history.undone.clear()
        self._rest()
        return [planned]

    def _run_input(self, made: Input, taken: RunInput) -> list[Event]:
        """An input of the open procedure. `made` is what is recorded, but of an answer what became of it."""
        run, request_crc, sealed = self.open_run(), 0, False
        if self.recorder is not None and isinstance(taken, Answer):
            request_crc = run.slot(taken.by).fingerprint()
        before = run.context.events
        known = len(before)
        took = run.take(taken)
        if self.recorder is not None:
            if isinstance(took.input, (Answer, Amend)):
                made, sealed = took.input, bool(secret_of(took.input.key))
            self._commit(made, run.pop, request_crc, sealed, took.lasting_place)
        self.history.undone.clear()
        after = run.context.events
        # An answer adds to what happened; what is run again has a list of its own.
        events: list[Event] = [*after[known:]] if after is before else events_between(before, after)
        return self._close_if_done(events) if run.driver.done else events

    def _many(self, made: Undo | Redo) -> list[Event]:
        history = self.history
        count, word, done, most, act = made.count, "redo", "redone", history.redo_count, history.redo
        if isinstance(made, Undo):
            word, done, most, act = "undo", "undone", history.undo_count, partial(history.undo, seat=made.seat)
        if type(count) is not int or count < 1:
            raise InvalidInput(f"{word} takes a number, 1 or more")
        if most == 0:
            raise InvalidInput(f"there is nothing to {word}")
        if count > most:
            raise InvalidInput(f"only {most} can be {done}")
        before = history.moment()
        events = act(count)
        self._commit(made, lambda: history.put_back(before))
        if history.run is None:
            self._rest()
        return events

    # -- committing -----------------------------------------------------------------------------------------------

    def _commit(
        self,
        made: Input,
        take_back: Callable[[], object],
        request_crc: int = 0,
        sealed: bool = False,
        place: RunPoint | None = None,
    ) -> None:
        if self.recorder is None:
            return
        run = self.history.run
        try:
            self.recorder.commit(
                Commit(made, request_crc, self.history.state_crc, sealed, waits_at(run), place, waits_in(run))
            )
        except NotSaved:
            take_back()
            raise

    def _close_if_done(self, events: list[Event]) -> list[Event]:
        found = self.history.close_if_done(events)
        if self.history.run is None:
            self._rest()
        return found

    def _rest(self) -> None:
        """At rest a snapshot may be written; not while something can be redone, which lives in the log alone."""
        if self.recorder is not None and self.history.redo_count == 0:
            self.recorder.at_rest(self.table, self.history.entries, self.history.taken_back)

    def open_run(self) -> Run:
        """The open procedure, to write to."""
        self.check_writable()
        run = self.history.run
        if run is None:
            raise InvalidInput("no procedure is open", hint="start one first")
        return run

    def check_writable(self) -> None:
        # Who only looks on hears what others did.
        if self.read_only and not self._replaying:
            raise InvalidInput("this session is open read-only", hint=self.read_only)

    def as_one(self, act: Callable[[], T]) -> T:
        """As `Session.as_one`."""
        recorder, before, gathered = self.recorder, self.history.moment(), Gathered()
        self.recorder = gathered if recorder is not None else None
        try:
            found = act()
            if recorder is not None and gathered.made:
                recorder.commit(*gathered.made)
        except InvalidInput:
            # What is refused has changed nothing: the open procedure is run again only if something was done first.
            if self.history.moment() != before:
                self.history.put_back(before)
            raise
        except BaseException:
            self.history.put_back(before)
            raise
        finally:
            self.recorder = recorder
        if self.history.run is None:
            self._rest()
        return found

    # -- replaying ------------------------------------------------------------------------------------------------

    def replay(self, made: Input, request_crc: int = 0, state_crc: int | None = None) -> list[Event]:
        """Takes a recorded input again, without recording it; what happened.

        Raises ReplayMismatch if it is refused, or if the request or the changes are not the recorded ones; the
        session is of no use then.
        """
        recorder, self.recorder, self._replaying = self.recorder, None, True
        try:
            if isinstance(made, Answer):
                self._check_request(made, request_crc)
            if isinstance(made, Start) and self.history.run is None and self._actions_fail():
                events = self._begin(made, self.history.run_again(made.procedure, made.args))
            else:
                events = self.take(made)
        except InvalidInput as fault:
            raise ReplayMismatch(fault.message) from fault
        finally:
            self.recorder, self._replaying = recorder, False
        if state_crc is not None and self.history.state_crc != state_crc:
            raise ReplayMismatch("what follows from it is no longer the same")
        return events

    def replay_adjustments(
        self, made: Sequence[tuple[Adjust | Connect, RunPoint]], state_crc: int | None = None
    ) -> None:
        """Takes recorded adjustments of the open procedure again, at their places, running it once for all of them.

        The checksum after the last one covers them all. Raises ReplayMismatch like `replay`, without saying which of
        them no longer fits.
        """
        try:
            run = self.open_run()
            placed = [(m.adjustment() if isinstance(m, Connect) else m, place) for m, place in made]
            for adjustment, _ in placed:
                check_in_procedure(run, adjustment)
            run.take_placed(placed)
        except InvalidInput as fault:
            raise ReplayMismatch(fault.message) from fault
        self.history.undone.clear()
        if state_crc is not None and self.history.state_crc != state_crc:
            raise ReplayMismatch("what follows from them is no longer the same")
        self.history.close_if_done([])

    def _actions_fail(self) -> bool:
        """Whether the ruleset raises if it is asked what may be started. What was started once still stands."""
        try:
            self.history.ruleset.actions(self.table)
        except RULES_FAIL:
            return True
        return False

    def _check_request(self, made: Answer, request_crc: int) -> None:
        request = self.open_run().slot(made.by)
        if request.key != made.key:
            raise ReplayMismatch(f"{request.name} is asked where {made.key} was answered")
        if request_crc and request.fingerprint() != request_crc:
            raise ReplayMismatch(f"{request.name} now allows other answers")


def action_named(table: AnyTable, ruleset: Ruleset, name: str) -> Action:
    """The action of that name. Raises InvalidInput if there is none, or if the ruleset fails to say."""
    try:
        made = ruleset.action(table, name)
        if made is not None:
            return made
        actions = ruleset.actions(table)
    except RULES_FAIL as fault:
        raise InvalidInput(f"the rules could not say what may be started: {blame(fault)}") from fault
    for action in actions:
        if action.name == name:
            return action
    raise InvalidInput(f"there is no action {name!r}", hint="actions: " + ", ".join(a.name for a in actions))


def waits_in(run: Run | None) -> str:
    """`Melee exchange`: the procedure that waits for an answer, else empty."""
    if run is None or run.driver.done:
        return ""
    return run.procedure.title if run.driver.request is None else run.driver.request.procedure


def waits_at(run: Run | None) -> str:
    """`Melee exchange: Damage` while a procedure waits for an answer, else empty."""
    step = run.driver.request.step_title if run is not None and run.driver.request is not None else ""
    return waits_in(run) + (f": {step}" if step else "")


def check_in_procedure(run: Run, made: Adjust) -> None:
    if joins(made.of, made.field):
        raise InvalidInput(
            "units and minis join and leave between procedures", hint=f"finish or leave {run.procedure.title} first"
        )
