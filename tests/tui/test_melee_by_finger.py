"""A melee in a real terminal of a phone's size, by a finger that knows nothing but what it sees.

Bushido's takes such a finger three minutes; taps in a real browser fight it (`tests/seats/test_real_browser.py`).
"""

import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.store.folders import ready_dir
from tests.searching import one_in
from tests.tui.test_terminal import Terminal

COLUMNS, LINES = 45, 38
MELEES = {
    "speedies-rats-in-the-cellar": "Continue",
    "gods-gloom-causeway": "Melee attack",
    "legion-moisture-farm": "Melee attack",
    "better-wargame-crossroads": "Melee phase",
}
"""Ready games, and the row of the table that leads into a melee."""
PROGRAM = """
import random
from companion.cli import main
from companion.engine import session
drawn = random.Random(3)
session.Random = lambda: random.Random(drawn.random())
raise SystemExit(main())
"""
"""The app, whose dice are the same at each run."""
MOST = 160
"""Taps of a melee at the most."""
WHITE, QUIET, FOOT = "ece9e2", "2a3038", LINES - 5
"""The fills of what answers and of what may be tapped, and the row from which on the thumb's keys are."""
TWICE = 2
"""Taps on one place while the same is seen: in a list the first marks, and the second starts."""
PATIENT = 15
"""Looks at a screen before it is taken for one that does not change."""
SETTLED = 6
"""Those of one that has changed: on a busy machine the thumb's keys come after the rows, and tell the table."""
RECAP = "question"
"""The key that leads on from what happened before."""
PLACES = (5, 14, 23, 28, 36, 39)
"""Columns at which fills are felt for; the sign that counts a part down lies between those of two halves."""


class Finger:
    """Taps what is seen: what answers, the app's dice, then what is offered; another as long as nothing else is seen.

    At the table it taps the row that leads into the melee; the melee is over where the table is seen again.
    """

    def __init__(self, terminal: Terminal, starts: str) -> None:
        self.terminal, self.starts = terminal, starts
        self.tapped: dict[str, Counter[tuple[int, int]]] = {}
        self.seen = ""
        self.fought = False

    def at_table(self) -> bool:
        return any("Melees" in row for row in self.terminal.screen.display[FOOT:])

    def rests(self) -> str:
        """What is seen once something has changed, if it does, and then nothing changes any more."""
        before, same = self.seen, 0
        while same < (PATIENT if before == self.seen else SETTLED):
            self.terminal.read()
            now = self.terminal.text()
            before, same = now, same + 1 if now == before else 0
        return before

    def filled(self, y: int, x: int) -> str:
        cell = self.terminal.screen.buffer[y][x]
        return str(cell.fg if cell.reverse else cell.bg)

    def places(self) -> Iterator[tuple[int, int]]:
        rows = self.terminal.screen.display
        if self.at_table():
            yield from ((y, 10) for y, row in enumerate(rows) if self.starts in row)
            return
        yield from ((y, row.index(RECAP)) for y, row in enumerate(rows) if RECAP in row and y >= FOOT)
        yield from ((y, x) for y in range(FOOT - 1, 20, -1) for x in PLACES if self.filled(y, x) == WHITE)
        yield from (
            (y, row.index(words)) for y, row in enumerate(rows) for words in ("app rolls", "app draws") if words in row
        )
        yield from ((y, x) for y in range(4, FOOT) for x in PLACES if self.filled(y, x) == QUIET)

    def untried(self, done: Counter[tuple[int, int]]) -> list[tuple[int, int]]:
        """Where a tap may still do something, after those that were tried on what is seen."""
        return [place for place in dict.fromkeys(self.places()) if done[place] < TWICE]

    def looks_new(self, done: Counter[tuple[int, int]]) -> bool:
        return self.terminal.text() != self.seen or bool(self.untried(done))

    def fights(self) -> None:
        for _ in range(MOST):
            self.seen = self.rests()
            if self.at_table() and self.fought:
                return
            self.fought |= not self.at_table()
            done = self.tapped.setdefault(self.seen, Counter())
            if not (places := self.untried(done)):
                # On a busy machine it may not be drawn to its end yet: its words, or the fills behind them.
                self.terminal.until(partial(self.looks_new, done), "something to tap")
                continue
            y, x = min(places, key=lambda place: done[place])
            done[y, x] += 1
            self.terminal.types(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")
        raise AssertionError(f"not over after {MOST} taps\n{self.terminal.text()}")


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminal there")
@pytest.mark.parametrize("game", one_in(len(MELEES), zip(MELEES)), ids=MELEES)
def test_a_melee_by_touch_alone(game: str, tmp_path: Path) -> None:
    file = tmp_path / f"{game}.toml"
    for part in ("toml", "open.toml"):
        source = ready_dir() / f"{game}.{part}"
        if source.exists():
            (tmp_path / source.name).write_bytes(source.read_bytes())
    terminal = Terminal(file, "-c", PROGRAM, "--saves", str(tmp_path), size=(COLUMNS, LINES), COLORTERM="truecolor")
    terminal.sees("Melees")
    Finger(terminal, MELEES[game]).fights()
    terminal.child.close(force=True)
