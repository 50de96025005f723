"""A session: a table, what was played on it, and every input that may come. Front ends need nothing deeper.

Every input is checked, run, handed to the recorder and answered with what happened. One that is refused raises
InvalidInput, one that the recorder cannot make durable raises NotSaved; neither changes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import TypeVar

from companion.engine.answers import How, frozen_answer
from companion.engine.dice import Faces
from companion.engine.dice_checks import DiceCheck, dice_checks
from companion.engine.drawing import place_of, shares
from companion.engine.errors import InvalidInput, NotSaved, blame
from companion.engine.frozen import frozen
from companion.engine.inputs import (
    Adjust,
    Amend,
    Answer,
    Connect,
    Input,
    Leave,
    Overrule,
    Place,
    Redo,
    RunInput,
    Share,
    Start,
    Undo,
)
from companion.engine.journal import Commit, Gathered, JournalEntry, Recorder
from companion.engine.odds_use import ASKED, LOOKS, check_allowed, odds_use
from companion.engine.replaying import Replaying, check_in_procedure
from companion.engine.requests import Request, Roll
from companion.engine.run import Run, events_between
from companion.engine.seed import Seed
from companion.engine.state.adjustments import adjusted, apply, newly_adjusted, revert
from companion.engine.state.changes import Change, Event, net
from companion.engine.state.copying import table_copy
from companion.engine.state.joining import unit_record
from companion.engine.state.paths import unit_path
from companion.engine.state.same import same
from companion.engine.state.table import AnyTable, Unit

T = TypeVar("T")

ADJUSTED = "the players said so"
"""The reason of a manual contact for which none was given."""


@frozen
class AmendPreview:
    """What an amendment would do: the net changes, and the keys of the requests that would be asked again."""

    changes: list[Change]
    asked_again: list[str]


class Session(Replaying):
    """A session that takes inputs. Without a recorder it lives in memory.

    Raises TypeError where the table was not made by a ruleset.
    """

    def __init__(
        self,
        table: AnyTable,
        entries: Sequence[JournalEntry] = (),
        *,
        recorder: Recorder | None = None,
        rng: Random | None = None,
        seed: Seed | None = None,
        read_only: bool = False,
    ) -> None:
        super().__init__(table, entries)
        self.recorder = recorder
        self.read_only = read_only
        self._rng = rng or Random()
        self.seed = seed
        """What the app's own dice follow from; None where they are drawn at random and nobody can check them."""

    # -- inputs ---------------------------------------------------------------------------------------------------

    def start(self, name: str, with_: Mapping[str, object] | None = None) -> list[Event]:
        """Starts an action's procedure. `with_` may leave out a parameter that has just one legal value."""
        return self._take(Start(name, dict(with_ or {})))

    def answer(self, value: object, by: str = "") -> list[Event]:
        """Answers the standing request. `"roll"` lets the app roll where dice are asked for."""
        run = self._open_run()
        request = run.slot(by)
        if value == "roll" and isinstance(request, Roll):
            faces, how = self._rolled(request)
            return self._answer(run, request, faces, by, how)
        return self._answer(run, request, value, by)

    def _rolled(self, request: Roll) -> tuple[tuple[Faces, ...], How]:
        """What the app rolls. Dice that were typed here before an undo keep their faces, and are not the app's."""
        if self.seed is None:
            return request.roll(self._rng), "rolled"
        fresh = self.seed.faces(len(self.entries), request.key, request.dice)
        sticky = request.sticky or ((),) * len(fresh)
        faces = tuple((*had, *new[len(had) :]) for had, new in zip(sticky, fresh, strict=True))
        return faces, "rolled" if faces == fresh else "typed"

    def adjust(
        self, of: str, field: str, value: object = None, *, change: int | None = None, why: str = ""
    ) -> list[Event]:
        """Adjusts a field: sets it, or changes a number by a difference. Allowed at any moment."""
        self._check_writable()
        if change is not None:
            before = self.table.find(of).get(field)
            if isinstance(before, bool) or not isinstance(before, (int, type(None))):
                raise InvalidInput(f"{field} is no number")
            value = (before or 0) + change
        return self._take(Adjust(of, field, value, why))

    def join(self, unit: Unit, why: str = "") -> list[Event]:
        """A unit joins the game under way, at rest. The table gets a copy; the id and the name must be free."""
        value = unit_record(unit)
        return self._take(Adjust("table", unit_path(len(self.table.units), unit.id), value, why))

    def remove(self, of: str, why: str = "") -> list[Event]:
        """A unit leaves the game, at rest and in contact with nobody, and not the last of its side."""
        self.table.unit(of)
        return self._take(Adjust("table", unit_path(list(self.table.units).index(of), of), None, why))

    def connect(self, a: str, b: str, flags: Mapping[str, object] | None = None, why: str = "") -> list[Event]:
        """Puts two units or models in contact. Flags of an older contact of theirs stay where not given."""
        return self._take(Connect(a, b, dict(flags or {}), why or ADJUSTED))

    def disconnect(self, a: str, b: str, why: str = "") -> list[Event]:
        """Ends a contact."""
        return self._take(Connect(a, b, None, why or ADJUSTED))

    def overrule(self, key: str, value: object, why: str) -> list[Event]:
        """A ruling: another total for a tally, or an answer to the standing prompt that the rules do not allow."""
        run = self._open_run()
        request = self.request
        if request is not None and key == request.key:
            by = request.by if self.secret and isinstance(request.by, str) else ""
            return self._answer(run, request, value, by, "ruled", why)
        return self._take(Overrule(key, value, why))

    def amend(self, key: str, value: object) -> list[Event]:
        """Changes an earlier answer of the open procedure; what follows is kept as far as it fits."""
        return self._take(Amend(key, frozen_answer(value)))

    def preview_amend(self, key: str, value: object) -> AmendPreview:
        """What `amend` would do. Everything stays as it is. Raises InvalidInput where it would."""
        run = self._open_run()
        before = list(run.context.events)
        made = run.take(Amend(key, frozen_answer(value)))
        events = events_between(before, run.context.events)
        lost = [i.input.key for i in run.inputs if i.n in made.drops and isinstance(i.input, (Answer, Amend))]
        run.pop()
        run.suggestions.pop(key, None)
        return AmendPreview(net(e for e in events if isinstance(e, Change)), lost)

    def look_at_odds(self) -> list[Event]:
        """Somebody looks at the odds of the standing request: at a table where they are `asked` for, the log says so.

        An input like any other there, an adjustment of the table's `odds_looks`; nothing where they are `shown`.
        Raises InvalidInput where they are `off`, and where nothing is asked.
        """
        check_allowed(self.table)
        request = self.request
        if request is None:
            raise InvalidInput("there are no odds for what stands now")
        if odds_use(self.table) != ASKED:
            return []
        sides = (request.by,) if isinstance(request.by, str) else request.by
        who = " and ".join(self.table.title(side) for side in sides if side in self.table.sides)
        return self.adjust("table", LOOKS, change=1, why=f"{who}: {request.title}" if who else request.title)

    def draw(self, mix: Sequence[tuple[object, Fraction]], by: str = "") -> list[Event]:
        """Answers the standing request with one of these answers, each as often as its chance (as in `Odds.mix`).

        The app's own dice say which. Raises InvalidInput where one of the answers does not fit.
        """
        run = self._open_run()
        request = run.slot(by)
        made = shares(request, mix)
        place = place_of(made, self.seed, self._rng, len(self.entries), request.key)
        return self._answer(run, request, made[place].value, by, "drawn", "", made)

    def leave(self, keep: bool, why: str = "") -> list[Event]:
        """Breaks the open procedure off; `keep` keeps what happened, else it is undone."""
        return self._take(Leave(keep, why))

    def undo(self, count: int = 1) -> list[Event]:
        """Undoes the last inputs, across procedures. Rolls and reveals too: the log says so."""
        return self._take(Undo(count))

    def redo(self, count: int = 1) -> list[Event]:
        """Redoes what was undone."""
        return self._take(Redo(count))

    def dice_checks(self) -> list[DiceCheck]:
        """Every roll and pick of the app and what the seed gives there, oldest first. Found on a twin.

        Raises InvalidInput where the open procedure no longer replays.
        """
        return dice_checks(self.twin()._history, self.seed)

    def give(self, made: Input) -> list[Event]:
        """Takes any input, as the commands above do: one that was recorded, given again."""
        return self._take(made)

    def as_one(self, act: Callable[[], T]) -> T:
        """What `act` returns. The inputs that it gives are recorded together at its end: all of them count, or none.

        Raises what it raises, and NotSaved where they cannot be made durable; all stands as before then.
        """
        recorder, before, gathered = self.recorder, self._history.moment(), Gathered()
        self.recorder = gathered if recorder is not None else None
        try:
            found = act()
            if recorder is not None and gathered.made:
                recorder.commit(*gathered.made)
        except InvalidInput:
            # What is refused has changed nothing: the open procedure is run again only where something was done first.
            if self._history.moment() != before:
                self._history.put_back(before)
            raise
        except BaseException:
            self._history.put_back(before)
            raise
        finally:
            self.recorder = recorder
        if self.run is None:
            self._rest()
        return found

    # -- trying ---------------------------------------------------------------------------------------------------

    def twin(self) -> Session:
        """A session in memory that stands where this one stands and goes on by itself. What can be redone stays here.

        Raises InvalidInput where the open procedure no longer replays.
        """
        made = Session(table_copy(self.table), seed=self.seed)
        made._history = self._history.twin(made.table)
        return made

    def reopen(self, place: int) -> None:
        """On a twin: undoes whole whatever came after entry `place`, and its last input.

        Raises InvalidInput where that is no procedure, or it no longer replays.
        """
        if self.recorder is not None:
            raise InvalidInput("only a twin is reopened")
        self._history.reopen(place)

    # -- taking an input ------------------------------------------------------------------------------------------

    def _take(self, made: Input) -> list[Event]:
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
        except Exception as fault:
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
            # The very entries from before: those that were closed anew would tell of an undo that nobody made.
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
            self.recorder.commit(Commit(made, request_crc, self.state_crc, sealed, self.standing, place))
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
            self.recorder.at_rest(self.table, self.entries)

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
            raise InvalidInput("this session is open read-only", hint="another program holds it")
