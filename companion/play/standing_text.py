"""How a fight stands, as text before a decision: all of it once, then only what is different."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence

from companion.engine.standing import Standing
from companion.engine.state.phrases import spans_of
from companion.engine.state.rows import StandingRow

CONDITIONS = "conditions"
"""The row that lists conditions: its words stand for themselves."""

ROLE = " role"
"""Under this key stands the role that was printed of a fighter."""

MOST_TOLD = 40
"""A higher upper bound is a mere safeguard of the game's data, and tells players nothing."""


Said = tuple[str, str, object]
"""A fighter, the key of one of its rows, and its value."""


class StandingText:
    """What was printed of each fighter, so that nothing is printed twice."""

    def __init__(self) -> None:
        self._printed: dict[str, dict[str, str]] = {}
        self._told = set[Said]()
        self._result = set[Said]()
        """What the last result said."""

    def forget(self) -> None:
        """Everything is printed the next time."""
        self._printed.clear()
        self._result.clear()

    def was_told(self, text: str) -> None:
        """A sentence that tells what the row of a fighter says: the row is printed no more."""
        self._told |= _said_in(text)

    def result_was_told(self, text: str) -> None:
        """The same of the last result: until the next one."""
        self._result = _said_in(text)

    def lines(
        self,
        standings: Sequence[Standing],
        elsewhere: Collection[tuple[str, str]] = (),
        gone: Collection[str] = (),
    ) -> Iterator[str]:
        """A line a fighter of whom something is new. `elsewhere` are (fighter, row key) that are printed beside it.

        Those that are `gone`, out of action, stand there only where nothing was printed of them: else that was told.
        """
        for standing in standings:
            if standing.of in gone:
                if standing.of not in self._printed:
                    yield f"  {standing.name}: out of action."
                self._printed.setdefault(standing.of, {})
                continue
            before = self._printed.setdefault(standing.of, {})
            rows = {row.key: row_text(row, zero=row.key in before) for row in standing.rows}
            if CONDITIONS in before and CONDITIONS not in rows:
                rows[CONDITIONS] = "no conditions"
            new = {key: text for key, text in rows.items() if text and before.get(key) != text}
            said = self._told | self._result
            # A bound beside the number is said by the row alone.
            in_words = {
                row.key
                for row in standing.rows
                if row.max is row.breaks_at is None and (standing.of, row.key, row.value) in said
            }
            shown = [text for key, text in new.items() if (standing.of, key) not in elsewhere and key not in in_words]
            before.update(new)
            if rows.get(CONDITIONS) == "no conditions":
                del before[CONDITIONS]
            if shown:
                role = f" ({standing.role})" if standing.role and before.get(ROLE) != standing.role else ""
                before[ROLE] = standing.role
                yield f"  {standing.name}{role}: " + ", ".join(shown) + "."
        self._told.clear()


def _said_in(text: str) -> set[Said]:
    return {(span.of, span.field, span.value) for span in spans_of(text) if isinstance(span.value, Hashable)}


def row_text(row: StandingRow, *, zero: bool = True) -> str:
    """`Health 2 of 5 (breaks at 2)`, with the words of the game for what becomes of it there.

    Without `zero` empty for a number that is 0 and has no limit.
    """
    if row.key == CONDITIONS:
        return str(row.value)
    limited = row.max is not None and row.max <= MOST_TOLD
    # Nobody needs to hear that all is over with nothing left.
    breaks = row.breaks_at is not None and not (limited and row.breaks_at in (0, row.max))
    if not zero and not row.value and not limited and row.breaks_at is None:
        return ""
    if row.value == "yes":
        return row.label
    most = f" of {row.max}" if limited else ""
    return f"{row.label} {row.value}{most}" + (f" ({row.bound} {row.breaks_at})" if breaks else "")
