"""Keys that arrive all at once in a real terminal: none is lost, on no screen."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion import store
from companion.engine import registry
from tests.games.duel import example
from tests.tui.test_terminal import Terminal

WITH_THE_DUEL = """
import sys
from pathlib import Path
from companion.engine import registry
from companion.tui import run_app

registry.BUILT_IN = {"duel": "tests.games.duel:DUEL"}
sys.exit(run_app(Path(sys.argv[1])))
"""

DOWN, RIGHT, HOME, ESCAPE = "\x1b[B", "\x1b[C", "\x1b[H", "\x1b"

BURSTS = (
    # A new game, a new campaign, and what has been typed thrown away again.
    (f"n1{HOME}{DOWN}\rZed\r", "name               Zed"),
    (ESCAPE, "Throw away what you have set up?"),
    ("2", "SINGLE GAMES"),
    (f"N1{HOME}{DOWN}\rCup\r", "Name of the campaign   Cup"),
    (ESCAPE, "Throw away what you have set up?"),
    ("2", "SINGLE GAMES"),
    # From the list to the dice: who fights, who with, both splits in secret, dice in two groups.
    ("\r1\r\r\r 21\r 12\r45\t6", "guard  ▐6▌ ▌   1 of 2 dice in"),
    ("1\r1\t1\r", "did the crowd cheer?"),
    # The card of a unit, over the table.
    ("a\r", "HISTORY", "one less"),
    (ESCAPE, "Esc back   Enter card"),
    (ESCAPE, "Enter choose   w why"),
    (ESCAPE, "▸ 1  Continue", "Enter go on"),
    (f"l{HOME}{DOWN}", "▸ R1 ◆   A      Whom does Ann fight?", "h from here"),
    (ESCAPE, "▸ 1  Continue", "Enter go on"),
    (f"p{HOME}{RIGHT}{RIGHT}", "Line 2 of", "Esc now"),
    (ESCAPE, "▸ 1  Continue", "Enter go on"),
    ("k\r2 the bridge\r", "+2  the bridge", "Enter points and why"),
    (ESCAPE, "▸ 1  Continue", "Enter go on"),
    (f"S{DOWN}{DOWN}", "kept at once, for all your games", "Enter set   Esc back"),
    (ESCAPE, "▸ 1  Continue", "Enter go on"),
    ("\rn", "Exchange of blows is done"),
)
"""What is typed at once, and what stands on the screen in the end. Escape is typed alone: it begins every arrow."""


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminal there")
def test_keys_that_come_all_at_once_are_done_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "BUILT_IN", {"duel": "tests.games.duel:DUEL"})
    store.create_session(example(), tmp_path, "Duel")
    terminal = Terminal(tmp_path, "-c", WITH_THE_DUEL)
    terminal.sees("SINGLE GAMES")
    for keys, *seen in BURSTS:
        terminal.types(keys)
        terminal.until(lambda seen=seen: all(text in terminal.text() for text in seen), f"{seen} after {keys!r}")  # type: ignore[misc]
