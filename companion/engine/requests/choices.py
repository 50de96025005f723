"""The plain requests: one of several, several of several, a number, yes or no, and a thing to do on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Final, TypeVar

from companion.engine.errors import InvalidInput, RuleFault
from companion.engine.odds import Given
from companion.engine.requests.base import NOTHING_ELSE, UNANSWERED, By, Cost, Option, Request, Unanswered, Usual
from companion.engine.state.changes import Tally
from companion.engine.values import because, is_whole, outside

V_co = TypeVar("V_co", covariant=True)

MOST_OPTIONS: Final = 40
"""More options than this are not compared one by one."""

PASSES: Final = ("pass", "keep", "none", "stop")
"""Options that use nothing up."""


class Choose(Request[V_co]):
    """One of several options. `code` is the ruleset's own name for the refusal of a value that is not among them.

    `open` are the options that may be chosen, one at least.
    """

    kind = "choose"

    def __init__(
        self,
        name: str,
        *,
        by: By,
        title: str,
        options: Iterable[Option[V_co]],
        tally: Sequence[Tally] = (),
        cost: Sequence[Cost] = (),
        code: str = "",
    ) -> None:
        Request.__init__(self, name, by, title, tally, cost)
        self.code = code
        self.options: tuple[Option[V_co], ...] = tuple(options)
        self.open = [option for option in self.options if option.why_not is None]
        if not self.open:
            raise RuleFault(f"{name}: no option can be chosen")

    @property
    def first(self) -> Option[V_co]:
        """The option that a front end starts with: the first that may be chosen and does something."""
        return next((option for option in self.open if not option.idle), self.open[0])

    def check(self, value: object) -> V_co:
        for option in self.options:
            if option.value is value or option.means(value):
                if option.why_not is not None:
                    raise InvalidInput(f"{option.label}: {option.why_not}", code=option.code)
                return option.value
        raise InvalidInput(f"{value!r} is not offered here", hint=_choices(self.options), code=self.code)

    def coerce(self, value: object) -> V_co:
        for option in self.options:
            if option.means(value):
                return option.value
        raise InvalidInput(f"{value!r} is not offered here", hint=_choices(self.options))

    def forced_answer(self) -> V_co | Unanswered:
        return self.open[0].value if len(self.open) == 1 else UNANSWERED

    def marked(self) -> object:
        return self.first.value

    def harmless(self) -> Usual:
        found = next((option for option in self.open if option.value in PASSES), None)
        if found is not None:
            return Usual(found.value, NOTHING_ELSE)
        return Usual(self.open[0].value, f"then {self.open[0].label}", first=True)

    def then(self, option: Given) -> str:
        return f"then {self.option_words(option)}"

    def schema(self) -> dict[str, object]:
        return {"options": [option.schema() for option in self.options]}

    def label(self, value: object) -> str:
        for option in self.options:
            if option.value == value:
                return option.label
        return ""

    def random(self, rng: Random) -> object:
        return rng.choice(self.open).value

    def _identity(self) -> object:
        return [(o.value, o.why_not is None) for o in self.options]


class Pick(Request[tuple[V_co, ...]]):
    """Several of several options, from `at_least` to `at_most`, each at most once.

    `why` says why no more may be picked, or no fewer. `code` is the ruleset's own name for the refusal of either.
    `default` is what enter alone means, and what is ticked beforehand; None if that is the fewest. `in_order`: the
    answer keeps the order in which it was given, else it has that of the options.
    """

    kind = "pick"
    several = True

    def __init__(
        self,
        name: str,
        *,
        by: By,
        title: str,
        options: Iterable[Option[V_co]],
        at_least: int = 0,
        at_most: int | None = None,
        tally: Sequence[Tally] = (),
        cost: Sequence[Cost] = (),
        code: str = "",
        why: str = "",
        default: Iterable[V_co] | None = None,
        in_order: bool = False,
    ) -> None:
        Request.__init__(self, name, by, title, tally, cost)
        self.code = code
        self.why = why
        self.in_order = in_order
        self.default = None if default is None else tuple(default)
        self.options: tuple[Option[V_co], ...] = tuple(options)
        free = sum(o.why_not is None for o in self.options)
        self.at_least = at_least
        self.enter = list(self.default) if self.default is not None else None if at_least else []
        self.at_most = free if at_most is None else min(at_most, free)
        if self.at_least > self.at_most:
            raise RuleFault(f"{name}: {at_least} must be picked of {free}")

    def check(self, value: object) -> tuple[V_co, ...]:
        picked = self.coerce(value)
        for option in self.options:
            if option.value in picked and option.why_not is not None:
                raise InvalidInput(f"{option.label}: {option.why_not}", code=option.code)
        if not self.at_least <= len(picked) <= self.at_most:
            raise InvalidInput(
                f"{len(picked)} picked", hint=because(_how_many(self.at_least, self.at_most), self.why), code=self.code
            )
        return picked

    def coerce(self, value: object) -> tuple[V_co, ...]:
        if not isinstance(value, (list, tuple)):
            raise InvalidInput("a list of picks is asked for", hint=_choices(self.options))
        for item in value:
            if not any(o.value == item and type(o.value) is type(item) for o in self.options):
                raise InvalidInput(f"{item!r} is not offered here", hint=_choices(self.options))
        if any(value[i] in value[:i] for i in range(len(value))):
            raise InvalidInput("the same thing is picked twice")
        return tuple(value) if self.in_order else tuple(o.value for o in self.options if o.value in value)

    def forced_answer(self) -> tuple[V_co, ...] | Unanswered:
        free = tuple(o.value for o in self.options if o.why_not is None)
        return free if len(free) == self.at_least else () if self.at_most == 0 else UNANSWERED

    def marked(self) -> object:
        if self.default is None and self.at_least:
            return [option.value for option in self.options if option.why_not is None][: self.at_least]
        return UNANSWERED if self.default is None and not self.cost else self.enter

    def harmless(self) -> Usual | None:
        if self.default is not None:
            return Usual(self.enter, f"{self.title} {self.label(self.default)}")
        return None if self.at_least else Usual([], NOTHING_ELSE)

    def answers(self, most: int) -> Iterator[Given]:
        free = [o.value for o in self.options if o.why_not is None]
        largest = self.at_most if 2 ** len(free) <= MOST_OPTIONS else 1
        for size in range(self.at_least, max(largest, self.at_least) + 1):
            yield from combinations(free, size)

    def picked(self, values: Sequence[object]) -> tuple[V_co, ...]:
        """Several picks as odds have them: of those that are alike the first."""
        chosen = [option for option in self.options if option.value in values]
        left = Counter(option.like for option in chosen if option.like)
        found = []
        for option in self.options:
            if option.like:
                mine = left[option.like] > 0
                left[option.like] -= mine
            else:
                mine = option in chosen
            if mine:
                found.append(option.value)
        return tuple(found)

    def option_name(self, option: Given) -> str:
        return ", ".join(map(str, option)) or "none"

    def option_words(self, option: Given, title: Callable[[str], str] = str) -> str:
        words = Request.option_words
        return ", ".join(words(self, value, title) for value in option) or "none"

    def schema(self) -> dict[str, object]:
        options = [option.schema() for option in self.options]
        why = {"why": self.why} if self.why else {}
        default = {"default": list(self.default)} if self.default is not None else {}
        order = {"in_order": True} if self.in_order else {}
        return {"options": options, "at_least": self.at_least, "at_most": self.at_most} | why | default | order

    def label(self, value: object) -> str:
        if not isinstance(value, tuple):
            return ""
        labels = {o.value: o.label for o in self.options if o.value in value}
        return ", ".join(labels[of] for of in (value if self.in_order else labels)) or "none"

    def random(self, rng: Random) -> object:
        free = [o.value for o in self.options if o.why_not is None]
        return rng.sample(free, rng.randint(self.at_least, self.at_most))

    def _identity(self) -> object:
        return [(o.value, o.why_not is None) for o in self.options], self.at_least, self.at_most


class Number(Request[int]):
    """A whole number from `lo` to `hi`, with the reason of each bound.

    `code` is the ruleset's own name for a refusal, if it has one. `default` is what enter alone means, None if
    no number is the usual one.
    """

    kind = "number"

    def __init__(
        self,
        name: str,
        *,
        by: By,
        title: str,
        lo: int,
        hi: int,
        tally: Sequence[Tally] = (),
        cost: Sequence[Cost] = (),
        code: str = "",
        why_lo: str = "",
        why_hi: str = "",
        default: int | None = None,
    ) -> None:
        Request.__init__(self, name, by, title, tally, cost)
        self.code = code
        self.default = self.enter = default
        self.why_lo, self.why_hi = why_lo, why_hi
        if lo > hi:
            raise RuleFault(f"{name}: no number from {lo} to {hi}")
        self.lo, self.hi = int(lo), int(hi)
        self.each = hi > 1

    def check(self, value: object) -> int:
        number = self.coerce(value)
        hint = outside(number, self.lo, self.hi, self.why_lo, self.why_hi)
        if hint:
            raise InvalidInput(f"{number} is out of bounds", hint=hint, code=self.code)
        return number

    def coerce(self, value: object) -> int:
        if not is_whole(value):
            raise InvalidInput(f"{value!r} is no whole number", hint=f"{self.lo} to {self.hi}")
        return int(value)

    def forced_answer(self) -> int | Unanswered:
        return self.lo if self.lo == self.hi else UNANSWERED

    def harmless(self) -> Usual:
        usual = self.lo if self.default is None else self.default
        return Usual(usual, f"{self.title} {usual}")

    def answers(self, most: int) -> Iterator[Given]:
        return iter(range(self.lo, min(self.hi, self.lo + most - 1) + 1))

    def schema(self) -> dict[str, object]:
        reasons = {"why_lo": self.why_lo, "why_hi": self.why_hi}
        data: dict[str, object] = {"lo": self.lo, "hi": self.hi}
        data |= {name: why for name, why in reasons.items() if why}
        return data | ({"default": self.default} if self.default is not None else {})

    def random(self, rng: Random) -> object:
        return rng.randint(self.lo, self.hi)

    def _identity(self) -> object:
        return self.lo, self.hi


class YesNo(Request[bool]):
    """Yes or no. `default` is what enter alone means."""

    kind = "yes_no"
    options = (Option(True, "Yes"), Option(False, "No"))

    def __init__(
        self,
        name: str,
        *,
        by: By,
        title: str,
        default: bool = False,
        tally: Sequence[Tally] = (),
        cost: Sequence[Cost] = (),
    ) -> None:
        Request.__init__(self, name, by, title, tally, cost)
        self.default = self.enter = default

    def check(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise InvalidInput(f"yes or no is asked for, not {value!r}", hint="true or false")
        return value

    coerce = check

    def harmless(self) -> Usual:
        return Usual(self.default, self.then(self.default))

    def then(self, option: Given) -> str:
        return f"{self.title} {self.option_words(option)}"

    def schema(self) -> dict[str, object]:
        return {"default": self.default}

    def random(self, rng: Random) -> object:
        return rng.random() < 0.5


class Do(Request[bool]):
    """Something to do on the table; the answer says that it is done.

    `scores`: victory points may be counted now. Front ends show what the sides have, and how more are written down.
    """

    kind = "do"
    enter = True

    def __init__(self, name: str, *, by: By, title: str, scores: bool = False) -> None:
        super().__init__(name, by, title)
        self.scores = scores

    def check(self, value: object) -> bool:
        if value is not True:
            raise InvalidInput("this only asks whether it is done", hint="true")
        return True

    coerce = check

    def random(self, rng: Random) -> object:
        return True


def _choices(options: Sequence[Option[object]]) -> str:
    return "one of: " + ", ".join(str(o.value) for o in options if o.why_not is None)


def _how_many(lo: int, hi: int) -> str:
    return f"pick {lo}" if lo == hi else f"pick {lo} to {hi}"
