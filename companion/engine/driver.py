"""The send loop: runs a procedure over the answers that are known, seals and manual adjustments at their places."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from functools import partial
from typing import Any

from companion.engine.answers import WITHHELD, How, RawAnswer
from companion.engine.context import Context
from companion.engine.errors import InvalidInput, RuleFault
from companion.engine.inputs import Adjust, Amend, Answer, RunPoint, TakenInput
from companion.engine.procedure import Procedure
from companion.engine.progress import MOST_DONE
from companion.engine.requests import UNANSWERED, Request
from companion.engine.state.changes import Ruling, plain
from companion.engine.state.paths import option_of
from companion.engine.state.table import AnyTable


class Seals:
    """What is sealed in the open secret of a run, by side.

    It knows of every slot the request under which its answer was sealed: if a replay offers other answers, the
    slot is asked again whatever was sealed in it. To ask only those whose answer no longer fits would tell the others
    something of the answer.
    """

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self._sealed_slots: dict[int, Request[object]] = {}

    def clear(self) -> None:
        """A replay begins."""
        self.values = {}

    def keys(self, request: Request[object] | None) -> list[str]:
        return [request.slots[side].key for side in self.values] if request is not None else []

    def seal(self, secret: Request[object], slot: Request[object], n: int, value: object, *, replayed: bool) -> None:
        """Seals the answer that the input `n` gave to this slot."""
        if not replayed or n not in self._sealed_slots:
            self._sealed_slots[n] = slot
        self.values[next(side for side, other in secret.slots.items() if other is slot)] = value

    def unchanged(self, slot: Request[object], n: int) -> bool:
        """Whether the slot still allows what it allowed when the input `n` was sealed in it."""
        sealed = self._sealed_slots.get(n)
        return sealed is None or sealed.fingerprint() == slot.fingerprint()

    def reveal(self, secret: Request[object]) -> dict[str, object] | None:
        """The answers by side, once all are sealed; then none is sealed any more. None while one is missing."""
        if len(self.values) < len(secret.slots):
            return None
        revealed = {side: self.values[side] for side in secret.slots}
        self.values = {}
        return revealed


class Placements:
    """The adjustments that are still to be imposed on one replay, in the order they were made.

    A stretch is what the rules do between two answers. An adjustment belongs to the stretch after the answer `after`
    and comes after `changes` changes of it, or at its end if the rules now make fewer. An adjustment of an option
    comes after so many `steps` of the whole procedure.
    """

    def __init__(self, inputs: Sequence[TakenInput]) -> None:
        made = [(i.input, i.place) for i in inputs if isinstance(i.input, Adjust)]
        self._fields = [pair for pair in made if not pair[1].steps]
        self._options = [pair for pair in made if pair[1].steps]

    def impose_due(self, context: Context[AnyTable], after: str, changes: int) -> None:
        """Imposes those whose place is here: `changes` changes into the stretch after the answer to `after`."""
        while self._options and self._options[0][1].steps <= context.steps_entered:
            self._impose(context, self._options.pop(0)[0])
        while self._fields and self._fields[0][1].after == after and self._fields[0][1].changes <= changes:
            self._impose(context, self._fields.pop(0)[0])

    def end_stretch(self, context: Context[AnyTable], after: str) -> None:
        """The rules ask again or are done: what belongs to this stretch and was not reached in it comes now."""
        while self._fields and self._fields[0][1].after == after:
            self._impose(context, self._fields.pop(0)[0])

    def _impose(self, context: Context[AnyTable], made: Adjust) -> None:
        context.impose(made.of, made.field, made.value, made.why)


class Driver:
    """One pass through a procedure. It writes to the table in place.

    `known` are answers by the key of their request, until the replay is over; `used` the numbers of the inputs that
    fitted. `request` is what is asked now, `answers` what was answered, `outcome` what came of it once it is `done`.
    """

    def __init__(
        self,
        table: AnyTable,
        proc: Procedure[..., object],
        args: Mapping[str, object],
        known: Mapping[str, TakenInput],
        seals: Seals,
        adjustments: Sequence[TakenInput],
        overrules: Mapping[str, Ruling],
        asked: dict[str, Request[object]],
    ) -> None:
        self.context: Context[AnyTable] = Context(table, overrules)
        self.request: Request[object] | None = None
        self.answers: list[RawAnswer] = []
        self.outcome: Any = None
        self.done = False
        self.used: set[int] = set()
        self._placements = Placements(adjustments) if adjustments else None
        self._after = ""
        self._since = 0
        self._asked_requests = asked
        self._procedure, self._args = proc, args
        self._known = known
        self._seals = seals
        self._most = table.spec.most_requests
        self._asked = 0
        self._coroutine: Coroutine[Any, Any, Any] | None = None
        seals.clear()
        if self._placements is not None:
            self.context.on_progress = partial(self._impose_due, self._placements)

    # -- going on -------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Runs to the first request without a known answer. Raises whatever the rules raise."""
        self._coroutine = self._procedure(self.context, **self._args)
        self._send(None, "")

    def answer(self, request: Request[object], value: object, how: How, n: int) -> None:
        """Gives the frozen answer of the input `n` to the open request, or seals it in its slot, and continues.

        Raises whatever the rules raise.
        """
        self.used.add(n)
        self._note(request, value, how)
        asked = self.request
        if asked is request:
            self._send(value, request.key)
        elif asked is not None and asked.slots:
            self._seals.seal(asked, request, n, value, replayed=False)
            revealed = self._seals.reveal(asked)
            if revealed is not None:
                # As a replay has them, whoever sealed first.
                places = [slot.key for slot in asked.slots.values()]
                self.answers[-len(places) :] = sorted(
                    self.answers[-len(places) :], key=lambda given: places.index(given[0].key)
                )
                self._send(revealed, asked.key)

    def next_place(self, made: Adjust) -> RunPoint:
        """The place of an adjustment that comes now."""
        if made.of == "table" and option_of(made.field) is not None:
            return RunPoint(steps=self.context.steps_entered)
        return RunPoint(self._after, self.context.rule_changes - self._since)

    def close(self, outcome: object) -> None:
        """Breaks the procedure off where it stands. What was sealed and never revealed stays secret."""
        if self._coroutine is not None:
            self._coroutine.close()
        unrevealed = self._seals.keys(self.request)
        self.answers = [given for given in self.answers if given[0].key not in unrevealed]
        self.request, self.done, self.outcome = None, True, outcome

    # -- the loop -------------------------------------------------------------------------------------------------

    def _send(self, value: object, key: str) -> None:
        context, placements, coroutine = self.context, self._placements, self._coroutine
        assert coroutine is not None
        while True:
            self._after, self._since, context.left = key, context.rule_changes, MOST_DONE
            if placements is not None:
                placements.impose_due(context, key, 0)
            try:
                request = coroutine.send(value)
            except StopIteration as stop:
                context.close()
                self.request, self.done, self.outcome = None, True, self._outcome(stop.value)
                if placements is not None:
                    placements.end_stretch(context, key)
                return
            pending, context.pending = context.pending, None
            if pending is None or request is not pending:
                raise RuleFault(f"{self._procedure.name} awaited something that is no request of this game")
            if placements is not None:
                placements.end_stretch(context, key)
            self._asked += 1
            if self._asked > self._most:
                raise RuleFault(f"{self._procedure.name} asked more than {self._most} times")
            self.request = request
            if request.slots:
                value = self._replayed_slots(request)
                if value is None:
                    return
            else:
                how: How = "auto"
                value = request.forced_answer()
                if value is UNANSWERED:
                    found = self._fitting(request) if self._known else None
                    if found is None:
                        return
                    value, how = found
                self._note(request, value, how)
            key = request.key

    def _outcome(self, returned: object) -> object:
        """What the procedure returned, as plain data. Raises RuleFault if it is none: no file could hold it."""
        try:
            return plain(returned)
        except TypeError as fault:
            raise RuleFault(f"{self._procedure.name} returned what is no data: {fault}") from fault

    def _replayed_slots(self, secret: Request[object]) -> dict[str, object] | None:
        """Seals what is known of a secret, and what leaves no choice; the answers by side if that is all of it."""
        known, seals = self._known, self._seals
        forced = {side: slot.forced_answer() for side, slot in secret.slots.items()}
        revealed = all(forced[side] is not UNANSWERED or slot.key in known for side, slot in secret.slots.items())
        for side, slot in secret.slots.items():
            if forced[side] is not UNANSWERED:
                # An answer that was given when it was still asked is the same one.
                value, how = self._fitting(slot) or (forced[side], "auto")
                seals.seal(secret, slot, known[slot.key].n if slot.key in known else 0, value, replayed=True)
                self._note(slot, value, how)
                continue
            if slot.key not in known:
                continue
            n = known[slot.key].n
            found = self._fitting(slot) if revealed or seals.unchanged(slot, n) else None
            if found is not None:
                value, how = found
                seals.seal(secret, slot, n, value, replayed=True)
                self._note(slot, value, how)
        return seals.reveal(secret)

    def _fitting(self, request: Request[object]) -> tuple[object, How] | None:
        """The frozen answer that is known for this request and how it was given; None if there is none that fits."""
        taken = self._known.get(request.key)
        if taken is None or not isinstance(made := taken.input, (Answer, Amend)):
            return None
        how: How = made.how if isinstance(made, Answer) else "typed"
        value = made.value
        if value is not WITHHELD:
            try:
                value = request.coerce(value) if how == "ruled" else request.check(value)
            except InvalidInput:
                return None
        self.used.add(taken.n)
        return value, how

    def forget(self) -> None:
        """The replay is over: whatever is asked again from now on is asked afresh. `used` stays."""
        self._known = {}

    def _note(self, request: Request[object], value: object, how: How) -> None:
        self.answers.append((request, value, how, len(self.context.events)))
        self._asked_requests[request.key] = request

    def _impose_due(self, placements: Placements) -> None:
        placements.impose_due(self.context, self._after, self.context.rule_changes - self._since)
