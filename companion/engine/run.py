"""One open procedure: driving it, and going back and forth in it.

A run is a procedure, its arguments, and the inputs of the players in the order they came. Everything else follows:
taking one input back means taking all changes back and running the procedure again on the inputs that are left.
Answers are found again by the key of their request, so an amended answer keeps the later ones that still fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.engine.changes import Change, Ruling, checksum
from companion.engine.declare import FARTHEST
from companion.engine.errors import Refused, RuleFault
from companion.engine.procedure import Event, Game, Procedure, Visit, apply
from companion.engine.requests import UNANSWERED, Request, Roll, Secret
from companion.engine.table import Table

Kind = Literal["answer", "amend", "adjust", "overrule", "leave"]
How = Literal["typed", "rolled", "auto", "ruled"]


@dataclass(slots=True)
class Input:
    """One thing that came from outside while a procedure was open.

    `after` and `changes` (adjustments) or `steps` (options) say where in the run it takes effect; `drops` are the
    numbers of earlier inputs that no longer fitted when this one came.
    """

    n: int
    kind: Kind
    key: str = ""
    value: Any = None
    by: str = ""
    how: How = "typed"
    why: str = ""
    of: str = ""
    field: str = ""
    after: str = ""
    changes: int = 0
    steps: int = 0
    drops: tuple[int, ...] = ()


@dataclass(slots=True)
class Given:
    """One answer as the rules got it, for the log and the file."""

    key: str
    name: str
    kind: str
    by: str
    title: str
    value: Any
    how: How
    step: str
    at_event: int
    told: str = ""


@dataclass(frozen=True, slots=True)
class StepView:
    """A step for the step list: `done`, `now`, `todo` or `skipped`, and why."""

    id: str
    title: str
    state: str
    why: str = ""


class Run:
    """A procedure that is open on a table."""

    def __init__(self, table: Table[Any, Any], proc: Procedure[Any, Any], args: Mapping[str, Any]) -> None:
        self.table = table
        self.procedure = proc
        self.args = dict(args)
        self.inputs: list[Input] = []
        self.request: Request[Any] | None = None
        self.sealed: dict[str, Any] = {}
        self.given: list[Given] = []
        self.outcome: Any = None
        self.done = False
        self.left: Input | None = None
        self.suggestions: dict[str, Any] = {}
        self.remarks: list[tuple[int, str]] = []
        self._next = 1
        self._fed: set[int] = set()
        self._sum = (0, 0)
        self._plan: dict[str, Input] = {}
        self._adjusts: list[Input] = []
        self._options: list[Input] = []
        self._asked = 0
        self._most = table.ruleset.most_requests
        self._since = 0
        self._last_key = ""
        self._slot_prints: dict[int, int] = {}
        self.asked: dict[str, Request[Any]] = {}
        """Every request that was answered in this run by its key, so that front ends can ask it again to amend."""
        self.game: Game[Any] = Game(table)

    # -- inputs ---------------------------------------------------------------------------------------------------

    def begin(self, inputs: list[Input] | None = None) -> None:
        """Starts the procedure, on inputs from before where given. Raises what the rules raise; then nothing stands."""
        self.inputs = list(inputs or ())
        self._next = max((i.n for i in self.inputs), default=0) + 1
        self._guarded(self._rebuild, self._revert)

    def answer(self, request: Request[Any], value: Any, by: str = "", how: How = "typed", why: str = "") -> Input:
        """Answers the standing request, or the slot of it that `slot` gave. Raises Refused; then nothing changed."""
        frozen = request.shaped(value) if how == "ruled" else request.check(value)
        who = by or (request.by if isinstance(request.by, str) else "")
        made = Input(self._next, "answer", request.key, frozen, who, how, why)
        self._push(made, lambda: self._take(request, made))
        return made

    def amend(self, key: str, value: Any) -> Input:
        """Changes an earlier answer; later ones are kept as far as they still fit."""
        earlier = next((g for g in self.given if g.key == key), None)
        old = next((i for i in reversed(self.inputs) if i.key == key and i.kind in ("answer", "amend")), None)
        if old is None or (earlier is None and key not in self.sealed_keys()):
            raise Refused(f"nothing was answered under {key!r}", hint="amend takes the key of an earlier prompt")
        made = Input(self._next, "amend", key, value, old.by, "typed")
        self._push(made, self._rebuild)
        if made.n not in self._fed:
            self.pop()
            raise Refused(f"{value!r} does not fit that prompt")
        return self._with_drops(made)

    def adjust(self, of: str, field: str, value: Any, why: str) -> Input:
        """A change by the players' hands. It applies now; what stands is asked anew with what it now allows."""
        if of == "table" and field.startswith("options."):
            made = Input(self._next, "adjust", value=value, why=why, of=of, field=field, steps=self.game.steps_entered)
        else:
            changes = self.game.rule_changes - self._since
            made = Input(
                self._next, "adjust", value=value, why=why, of=of, field=field, after=self._last_key, changes=changes
            )
        self._push(made, self._rebuild)
        return self._with_drops(made)

    def overrule(self, key: str, value: Any, why: str) -> Input:
        """Sets a tally that was computed in this run, and replays what follows from it."""
        if key not in self.game.tallies:
            raise Refused(f"no number is known under {key!r}", hint="overrule takes the key of a tally or the prompt")
        if not isinstance(value, int) or isinstance(value, bool) or not -FARTHEST <= value <= FARTHEST:
            raise Refused(f"{value!r} is no number that can count here", hint=f"a whole number up to {FARTHEST}")
        made = Input(self._next, "overrule", key, value, why=why)
        self._push(made, self._rebuild)
        return self._with_drops(made)

    def leave(self, keep: bool, why: str) -> Input:
        """Breaks the procedure off, keeping what happened or taking it back."""
        made = Input(self._next, "leave", value=keep, why=why)
        self._push(made, lambda: self._break_off(made))
        return made

    def pop(self) -> Input:
        """Takes the last input back. Its answer is remembered as a suggestion, unless it was secret."""
        taken = self.inputs.pop()
        self._remember(taken)
        self._rebuild()
        return taken

    def push_back(self, taken: Input) -> None:
        """Puts an input back that was taken off."""
        self._push(taken, self._rebuild)

    def suggest(self, inputs: Mapping[str, Any]) -> None:
        """Offers answers by key, where a file could not be replayed to its end."""
        self.suggestions.update(inputs)
        if self.request is not None:
            self._offer(self.request)

    # -- what stands ----------------------------------------------------------------------------------------------

    def slot(self, by: str = "") -> Request[Any]:
        """The request to answer now: the standing one, or the open slot of a secret (that of `by` if said)."""
        request = self.request
        if request is None:
            raise Refused("nothing is asked now")
        if isinstance(request, Secret):
            open_ = [s for s in request.slots if s not in self.sealed]
            if by and by not in request.slots:
                raise Refused(f"this is not for {self.table.title(by)} to answer")
            if by and by not in open_:
                raise Refused(f"{self.table.title(by)} has sealed an answer already", hint="undo takes it back")
            return request.slots[by or open_[0]]
        sides = (request.by,) if isinstance(request.by, str) else request.by
        if by and request.by != "table" and by not in sides:
            raise Refused(f"this is for {' and '.join(sides)} to answer")
        return request

    def sealed_keys(self) -> list[str]:
        """The keys of the slots that are sealed now."""
        return [self.request.slots[s].key for s in self.sealed] if isinstance(self.request, Secret) else []

    def changes(self) -> list[Change]:
        """The changes so far, in order."""
        return [e for e in self.game.events if isinstance(e, Change)]

    def checksum(self) -> int:
        """A running checksum of the changes so far; only the new ones are hashed."""
        events = self.game.events
        count, value = self._sum
        if count < len(events):
            value = checksum([e for e in events[count:] if isinstance(e, Change)], value)
            self._sum = (len(events), value)
        return value

    def steps(self) -> list[StepView]:
        """The step list of the innermost procedure that declares steps."""
        frame = next((f for f in reversed(self.game.frames) if f.procedure.steps), None)
        if frame is None:
            return []
        views = []
        for step in frame.procedure.steps:
            visit = frame.visits.get(step.id, Visit("todo"))
            views.append(StepView(step.id, step.title, visit.state, visit.why))
        return views

    # -- driving --------------------------------------------------------------------------------------------------

    def _push(self, made: Input, act: Any) -> None:
        kept = self._next
        self.inputs.append(made)
        self._next = max(kept, made.n + 1)

        def back() -> None:
            del self.inputs[-1]
            self._next = kept
            self._rebuild()

        self._guarded(act, back)

    def _guarded(self, act: Any, back: Any) -> None:
        try:
            act()
        except Refused:
            back()
            raise
        except Exception as fault:
            back()
            raise Refused(f"the rules could not go on: {fault}", hint="nothing was changed") from fault

    def _with_drops(self, made: Input) -> Input:
        """Notes which earlier answers no longer fitted, so that they stay out until this input is taken back."""
        gone = {n for i in self.inputs for n in i.drops}
        held = {i.key: i.n for i in self.inputs if i.kind in ("answer", "amend") and i.n not in gone}
        lost = tuple(n for n in held.values() if n not in self._fed and n != made.n)
        if lost:
            for dropped in [i for i in self.inputs if i.n in lost]:
                self._remember(dropped)
            made = replace(made, drops=lost)
            self.inputs[-1] = made
            if self.request is not None:
                self._offer(self.request)
        return made

    def _remember(self, taken: Input) -> None:
        if taken.kind in ("answer", "amend") and not self.is_slot(taken.key):
            self.suggestions[taken.key] = taken.value

    def is_slot(self, key: str) -> bool:
        """Whether this key belongs to one side's slot of a secret: its answer is never offered again or shown."""
        return key in self._slot_keys

    def _revert(self) -> None:
        for event in reversed(self.game.events):
            if isinstance(event, Change):
                apply(self.table, event.back())

    def _rebuild(self) -> None:
        self._revert()
        gone = {n for i in self.inputs for n in i.drops}
        overrules = {i.key: Ruling(i.key, i.value, i.why) for i in self.inputs if i.kind == "overrule"}
        self._plan = {i.key: i for i in self.inputs if i.kind in ("answer", "amend") and i.n not in gone}
        adjusts = [i for i in self.inputs if i.kind == "adjust"]
        self._adjusts = [i for i in adjusts if not i.steps]
        self._options = [i for i in adjusts if i.steps]
        self._fed = set()
        self._slot_keys: set[str] = set()
        self._sum = (0, 0)
        self.given, self.sealed, self.outcome, self.done, self.left = [], {}, None, False, None
        self._asked = 0
        self.game = Game(self.table, overrules)
        self.game.on_change = self._after_change if self._adjusts else None
        self.game.on_step = self._on_step if self._options else None
        self._coroutine = self.procedure(self.game, **self.args)
        self._send(None, "")
        self._plan = {}
        leaving = next((i for i in self.inputs if i.kind == "leave"), None)
        if leaving is not None:
            self._break_off(leaving)

    def _break_off(self, leaving: Input) -> None:
        self._coroutine.close()
        # What was sealed and never revealed stays unsaid.
        never = self.sealed_keys()
        self.given = [g for g in self.given if g.key not in never]
        if not leaving.value:
            self._revert()
            self.game.events = []
            self._sum = (0, 0)
        self.request, self.done, self.left = None, True, leaving
        self.outcome = {"left": True}

    def _take(self, request: Request[Any], made: Input) -> None:
        """Gives a fresh answer to the coroutine, or seals it."""
        self._fed.add(made.n)
        self._note_given(request, made.value, made.how)
        standing = self.request
        if isinstance(standing, Secret):
            self._slot_keys.add(request.key)
            self._slot_prints[made.n] = request.fingerprint()
            self.sealed[next(s for s, r in standing.slots.items() if r is request)] = made.value
            if len(self.sealed) < len(standing.slots):
                return
            value: Any = {side: self.sealed[side] for side in standing.slots}
            self.sealed = {}
            self._send(value, standing.key)
        else:
            self._send(made.value, request.key)

    def _note_given(self, request: Request[Any], value: Any, how: How) -> None:
        by = request.by if isinstance(request.by, str) else "+".join(request.by)
        self.asked[request.key] = request
        self.given.append(
            Given(
                request.key,
                request.name,
                request.kind,
                by,
                request.title,
                value,
                how,
                request.step,
                len(self.game.events),
                request.told(value),
            )
        )

    def _send(self, value: Any, key: str) -> None:
        """Drives the procedure on until a request stands that neither the plan nor the rules answer."""
        while True:
            self._since = self.game.rule_changes
            self._last_key = key
            if self._adjusts:
                self._after_change()
            try:
                request = self._coroutine.send(value)
            except StopIteration as stop:
                self.request, self.done, self.outcome = None, True, stop.value
                self._impose_late()
                return
            if not isinstance(request, Request) or not request.key:
                raise RuleFault(f"{self.procedure.name} awaited something that is no request of this game")
            if self._adjusts:
                self._impose_late()
            self._asked += 1
            if self._asked > self._most:
                raise RuleFault(f"{self.procedure.name} asked more than {self._most} times")
            self.request = request
            if isinstance(request, Secret):
                if not self._planned_slots(request):
                    return
                value = {side: self.sealed[side] for side in request.slots}
                self.sealed = {}
            else:
                value = request.only()
                if value is not UNANSWERED:
                    self._note_given(request, value, "auto")
                else:
                    held = self._planned(request)
                    if held is None:
                        self._offer(request)
                        return
                    value = held.value
                    self._note_given(request, value, held.how)
            key = request.key

    def _planned(self, request: Request[Any]) -> Input | None:
        held = self._plan.get(request.key)
        if held is None:
            return None
        try:
            value = request.shaped(held.value) if held.how == "ruled" else request.check(held.value)
        except Refused:
            return None
        self._fed.add(held.n)
        return held if value is held.value else replace(held, value=value)

    def _planned_slots(self, request: Secret) -> bool:
        revealed = all(slot.key in self._plan for slot in request.slots.values())
        for side, slot in request.slots.items():
            self._slot_keys.add(slot.key)
            held = self._planned(slot) if revealed or self._as_sealed(slot) else None
            if held is not None:
                self._slot_prints.setdefault(held.n, slot.fingerprint())
                self.sealed[side] = held.value
                self._note_given(slot, held.value, held.how)
        return len(self.sealed) == len(request.slots)

    def _as_sealed(self, slot: Request[Any]) -> bool:
        """Whether a slot still allows what it allowed when it was sealed.

        Where it does not, it is asked again whatever was sealed in it: asking only those whose answer no longer fits
        would tell the others something of the answer.
        """
        held = self._plan.get(slot.key)
        print_ = slot.fingerprint()
        return held is None or self._slot_prints.get(held.n, print_) == print_

    def _offer(self, request: Request[Any]) -> None:
        if isinstance(request, Roll):
            request.offer(self.suggestions.get(request.key))

    # -- adjustments in their place -------------------------------------------------------------------------------

    def _after_change(self) -> None:
        """Imposes the adjustments whose place is here: after so many changes of this stretch of rules."""
        made = self.game.rule_changes - self._since
        while self._adjusts and self._adjusts[0].after == self._last_key and self._adjusts[0].changes <= made:
            held = self._adjusts.pop(0)
            self.game.impose(held.of, held.field, held.value, held.why)

    def _impose_late(self) -> None:
        """Imposes what belongs to this stretch but was not reached in it, and what lost its place altogether."""
        while self._adjusts and self._adjusts[0].after == self._last_key:
            held = self._adjusts.pop(0)
            self.game.impose(held.of, held.field, held.value, held.why)

    def _on_step(self) -> None:
        while self._options and self._options[0].steps <= self.game.steps_entered:
            held = self._options.pop(0)
            self.game.impose(held.of, held.field, held.value, held.why)


def events_between(old: list[Event], new: list[Event]) -> list[Event]:
    """What players see happen when events are replaced: those no longer there taken back, then the new ones."""
    same = 0
    for a, b in zip(old, new, strict=False):
        if a != b:
            break
        same += 1
    back: list[Event] = [e.back() for e in reversed(old[same:]) if isinstance(e, Change)]
    return back + new[same:]
