"""What the tables of bounds of several games ask."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.engine.errors import InvalidInput, InvalidValue
from companion.engine.ruleset import Ruleset
from companion.engine.session import Session

Values = Mapping[Any, Any]


class Bound(NamedTuple):
    """A rule with its bound: what the probe finds for each number, on both sides."""

    rule: str
    probe: Callable[[Any], object]
    finds: Values

    def holds(self) -> None:
        assert len(self.finds) > 1, "both sides"
        assert {value: self.probe(value) for value in self.finds} == dict(self.finds)


def within(lo: int, hi: int) -> Values:
    """Allowed from `lo` to `hi`."""
    return {lo - 1: False, lo: True, hi: True, hi + 1: False}


def option_of(ruleset: Ruleset, name: str) -> Callable[[Any], bool]:
    """Whether an option of this game may have this value."""

    def probe(value: Any) -> bool:
        try:
            ruleset.checked_option(name, value)
        except InvalidValue:
            return False
        return True

    return probe


def taken(session: Session, value: object) -> bool:
    """Whether the open request takes this answer."""
    try:
        session.answer(value)
    except InvalidInput:
        return False
    return True
