"""What is recorded while rules run: differences of state, notes for the log, and numbers with their reasons."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from companion.engine.frozen import frozen
from companion.engine.state.results import Result
from companion.engine.wording import minus


@dataclass(slots=True)
class Change:
    """One recorded difference of state. `before` or `after` is None if there was or is nothing.

    `of` is the id of a unit, model or side, or `table`; `field` is dotted if nested (`states.prone`). One `by_hand`
    was made by players, not by a rule. `by` is the id of the unit that did it, empty if none did. A `why` that is a
    phrase knows what it tells: the new value (`died of its scars`) or, without one, the field.
    """

    of: str
    field: str
    before: Any
    after: Any
    why: str
    step: str
    by_hand: bool = False
    by: str = ""

    def inverse(self) -> Change:
        return Change(self.of, self.field, self.after, self.before, "undo", self.step)

    def data(self) -> tuple[str, str, object, object]:
        """What the checksum sees: identity and values, never the words."""
        return (self.of, self.field, self.before, self.after)


Beside = Literal["", "standing", "answer", "result", "end"]
"""Where players see the same as a note says: in the standing of the fighters while it is new, in what they have just
answered, in a result, or if the game says that it is over."""


@frozen
class Note:
    """A sentence for the log, with the computed facts behind it. `beside` says where players see the same."""

    text: str
    step: str
    facts: Mapping[str, Any]
    beside: Beside = ""


RULING: Final = "ruling"
"""The rule that the line of a ruling names in its number."""


@frozen
class Line:
    """One reason in a tally: what, how much, and which rule says so.

    In an order `of` is the unit whose place it is. One that is `dice` says what dice came to, which lie beside it.
    Where the label has amounts in it, `reason` has a `#` for each: rulings find it again by that.
    """

    label: str
    value: int
    rule: str = ""
    of: str = ""
    dice: bool = False
    reason: str = ""

    @classmethod
    def of_parts(cls, parts: Sequence[str | int], value: int, rule: str = "", *, dice: bool = False) -> Line:
        """A line whose label these parts are: words, and amounts as numbers."""
        label = "".join(map(str, parts))
        reason = "".join([part if isinstance(part, str) else "#" for part in parts])
        return cls(label, value, rule, dice=dice, reason=reason)

    @property
    def is_ruling(self) -> bool:
        """Whether players decided so."""
        return self.rule == RULING


def added_up(lines: Iterable[Line]) -> int:
    """What reasons come to."""
    return sum([line.value for line in lines])


def bounded(
    lines: Iterable[Line], lo: int | None, hi: int | None, low_rule: str, high_rule: str
) -> tuple[int, tuple[Line, ...]]:
    """What reasons come to within these bounds, and the reasons with a line for each bound that was met."""
    reasons = tuple(lines)
    total = 0
    for line in reasons:
        total += line.value
    if lo is not None and total < lo:
        reasons, total = (*reasons, Line.of_parts(("never below ", lo), lo - total, low_rule)), lo
    if hi is not None and total > hi:
        reasons, total = (*reasons, Line.of_parts(("never above ", hi), hi - total, high_rule)), hi
    return total, reasons


class Tally(int):
    """A computed number that carries its reasons. It is the number; `lines` add up to it.

    One that is `ranked` is an order of units: it counts them, and its lines are their places, to be read as a list.
    """

    key: str
    name: str
    lines: tuple[Line, ...]
    unit: str
    ranked: bool
    row: str
    """Its short label in the standing of a fighter; empty: that of its key."""

    @classmethod
    def of(
        cls,
        key: str,
        name: str,
        total: int,
        lines: tuple[Line, ...],
        unit: str = "",
        ranked: bool = False,
        row: str = "",
    ) -> Tally:
        tally = cls(total)
        # All at once: an int has no slots, and to set them one by one takes four times as long.
        tally.__dict__ = {"key": key, "name": name, "lines": lines, "unit": unit, "ranked": ranked, "row": row}
        return tally

    @property
    def compared_by(self) -> int | tuple[str, ...]:
        """What tells whether it is the same number: the units of an order that have a place, else the number."""
        return tuple(line.of or line.label for line in self.lines if line.value) if self.ranked else int(self)

    def sentence(self) -> str:
        """`pool 4: base 4, exhausted −1, boost +1`; of an order `attack order 2: 1. Ann (fast), 2. Bob (slow)`."""
        if self.ranked:
            parts = [line.label for line in self.lines]
        else:
            parts = [
                f"{line.label} {'+' if place and line.value >= 0 else ''}{minus(line.value)}"
                for place, line in enumerate(self.lines)
            ]
        return f"{self.name} {minus(int(self))}" + (": " + ", ".join(parts) if parts else "")


PLAYERS_DECIDED: Final = "the players decided"
"""The reason of a ruling for which none was given."""


@frozen
class Ruling:
    """What the table decided if app and players differ."""

    key: str
    value: int
    why: str


@frozen
class Done:
    """A procedure ended. `outcome` has the keys that the ruleset's page lists; `left` if it was broken off.

    `conclusion` says in words what it came to.
    """

    procedure: str
    outcome: Mapping[str, Any]
    conclusion: Sequence[str] = ()


Recorded = Change | Note | Result
"""What a procedure records while it runs."""

Event = Recorded | Done
"""What an input leads to, as front ends hear of it."""


_PLAIN: Final = frozenset((str, int, bool, float, type(None)))


def plain(value: Any) -> Any:
    """A field's value as JSON and TOML know it: records become dicts, tuples become lists."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is Tally:
        return int(value)
    if kind is dict:
        return {str(k): v if type(v) in _PLAIN else plain(v) for k, v in value.items()}
    if kind is list or kind is tuple:
        return [v if type(v) in _PLAIN else plain(v) for v in value]
    if isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Mapping):
        return plain(dict(value.items()))
    if hasattr(value, "as_record"):
        return value.as_record()
    if isinstance(value, Iterable):
        return [plain(v) for v in value]
    raise TypeError(f"no plain form for {type(value).__name__}")


def net(changes: Iterable[Change]) -> list[Change]:
    """The net change of each field, in the order of the first ones; fields that end as they began are left out."""
    first: dict[tuple[str, str], Change] = {}
    last: dict[tuple[str, str], Change] = {}
    for change in changes:
        first.setdefault((change.of, change.field), change)
        last[change.of, change.field] = change
    return [
        Change(end.of, end.field, first[at].before, end.after, end.why, end.step)
        for at, end in ((at, last[at]) for at in first)
        if first[at].before != end.after
    ]


def checksum(changes: Iterable[Change], start: int = 0) -> int:
    """A chained checksum over changes: extend it with the new ones, never hash the old again."""
    for change in changes:
        start = zlib.crc32(repr(change.data()).encode(), start)
    return start
