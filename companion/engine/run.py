"""One open procedure: the inputs it took, and going back and forth in them.

Everything follows from the procedure, its arguments and its inputs in order. Taking one back means to take all changes
back and to run the procedure again on the inputs that are left. Answers are found again by the key of their request,
so an amended answer keeps the later ones that still fit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.engine.answers import WITHHELD, AnswerRecords
from companion.engine.context import Context
from companion.engine.driver import Driver, Seals
from companion.engine.errors import RULES_FAIL, InvalidInput, RuleFault, blame
from companion.engine.inputs import (
    UNPLACED,
    Adjust,
    Amend,
    Answer,
    Leave,
    Overrule,
    RunInput,
    RunPoint,
    TakenInput,
    answers_of,
)
from companion.engine.keys import secret_of
from companion.engine.procedure import Procedure
from companion.engine.progress import StepView
from companion.engine.requests import Request
from companion.engine.standing import Standing
from companion.engine.state.adjustments import revert
from companion.engine.state.changes import PLAYERS_DECIDED, Change, Event, Recorded, Ruling, Tally, checksum
from companion.engine.state.table import AnyTable
from companion.engine.values import FARTHEST, is_whole
from companion.engine.wording import does, minus


class Run:
    """A procedure that is open on a table. `driver` is the pass through it that stands: what is asked, what came of it.

    `suggestions` are earlier answers by key, offered if they are asked for again; `remarks` are sentences about
    what was undone, each with the number of events before it.
    """

    def __init__(self, table: AnyTable, proc: Procedure[..., object], args: Mapping[str, object]) -> None:
        self.table = table
        self.procedure = proc
        self.args = dict(args)
        self.inputs: list[TakenInput] = []
        self.suggestions: dict[str, Any] = {}
        self._typed: set[str] = set()
        """The keys of the suggestions that players typed."""
        self.remarks: list[tuple[int, str]] = []
        self.counted: dict[str, Tally] = {}
        """The numbers that were counted before an undo, by key: they may be overruled before they come again."""
        self.asked: dict[str, Request[object]] = {}
        """Every request that was ever answered in this run, by key, so that it can be asked again to amend."""
        self._next = 1
        self._seals = Seals()
        self._sum = (0, 0)
        self._drive_afresh()

    # -- inputs ---------------------------------------------------------------------------------------------------

    def begin(self, inputs: Sequence[TakenInput] = ()) -> None:
        """Starts the procedure, on inputs from before if given.

        Raises InvalidInput if the rules cannot go on; then nothing stands.
        """
        self.inputs = list(inputs)
        self._next = max((i.n for i in self.inputs), default=0) + 1
        try:
            if inputs:
                self._rebuild()
            else:
                self.driver.begin()
        except RULES_FAIL as fault:
            self.revert()
            raise _refusal(fault) from fault

    def checked(self, request: Request[object], made: Answer) -> Answer:
        """The answer to the request that `slot` gave, as it is kept. Raises InvalidInput if it does not fit."""
        value, how, by = made.value, made.how, made.by
        if value is not WITHHELD or not secret_of(request.key):
            value = request.coerce(value) if how == "ruled" else request.check(value)
        if not by and isinstance(request.by, str):
            by = request.by
        if value is made.value and by == made.by and request.key == made.key:
            return made
        return Answer(request.key, value, by, how, made.why, made.mix, made.seat)

    def _reason(self, made: Overrule) -> str:
        """The reason of a ruling; at a shared table with who gave it."""
        if made.seat not in self.table.sides:
            return made.why
        return f"{self.table.title(made.seat)}: {made.why or PLAYERS_DECIDED}"

    def take(self, made: RunInput) -> TakenInput:
        """Takes an input. Raises InvalidInput if it does not fit or the rules cannot go on; nothing changed then."""
        if isinstance(made, Answer):
            request = self.slot(made.by)
            given = self.checked(request, made)
            taken = TakenInput(self._next, given)
            return self._push(taken, lambda: self.driver.answer(request, given.value, given.how, taken.n))
        if isinstance(made, Amend):
            return self._amend(made)
        place = UNPLACED
        if isinstance(made, Adjust):
            place = self.driver.next_place(made)
        elif isinstance(made, Overrule):
            self._check_overrule(made)
        self._push(TakenInput(self._next, made, place), self._rebuild)
        return self._note_dropped()

    def take_placed(self, made: Sequence[tuple[Adjust, RunPoint]]) -> None:
        """Takes adjustments at the places that they took before, and runs the procedure on all of them once.

        Raises InvalidInput if the rules refuse one, or an earlier answer no longer fits; the run is of no use then.
        """
        for adjust, place in made:
            self.inputs.append(TakenInput(self._next, adjust, place))
            self._next += 1
        try:
            self._rebuild()
        except RULES_FAIL as fault:
            raise _refusal(fault) from fault
        if self._note_dropped().drops:
            raise InvalidInput("an earlier answer no longer fits")

    def _amend(self, made: Amend) -> TakenInput:
        answered = any(given.key == made.key for given in self.answers)
        earlier = [i.input for i in self.inputs if isinstance(i.input, (Answer, Amend))]
        old = next((i for i in reversed(earlier) if i.key == made.key), None)
        if old is None or (not answered and made.key not in self.sealed_keys()):
            raise InvalidInput(
                f"nothing was answered under {made.key!r}", hint="amend takes the key of an earlier prompt"
            )
        taken = self._push(TakenInput(self._next, replace(made, by=old.by)), self._rebuild)
        if taken.n not in self.driver.used:
            self.pop()
            raise InvalidInput(f"{made.value!r} does not fit that prompt")
        return self._note_dropped()

    def _check_overrule(self, made: Overrule) -> None:
        if made.key not in self.context.tallies and made.key not in self.counted:
            raise InvalidInput(
                f"no number is known under {made.key!r}", hint="overrule takes the key of a tally or the prompt"
            )
        value = made.value
        if not is_whole(value) or not -FARTHEST <= value <= FARTHEST:
            raise InvalidInput(f"{value!r} is no number that can count here", hint=f"a whole number up to {FARTHEST}")

    def pop(self, most: int = 1) -> list[TakenInput]:
        """Undoes at most `most` inputs and returns them, the last first. Answers become suggestions, unless secret."""
        gone = self.inputs[-most:][::-1]
        del self.inputs[-most:]
        self.counted |= self.context.tallies
        for taken in gone:
            self._suggest_again(taken)
        self._rebuild()
        return gone

    def push_back(self, again: Sequence[TakenInput]) -> None:
        """Puts back inputs that `pop` returned, oldest first."""
        *first, last = again
        self.inputs += first
        self._push(last, self._rebuild)

    def suggest(self, answers: Mapping[str, object]) -> None:
        """Offers answers by key, if a file could not be replayed to its end."""
        self.suggestions.update(answers)
        self._offer()

    def revert(self) -> None:
        """Undoes every change that the procedure made."""
        for event in reversed(self.context.events):
            if isinstance(event, Change):
                revert(self.table, event)
        self.context.events = []
        self._sum = (0, 0)

    # -- what stands ----------------------------------------------------------------------------------------------

    @property
    def answers(self) -> AnswerRecords:
        return AnswerRecords(self.driver.answers)

    @property
    def sealed(self) -> dict[str, object]:
        """The sealed answers of the open secret by side. No front end may show them."""
        return self._seals.values

    def slot(self, by: str = "") -> Request[object]:
        """The request to answer now: the open one, or the open slot of a secret (that of `by` if given).

        Raises InvalidInput if nothing is asked, or not of `by`.
        """
        request = self.driver.request
        if request is None:
            raise InvalidInput("nothing is asked now")
        if request.by == by:
            return request
        if request.slots:
            open_ = [s for s in request.slots if s not in self._seals.values]
            if by and by not in request.slots:
                raise InvalidInput(f"this is not for {self.table.title(by)} to answer")
            if by and by not in open_:
                raise InvalidInput(
                    f"{does(self.table.title(by), 'has')} sealed an answer already", hint="undo takes it back"
                )
            return request.slots[by or open_[0]]
        if not by:
            return request
        if request.by != "table" and by not in request.sides:
            raise InvalidInput(f"this is for {' and '.join(request.sides)} to answer")
        return request

    def sealed_keys(self) -> list[str]:
        return self._seals.keys(self.driver.request)

    def revealed(self) -> list[TakenInput]:
        """The inputs whose sealed answers were revealed and stand: everybody may know them."""
        known = {request.key for request, *_ in self.driver.answers} - {*self.sealed_keys()}
        return [taken for key, taken in answers_of(self.inputs).items() if secret_of(key) and key in known]

    def disclose(self, at: int, made: Answer | Amend) -> bool:
        """Puts the true answer of the input at this place where it was withheld; whether it was there."""
        if not disclosed(self.inputs, at, made):
            return False
        self.driver.answers = [
            (asked, made.value if asked.key == made.key and value is WITHHELD else value, how, at)
            for asked, value, how, at in self.driver.answers
        ]
        request = self.driver.request
        for side, value in self.sealed.items():
            if request is not None and request.slots[side].key == made.key and value is WITHHELD:
                self.sealed[side] = made.value
        return True

    def changes(self) -> list[Change]:
        return [e for e in self.context.events if isinstance(e, Change)]

    def checksum(self) -> int:
        """A running checksum of the changes so far; only the new ones are hashed."""
        events = self.context.events
        count, value = self._sum
        if count < len(events):
            value = checksum([e for e in events[count:] if isinstance(e, Change)], value)
            self._sum = (len(events), value)
        return value

    def standings(self) -> tuple[Standing, ...]:
        """How the fighters stand now; empty outside a fight."""
        fight = self.context.current_fight()
        return fight.standings() if fight is not None else ()

    def about(self) -> tuple[str, ...]:
        """The ids that it was started with; of one that was started with nothing, those of the first part with any.

        A unit whose order was drawn is one that nobody named before.
        """
        if self.args:
            return tuple(str(value) for value in self.args.values())
        return next((frame.about for frame in self.context.frames if frame.about), ())

    def steps(self) -> list[StepView]:
        """The step list of the innermost procedure that declares steps."""
        frame = next((f for f in reversed(self.context.frames) if f.steps), None)
        return frame.views() if frame is not None else []

    # -- replaying ------------------------------------------------------------------------------------------------

    def _push(self, made: TakenInput, act: Callable[[], None]) -> TakenInput:
        """Adds an input and acts on it. If the rules refuse it, all is as it was."""
        kept = self._next
        self.inputs.append(made)
        self._next = made.n + 1 if made.n >= kept else kept
        try:
            act()
        except RULES_FAIL as fault:
            del self.inputs[-1]
            self._next = kept
            self._rebuild()
            raise self._refused(made.input, fault) from fault
        if self.suggestions:
            self._offer()
        return made

    def _refused(self, made: RunInput, fault: BaseException) -> InvalidInput:
        """Why an input is refused with which the rules did not go on: of a ruling what they can go on with."""
        if isinstance(fault, InvalidInput):
            return fault
        if isinstance(made, Overrule):
            return self._too_far(made, fault)
        if isinstance(made, Answer) and made.how == "ruled":
            try:
                self.slot(made.by).check(made.value)
            except InvalidInput as wrong:
                return InvalidInput(f"the rules cannot go on with that: {wrong.message}", wrong.hint, wrong.code)
        if isinstance(fault, RuleFault) and any(isinstance(one.input, Overrule) for one in self.inputs):
            return InvalidInput(f"the rules cannot go on with what was ruled: {fault}", hint="nothing was changed")
        return _refusal(fault)

    def _too_far(self, made: Overrule, fault: BaseException) -> InvalidInput:
        """The bound that a ruled number is beyond: found by trying values between what it is and what was wanted."""
        tally = self.context.tallies.get(made.key) or self.counted[made.key]
        bound, beyond = int(tally), made.value
        while abs(beyond - bound) > 1:
            between = (bound + beyond) // 2
            self.inputs.append(TakenInput(self._next, replace(made, value=between)))
            try:
                self._rebuild()
                bound = between
            except RULES_FAIL:
                beyond = between
            del self.inputs[-1]
        self._rebuild()
        rules = ", ".join(dict.fromkeys(line.rule for line in tally.lines if line.rule))
        words = f"{tally.name} can be {minus(bound)} or {'less' if made.value > bound else 'more'} here"
        words += f" ({rules})" if rules else ""
        return InvalidInput(words + (f": {fault}" if isinstance(fault, RuleFault) else ""))

    def _drive_afresh(self) -> Leave | None:
        """A new pass through the procedure on the inputs so far, not yet begun; returns the one that breaks it off."""
        made = [taken.input for taken in self.inputs]
        adjustments = [taken for taken in self.inputs if isinstance(taken.input, Adjust)]
        ruled = [one for one in made if isinstance(one, Overrule)]
        rulings = {one.key: Ruling(one.key, one.value, self._reason(one)) for one in ruled}
        leaving = next((one for one in made if isinstance(one, Leave)), None)
        self.driver = Driver(
            self.table,
            self.procedure,
            self.args,
            answers_of(self.inputs),
            self._seals,
            adjustments,
            rulings,
            self.asked,
        )
        self.context: Context[AnyTable] = self.driver.context
        """What the procedure acts through."""
        return leaving

    def _rebuild(self) -> None:
        self.revert()
        leaving = self._drive_afresh()
        self.driver.begin()
        self.driver.forget()
        if leaving is not None:
            self._break_off(leaving)
        self._offer()

    def _break_off(self, made: Leave) -> None:
        self.driver.close({"left": True})
        if not made.keep:
            self.revert()

    def _unasked(self) -> list[TakenInput]:
        """The answers that still count and that the rules did not ask for."""
        return [taken for taken in answers_of(self.inputs).values() if taken.n not in self.driver.used]

    def leave_out_unasked(self) -> None:
        """Forgets answers of earlier rules: an undo of one would change nothing, and a redo find nothing to answer."""
        gone = self._unasked()
        self.inputs = [taken for taken in self.inputs if taken not in gone]

    def _note_dropped(self) -> TakenInput:
        """Notes with the last input which earlier answers no longer fitted: they stay out until it is undone."""
        made = self.inputs[-1]
        lost = [i for i in self._unasked() if i is not made]
        if lost:
            for dropped in lost:
                self._suggest_again(dropped)
            made = self.inputs[-1] = replace(made, drops=tuple(i.n for i in lost))
            self._offer()
        return made

    def _suggest_again(self, taken: TakenInput) -> None:
        made = taken.input
        if isinstance(made, (Answer, Amend)) and not secret_of(made.key):
            self.suggestions[made.key] = made.value
            (self._typed.add if isinstance(made, Amend) or made.how == "typed" else self._typed.discard)(made.key)

    def _offer(self) -> None:
        """Dice that were thrown here before are offered again."""
        request = self.driver.request
        if request is not None and request.key in self.suggestions:
            key = request.key
            request.offer(self.suggestions[key], typed=key in self._typed, of=self.asked.get(key))


def disclosed(inputs: list[TakenInput], at: int, made: Answer | Amend) -> bool:
    """Puts this answer at its place among inputs if it was withheld there; whether it was.

    By place: the numbers of inputs count refused ones too, which a seat never sees.
    """
    if not 0 <= at < len(inputs):
        return False
    there = inputs[at].input
    if type(there) is not type(made) or there.key != made.key or there.value is not WITHHELD:
        return False
    inputs[at] = replace(inputs[at], input=made)
    return True


def _refusal(fault: BaseException) -> InvalidInput:
    if isinstance(fault, InvalidInput):
        return fault
    return InvalidInput(f"the rules could not go on: {blame(fault)}", hint="nothing was changed")


def events_between(old: Sequence[Recorded], new: Sequence[Recorded]) -> list[Event]:
    """What players see happen when events are replaced: those no longer there undone, then the new ones.

    Sentences and rolls that end both have happened once: they are not told again.
    """
    same = len(old) if new[: len(old)] == old else 0
    while same < len(old) and old[same : same + 1] == new[same : same + 1]:
        same += 1
    back = [e.inverse() for e in reversed(old[same:]) if isinstance(e, Change)]
    gone, end = len(old), len(new)
    while min(gone, end) > same and not isinstance(new[end - 1], Change) and old[gone - 1] == new[end - 1]:
        gone, end = gone - 1, end - 1
    return [*back, *new[same:end]]
