"""What a procedure may do: read the table, ask the sides, compute with reasons, and record changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from companion.engine import requests as ask
from companion.engine.dice import Dice, Face
from companion.engine.errors import InvalidValue, RuleFault
from companion.engine.standing import Fight
from companion.engine.state.adjustments import adjusted, apply
from companion.engine.state.changes import Change, Line, Note, Recorded, Ruling, Tally
from companion.engine.state.conditions import known_condition, with_condition, without_condition
from companion.engine.state.contacts import in_contact, put_contact
from companion.engine.state.paths import Flags, contact_path, ordered_flags, pair_key
from companion.engine.state.results import FaceGroup, Result
from companion.engine.state.rows import StandingRow
from companion.engine.state.table import Entity, Table, Unit
from companion.engine.steps import NO_STEP, Frame, Step, Visit, declaring

TableT = TypeVar("TableT", bound=Table[Any, Any])
RequestT = TypeVar("RequestT", bound=ask.Request[Any])
P = ParamSpec("P")


def _asking(kind: Callable[P, RequestT]) -> Callable[Concatenate[Context[Any], P], RequestT]:
    """The method of `Context` that makes a request of this kind, with the arguments of its class, and asks it."""

    def make(game: Context[Any], /, *args: P.args, **kwargs: P.kwargs) -> RequestT:
        return game._ask(kind(*args, **kwargs))

    make.__doc__ = kind.__doc__
    return make


class Context(Generic[TableT]):
    """What a running procedure reads and acts through; rule code calls it `game`.

    `events` are the changes and notes so far; `tallies` the numbers computed, by key; `frames` the procedures that
    run, outermost first.
    """

    def __init__(self, table: TableT, overrules: Mapping[str, Ruling] | None = None) -> None:
        self.table = table
        self.events: list[Recorded] = []
        self.tallies: dict[str, Tally] = {}
        self.frames: list[Frame] = []
        self.at_step = NO_STEP
        self.reached: set[tuple[str, str]] = set()
        self.rule_changes = 0
        self.steps_entered = 0
        self.on_progress: Callable[[], None] | None = None
        """Called after every change that the rules make and every step they enter: adjustments take their place."""
        self._overrules = overrules or {}
        self._used: dict[str, int] = {}
        self._fresh: list[Tally] = []
        self._pending: ask.Request[Any] | None = None
        self._unexplained: list[ask.Roll] = []

    # -- where we are ---------------------------------------------------------------------------------------------

    @property
    def options(self) -> Mapping[str, Any]:
        """The options this table plays with."""
        return self.table.options

    @property
    def step(self) -> str:
        """The id of the step that is current; empty before the first."""
        return self.at_step.id

    def enter(self, name: str, title: str, steps: Mapping[str, Step], args: Iterable[object]) -> None:
        """For the engine: a procedure begins. Its path names it and who it is about."""
        words = [word for word in map(_word, args) if word]
        label = f"{name}[{','.join(words)}]" if words else name
        above = self.frames[-1] if self.frames else None
        path = self._unique(f"{above.path}/{label}" if above else label)
        self.frames.append(Frame(name, title, path, self.at_step, steps))

    def leave(self) -> None:
        """For the engine: the innermost procedure ends, and the step before it is current again."""
        frame = self.frames.pop()
        self.at_step = frame.step
        if not self.frames:
            # The outermost stays, so that its steps can be shown when it is over.
            self.frames.append(frame)

    def at(self, step: str) -> None:
        """Enters a rulebook step, which this procedure or one that awaits it declares.

        Raises RuleFault where none does.
        """
        frame = declaring(self.frames, step)
        if frame.now is not None:
            frame.now.state = "done"
        frame.now = frame.visits[step] = Visit("now")
        self.at_step = frame.steps[step]
        self.reached.add((frame.name, step))
        self.steps_entered += 1
        if self.on_progress is not None:
            self.on_progress()

    def skip(self, step: str, why: str) -> None:
        """Tells the step list that a step is passed over, and why. Raises RuleFault where no procedure declares it."""
        frame = declaring(self.frames, step)
        frame.visits[step] = Visit("skipped", why)
        self.reached.add((frame.name, step))

    def _unique(self, key: str) -> str:
        seen = self._used.get(key, 0)
        self._used[key] = seen + 1
        return f"{key}#{seen + 1}" if seen else key

    # -- asking ---------------------------------------------------------------------------------------------------

    def is_pending(self, request: ask.Request[Any]) -> bool:
        """For the engine: whether this is the request that was made last; it is awaited now."""
        pending = self._pending
        self._pending = None
        return request is pending

    def settle(self) -> None:
        """For the engine: something else is asked, or the procedure is over. A roll without a result gets a plain one.

        Raises RuleFault where a request was made and never awaited.
        """
        if self._pending is not None:
            raise RuleFault(f"{self.frames[-1].name} asks {self._pending.name!r} and never awaits the answer")
        if self._unexplained:
            self.result("")

    def _ask(self, request: RequestT) -> RequestT:
        if self._pending is not None or self._unexplained:
            self.settle()
        self._pending = request
        frame, step, by = self.frames[-1], self.at_step, request.by
        request.key = self._unique(f"{frame.path}/{request.name}:{by if isinstance(by, str) else '+'.join(by)}")
        request.step, request.step_title = step.id, step.title
        request.procedure = (declaring(self.frames, step.id) if step.id else self.frames[0]).title
        if self._fresh:
            shown = {t.key for t in request.tally}
            request.tally = (*request.tally, *(t for t in self._fresh if t.key not in shown))
            self._fresh = []
        if isinstance(request, ask.Roll):
            self._unexplained.append(request)
        return request

    # Await what these return. They take what the class takes (companion/engine/requests): a name, then keywords.
    choose = _asking(ask.Choose)
    pick = _asking(ask.Pick)
    number = _asking(ask.Number)
    yes_no = _asking(ask.YesNo)
    text = _asking(ask.Text)
    do = _asking(ask.Do)
    roll = _asking(ask.Roll)
    split = _asking(ask.Split)
    grid = _asking(ask.Grid)

    def secret(self, name: str, *, title: str, slots: Mapping[str, ask.Request[Any]]) -> ask.Secret:
        """Await it: one slot a side, sealed one by one and revealed together.

        A slot is a request that is made by its class, such as `Split(...)`.
        """
        made: ask.Secret = self._ask(ask.Secret(name, title=title, slots=slots))
        for side, slot in made.slots.items():
            slot.key = f"{made.key}:{side}"
            slot.step, slot.step_title, slot.procedure = made.step, made.step_title, made.procedure
        return made

    # -- what players see ----------------------------------------------------------------------------------------

    def fight(
        self,
        fighters: Mapping[str, Sequence[Unit]],
        rows: Callable[[Unit], Iterable[StandingRow]] | None = None,
    ) -> None:
        """Declares who fights in this procedure from now on, by their role (attacker, defender, …).

        Every request of this procedure, and of those that it awaits, then carries how each of them stands. `rows`
        gives what stands with a fighter besides; it is called whenever somebody looks.
        """
        by_id = {unit.id: (unit, role) for role, units in fighters.items() for unit in units}
        self.frames[-1].fight = Fight(by_id, rows)

    def current_fight(self) -> Fight | None:
        """The fight of the innermost procedure that declared one; None outside a fight."""
        for frame in reversed(self.frames):
            if frame.fight is not None:
                return frame.fight
        return None

    def show(
        self,
        unit: Unit,
        key: str,
        label: str,
        value: int | str,
        *,
        max: int | None = None,
        breaks_at: int | None = None,
    ) -> None:
        """Shows a number or word of a fighter with its standing, until the fight ends or the key is shown again.

        For what is neither a field nor a tally: hits so far, the number to reach. Never anything sealed.
        """
        fight = self.current_fight()
        if fight is not None and unit.id in fight.fighters:
            fight.shown.setdefault(unit.id, {})[key] = StandingRow(key, label, value, max, breaks_at)

    def cost(self, entity: Entity, field: str, spend: int, label: str = "") -> ask.Cost:
        """What an answer spends of a number that a unit, side or the table has."""
        label = label or entity.specs()[field].label
        return ask.Cost(entity.id, field, label, int(entity.get(field) or 0), spend)  # type: ignore[attr-defined]

    def result(
        self,
        text: str,
        *,
        title: str = "",
        mark: Callable[[Dice, Face], str] | None = None,
        marks: Sequence[Sequence[str]] = (),
        counts: Sequence[Mapping[str, int]] = (),
        groups: Sequence[FaceGroup] | None = None,
        **facts: object,
    ) -> None:
        """Tells what came of the dice that were rolled since the last result: `text` says it, a fall or a break first.

        The groups are those of the rolls, empty ones left out; `mark` gives the word for a face, or `marks` one word a
        face for each group, and `counts` the numbers read from each. `groups` replaces them all, for a re-roll that is
        shown with the dice that stayed. The tallies since the last request are shown with the result, not with the
        next request. Raises RuleFault where marks and faces are not equally many.
        """
        rolls, self._unexplained = [roll for roll in self._unexplained if roll.rolled is not None], []
        if groups is None:
            groups = _groups_of(rolls, mark, marks, counts)
        for group in groups:
            if len(group.marks) != len(group.faces):
                raise RuleFault(f"{group.name}: {len(group.marks)} marks for {len(group.faces)} faces")
        last = rolls[-1] if rolls else None
        key, heading = (last.key, title or last.title) if last is not None else ("", title)
        self._fresh = []
        text = text or "; ".join(f"{group.name}: {' '.join(map(str, group.faces))}" for group in groups)
        self.events.append(Result(key, heading, tuple(groups), text, self.at_step.id, facts))

    # -- computing ------------------------------------------------------------------------------------------------

    def tally(
        self,
        key: str,
        lines: Iterable[Line],
        *,
        name: str = "",
        lo: int | None = None,
        hi: int | None = None,
        low_rule: str = "",
        high_rule: str = "",
        unit: str = "",
        of: Unit | None = None,
        row: str = "",
    ) -> Tally:
        """A number with its reasons. It is shown with the next request, and players can ask why and overrule it.

        `lo` and `hi` bound it, with a line that says so. `unit` is the word after the number (dice, wounds). `of` is
        the fighter whose number it is: the last of each key stands with the fighter, labelled `row` (else by its key).
        """
        path = self._unique(f"{self.frames[-1].path}/{key}" if self.frames else key)
        reasons = tuple(lines)
        total = 0
        for line in reasons:
            total += line.value
        if lo is not None and total < lo:
            reasons = (*reasons, Line(f"never below {lo}", lo - total, low_rule))
            total = lo
        if hi is not None and total > hi:
            reasons = (*reasons, Line(f"never above {hi}", hi - total, high_rule))
            total = hi
        ruling = self._overrules.get(path) if self._overrules else None
        if ruling is not None:
            why = ruling.why or "the players decided"
            text = f"Ruling: {name or key} is {ruling.value} instead of {total} — {why}"
            self.note(text, ruling=path, value=ruling.value, before=total)
            reasons = (*reasons, Line(f"ruling: {why}", ruling.value - total, "ruling"))
            total = ruling.value
        made = Tally.of(path, name or key, total, reasons, unit, row=row)
        self.tallies[path] = made
        self._fresh.append(made)
        if of is not None:
            fight = self.current_fight()
            if fight is not None:
                fight.count(of.id, key, made)
        return made

    def note(self, text: str, **facts: object) -> None:
        """A sentence for the log, with the computed facts behind it."""
        self.events.append(Note(text, self.at_step.id, facts))

    # -- changing -------------------------------------------------------------------------------------------------

    def change(self, entity: Entity, path: str, value: object, why: str) -> None:
        """Sets a field (dotted where nested) and records it. Raises RuleFault where the declaration forbids it."""
        before = entity.get(path)
        if before == value and type(before) is type(value):
            return
        try:
            after = entity.checked(path, int(value) if isinstance(value, Tally) else value)
        except InvalidValue as fault:
            raise RuleFault(f"{entity.id}.{path}: {fault.message} {fault.hint}") from fault  # type: ignore[attr-defined]
        if before == after and type(before) is type(after):
            return
        entity.put(path, after)
        self._record(Change(entity.id, path, before, after, why, self.at_step.id))  # type: ignore[attr-defined]

    def shift(self, entity: Entity, path: str, by: int, why: str) -> int:
        """Adds to a number as far as its bounds allow; returns the difference made."""
        before = entity.get(path) or 0
        lo, hi = entity.specs()[path].bounds(entity) if "." not in path else (0, None)
        after = before + int(by)
        if lo is not None:
            after = max(after, min(lo, before))
        if hi is not None:
            after = min(after, max(hi, before))
        self.change(entity, path, after, why)
        return int(after - before)

    def add_condition(self, unit: Entity, condition: str, why: str, value: object = 1) -> None:
        """Adds a condition: sets its flag or word, adds `value` markers, or appends `value` (or values) to its list.

        Raises RuleFault where the unit has no such condition.
        """
        declared = known_condition(unit, condition)
        self.change(unit, declared.field, with_condition(unit, declared, value), why)

    def remove_condition(self, unit: Entity, condition: str, why: str, value: object = None) -> None:
        """Removes a condition: all of it, or `value` markers, or `value` from its list. Nothing where it is absent.

        Raises RuleFault where the unit has no such condition.
        """
        declared = known_condition(unit, condition)
        self.change(unit, declared.field, without_condition(unit, declared, value), why)

    def connect(self, a: str, b: str, why: str, flags: Flags | None = None) -> None:
        """Two units or models are in contact from now on, with these flags (a_… for the first, b_… for the second)."""
        self._contact(a, b, ordered_flags(a, b, flags or {}), why)

    def disconnect(self, a: str, b: str, why: str) -> None:
        """Two units or models are no longer in contact. Nothing where they were not."""
        if in_contact(self.table, a, b):
            self._contact(a, b, None, why)

    def disconnect_all(self, of: str, why: str) -> None:
        """This unit or model is in contact with nothing any more."""
        for a, b in [pair for pair in self.table.contacts if of in pair]:
            self._contact(a, b, None, why)

    def _contact(self, a: str, b: str, flags: Flags | None, why: str) -> None:
        key = pair_key(a, b)
        before = self.table.contacts.get(key)
        if before == flags:
            return
        put_contact(self.table, key, flags)
        self._record(Change("table", contact_path(a, b), before, flags, why, self.step))

    def _record(self, change: Change) -> None:
        self.events.append(change)
        self.rule_changes += 1
        if self.on_progress is not None:
            self.on_progress()

    def impose(self, of: str, path: str, value: object, why: str) -> None:
        """For the engine: a manual adjustment, recorded where it takes effect. Raises InvalidInput."""
        change = adjusted(self.table, of, path, value, why, self.step)
        apply(self.table, change)
        self.events.append(change)


def _word(arg: Any) -> str:
    """What of an argument stands in a key: who it is about, never a number, so that dice stay sticky."""
    if isinstance(arg, Unit):
        return arg.id
    return arg if isinstance(arg, str) else ""


def _groups_of(
    rolls: Sequence[ask.Roll],
    mark: Callable[[Dice, Face], str] | None,
    marks: Sequence[Sequence[str]],
    counts: Sequence[Mapping[str, int]],
) -> list[FaceGroup]:
    """The groups of dice of these rolls with their faces, marked and counted in order."""
    found: list[FaceGroup] = []
    for roll in rolls:
        by = roll.by if isinstance(roll.by, str) else ""
        for dice, faces in zip(roll.dice, roll.rolled or (), strict=True):
            if not dice.count:
                continue
            place = len(found)
            if mark is not None:
                words = tuple(mark(dice, face) for face in faces)
            else:
                words = tuple(marks[place]) if place < len(marks) else ("",) * len(faces)
            numbers = counts[place] if place < len(counts) else {}
            found.append(FaceGroup(dice.name, dice.by or by, dice.die.name, faces, words, numbers))
    return found
