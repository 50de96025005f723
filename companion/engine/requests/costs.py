"""What an answer spends, shown before it is given."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.wording import singular


class Cost(NamedTuple):
    """`spend` out of the `have` that a unit, side or the table has in one of its fields now."""

    of: str
    field: str
    label: str
    have: int
    spend: int

    def sentence(self, *, each: bool = False) -> str:
        """`2 of 3 Counters`, `1 of 1 action left`; `2 each, of 3 Ki` where an answer may spend it several times."""
        words = singular(self.label) if self.have == 1 else self.label
        return f"{self.spend}{' each,' if each else ''} of {self.have} {words}"
