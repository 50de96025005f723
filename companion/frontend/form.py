"""Fields of a form: what each holds, how it reads what is typed, and where its value goes. Front ends draw them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.engine.errors import InvalidInput
from companion.engine.state.spec import RuleOption
from companion.frontend.answers import yes_no
from companion.frontend.saying.sentences import fault_of, titled
from companion.frontend.typed import item_at, meant, whole

Put = Callable[[Any], str | None]
"""Takes a value; what is wrong with it, or nothing."""
Told = Iterable[tuple[str, str]]
"""What the game's tables say: an entry and what it does."""
EMPTY = ("", "-", "–", "none")
"""What players type for no value at all."""
NAMELESS = "it needs a name"


def right(_: Any) -> str:
    """Nothing is wrong with it."""
    return ""


@dataclass(eq=False, kw_only=True)
class Field:
    """One thing in a form. It is made anew whenever the form is drawn, known by its key, and equal to it.

    `put` sets a value, `check` says before what is wrong with it. `shown` are its words where they are others than
    those of the value, `why` what the ruleset says of it, `told` what the tables say of its value, `like` which
    known names go on as is typed, `doubt` that no table has it, and `whole` the one name that begins so. `drop` takes
    it off and `again` makes another one, and they say what is wrong as `put` does; `then` is the key to go on with.
    `head` is the label it stands beside where that is not its own, `gauge` is drawn beside its value, and a `faint` one
    is there to add something.
    """

    in_words: ClassVar[bool] = True
    """Whether it is typed in words, and not in figures."""

    key: Any
    label: str = ""
    value: Any = None
    put: Put = right
    check: Callable[[Any], str] = right
    shown: str | None = None
    why: str = ""
    told: Callable[[], Told] = lambda: ()
    like: Callable[[str], str] = right
    doubt: Callable[[str], str] = right
    whole: Callable[[str], str] = str
    drop: Callable[[], str | None] | None = None
    again: Callable[[], str | None] | None = None
    then: Hashable = None
    head: str | None = None
    gauge: str = ""
    faint: bool = False

    def __eq__(self, other: object) -> bool:
        return bool(self.key == (other.key if isinstance(other, Field) else other))

    def __hash__(self) -> int:
        return hash(self.key)

    def rows(self) -> Iterable[Field]:
        """The fields that stand in a row each: itself."""
        return (self,)

    def about(self) -> str:
        """The whole label, the numbers that are allowed, and what the ruleset says of it."""
        span = self.span()
        return titled(self.label) + (f", {span}" if span else "") + (f": {self.why}" if self.why else "")

    def span(self) -> str:
        """The numbers that are allowed: `1 to 6`; empty where not both bounds are known."""
        return ""

    def words(self) -> str:
        """Its value as it is shown."""
        return self.typed() if self.shown is None else self.shown

    def typed(self) -> str:
        """Its value as it could be typed."""
        return "" if self.value is None else str(self.value)

    def read(self, text: str) -> Any:
        """The typed value. Raises InvalidInput with what is allowed."""
        return text.strip()

    def fault(self, text: str) -> str:
        """What is wrong with a typed text, as a sentence, or nothing."""
        return fault_of(self.read, text) or self.check(self.read(text))


@dataclass(eq=False, kw_only=True)
class Fixed(Field):
    """A value that is not set here; Enter says the reason."""

    reason: str = "This is not changed here."

    def read(self, text: str) -> Any:
        raise InvalidInput(self.reason)


@dataclass(eq=False, kw_only=True)
class Act(Field):
    """A row that does something."""

    do: Callable[[], object]


@dataclass(eq=False, kw_only=True)
class Text(Field):
    """A text, or what `reads` makes of one; `as_typed` is its value as it could be typed.

    `needed` is what is said where nothing is typed; without it there may be nothing.
    """

    needed: str = ""
    reads: Callable[[str], Any] = str
    as_typed: str | None = None

    def typed(self) -> str:
        return super().typed() if self.as_typed is None else self.as_typed

    def words(self) -> str:
        return super().words() or "–"

    def read(self, text: str) -> Any:
        if self.needed and not text.strip():
            raise InvalidInput(self.needed)
        return self.reads(text.strip())


@dataclass(eq=False, kw_only=True)
class Number(Field):
    """A whole number, counted with the signs. `nought`: what it becomes when it is counted to 0."""

    in_words = False

    lo: int | None = None
    hi: int | None = None
    optional: bool = False
    nought: Any = 0

    def span(self) -> str:
        return f"{self.lo} to {self.hi}" if self.lo is not None and self.hi is not None else ""

    def typed(self) -> str:
        return super().typed() or ("-" if self.optional else "")

    def words(self) -> str:
        return super().words() or "–"

    def read(self, text: str) -> int | None:
        """A whole number; a dash is none, where there may be none."""
        if self.optional and text.strip().casefold() in EMPTY:
            return None
        span = self.span()
        beside = f" from {span}" if span else ", or a dash for none" if self.optional else ""
        return whole(text, f"{self.label}: a whole number{beside}")

    def counted(self, by: int) -> Any:
        """The value after counting up or down; its bounds are checked where it is set."""
        return (self.value or 0) + by or self.nought


@dataclass(eq=False, kw_only=True)
class Flag(Field):
    """Yes or no. `no` is the value that stands for no."""

    no: Any = False

    def typed(self) -> str:
        return "yes" if self.value else "no"

    def read(self, text: str) -> Any:
        return yes_no(text) or self.no

    def counted(self, by: int) -> Any:
        return True if by > 0 else self.no


@dataclass(eq=False, kw_only=True)
class Choice(Field):
    """One of several values, each with its label."""

    options: Sequence[tuple[Any, str]]

    def words(self) -> str:
        return next((label for value, label in self.options if value == self.value), super().words())

    def read(self, text: str) -> Any:
        """The choice that is called so, in whatever case; of words also by its place or a clear part of it."""
        wanted = text.strip().casefold()
        for value, label in self.options:
            if wanted in (str(value).casefold(), label.casefold()) or (value is None and wanted in EMPTY):
                return value
        if all(value is None or isinstance(value, str) for value, _ in self.options):
            names = {place: (str(value or ""), label) for place, (value, label) in enumerate(self.options)}
            numbered, found = item_at(list(names), wanted), meant(names, wanted)
            if numbered is not None or len(found) == 1:
                return self.options[found[0] if numbered is None else numbered][0]
        choices = ", ".join(label for _, label in self.options)
        raise InvalidInput(f"{text.strip()!r} is not offered here", hint=f"one of: {choices}")

    def other(self) -> Any:
        """Of two choices the other one."""
        return next(value for value, _ in self.options if value != self.value)


def option_field(option: RuleOption, value: Any, put: Put = right, key: Hashable = None) -> Field:
    """A declared option with the value that stands now; its key is that, or else the name of the option."""

    def check(chosen: Any) -> str:
        return fault_of(option.checked, chosen)

    common: dict[str, Any] = {"label": option.label, "value": value, "put": put, "check": check, "why": option.why}
    common["key"] = option.name if key is None else key
    if option.choices:
        return Choice(options=[(choice, str(choice).replace("_", " ")) for choice in option.choices], **common)
    if isinstance(option.default, bool):
        return Flag(**common)
    if isinstance(option.default, int):
        return Number(lo=option.lo, hi=option.hi, **common)
    return Text(**common)
