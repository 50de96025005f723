"""What a key sends to a real terminal: one frame, and in it only the lines that are others now."""

import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random

import pytest
from pyte import ByteStream, Screen

from companion.store.manage import create_session
from companion.store.opening import open_session
from tests.examples import table_of
from tests.searching import one_in
from tests.tui.test_terminal import Terminal
from tools.scenes import play_to

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminal there")

KNOWS_FRAMES, FRAME_BEGIN, FRAME_END = "\x1b[?2026;2$y", b"\x1b[?2026h", b"\x1b[?2026l"
"""What a terminal answers that shows a frame once it is whole, and the marks around each."""
TO = re.compile(rb"\x1b\[(\d+);\d+H")
UP, DOWN = "\x1b[A", "\x1b[B"
TRIES = 5
"""A frame of what came before may end among the first ones; what each key does, it does at every try."""


def painted_by(terminal: Terminal, key: str, seen: Callable[[], bool]) -> tuple[set[int], set[int]]:
    """The lines that a key paints until this is seen, and those in which it leaves something else; from 1."""
    before, start = list(terminal.screen.display), len(terminal.raw)
    terminal.types(key)
    terminal.until(lambda: FRAME_END in terminal.raw[start:] and seen(), "a frame")
    frames_end(terminal)
    # The last move of a frame puts the cursor away.
    frames = terminal.raw[start:].split(FRAME_END)[:-1]
    painted = {int(line) for frame in frames for line in TO.findall(frame)[:-1]}
    changed = {n for n, (old, new) in enumerate(zip(before, terminal.screen.display, strict=True), 1) if old != new}
    return painted, changed


def shows(terminal: Terminal, text: str) -> bool:
    """Is this on the screen?"""
    return text in terminal.text()


def frames_end(terminal: Terminal) -> None:
    """Waits for the end of the frame whose beginning is on the screen already."""
    terminal.until(lambda: terminal.raw.count(FRAME_BEGIN) == terminal.raw.count(FRAME_END) > 0, "whole frames")


def rests(terminal: Terminal) -> None:
    """Reads until nothing comes any more."""
    seen = -1
    while seen != len(terminal.raw):
        seen = len(terminal.raw)
        terminal.read()


def at_the_table(terminal: Terminal) -> None:
    terminal.sees("READY TO PLAY")
    terminal.types(KNOWS_FRAMES)
    terminal.types(f"{DOWN}{DOWN}\r")
    terminal.sees("Second turn")
    terminal.types("\r")
    terminal.sees("c shows why")
    terminal.sees("▸ 1  ")
    frames_end(terminal)


def test_a_key_paints_only_the_lines_that_change(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    at_the_table(terminal)
    tries = []
    for _ in range(TRIES):
        tries.append(painted_by(terminal, DOWN, lambda: "▸ 2  " in terminal.text()))
        painted_by(terminal, UP, lambda: "▸ 1  " in terminal.text())
    assert all(changed for _, changed in tries)
    assert any(painted == changed for painted, changed in tries)


def test_keys_typed_before_the_app_has_the_terminal_are_done(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.types(f"{DOWN}{DOWN}\r\r")
    terminal.sees("Bridge at Kagu")
    terminal.sees("c shows why")


LARGE = 45, 140


def grown(terminal: Terminal, lines: int, columns: int) -> None:
    """The terminal gets this size, and the app has painted all of it."""
    start = len(terminal.raw)
    terminal.resizes(lines, columns)
    terminal.until(lambda: FRAME_END in terminal.raw[start:], "a frame")


@pytest.mark.parametrize("large", [False, True])
def test_a_unit_that_changes_paints_its_own_lines(tmp_path: Path, large: bool) -> None:
    terminal = Terminal(tmp_path)
    at_the_table(terminal)
    if large:
        grown(terminal, *LARGE)
        terminal.sees("MELEES")
    terminal.types(UP)
    terminal.sees("Enter card")
    # What was done last is told from now on, and needs rows of its own.
    terminal.types("-")
    terminal.sees("●●●●●·")
    frames_end(terminal)
    tries = []
    for left in (4, 3, 2):
        pips = "●" * left + "·" * (6 - left)
        tries.append(painted_by(terminal, "-", partial(shows, terminal, pips)))
    assert all(changed and changed <= painted for painted, changed in tries)
    # Lines of the unit, of the head, and of what was done last may stay as they were; all others are left alone.
    assert any(len(painted - changed) <= (9 if large else 5) for painted, changed in tries)


def cells(terminal: Terminal) -> list[list[object]]:
    """Every cell with its colours."""
    lines, columns = terminal.screen.lines, terminal.screen.columns
    return [[terminal.screen.buffer[y][x] for x in range(columns)] for y in range(lines)]


def test_what_keys_paint_part_by_part_is_what_is_painted_anew(tmp_path: Path) -> None:
    file = create_session(table_of("bushido"), tmp_path, "A melee")
    opened = open_session(file, rng=Random(1))
    assert play_to(opened.session, (("melee", "hiro+oda"),), "split", lambda _: True)
    opened.close()
    lines, columns = LARGE
    terminal = Terminal(file, "-m", "companion", "--saves", str(tmp_path))
    terminal.sees("SPLIT")
    terminal.types(KNOWS_FRAMES)
    grown(terminal, lines, columns)
    terminal.sees("on Oda")
    for key in ("v", "1", "\x7f", "1"):
        painted_by(terminal, key, lambda: True)
    terminal.sees("1▌")
    frames_end(terminal)
    seen = cells(terminal)
    grown(terminal, lines, columns + 1)
    terminal.resizes(lines, columns)
    terminal.until(lambda: cells(terminal) == seen, "the same screen")


GAME = (f"{DOWN}{DOWN}\r", "Second turn")
TABLE = ("\r", "c shows why")
UNITS = (UP, "Enter card")
SCREENS: dict[str, tuple[Sequence[tuple[str, str]], Sequence[str]]] = {
    "home": ((), (DOWN, UP)),
    "table": ((GAME, TABLE), (DOWN, UP)),
    "units": ((GAME, TABLE, UNITS), (DOWN, UP)),
    "card": ((GAME, TABLE, UNITS, ("\r", "TRACKERS")), (DOWN, UP)),
    "kit": ((GAME, TABLE, ("k", "Kit")), (DOWN, UP)),
    "help": ((GAME, TABLE, ("?", "what the keys do now")), (DOWN, UP)),
    "which": ((GAME, TABLE, ("2", "which")), (DOWN, UP)),
    "guide": ((GAME, TABLE, ("2", "which"), ("1", "on ")), ("1", "\x7f")),
}
"""The keys that lead to each screen with what is seen then, and two that change something on it in turn."""


def reached(saves: Path, way: Sequence[tuple[str, str]]) -> Terminal:
    """A terminal in which these keys were pressed, and it has seen what each leads to."""
    terminal = Terminal(saves)
    terminal.sees("READY TO PLAY")
    terminal.types(KNOWS_FRAMES)
    for key, seen in way:
        terminal.types(key)
        terminal.sees(seen)
    return terminal


def frames_of(terminal: Terminal, keys: Sequence[str]) -> int:
    """How many frames are painted for these keys; of the last one, only the first is sure to count."""
    start = terminal.raw.count(FRAME_END)
    for key in keys:
        painted_by(terminal, key, lambda: True)
    return terminal.raw.count(FRAME_END) - start


@pytest.mark.parametrize("screen", one_in(2, SCREENS))
def test_a_key_is_one_frame_on_each_screen(tmp_path: Path, screen: str) -> None:
    way, keys = SCREENS[screen]
    terminal = reached(tmp_path, way)
    assert any(frames_of(terminal, (*keys, *keys)) == 4 for _ in range(TRIES))


@pytest.mark.parametrize(("screen", "most"), one_in(3, [("card", 7), ("kit", 7), ("help", 7)]))
def test_a_panel_opens_and_closes_in_a_frame_each_and_its_first_is_whole(
    tmp_path: Path, screen: str, most: int
) -> None:
    """And one frame more for a scroll bar, which changes no row."""
    (*way, (key, seen)), moves = SCREENS[screen]
    terminal = reached(tmp_path, way)

    def opened_and_closed() -> int:
        start = terminal.raw.count(FRAME_END)
        painted_by(terminal, key, lambda: seen in terminal.text())
        frames_of(terminal, moves)
        painted_by(terminal, "\x1b", lambda: seen not in terminal.text())
        frames_of(terminal, (DOWN, UP))
        return terminal.raw.count(FRAME_END) - start

    def is_whole_at_once() -> bool:
        rests(terminal)
        start = len(terminal.raw)
        painted_by(terminal, key, lambda: seen in terminal.text())
        first, painted = Screen(terminal.screen.columns, terminal.screen.lines), terminal.raw
        ByteStream(first).feed(painted[: painted.index(FRAME_END, start)])
        rests(terminal)
        whole = first.display == terminal.screen.display
        painted_by(terminal, "\x1b", lambda: seen not in terminal.text())
        return whole

    assert any(opened_and_closed() <= most for _ in range(TRIES))
    assert any(is_whole_at_once() for _ in range(TRIES))
