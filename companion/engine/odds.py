"""What a decision is worth before it is made: the chances of each choice, as front ends show them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, TypeAlias

from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.engine.state.spec import RuleOption
from companion.engine.state.table import AnyTable

Given: TypeAlias = Any
"""An answer that chances are of, as `Request.check` takes and freezes it, so that it has a hash: the value of an
option, yes or no, a number, a tuple of picks, an `Allotment`. None if nothing is chosen, as at a roll."""

_Key = tuple[Given, str, str]
"""An option, a measure and a unit."""


@frozen
class Chance:
    """The chance of one fact, if `option` is chosen.

    `measure` is `hits`, `dealt`, `taken`, `falls`, `wins`, `draws`, `breaks`, `pushed` or the game's own,
    `of` the id of the unit it is about. `value` is the number that it is the chance of (exactly so many); None: a yes.
    """

    option: Given
    measure: str
    p: Fraction | float
    of: str = ""
    value: int | None = None


@frozen
class Heading:
    """The words over a column of chances: those of one measure for one unit, `wounds on Oda`, `is wounded`.

    In `words` the `name` of whom they are about has its place at `{}`: `wounds on {}`. A name without a place stands
    before them: `Anselm: stunned`.
    """

    measure: str
    of: str
    words: str
    name: str = ""

    @property
    def apart(self) -> bool:
        """Whether the name stands before the words, which can be told without it."""
        return bool(self.name) and self.words == self.words.format("")

    @property
    def text(self) -> str:
        """The words with the name."""
        return self.told_of(self.name)

    def told_of(self, name: str) -> str:
        """The same words of somebody else: `wounds on the target`."""
        if not self.name:
            return self.words
        return f"{name}: {self.words}" if self.apart else self.words.format(name)


@frozen
class Odds:
    """The chances at one request, with what is assumed. Sampled ones are not `exact` and have their `error`.

    `of` says whose decision it is, `goal` what the chances are of. `headings` are the columns in the order in which
    they are shown. A sealed choice has `mix`, the chances with which best play takes each option, and `value`, what
    that is worth by the goal; `guarantees` is what each option is worth by itself against the worst reply,
    `safest` the one that guarantees the most. `aim` is the goal by its name, and `goals` are those that can be asked
    for (`engine/goals.py`); empty if there is just one. `beside` are a few words of what is assumed that have to be in
    view with the chances, the first of them on the smallest screen too. `worth_chance`: what options are worth is a
    chance, no number.
    """

    of: str
    goal: str
    rows: tuple[Chance, ...]
    headings: tuple[Heading, ...] = ()
    assumes: tuple[str, ...] = ()
    mix: tuple[tuple[Given, Fraction], ...] = ()
    value: Fraction | None = None
    safest: Given = None
    guarantees: tuple[tuple[Given, Fraction], ...] = ()
    exact: bool = True
    error: float | None = None
    aim: str = ""
    goals: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    worth_chance: bool = False
    _found: dict[_Key, list[Chance]] = field(default_factory=dict, init=False, repr=False, compare=False)
    """The rows by option, measure and unit, made when a screen first asks: it asks for many cells at every paint."""
    _numbers: dict[_Key, float] = field(default_factory=dict, init=False, repr=False, compare=False)

    def options(self) -> list[Given]:
        """The options that have chances, in order."""
        return list(dict.fromkeys(row.option for row in self.rows))

    @property
    def alike(self) -> bool:
        """Whether several options are compared, and all have the same chances."""
        seen: dict[Given, list[Chance]] = {}
        for row in self.rows:
            seen.setdefault(row.option, []).append(row)
        # The first that differs is enough: many chances with long denominators take their time to compare.
        first, *others = seen.values() or [[]]
        told = _told(first)
        return bool(others) and all(_told(each) == told for each in others)

    def rows_of(self, option: Given, heading: Heading) -> list[Chance]:
        """The chances of one cell: a yes, or each number with its own. Empty if nothing is known."""
        if not self._found:
            for row in self.rows:
                self._found.setdefault((row.option, row.measure, row.of), []).append(row)
        return self._found.get((option, heading.measure, heading.of), [])

    def column(self, option: Given, heading: Heading) -> float | None:
        """One number for a cell: the chance of a yes, or the average of a number. None if nothing is known."""
        found, key = self.rows_of(option, heading), (option, heading.measure, heading.of)
        if not found:
            return None
        if key not in self._numbers:
            first = found[0]
            average = sum(Fraction(row.value or 0) * Fraction(row.p) for row in found)
            self._numbers[key] = float(first.p if first.value is None else average)
        return self._numbers[key]


def _told(rows: Iterable[Chance]) -> set[tuple[str, str, int | None, Fraction | float]]:
    """What these chances tell, whatever their option; what cannot happen tells nothing."""
    return {(row.measure, row.of, row.value, row.p) for row in rows if row.p}


def of_numbers(option: Given, measure: str, chances: Iterable[tuple[int, Fraction]], of: str = "") -> list[Chance]:
    """One row per number: the chance of exactly so many, smallest first."""
    return [Chance(option, measure, p, of, value) for value, p in sorted(chances)]


def as_text(p: Fraction | float) -> str:
    """An exact chance as text, `5/12`; empty if it is not exact."""
    return f"{p.numerator}/{p.denominator}" if isinstance(p, Fraction) else ""


class TooLarge(Exception):
    """These odds would keep the players waiting: raised by the function of a request, whose odds are sampled then."""


Setting = int | bool | str


@frozen
class Parameter:
    """One thing that a question without a session says: `--attack 3`, `--active defender`, `--kata`.

    Its kind is that of its `default`; a number has bounds, a word its `choices`.
    """

    name: str
    help: str
    default: Setting
    lo: int = 0
    hi: int = 20
    choices: tuple[str, ...] = ()


@frozen
class Calculator:
    """Chances of a game for dice and numbers alone, for players who ask without a session.

    `work_out` gets a value for every parameter, checked.
    """

    help: str
    parameters: tuple[Parameter, ...]
    work_out: Callable[[Mapping[str, Any]], Odds]

    def odds(self, given: Mapping[str, Setting]) -> Odds:
        """The chances for these values; what is not given has its default. Raises InvalidInput."""
        values: dict[str, Setting] = {}
        for parameter in self.parameters:
            values[parameter.name] = value = given.get(parameter.name, parameter.default)
            if parameter.choices and value not in parameter.choices:
                raise InvalidInput(f"{parameter.name} cannot be {value!r}", hint=", ".join(parameter.choices))
            if type(value) is int and not parameter.lo <= value <= parameter.hi:
                raise InvalidInput(f"{parameter.name} cannot be {value}", hint=f"{parameter.lo} to {parameter.hi}")
        try:
            return _worked_out(self.work_out, tuple(values.items()))
        except TooLarge:
            raise InvalidInput("that is too much to work out", hint="fewer dice, attacks or wounds") from None


@lru_cache(maxsize=16)
def _worked_out(work_out: Callable[[Mapping[str, Any]], Odds], values: tuple[tuple[str, Setting], ...]) -> Odds:
    return work_out(dict(values))


SHOWN: Final = "shown"
ASKED: Final = "asked"
OFF: Final = "off"

ODDS_OPTIONS: Final = (
    RuleOption(
        "odds",
        "Odds of a decision",
        SHOWN,
        (SHOWN, ASKED, OFF),
        "shown: beside every choice; asked: only when somebody asks, and the log says so; off: never",
    ),
)
"""Among the options of every game that knows odds."""

LOOKS: Final = "odds_looks"
"""The field of a table that counts the looks at odds which the log tells."""


def odds_use(table: AnyTable) -> str:
    """`shown`, `asked` or `off`; shown if the game leaves no choice."""
    return str(table.options.get("odds", SHOWN))


def check_allowed(table: AnyTable) -> None:
    """Raises InvalidInput if the players have agreed on a game without odds."""
    if odds_use(table) == OFF:
        raise InvalidInput("odds are off at this table", hint="the option `odds` says so; players change it together")
