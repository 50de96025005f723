"""Dividing a total under one of several plans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from companion.engine.errors import InvalidInput, RuleFault
from companion.engine.odds import Given
from companion.engine.requests.base import UNANSWERED, By, Cost, Request, Unanswered
from companion.engine.state.changes import Tally
from companion.engine.values import because, is_whole


class Plan(NamedTuple):
    """One way to split a total: named allotments, each with its lowest and highest number.

    If `total` is None the numbers are alone: they need not add up to anything, and one that is left out is its
    highest (distances: far away). `why_lo` and `why_hi` give the reason of a bound by the name of its allotment;
    `cost` is what the plan spends, `rest` the allotment of what is held back, which is not told where it is nothing.
    """

    plan: str
    label: str
    total: int | None
    allotments: Mapping[str, tuple[int, int]]
    why_lo: Mapping[str, str] = MappingProxyType({})
    why_hi: Mapping[str, str] = MappingProxyType({})
    cost: tuple[Cost, ...] = ()
    rest: str = ""

    def reason(self, name: str, number: int) -> str:
        """Why this number is not allowed in this allotment; empty if no reason is given."""
        lo, hi = self.allotments[name]
        return self.why_lo.get(name, "") if number < lo else self.why_hi.get(name, "") if number > hi else ""

    def answers(self) -> Iterator[Allotment]:
        """Every legal answer of this plan, the most in the first allotment first."""
        for numbers in _ways(self.total or 0, list(self.allotments.values())):
            yield Allotment(self.plan, dict(zip(self.allotments, numbers, strict=True)))

    def schema(self) -> dict[str, object]:
        """The plan as JSON; the line protocol calls its allotments `parts`."""
        parts: dict[str, dict[str, Any]] = {}
        for name, (lo, hi) in self.allotments.items():
            parts[name] = {"lo": lo, "hi": hi}
            if self.why_lo.get(name):
                parts[name]["why_lo"] = self.why_lo[name]
            if self.why_hi.get(name):
                parts[name]["why_hi"] = self.why_hi[name]
        data: dict[str, Any] = {"plan": self.plan, "label": self.label, "total": self.total, "parts": parts}
        return data | ({"cost": [cost._asdict() for cost in self.cost]} if self.cost else {})


class Allotment(NamedTuple):
    """The answer of a split: which plan, and how much in each of its allotments."""

    plan: str
    allotments: Mapping[str, int]

    def as_record(self) -> dict[str, object]:
        return {"plan": self.plan, "parts": dict(self.allotments)}

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> Self | None:
        parts = record.get("parts")
        return cls(str(record.get("plan", "")), dict(parts)) if isinstance(parts, Mapping) else None

    def __str__(self) -> str:
        return self._parts(str) + (f" ({self.plan})" if self.plan else "")

    def told(self, label: str, title: Callable[[str], str]) -> str:
        return self._parts(title) + (f" — {label}" if label else "")

    def _parts(self, title: Callable[[str], str]) -> str:
        return ", ".join(f"{number} {title(part)}" for part, number in self.allotments.items())

    def __hash__(self) -> int:
        return hash((self.plan, frozenset(self.allotments.items())))


class Split(Request[Allotment]):
    """A total to divide under one of several plans. `code` is the ruleset's own name for the refusal of any other.

    `default` are the parts of the first plan that enter alone means; None if no way is the usual one. `noun` is what is
    divided, as of several: `dice`.
    """

    kind = "split"
    several = True

    def __init__(
        self,
        name: str,
        *,
        by: By,
        title: str,
        plans: Iterable[Plan],
        tally: Sequence[Tally] = (),
        code: str = "",
        default: Mapping[str, int] | None = None,
        noun: str = "",
    ) -> None:
        Request.__init__(self, name, by, title, tally)
        self.code = code
        self.noun = noun
        self.default = default
        self.plans = tuple(p for p in plans if _fits(p))
        if not self.plans:
            raise RuleFault(f"{name}: no plan can be filled")
        self.enter = {"plan": self.plans[0].plan, "parts": dict(default)} if default is not None else None

    def plan(self, name: str) -> Plan:
        """The plan of that name; raises InvalidInput if it is not offered."""
        for plan in self.plans:
            if plan.plan == name:
                return plan
        raise InvalidInput(f"there is no plan {name!r}", hint=", ".join(p.plan for p in self.plans))

    def check(self, value: object) -> Allotment:
        allotment = self.coerce(value)
        plan = self.plan(allotment.plan)
        for part, (lo, hi) in plan.allotments.items():
            if not lo <= allotment.allotments[part] <= hi:
                why = plan.reason(part, allotment.allotments[part])
                hint = because(f"{lo} to {hi}", why)
                raise InvalidInput(f"{part} cannot be {allotment.allotments[part]}", hint=hint, code=self.code)
        given = sum(allotment.allotments.values())
        if plan.total is not None and given != plan.total:
            raise InvalidInput(
                f"{given} of {plan.total} placed",
                hint=f"{plan.total - given} left over" if given < plan.total else f"{given - plan.total} too many",
                code=self.code or "bad_split",
            )
        return allotment

    def coerce(self, value: object) -> Allotment:
        if isinstance(value, Allotment):
            value = value.as_record()
        # A dict before any other mapping: nearly all are, and to ask an abstract class takes long.
        if not isinstance(value, (dict, Mapping)) or not isinstance(value.get("parts"), (dict, Mapping)):
            raise InvalidInput(
                "a split has a plan and parts",
                hint='{"plan": …, "parts": {' + ", ".join(f'"{p}": n' for p in self.plans[0].allotments) + "}}",
            )
        plan = self.plan(str(value.get("plan", self.plans[0].plan)))
        parts = value["parts"]
        for part, number in parts.items():
            if part not in plan.allotments:
                raise InvalidInput(f"there is no part {part!r}", hint=", ".join(plan.allotments))
            if not is_whole(number) or number < 0:
                raise InvalidInput(f"{part} is a number, 0 or more, not {number!r}")
        left_out = {part: 0 if plan.total is not None else hi for part, (_, hi) in plan.allotments.items()}
        return Allotment(plan.plan, {part: int(parts.get(part, least)) for part, least in left_out.items()})

    def forced_answer(self) -> Allotment | Unanswered:
        if len(self.plans) > 1:
            return UNANSWERED
        plan = self.plans[0]
        if plan.total is None:
            only = {part: lo for part, (lo, hi) in plan.allotments.items() if lo == hi}
            return Allotment(plan.plan, only) if len(only) == len(plan.allotments) else UNANSWERED
        lows = highs = 0
        loose = []
        for part, (lo, hi) in plan.allotments.items():
            lows += lo
            highs += hi
            if hi > lo:
                loose.append(part)
        room = plan.total - lows
        if room == 0:
            return Allotment(plan.plan, {p: lo for p, (lo, _) in plan.allotments.items()})
        if len(loose) == 1:
            return Allotment(plan.plan, {p: lo + (room if p in loose else 0) for p, (lo, _) in plan.allotments.items()})
        if highs == plan.total:
            return Allotment(plan.plan, {p: hi for p, (_, hi) in plan.allotments.items()})
        return UNANSWERED

    def harmless(self) -> None:
        return None

    def answers(self, most: int) -> Iterator[Given]:
        for plan in self.plans:
            yield from islice(plan.answers(), most + 1)

    def option_name(self, option: Given) -> str:
        return self.option_words(option)

    def option_words(self, option: Given, title: Callable[[str], str] = str) -> str:
        plan = self.plan(option.plan)
        words = " / ".join(f"{n} {title(name)}" for name, n in option.allotments.items() if n or name != plan.rest)
        return words if plan is self.plans[0] else f"{plan.plan}: {words}"

    def schema(self) -> dict[str, object]:
        data: dict[str, object] = {"plans": [plan.schema() for plan in self.plans]}
        return data | ({"default": dict(self.default)} if self.default is not None else {})

    def label(self, value: object) -> str:
        if not isinstance(value, Allotment):
            return ""
        return self.plan(value.plan).label if len(self.plans) > 1 else ""

    def random(self, rng: Random) -> object:
        plan = rng.choice(self.plans)
        if plan.total is None:
            return {"plan": plan.plan, "parts": {n: rng.randint(lo, hi) for n, (lo, hi) in plan.allotments.items()}}
        parts = {name: lo for name, (lo, _) in plan.allotments.items()}
        room = [name for name, (lo, hi) in plan.allotments.items() if lo < hi]
        for _ in range(plan.total - sum(parts.values())):
            name = rng.choice(room)
            parts[name] += 1
            if parts[name] == plan.allotments[name][1]:
                room.remove(name)
        return {"plan": plan.plan, "parts": parts}

    def _identity(self) -> object:
        return [(p.plan, p.total, tuple((n, lo, hi) for n, (lo, hi) in p.allotments.items())) for p in self.plans]


def _fits(plan: Plan) -> bool:
    lows = highs = 0
    for lo, hi in plan.allotments.values():
        if lo > hi:
            return False
        lows += lo
        highs += hi
    return plan.total is None or lows <= plan.total <= highs


def _ways(total: int, bounds: Sequence[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    if not bounds:
        if not total:
            yield ()
        return
    lo, hi = bounds[0]
    for first in range(min(hi, total), lo - 1, -1):
        yield from ((first, *rest) for rest in _ways(total - first, bounds[1:]))
