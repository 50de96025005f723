"""How a fight stands, as text before a decision: all of it once, then only what is different."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from companion.engine.standing import Standing
from companion.engine.state.rows import StandingRow

CONDITIONS = "conditions"
"""The row that lists conditions: its words stand for themselves."""

MOST_TOLD = 40
"""A higher upper bound is a mere safeguard of the game's data, and tells players nothing."""


class StandingText:
    """What was printed of each fighter, so that nothing is printed twice."""

    def __init__(self) -> None:
        self._printed: dict[str, dict[str, str]] = {}

    def forget(self) -> None:
        """Everything is printed the next time."""
        self._printed.clear()

    def lines(self, standings: Sequence[Standing], elsewhere: Collection[tuple[str, str]] = ()) -> Iterator[str]:
        """A line a fighter of whom something is new. `elsewhere` are (fighter, row key) that are printed beside it."""
        fighters = {standing.of for standing in standings}
        self._printed = {of: rows for of, rows in self._printed.items() if of in fighters}
        for standing in standings:
            first = standing.of not in self._printed
            before = self._printed.setdefault(standing.of, {})
            rows = {row.key: row_text(row, zero=row.key in before) for row in standing.rows}
            if CONDITIONS in before and CONDITIONS not in rows:
                rows[CONDITIONS] = "no conditions"
            new = {key: text for key, text in rows.items() if text and before.get(key) != text}
            shown = [text for key, text in new.items() if (standing.of, key) not in elsewhere]
            before.update(new)
            if rows.get(CONDITIONS) == "no conditions":
                del before[CONDITIONS]
            if shown:
                role = f" ({standing.role})" if first and standing.role else ""
                yield f"  {standing.name}{role}: " + ", ".join(shown) + "."


def row_text(row: StandingRow, *, zero: bool = True) -> str:
    """`Health 2 of 5 (breaks at 2)`. Without `zero` empty for a number that is 0 and has no limit."""
    if row.key == CONDITIONS:
        return str(row.value)
    limited = row.max is not None and row.max <= MOST_TOLD
    if not zero and not row.value and not limited and row.breaks_at is None:
        return ""
    most = f" of {row.max}" if limited else ""
    return f"{row.label} {row.value}{most}" + (f" (breaks at {row.breaks_at})" if row.breaks_at is not None else "")
