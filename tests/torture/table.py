"""What came of the attacks: one line for each, and whether anything is as it must not be."""

import os
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from companion.store.diagnostics import CannotOpen

COLUMNS = ("tried", "survived", "refused", "lost", "wrong", "traceback", "hung")
HEADS = ("tried", "survived", "refused kindly", "lost", "silently wrong", "traceback", "hung")
MUST_BE_NONE = ("lost", "wrong", "traceback", "hung")
TIME_LIMIT = 30
"""Seconds until an opening counts as hung: nothing takes one on a quiet machine."""
SHOWN = 3
"""So many of the tries that went wrong are told of each attack."""


class Hung(BaseException):
    """It took too long. No `except Exception` of the app catches it."""


@dataclass(slots=True)
class Line:
    """The count of one attack. `bad` says of the first tries that went wrong what they were and how to repeat them.

    `again` is the command that repeats the try which is judged next.
    """

    name: str
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLUMNS, 0))
    bad: list[str] = field(default_factory=list)
    again: str = ""

    def judge(self, what: str, verdict: Callable[[], str], *, mangled: bool = False) -> None:
        """Counts one try: `verdict` returns the column, or raises. Only a file that was `mangled` may be refused."""
        self.counts["tried"] += 1
        why = what
        try:
            with bounded():
                column = verdict()
        except CannotOpen as fault:
            column, why = ("refused", what) if mangled else ("lost", f"{what}: refused: {fault}")
        except Hung:
            column = "hung"
        except Exception:
            column, why = "traceback", f"{what}\n{traceback.format_exc()}"
        self.counts[column] += 1
        if column in MUST_BE_NONE and len(self.bad) < SHOWN:
            self.bad.append(f"{column}: {why}\n    {self.again}")

    @property
    def fine(self) -> bool:
        """Whether nothing is as it must not be."""
        return not any(self.counts[column] for column in MUST_BE_NONE)


@contextmanager
def bounded() -> Iterator[None]:
    """Raises Hung in the block when it takes too long."""

    def ring(*_: Any) -> None:
        raise Hung

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(TIME_LIMIT)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def printed(lines: list[Line]) -> str:
    """The table as text."""
    total = Line("all", {column: sum(line.counts[column] for line in lines) for column in COLUMNS})
    rows = [("", *HEADS), *((line.name, *(str(line.counts[c]) for c in COLUMNS)) for line in [*lines, total])]
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    text = "\n".join("  ".join(cell.rjust(w) for cell, w in zip(row, widths, strict=True)) for row in rows)
    return "\n".join([text, *(f"{line.name}: {bad}" for line in lines for bad in line.bad)])


def is_here() -> bool:
    """Whether this system has what the attacks need: forks, alarms, and /proc to look into."""
    return os.name != "nt" and os.path.isdir("/proc/self/fd")
