"""Procedures and what they may do.

A procedure is an `async def` that reads like one section of a rulebook. It awaits requests and other procedures,
reads the table, and changes it only through its `Game`. It rolls no dice, reads no clock and opens no file.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from companion.engine import requests as ask
from companion.engine.adjusting import adjusted
from companion.engine.changes import Change, Line, Note, Ruling, Tally
from companion.engine.contacts import in_contact
from companion.engine.dice import Dice, Faces
from companion.engine.errors import BadValue, RuleFault
from companion.engine.requests import Allotment, By, Option, Plan
from companion.engine.table import Condition, Entity, Flags, Table, Unit, contact_field, ordered_flags, pair_key

P = ParamSpec("P")
R = TypeVar("R")
T_co = TypeVar("T_co", bound=Table[Any, Any])


@dataclass(frozen=True, slots=True)
class Step:
    """One numbered part of a procedure, with the rulebook's own id."""

    id: str
    title: str


@dataclass(slots=True)
class Visit:
    """What became of a step: `done`, `now` or `skipped`, and why."""

    state: str
    why: str = ""


@dataclass(slots=True)
class Frame:
    """One procedure that is running: where it is, and what it passed."""

    procedure: Procedure[Any, Any]
    path: str
    step: str
    step_title: str
    titles: tuple[str, ...]
    visits: dict[str, Visit] = field(default_factory=dict)
    now: Visit | None = None


class Procedure(Generic[P, R]):
    """A rule procedure: its function, its title and its declared steps."""

    def __init__(
        self, fn: Callable[Concatenate[Game[Any], P], Coroutine[Any, Any, R]], title: str, steps: Sequence[Step]
    ) -> None:
        self.fn = fn
        self.name = fn.__name__
        self.title = title
        self.steps = tuple(steps)
        self.by_id: Mapping[str, Step] = {s.id: s for s in self.steps}
        self.__doc__ = fn.__doc__

    async def __call__(self, game: Game[Any], *args: P.args, **kwargs: P.kwargs) -> R:
        game.enter(self, args, kwargs)
        result = await self.fn(game, *args, **kwargs)
        game.leave()
        return result


def procedure(
    title: str, steps: Sequence[Step] = ()
) -> Callable[[Callable[Concatenate[Game[Any], P], Coroutine[Any, Any, R]]], Procedure[P, R]]:
    """Makes an `async def` a procedure. Its steps are those `game.at` may name, here and in what it awaits."""

    def wrap(fn: Callable[Concatenate[Game[Any], P], Coroutine[Any, Any, R]]) -> Procedure[P, R]:
        return Procedure(fn, title, steps)

    return wrap


Event = Change | Note


class Game(Generic[T_co]):
    """What a procedure may do: read the table, ask the sides, compute with reasons, and record changes."""

    def __init__(self, table: T_co, overrules: Mapping[str, Ruling] | None = None) -> None:
        self.table = table
        self.events: list[Event] = []
        self.tallies: dict[str, Tally] = {}
        self.frames: list[Frame] = []
        self.step = ""
        self.step_title = ""
        self.reached: set[tuple[str, str]] = set()
        self.rule_changes = 0
        self.steps_entered = 0
        self.on_change: Callable[[], None] | None = None
        self.on_step: Callable[[], None] | None = None
        self._overrules = overrules or {}
        self._used: dict[str, int] = {}
        self._fresh: list[Tally] = []

    # -- where we are ---------------------------------------------------------------------------------------------

    @property
    def options(self) -> Mapping[str, Any]:
        """The options this table plays with."""
        return self.table.options

    def enter(self, proc: Procedure[Any, Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
        """The driver's: a procedure begins."""
        words = [w for w in map(_word, [*args, *kwargs.values()]) if w]
        label = f"{proc.name}[{','.join(words)}]" if words else proc.name
        above = self.frames[-1] if self.frames else None
        path = self._unique(f"{above.path}/{label}" if above else label)
        titles = (*above.titles, proc.title) if above else (proc.title,)
        self.frames.append(Frame(proc, path, self.step, self.step_title, titles))

    def leave(self) -> None:
        """The driver's: the innermost procedure ends, and the step before it is the step again."""
        frame = self.frames.pop()
        self.step, self.step_title = frame.step, frame.step_title
        if not self.frames:
            self.frames.append(frame)

    def at(self, step: str) -> None:
        """The rulebook step that begins now. It must be declared by this procedure or one that awaits it."""
        for frame in reversed(self.frames):
            if step in frame.procedure.by_id:
                break
        else:
            raise RuleFault(f"{self.frames[-1].procedure.name} declares no step {step!r}")
        if frame.now is not None:
            frame.now.state = "done"
        frame.now = frame.visits[step] = Visit("now")
        self.step, self.step_title = step, frame.procedure.by_id[step].title
        self.reached.add((frame.procedure.name, step))
        self.steps_entered += 1
        if self.on_step is not None:
            self.on_step()

    def skip(self, step: str, why: str) -> None:
        """Tells the step list that a step was passed over, and why."""
        for frame in reversed(self.frames):
            if step in frame.procedure.by_id:
                frame.visits[step] = Visit("skipped", why)
                self.reached.add((frame.procedure.name, step))
                return
        raise RuleFault(f"{self.frames[-1].procedure.name} declares no step {step!r}")

    def _unique(self, key: str) -> str:
        seen = self._used.get(key, 0)
        self._used[key] = seen + 1
        return f"{key}#{seen + 1}" if seen else key

    # -- asking ---------------------------------------------------------------------------------------------------

    def _ask(self, request: Any) -> Any:
        frame = self.frames[-1]
        by = request.by if isinstance(request.by, str) else "+".join(request.by)
        request.key = self._unique(f"{frame.path}/{request.name}:{by}")
        request.step = self.step
        request.step_title = self.step_title
        request.path = frame.titles
        if self._fresh:
            shown = {t.key for t in request.tally}
            request.tally = (*request.tally, *(t for t in self._fresh if t.key not in shown))
            self._fresh = []
        return request

    def choose(
        self, name: str, *, by: By, title: str, options: Iterable[Option], tally: Sequence[Tally] = (), code: str = ""
    ) -> ask.Choose:
        """Await it: one of several options. `code` names the refusal of a value that is not among them."""
        made: ask.Choose = self._ask(ask.Choose(name, by, title, options, tally, code))
        return made

    def pick(
        self,
        name: str,
        *,
        by: By,
        title: str,
        options: Iterable[Option],
        at_least: int = 0,
        at_most: int | None = None,
        tally: Sequence[Tally] = (),
        code: str = "",
    ) -> ask.Pick:
        """Await it: several of several options. `code` names the refusal of too many or too few."""
        made: ask.Pick = self._ask(ask.Pick(name, by, title, options, at_least, at_most, tally, code))
        return made

    def number(
        self, name: str, *, by: By, title: str, lo: int, hi: int, tally: Sequence[Tally] = (), code: str = ""
    ) -> ask.Number:
        """Await it: a whole number from lo to hi. `code` names the refusal of any other."""
        made: ask.Number = self._ask(ask.Number(name, by, title, lo, hi, tally, code))
        return made

    def yes_no(self, name: str, *, by: By, title: str, default: bool = False, tally: Sequence[Tally] = ()) -> ask.YesNo:
        """Await it: yes or no."""
        made: ask.YesNo = self._ask(ask.YesNo(name, by, title, default, tally))
        return made

    def do(self, name: str, *, by: By, title: str, tally: Sequence[Tally] = ()) -> ask.Do:
        """Await it: something to do on the table."""
        made: ask.Do = self._ask(ask.Do(name, by, title, tally))
        return made

    def roll(self, name: str, *, by: By, title: str, dice: Iterable[Dice], tally: Sequence[Tally] = ()) -> ask.Roll:
        """Await it: dice in named groups; the answer is one tuple of faces a group."""
        made: ask.Roll = self._ask(ask.Roll(name, by, title, dice, tally))
        return made

    def split(self, name: str, *, by: By, title: str, plans: Iterable[Plan], tally: Sequence[Tally] = ()) -> ask.Split:
        """Await it: a total divided into parts under one of several plans."""
        made: ask.Split = self._ask(ask.Split(name, by, title, plans, tally))
        return made

    def secret(self, name: str, *, title: str, slots: Mapping[str, ask.Request[Any]]) -> ask.Secret:
        """Await it: one slot a side, sealed, revealed together. Make the slots with `slot_split` and its like."""
        made: ask.Secret = self._ask(ask.Secret(name, title, slots))
        for side, slot in made.slots.items():
            slot.key = f"{made.key}:{side}"
            slot.step, slot.step_title, slot.path = made.step, made.step_title, made.path
        return made

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
    ) -> Tally:
        """A number with its reasons. It is shown with the next request, explained by `w`, and can be overruled.

        `lo` and `hi` bound it, with a line that says so. `unit` is the word after the number (dice, wounds).
        """
        path = self._unique(f"{self.frames[-1].path}/{key}" if self.frames else key)
        reasons = tuple(lines)
        total = sum(line.value for line in reasons)
        if lo is not None and total < lo:
            reasons = (*reasons, Line(f"never below {lo}", lo - total, low_rule))
            total = lo
        if hi is not None and total > hi:
            reasons = (*reasons, Line(f"never above {hi}", hi - total, high_rule))
            total = hi
        ruling = self._overrules.get(path)
        if ruling is not None:
            why = ruling.why or "the players decided"
            told = f"Ruling: {name or key} is {ruling.value} instead of {total} — {why}"
            self.note(told, ruling=path, value=ruling.value, before=total)
            reasons = (*reasons, Line(f"ruling: {why}", ruling.value - total, "ruling"))
            total = ruling.value
        made = Tally.of(path, name or key, total, reasons, unit)
        self.tallies[path] = made
        self._fresh.append(made)
        return made

    def note(self, text: str, **facts: Any) -> None:
        """A sentence for the log, with the computed facts behind it."""
        self.events.append(Note(text, self.step, facts))

    # -- changing -------------------------------------------------------------------------------------------------

    def change(self, entity: Entity, path: str, value: Any, why: str) -> None:
        """Sets a field (dotted where nested) and records it. Raises RuleFault where the declaration forbids it."""
        before = entity.get(path)
        if before == value and type(before) is type(value):
            return
        try:
            after = entity.checked(path, int(value) if isinstance(value, Tally) else value)
        except BadValue as fault:
            raise RuleFault(f"{entity.id}.{path}: {fault.message} {fault.hint}") from fault  # type: ignore[attr-defined]
        if before == after and type(before) is type(after):
            return
        entity.put(path, after)
        self._record(Change(entity.id, path, before, after, why, self.step))  # type: ignore[attr-defined]

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

    def give(self, unit: Entity, condition: str, why: str, value: Any = 1) -> None:
        """Gives a condition: sets a flag or word, adds `value` markers, or appends `value` (or values) to a list."""
        held = known_condition(unit, condition)
        before = unit.get(held.field)
        after: Any
        if held.holds == "flag":
            after = True
        elif held.holds == "word":
            after = condition
        elif held.holds == "count":
            after = (before or 0) + value
        else:
            after = (*(before or ()), *(value if isinstance(value, tuple) else (value,)))
        self.change(unit, held.field, after, why)

    def take(self, unit: Entity, condition: str, why: str, value: Any = None) -> None:
        """Takes a condition away: all of it, or `value` markers, or `value` from a list."""
        held = known_condition(unit, condition)
        before = unit.get(held.field)
        if not before or (held.holds == "word" and before != condition):
            return
        after: Any = unit.fresh(held.field)
        if held.holds == "flag":
            after = None if "." in held.field else False
        elif held.holds == "count" and value is not None:
            after = max(0, before - value) or after
        elif held.holds == "list" and value is not None:
            kept = list(before)
            if value in kept:
                kept.remove(value)
            after = tuple(kept) or after
        self.change(unit, held.field, after, why)

    def touch(self, a: str, b: str, why: str, flags: Flags | None = None) -> None:
        """Two units or minis touch from now on, with the flags given (a_… for the first, b_… for the second)."""
        self._contact(a, b, ordered_flags(a, b, flags or {}), why)

    def part(self, a: str, b: str, why: str) -> None:
        """Two units or minis are no longer in contact."""
        if in_contact(self.table, a, b):
            self._contact(a, b, None, why)

    def part_all(self, of: str, why: str) -> None:
        """This unit or mini touches nothing any more."""
        for a, b in [pair for pair in self.table.contacts if of in pair]:
            self._contact(a, b, None, why)

    def _contact(self, a: str, b: str, flags: Flags | None, why: str) -> None:
        key = pair_key(a, b)
        before = self.table.contacts.get(key)
        if before == flags:
            return
        put_contact(self.table, key, flags)
        self._record(Change("table", contact_field(a, b), before, flags, why, self.step))

    def _record(self, change: Change) -> None:
        self.events.append(change)
        self.rule_changes += 1
        if self.on_change is not None:
            self.on_change()

    def impose(self, of: str, path: str, value: Any, why: str) -> None:
        """The driver's: an adjustment by the players, recorded where it took effect."""
        change = adjusted(self.table, of, path, value, why, self.step)
        apply(self.table, change)
        self.events.append(change)

    # -- reading --------------------------------------------------------------------------------------------------

    def unit(self, of: str) -> Any:
        """The unit with this id."""
        return self.table.unit(of)


def known_condition(unit: Entity, condition: str) -> Condition:
    """The declaration of a condition of this unit; raises RuleFault where there is none."""
    for held in unit.conditions:
        if held.id == condition:
            return held
    raise RuleFault(f"{type(unit).__name__} has no condition {condition!r}")


def has(unit: Entity, condition: str) -> bool:
    """Whether the unit has this condition now."""
    held = known_condition(unit, condition)
    value = unit.get(held.field)
    return value == condition if held.holds == "word" else bool(value)


def put_contact(table: Table[Any, Any], key: tuple[str, str], flags: Flags | None) -> None:
    """Writes a contact in place (None takes it away). For the engine alone.

    Contacts stay sorted, so that taking a change back gives the very same order.
    """
    if flags is None:
        table.contacts.pop(key, None)
    elif key in table.contacts:
        table.contacts[key] = flags
    else:
        held = sorted((*table.contacts.items(), (key, flags)), key=lambda item: item[0])
        table.contacts.clear()
        table.contacts.update(held)


def apply(table: Table[Any, Any], change: Change) -> None:
    """Writes the `after` of a change in place: replaying, taking back and reading a file all end here."""
    if change.of == "table" and change.field.startswith("contacts."):
        a, _, b = change.field[9:].partition("/")
        put_contact(table, (a, b), change.after)
        return
    entity = table.find(change.of)
    after = change.after
    if after is None and "." not in change.field and not entity.specs()[change.field].optional:
        after = entity.fresh(change.field)
    entity.put(change.field, tuple(after) if isinstance(after, list) else after)


def _word(arg: Any) -> str:
    """What of an argument stands in a key: who it is about, never a number, so that dice stay sticky."""
    if isinstance(arg, Unit):
        return arg.id
    return arg if isinstance(arg, str) else ""


__all__ = [
    "Allotment",
    "Event",
    "Faces",
    "Frame",
    "Game",
    "Procedure",
    "Step",
    "Visit",
    "apply",
    "has",
    "known_condition",
    "procedure",
]
