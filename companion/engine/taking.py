"""What each input does: it is checked, run, and committed to the recorder."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.answers import How
from companion.engine.errors import RULES_FAIL, InvalidInput, NotSaved, blame
from companion.engine.inputs import (
    Adjust,
    Amend,
    Answer,
    Connect,
    Input,
    Place,
    Redo,
    RunInput,
    Share,
    Start,
    Undo,
)
from companion.engine.journal import Commit, JournalEntry, Recorder, TakenBack
from companion.engine.requests import Request
from companion.engine.run import Run, events_between
from companion.engine.session_view import SessionView
from companion.engine.state.adjustments import adjusted, apply, newly_adjusted, revert
from companion.engine.state.changes import Event
from companion.engine.state.paths import joins
from companion.engine.state.same import same
from companion.engine.state.table import AnyTable


class Taking(SessionView):
    """The part of a session that takes inputs. Without a recorder they live in memory."""

    def __init__(
        self,
        table: AnyTable,
        entries: Sequence[JournalEntry] = (),
        *,
        taken_back: Sequence[TakenBack] = (),
        recorder: Recorder | None = None,
        read_only: str = "",
    ) -> None:
        super().__init__(table, entries, taken_back)
        self.recorder = recorder
        self.read_only = read_only
        """Why it takes no input, in a sentence; empty if it does."""
        self.replaying = False
        """Whether the inputs are those of a log: what was allowed then is allowed again."""

    def _take(self, made: Input) -> list[Event]:
        """Takes an input of any kind. Raises InvalidInput or NotSaved; nothing has changed then."""
        self._check_writable()
        match made:
            case Start():
                return self._start(made)
            case Undo():
                return self._many(made, made.count, "undo", self._history.undo, self._history.redo)
            case Redo():
                return self._many(made, made.count, "redo", self._history.redo, self._history.undo)
            case Connect():
                return self._adjust(made, made.adjustment())
            case Adjust():
                return self._adjust(made, made)
            case Answer():
                run = self._open_run()
                return self._answer(run, run.slot(made.by), made.value, made.by, made.how, made.why, made.mix)
            case _:
                return self._run_input(made, made)

    def _start(self, made: Start) -> list[Event]:
        if self.run is not None:
            raise InvalidInput(f"{self.run.procedure.title} is still open", hint="answer, undo or leave it first")
        action = self.action(made.procedure)
        started = Start(made.procedure, action.arguments(self.table, made.args))
        return self._begin(started, self._history.new_run(action.procedure, started.args))

    def _begin(self, started: Start, run: Run) -> list[Event]:
        run.begin()
        self._history.run = run
        self._commit(started, self._history.drop_run)
        self._history.forget_undone()
        return self._close_if_done(list(run.context.events))

    def _adjust(self, made: Adjust | Connect, adjustment: Adjust) -> list[Event]:
        """An adjustment: inside the open procedure one of its inputs, at rest an entry of its own."""
        if self.run is not None:
            check_in_procedure(self.run, adjustment)
        if self.replaying:
            planned = adjusted(self.table, adjustment.of, adjustment.field, adjustment.value, adjustment.why, "")
        else:
            planned = newly_adjusted(self.table, adjustment.of, adjustment.field, adjustment.value, adjustment.why)
        if same(planned.before, planned.after):
            return []
        if self.run is not None:
            return self._run_input(made, adjustment)
        apply(self.table, planned)
        try:
            self.actions()
        except RULES_FAIL as fault:
            revert(self.table, planned)
            raise InvalidInput(
                f"the rules could not go on with that: {blame(fault)}", hint="nothing was changed"
            ) from fault
        self._history.add_adjustment(planned)
        self._commit(made, self._history.pop_entry)
        self._history.forget_undone()
        self._rest()
        return [planned]

    def _answer(
        self,
        run: Run,
        request: Request[object],
        value: object,
        by: str,
        how: How = "typed",
        why: str = "",
        mix: tuple[Share, ...] = (),
    ) -> list[Event]:
        events = run.context.events
        before = len(events)
        if self.recorder is None:
            run.answer(request, value, by, how, why, mix)
        else:
            request_crc = request.fingerprint()
            taken = run.answer(request, value, by, how, why, mix)
            self._commit(taken.input, run.pop, request_crc, run.is_slot(request.key))
        if self._history.undone:
            self._history.forget_undone()
        new: list[Event] = [*events[before:]]
        return self._close_if_done(new) if run.position.done else new

    def _run_input(self, made: Input, taken: RunInput) -> list[Event]:
        """Any other input of the open procedure: it is replayed with it. `made` is what is recorded."""
        run = self._open_run()
        before = list(run.context.events)
        place = run.take(taken).lasting_place
        self._commit(made, run.pop, sealed=isinstance(taken, Amend) and run.is_slot(taken.key), place=place)
        self._history.forget_undone()
        return self._close_if_done(events_between(before, run.context.events))

    def _many(
        self,
        made: Undo | Redo,
        count: object,
        word: str,
        act: Callable[[int], list[Event]],
        back: Callable[[int], list[Event]],
    ) -> list[Event]:
        most, done = (self.undo_count, "undone") if word == "undo" else (self.redo_count, "redone")
        if type(count) is not int or count < 1:
            raise InvalidInput(f"{word} takes a number, 1 or more")
        if most == 0:
            raise InvalidInput(f"there is nothing to {word}")
        if count > most:
            raise InvalidInput(f"only {most} can be {done}")
        events: list[Event] = []
        remarks = list(self.run.remarks) if self.run is not None else None
        history, redone = self._history, self.redo_count
        entries, undone = list(history.entries), list(history.undone)
        left = most
        # What no longer replays is undone whole: that counts as all the inputs that went with it.
        while left and most - left < count:
            events += act(count - most + left)
            left = self.undo_count if word == "undo" else self.redo_count

        def take_back() -> None:
            while self.redo_count != redone:
                back(abs(self.redo_count - redone))
            # The very entries from before: those that were closed again would tell of an undo that nobody made.
            history.entries[:], history.undone[:] = entries, undone
            if remarks is not None and self.run is not None:
                self.run.remarks = remarks

        self._commit(made, take_back)
        if self.run is None:
            self._rest()
        return events

    # -- committing -----------------------------------------------------------------------------------------------

    def _commit(
        self,
        made: Input,
        take_back: Callable[[], object],
        request_crc: int = 0,
        sealed: bool = False,
        place: Place | None = None,
    ) -> None:
        if self.recorder is None:
            return
        try:
            self.recorder.commit(Commit(made, request_crc, self.state_crc, sealed, self.waits_at, place))
        except NotSaved:
            take_back()
            raise

    def _close_if_done(self, events: Sequence[Event]) -> list[Event]:
        run = self._history.run
        if run is not None and not run.done:
            return list(events)
        found = self._history.close_if_done(events)
        self._rest()
        return found

    def _rest(self) -> None:
        """At rest a snapshot may be written; not while something can be redone, which lives in the log alone."""
        if self.recorder is not None and self.redo_count == 0:
            self.recorder.at_rest(self.table, self.entries, self.undone_rolls)

    def _open_run(self) -> Run:
        """The open procedure, to write to."""
        if self.read_only:
            self._check_writable()
        run = self._history.run
        if run is None:
            raise InvalidInput("no procedure is open", hint="start one first")
        return run

    def _check_writable(self) -> None:
        if self.read_only:
            raise InvalidInput("this session is open read-only", hint=self.read_only)


def check_in_procedure(run: Run, made: Adjust) -> None:
    """Raises InvalidInput if an adjustment may not come while this procedure is open."""
    if joins(made.of, made.field):
        raise InvalidInput(
            "units and minis join and leave between procedures", hint=f"finish or leave {run.procedure.title} first"
        )
