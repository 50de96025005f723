"""What was played, and undo and redo through all of it: into the open procedure and back into closed ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.engine.answers import AnswerRecord, answer_words, words_of
from companion.engine.change_words import changed_by_hand
from companion.engine.errors import InvalidInput
from companion.engine.inputs import Adjust, Amend, Answer, Leave, Overrule, Start, TakenInput, kind_of
from companion.engine.journal import Departures, JournalEntry, UndoneRoll
from companion.engine.keys import own_part, secret_of
from companion.engine.requests import Request
from companion.engine.ruleset import Ruleset
from companion.engine.run import Run, disclosed, events_between
from companion.engine.seed import ProcedurePlace
from companion.engine.state.adjustments import apply, revert
from companion.engine.state.changes import Change, Done, Event, Note
from companion.engine.state.table import AnyTable


class PlayedRun(NamedTuple):
    """One procedure of a history that is taken apart: its number, what was answered, and what was asked by key.

    `sealed` are the keys of answers that are not revealed yet.
    """

    place: ProcedurePlace
    answers: Sequence[AnswerRecord]
    inputs: Sequence[TakenInput]
    asked: Mapping[str, Request[object]]
    sealed: Sequence[str]


class HistoryMoment(NamedTuple):
    """A history as it stood: its entries, what could be redone, and what the open procedure had taken."""

    entries: Sequence[JournalEntry]
    undone: Sequence[Start | TakenInput | JournalEntry]
    run: Run | None
    inputs: Sequence[TakenInput]
    remarks: Sequence[tuple[int, str]]
    suggestions: Mapping[str, object]


class History:
    """The journal entries of a table, oldest first, the open run if there is one, and what can be redone."""

    def __init__(
        self,
        table: AnyTable,
        ruleset: Ruleset,
        entries: Sequence[JournalEntry] = (),
        taken_back: Sequence[UndoneRoll] = (),
    ) -> None:
        self.table = table
        self.ruleset = ruleset
        self.entries: list[JournalEntry] = list(entries)
        self.run: Run | None = None
        self.undone: list[Start | TakenInput | JournalEntry] = []
        """What was undone, the last on top. A start names its procedure here, not the action that led to it."""
        self.departures = Departures(table, self.entries)
        table.remember(self.departures)
        self._closed_weight = sum(entry.weight for entry in self.entries)
        self._played = Counter(entry.procedure for entry in self.entries)
        """How often each procedure was closed."""
        self._closed: Run | None = None
        """That of the procedure that was closed last."""
        self.taken_back: list[UndoneRoll] = list(taken_back)
        """What the app rolled and players undid, in order; what was rolled there again is still among it."""

    @property
    def latest_run(self) -> Run | None:
        return self.run or self._closed

    @property
    def undo_count(self) -> int:
        open_ = 0 if self.run is None else 1 + len(self.run.inputs)
        return open_ + self._closed_weight

    @property
    def place(self) -> ProcedurePlace:
        """Where the open procedure stands, or the last one. There must be one."""
        if self.run is not None:
            name = self.run.procedure.name
            return ProcedurePlace(len(self.entries), name, self._played[name])
        name = self.entries[-1].procedure
        return ProcedurePlace(len(self.entries) - 1, name, self._played[name] - 1)

    @property
    def redo_count(self) -> int:
        return len(self.undone)

    @property
    def next_redo(self) -> str:
        """The procedure that redo would start or put back whole; empty if it is no procedure."""
        top = self.undone[-1] if self.undone else None
        return top.procedure if isinstance(top, (Start, JournalEntry)) else ""

    @property
    def state_crc(self) -> int:
        """The checksum of the open procedure, or of the last one: an answer that closes it has the same."""
        if self.run is not None:
            return self.run.checksum()
        return self.entries[-1].state_crc if self.entries else 0

    # -- going on -------------------------------------------------------------------------------------------------

    def run_again(self, name: str, args: Mapping[str, object]) -> Run:
        """A run of the procedure of this name. Raises InvalidInput if the ruleset has it no more."""
        return Run(self.table, self.ruleset.procedure_named(name), args)

    def drop_run(self) -> None:
        """Undoes the open run as if it had never been started."""
        if self.run is not None:
            self.run.revert()
            self.run = None

    def add_adjustment(self, change: Change) -> None:
        self._append(JournalEntry("", "Adjustment", {}, [], [change], [], {}, self.table.round, self.table.phase))

    def pop_entry(self) -> JournalEntry:
        """Removes the last entry and undoes its changes."""
        entry = self.entries.pop()
        for change in reversed(entry.changes()):
            revert(self.table, change)
        self._closed_weight -= entry.weight
        self._played[entry.procedure] -= 1
        return entry

    def _append(self, entry: JournalEntry) -> None:
        self.entries.append(entry)
        self._closed_weight += entry.weight
        self._played[entry.procedure] += 1

    # -- undo and redo --------------------------------------------------------------------------------------------

    def undo(self, count: int = 1, seat: str = "") -> list[Event]:
        """Undoes inputs, across procedures, and tells what changed. There must be so many.

        What no longer replays is undone whole: that counts as all the inputs that went with it.
        """
        left, events = self.undo_count - count, list[Event]()
        while self.undo_count > left:
            events += self._undo(self.undo_count - left, seat)
        return events

    def _undo(self, most: int, seat: str) -> list[Event]:
        """As many as one replay takes back: inputs of one procedure, else its start, or what no longer replays."""
        if self.run is None:
            entry = self.entries[-1]
            if not entry.procedure:
                self.undone.append(self.pop_entry())
                return [c.inverse() for c in reversed(entry.changes())]
            place = self.place
            events = self._reopen(entry)
            if self.run is None:
                self._keep_rolls(rolls_of(place, entry))
                self.undone.append(entry)
                return events
        run = self.run
        before = list(run.context.events)
        if not run.inputs:
            run.revert()
            self.undone.append(Start(run.procedure.name, run.args))
            self.run = None
            return events_between(before, [])
        going = run.inputs[-most:]
        remarks = [_remark(self.table, run, taken, seat) for taken in reversed(going) if not _is_roll(taken)]
        rolled = {taken.input.key for taken in going if isinstance(taken.input, Answer) and _is_roll(taken)}
        self._keep_rolls(roll for roll in rolls_of(self.place, run) if roll.key in rolled)
        self.undone += run.pop(most)
        run.remarks += [(len(run.context.events), remark) for remark in remarks]
        return events_between(before, run.context.events)

    def _keep_rolls(self, rolls: Iterable[UndoneRoll]) -> None:
        self.taken_back += [roll for roll in rolls if roll not in self.taken_back]

    def redo(self, count: int = 1) -> list[Event]:
        """Redoes inputs and tells what happened. There must be so many."""
        left, events = self.redo_count - count, list[Event]()
        while self.redo_count > left:
            events += self._redo(self.redo_count - left)
        return events

    def _redo(self, most: int) -> list[Event]:
        if isinstance(self.undone[-1], TakenInput):
            return self._redo_inputs(most)
        item = self.undone.pop()
        if isinstance(item, JournalEntry):
            for change in item.changes():
                apply(self.table, change)
            self._append(item)
            return list(item.events)
        assert isinstance(item, Start)
        run = self.run_again(item.procedure, item.args)
        run.begin()
        self.run = run
        return self.close_if_done(list(run.context.events))

    def _redo_inputs(self, most: int) -> list[Event]:
        run = self.run
        if run is None:
            raise InvalidInput("no procedure is open", hint="start one first")
        again: list[TakenInput] = []
        while len(again) < most and self.undone and isinstance(item := self.undone[-1], TakenInput):
            again.append(item)
            self.undone.pop()
        before = list(run.context.events)
        run.push_back(again)
        _forget_remarks(self.table, run, again)
        return self.close_if_done(events_between(before, run.context.events))

    def disclose(self, entry: int, at: int, made: Answer | Amend) -> None:
        """Puts the true answer where it was withheld: in this entry, the open procedure, or what can be redone."""
        if entry < len(self.entries):
            disclosed(self.entries[entry].inputs, at, made)
            return
        if self.run is not None and self.run.disclose(at, made):
            return
        for place, one in enumerate(self.undone):
            if isinstance(one, TakenInput) and disclosed(again := [one], 0, made):
                self.undone[place] = again[0]
                return

    def moment(self) -> HistoryMoment:
        """How it stands now, for `put_back`."""
        run = self.run
        open_ = (run.inputs, run.remarks, run.suggestions) if run is not None else ((), (), {})
        return HistoryMoment(
            tuple(self.entries), tuple(self.undone), run, tuple(open_[0]), tuple(open_[1]), dict(open_[2])
        )

    def put_back(self, moment: HistoryMoment) -> None:
        """Makes everything as it was, the table too, whatever was undone and played since."""
        self.drop_run()
        same = next(
            (at for at, pair in enumerate(zip(self.entries, moment.entries, strict=False)) if pair[0] is not pair[1]),
            min(len(self.entries), len(moment.entries)),
        )
        while len(self.entries) > same:
            self.pop_entry()
        for entry in moment.entries[same:]:
            for change in entry.changes():
                apply(self.table, change)
            self._append(entry)
        self.undone[:] = moment.undone
        if moment.run is not None:
            run = self.run_again(moment.run.procedure.name, moment.run.args)
            run.begin(moment.inputs)
            run.remarks = list(moment.remarks)
            run.suggest(moment.suggestions)
            self.run = run

    def copy_run(self, to: History) -> None:
        """Opens the open procedure, if there is one, in a history with the same entries, of a copy of the table.

        Raises InvalidInput if it no longer replays.
        """
        if self.run is not None:
            for change in reversed(self.run.changes()):
                revert(to.table, change)
            run = to.run_again(self.run.procedure.name, self.run.args)
            run.begin(list(self.run.inputs))
            to.run = run

    def close_if_done(self, events: list[Event]) -> list[Event]:
        """These events, and the end of the open run if it is done with them."""
        run = self.run
        if run is None or not run.driver.done:
            return events
        entry = run_entry(self.table, run, run.driver.outcome if isinstance(run.driver.outcome, Mapping) else {})
        self._append(entry)
        self._closed, self.run = run, None
        return [*events, Done(entry.procedure, entry.outcome, entry.conclusion)]

    def take_apart(self) -> Iterator[PlayedRun]:
        """Undoes everything, the last procedure first.

        Of a procedure that no longer replays only what was asked before it came apart is known. The history is of no
        use then.
        """
        run = self.run
        if run is not None:
            yield PlayedRun(self.place, run.answers, run.inputs, run.asked, run.sealed_keys())
            self.drop_run()
        while self.entries:
            entry, place = self.entries[-1], self.place
            again, _ = self._played_again(entry)
            if entry.procedure:
                asked = again.asked if again is not None else {}
                yield PlayedRun(place, entry.answers, entry.inputs, asked, ())
            if again is not None:
                again.revert()

    def _reopen(self, entry: JournalEntry) -> list[Event]:
        """Makes the last closed procedure the open one again. If it no longer replays, it is undone whole."""
        self._closed = None
        run, same = self._played_again(entry)
        if run is None or not same:
            if run is not None:
                run.revert()
            note = Note(f"{entry.title} no longer replays under these rules: it was undone whole", "", {})
            return [*[c.inverse() for c in reversed(entry.changes())], note]
        run.leave_out_unasked()
        run.remarks = list(entry.remarks)
        self.run = run
        return []

    def _played_again(self, entry: JournalEntry) -> tuple[Run | None, bool]:
        """The run of the last closed procedure, and whether it came to the same; None if it cannot even begin."""
        self.pop_entry()
        run = None
        try:
            run = self.run_again(entry.procedure, entry.args)
            run.begin(entry.inputs)
            return run, run.driver.done and run.checksum() == entry.state_crc
        except InvalidInput:
            return run, False


def run_entry(table: AnyTable, run: Run, outcome: Mapping[str, object]) -> JournalEntry:
    return JournalEntry(
        run.procedure.name,
        run.procedure.title,
        run.args,
        run.inputs,
        run.context.events,
        run.answers,
        outcome,
        table.round,
        table.phase,
        remarks=[(min(at, len(run.context.events)), text) for at, text in run.remarks],
        conclusion=tuple(run.context.conclusion),
    )


def _forget_remarks(table: AnyTable, run: Run, again: Sequence[TakenInput]) -> None:
    """What is redone was not undone: its remark goes, the last that says so."""
    for taken in again:
        told = {_remark(table, run, taken, seat) for seat in ("", *table.sides)}
        place = next((at for at in reversed(range(len(run.remarks))) if run.remarks[at][1] in told), None)
        if place is not None:
            del run.remarks[place]


def _is_roll(taken: TakenInput) -> bool:
    """Whether this is a roll of the app: it is kept as a fact, and told as one."""
    return isinstance(taken.input, Answer) and taken.input.how == "rolled"


def _remark(table: AnyTable, run: Run, undone: TakenInput, seat: str) -> str:
    """`undone: the split`; of a seat `Sora took back: the split`."""
    who = f"{table.title(seat)} took back" if seat in table.sides else "undone"
    return f"{who}: {_undone(table, run, undone)}"


def _undone(table: AnyTable, run: Run, undone: TakenInput) -> str:
    made = undone.input
    if isinstance(made, Adjust):
        return changed_by_hand(table, made.of, made.field)
    if not isinstance(made, Answer):
        return f"{kind_of(made)} {made.key if isinstance(made, (Amend, Overrule)) else ''}".rstrip()
    if made.how not in ("typed", "rolled") or secret_of(made.key):
        return "a sealed answer"
    given = next((answer for answer in run.answers if answer.key == made.key), None)
    if given is None:
        return f"{own_part(made.key)} — {words_of(made.value)}"
    return given.title + (f" — {answer_words(table, given)}" if given.kind != "do" else "")


def rolls_of(place: ProcedurePlace, played: Run | JournalEntry) -> Iterator[UndoneRoll]:
    for given in played.answers:
        if given.kind == "roll" and given.how == "rolled":
            yield UndoneRoll(*place, given.key, given.title, tuple(tuple(group) for group in given.value))


def not_standing(taken: Sequence[UndoneRoll], entries: Sequence[JournalEntry], run: Run | None) -> list[UndoneRoll]:
    """Those of the rolls that were taken back that were not made again, with the same faces, where they were made.

    Those of a procedure that was left, and not kept, are among them.
    """
    found = list(taken)
    played: dict[str, int] = {}
    everything: list[tuple[int, Run | JournalEntry]] = [*enumerate(entries)]
    if run is not None:
        everything.append((len(entries), run))
    for number, one in everything:
        name = one.procedure if isinstance(one, JournalEntry) else one.procedure.name
        if not name:
            continue
        place = ProcedurePlace(number, name, played.get(name, 0))
        played[name] = place.earlier + 1
        left = one.inputs[-1].input if one.inputs else None
        made = list(rolls_of(place, one))
        if isinstance(left, Leave) and not left.keep:
            # One that was undone and redone before is there already.
            found += [roll for roll in made if roll not in found]
            continue
        stand = {(roll.key, roll.value) for roll in made}
        found = [
            roll for roll in found if (roll.procedure, roll.earlier) != place[1:] or (roll.key, roll.value) not in stand
        ]
    return found
