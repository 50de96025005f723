"""What a procedure may ask of a side, and which answers it may get.

A request is awaited by the rules; the driver hands it out and sends the frozen answer back. Each kind knows its
legal answers: `check` refuses the rest in words, `only` gives the one answer that need not be asked for, `shaped`
says what players may decide against the app (a ruling), `legal` is the form for programs.
"""

from __future__ import annotations

import zlib
from collections.abc import Generator, Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from companion.engine.changes import Tally
from companion.engine.dice import Dice, Faces
from companion.engine.errors import Refused, RuleFault

T = TypeVar("T")
By = str | tuple[str, ...]
"""A side, several sides (a joint roll), or `table` where anyone may answer."""


class _Unanswered:
    def __repr__(self) -> str:
        return "UNANSWERED"


UNANSWERED: Final = _Unanswered()


class Option(NamedTuple):
    """One answer of a choice. `why_not` says why it is closed; None where it may be chosen.

    `code` is the rulebook's or digest's own name for that reason, where it has one; a refusal carries it.
    """

    value: Any
    label: str
    why_not: str | None = None
    code: str = ""


class Plan(NamedTuple):
    """One way to split a total into named parts, each with its lowest and highest number."""

    plan: str
    label: str
    total: int
    parts: Mapping[str, tuple[int, int]]


class Request(Generic[T]):
    """One question. `name` is the digest's key, `key` unique in the run and made by the engine."""

    kind: ClassVar[str] = ""
    __slots__ = ("by", "key", "name", "path", "step", "step_title", "tally", "title")

    def __init__(self, name: str, by: By, title: str, tally: Sequence[Tally] = ()) -> None:
        self.name = name
        self.by = by
        self.title = title
        self.tally = tuple(tally)
        self.key = ""
        self.step = ""
        self.step_title = ""
        self.path: tuple[str, ...] = ()

    def __await__(self) -> Generator[Request[Any], T, T]:
        return (yield self)

    def check(self, value: Any) -> T:
        """The frozen answer; raises Refused with what would be right where it is none."""
        raise NotImplementedError

    def shaped(self, value: Any) -> T:
        """The frozen answer of a ruling: the right shape, whatever the rules say of it."""
        raise NotImplementedError

    def only(self) -> T | _Unanswered:
        """The answer where there is just one and it need not be asked for."""
        return UNANSWERED

    def legal(self) -> dict[str, Any]:
        """The legal answers as JSON."""
        return {}

    def random(self, rng: Random) -> Any:
        """Some legal answer, for random players and tests."""
        raise NotImplementedError

    def wrong(self) -> Any:
        """Some illegal answer of this kind, for tests."""
        return {"no": "such answer"}

    def fingerprint(self) -> int:
        """A checksum of identity and legal answers; the words are no part of it."""
        return zlib.crc32(repr((self.key, self.kind, self.by, self._identity())).encode())

    def _identity(self) -> Any:
        return None


class Choose(Request[Any]):
    """One of several options. `code` is the digest's own name for the refusal of a value that is not among them."""

    kind = "choose"
    __slots__ = ("code", "options")

    def __init__(self, name: str, by: By, title: str, options: Iterable[Option], tally: Sequence[Tally] = (),
                 code: str = "") -> None:
        super().__init__(name, by, title, tally)
        self.code = code
        self.options = tuple(options)
        if all(o.why_not is not None for o in self.options):
            raise RuleFault(f"{name}: no option can be chosen")

    def check(self, value: Any) -> Any:
        for option in self.options:
            if option.value == value and type(option.value) is type(value):
                if option.why_not is not None:
                    raise Refused(f"{option.label}: {option.why_not}", code=option.code)
                return option.value
        raise Refused(f"{value!r} is not offered here", hint=_choices(self.options), code=self.code)

    def shaped(self, value: Any) -> Any:
        for option in self.options:
            if option.value == value and type(option.value) is type(value):
                return option.value
        raise Refused(f"{value!r} is not offered here", hint=_choices(self.options))

    def only(self) -> Any:
        open_ = [o.value for o in self.options if o.why_not is None]
        return open_[0] if len(open_) == 1 else UNANSWERED

    def legal(self) -> dict[str, Any]:
        return {"options": [{"value": o.value, "label": o.label, "why_not": o.why_not} for o in self.options]}

    def random(self, rng: Random) -> Any:
        return rng.choice([o.value for o in self.options if o.why_not is None])

    def _identity(self) -> Any:
        return [(o.value, o.why_not is None) for o in self.options]


class Pick(Request[tuple[Any, ...]]):
    """Several of several options, from `at_least` to `at_most`, each at most once."""

    kind = "pick"
    __slots__ = ("at_least", "at_most", "options")

    def __init__(self, name: str, by: By, title: str, options: Iterable[Option], at_least: int = 0,
                 at_most: int | None = None, tally: Sequence[Tally] = ()) -> None:
        super().__init__(name, by, title, tally)
        self.options = tuple(options)
        free = sum(o.why_not is None for o in self.options)
        self.at_least = at_least
        self.at_most = free if at_most is None else min(at_most, free)
        if self.at_least > self.at_most:
            raise RuleFault(f"{name}: {at_least} must be picked of {free}")

    def check(self, value: Any) -> tuple[Any, ...]:
        picked = self.shaped(value)
        for option in self.options:
            if option.value in picked and option.why_not is not None:
                raise Refused(f"{option.label}: {option.why_not}", code=option.code)
        if not self.at_least <= len(picked) <= self.at_most:
            raise Refused(f"{len(picked)} picked", hint=_how_many(self.at_least, self.at_most))
        return picked

    def shaped(self, value: Any) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise Refused("a list of picks is asked for", hint=_choices(self.options))
        for item in value:
            if not any(o.value == item and type(o.value) is type(item) for o in self.options):
                raise Refused(f"{item!r} is not offered here", hint=_choices(self.options))
        if any(value[i] in value[:i] for i in range(len(value))):
            raise Refused("the same thing is picked twice")
        return tuple(o.value for o in self.options if o.value in value)

    def only(self) -> tuple[Any, ...] | _Unanswered:
        free = tuple(o.value for o in self.options if o.why_not is None)
        return free if len(free) == self.at_least else () if self.at_most == 0 else UNANSWERED

    def legal(self) -> dict[str, Any]:
        options = [{"value": o.value, "label": o.label, "why_not": o.why_not} for o in self.options]
        return {"options": options, "at_least": self.at_least, "at_most": self.at_most}

    def random(self, rng: Random) -> Any:
        free = [o.value for o in self.options if o.why_not is None]
        return rng.sample(free, rng.randint(self.at_least, self.at_most))

    def _identity(self) -> Any:
        return [(o.value, o.why_not is None) for o in self.options], self.at_least, self.at_most


class Number(Request[int]):
    """A whole number from `lo` to `hi`. `code` is the digest's own name for a refusal, where it has one."""

    kind = "number"
    __slots__ = ("code", "hi", "lo")

    def __init__(self, name: str, by: By, title: str, lo: int, hi: int, tally: Sequence[Tally] = (),
                 code: str = "") -> None:
        super().__init__(name, by, title, tally)
        self.code = code
        if lo > hi:
            raise RuleFault(f"{name}: no number from {lo} to {hi}")
        self.lo, self.hi = int(lo), int(hi)

    def check(self, value: Any) -> int:
        number = self.shaped(value)
        if not self.lo <= number <= self.hi:
            raise Refused(f"{number} is out of bounds", hint=f"{self.lo} to {self.hi}", code=self.code)
        return number

    def shaped(self, value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise Refused(f"{value!r} is no whole number", hint=f"{self.lo} to {self.hi}")
        return int(value)

    def only(self) -> int | _Unanswered:
        return self.lo if self.lo == self.hi else UNANSWERED

    def legal(self) -> dict[str, Any]:
        return {"lo": self.lo, "hi": self.hi}

    def random(self, rng: Random) -> Any:
        return rng.randint(self.lo, self.hi)

    def wrong(self) -> Any:
        return self.hi + 1

    def _identity(self) -> Any:
        return self.lo, self.hi


class YesNo(Request[bool]):
    """Yes or no. `default` is what enter alone means."""

    kind = "yes_no"
    __slots__ = ("default",)

    def __init__(self, name: str, by: By, title: str, default: bool = False, tally: Sequence[Tally] = ()) -> None:
        super().__init__(name, by, title, tally)
        self.default = default

    def check(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise Refused(f"yes or no is asked for, not {value!r}", hint="true or false")
        return value

    shaped = check

    def random(self, rng: Random) -> Any:
        return rng.random() < 0.5


class Do(Request[bool]):
    """Something to do on the table; the answer says that it is done."""

    kind = "do"
    __slots__ = ()

    def check(self, value: Any) -> bool:
        if value is not True:
            raise Refused("this only asks whether it is done", hint="true")
        return True

    shaped = check

    def random(self, rng: Random) -> Any:
        return True


class Roll(Request[tuple[Faces, ...]]):
    """Dice to throw, in named groups. `sticky` holds what was rolled here before an undo, group by group."""

    kind = "roll"
    __slots__ = ("dice", "sticky")

    def __init__(self, name: str, by: By, title: str, dice: Iterable[Dice], tally: Sequence[Tally] = ()) -> None:
        super().__init__(name, by, title, tally)
        self.dice = tuple(dice)
        self.sticky: tuple[Faces, ...] | None = None

    def check(self, value: Any) -> tuple[Faces, ...]:
        rolled = self.shaped(value)
        for group, faces in zip(self.dice, rolled, strict=True):
            if len(faces) != group.count:
                what = f"{group.name}: " if len(self.dice) > 1 else ""
                raise Refused(f"{what}{len(faces)} dice given, {group.count} asked for", code="dice_count")
        return rolled

    def shaped(self, value: Any) -> tuple[Faces, ...]:
        if not isinstance(value, (list, tuple)):
            raise Refused("a list of faces is asked for", hint='or "roll" to let the app roll')
        if len(self.dice) == 1 and not any(isinstance(v, (list, tuple)) for v in value):
            value = [value]
        if len(value) != len(self.dice) or not all(isinstance(v, (list, tuple)) for v in value):
            raise Refused(f"{len(self.dice)} groups of dice are asked for",
                          hint=", ".join(f"{g.count} {g.name}" for g in self.dice), code="dice_count")
        for group, faces in zip(self.dice, value, strict=True):
            for face in faces:
                if isinstance(face, bool) or face not in group.die.legal:
                    raise Refused(f"a {group.die.name} has no face {face!r}",
                                  hint="faces: " + " ".join(str(f) for f in group.die.legal), code="dice_value")
        return tuple(tuple(faces) for faces in value)

    def only(self) -> tuple[Faces, ...] | _Unanswered:
        return UNANSWERED if any(g.count for g in self.dice) else tuple(() for _ in self.dice)

    def legal(self) -> dict[str, Any]:
        sticky = self.sticky or (None,) * len(self.dice)
        return {"dice": [
            {"name": g.name, "die": g.die.name, "count": g.count, "faces": list(g.die.legal),
             "sticky": list(s) if s else None}
            for g, s in zip(self.dice, sticky, strict=True)
        ]}

    def random(self, rng: Random) -> Any:
        return [[rng.choice(g.die.faces) for _ in range(g.count)] for g in self.dice]

    def wrong(self) -> Any:
        return [[g.die.faces[0]] * (g.count + 1) for g in self.dice]

    def offer(self, old: Sequence[Sequence[Any]] | None) -> None:
        """Makes earlier dice sticky: by group, as far as they fit."""
        if old is None:
            return
        fit = [
            tuple(f for f in had if f in group.die.legal)[: group.count]
            for group, had in zip(self.dice, [*old, *[()] * len(self.dice)], strict=False)
        ]
        self.sticky = tuple(fit) if any(fit) else None

    def roll(self, rng: Random) -> tuple[Faces, ...]:
        """Lets the app roll. Dice that were rolled here before keep their faces: undo is no re-roll."""
        sticky = self.sticky or ((),) * len(self.dice)
        return tuple(
            tuple(had) + tuple(rng.choice(g.die.faces) for _ in range(g.count - len(had)))
            for g, had in zip(self.dice, sticky, strict=True)
        )

    def _identity(self) -> Any:
        return [(g.name, g.die.name, g.count) for g in self.dice]


class Allotment(NamedTuple):
    """The answer of a split: which plan, and how much in each part."""

    plan: str
    parts: Mapping[str, int]


class Split(Request[Allotment]):
    """A total to divide into parts under one of several plans."""

    kind = "split"
    __slots__ = ("plans",)

    def __init__(self, name: str, by: By, title: str, plans: Iterable[Plan], tally: Sequence[Tally] = ()) -> None:
        super().__init__(name, by, title, tally)
        self.plans = tuple(p for p in plans if _fits(p))
        if not self.plans:
            raise RuleFault(f"{name}: no plan can be filled")

    def plan(self, name: str) -> Plan:
        """The plan of that name; raises Refused where it is not offered."""
        for plan in self.plans:
            if plan.plan == name:
                return plan
        raise Refused(f"there is no plan {name!r}", hint=", ".join(p.plan for p in self.plans))

    def check(self, value: Any) -> Allotment:
        allotment = self.shaped(value)
        plan = self.plan(allotment.plan)
        for part, (lo, hi) in plan.parts.items():
            if not lo <= allotment.parts[part] <= hi:
                raise Refused(f"{part} cannot be {allotment.parts[part]}", hint=f"{lo} to {hi}")
        given = sum(allotment.parts.values())
        if given != plan.total:
            raise Refused(f"{given} of {plan.total} placed",
                          hint=f"{plan.total - given} left over" if given < plan.total
                          else f"{given - plan.total} too many", code="bad_split")
        return allotment

    def shaped(self, value: Any) -> Allotment:
        if isinstance(value, Allotment):
            value = {"plan": value.plan, "parts": value.parts}
        if not isinstance(value, Mapping) or not isinstance(value.get("parts"), Mapping):
            raise Refused("a split has a plan and parts",
                          hint='{"plan": …, "parts": {' + ", ".join(f'"{p}": n' for p in self.plans[0].parts) + "}}")
        plan = self.plan(str(value.get("plan", self.plans[0].plan)))
        parts = value["parts"]
        for part, number in parts.items():
            if part not in plan.parts:
                raise Refused(f"there is no part {part!r}", hint=", ".join(plan.parts))
            if not isinstance(number, int) or isinstance(number, bool) or number < 0:
                raise Refused(f"{part} is a number, 0 or more, not {number!r}")
        return Allotment(plan.plan, {part: int(parts.get(part, 0)) for part in plan.parts})

    def only(self) -> Allotment | _Unanswered:
        if len(self.plans) > 1:
            return UNANSWERED
        plan = self.plans[0]
        room = plan.total - sum(lo for lo, _ in plan.parts.values())
        loose = [p for p, (lo, hi) in plan.parts.items() if hi > lo]
        if room == 0:
            return Allotment(plan.plan, {p: lo for p, (lo, _) in plan.parts.items()})
        if len(loose) == 1:
            return Allotment(plan.plan, {p: lo + (room if p in loose else 0) for p, (lo, _) in plan.parts.items()})
        if sum(hi for _, hi in plan.parts.values()) == plan.total:
            return Allotment(plan.plan, {p: hi for p, (_, hi) in plan.parts.items()})
        return UNANSWERED

    def legal(self) -> dict[str, Any]:
        return {"plans": [
            {"plan": p.plan, "label": p.label, "total": p.total,
             "parts": {name: {"lo": lo, "hi": hi} for name, (lo, hi) in p.parts.items()}}
            for p in self.plans
        ]}

    def random(self, rng: Random) -> Any:
        plan = rng.choice(self.plans)
        parts = {name: lo for name, (lo, _) in plan.parts.items()}
        for _ in range(plan.total - sum(parts.values())):
            name = rng.choice([n for n, (_, hi) in plan.parts.items() if parts[n] < hi])
            parts[name] += 1
        return {"plan": plan.plan, "parts": parts}

    def wrong(self) -> Any:
        plan = self.plans[0]
        return {"plan": plan.plan, "parts": dict.fromkeys(plan.parts, plan.total + 1)}

    def _identity(self) -> Any:
        return [(p.plan, p.total, tuple((n, lo, hi) for n, (lo, hi) in p.parts.items())) for p in self.plans]


class Secret(Request[Mapping[str, Any]]):
    """One slot a side, answered out of the other's sight and revealed together."""

    kind = "secret"
    __slots__ = ("slots",)

    def __init__(self, name: str, title: str, slots: Mapping[str, Request[Any]]) -> None:
        super().__init__(name, tuple(slots), title)
        self.slots = dict(slots)

    def check(self, value: Any) -> Mapping[str, Any]:
        return {side: slot.check(value[side]) for side, slot in self.slots.items()}

    def fingerprint(self) -> int:
        return zlib.crc32(repr([slot.fingerprint() for slot in self.slots.values()]).encode())


def _fits(plan: Plan) -> bool:
    lows = sum(lo for lo, _ in plan.parts.values())
    highs = sum(hi for _, hi in plan.parts.values())
    return lows <= plan.total <= highs and all(lo <= hi for lo, hi in plan.parts.values())


def _choices(options: Sequence[Option]) -> str:
    return "one of: " + ", ".join(str(o.value) for o in options if o.why_not is None)


def _how_many(lo: int, hi: int) -> str:
    return f"pick {lo}" if lo == hi else f"pick {lo} to {hi}"
