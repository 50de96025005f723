"""One smoke test in a real pseudo-terminal: Pilot is no keyboard, and a terminal is no Pilot."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect  # type: ignore[import-untyped]
import pyte
import pytest

from companion import store
from tests.waiting import PATIENCE

LINES, COLUMNS = 24, 80
OURS = ("NO_COLOR", "COLORTERM", "COMPANION_SAVES", "LINES", "COLUMNS")
"""Variables of whoever runs the tests that the program is to know nothing of."""


class Terminal:
    """A program in a pseudo-terminal, and the screen it painted."""

    def __init__(
        self, saves: Path, *program: str, size: tuple[int, int] = (COLUMNS, LINES), **environment: str
    ) -> None:
        words = program or ("-m", "companion", "--saves")
        env = {k: v for k, v in os.environ.items() if k not in OURS}
        env.update({"TERM": "xterm-256color", **environment})
        columns, lines = size
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.child: pexpect.spawn[bytes] = pexpect.spawn(
            sys.executable, [*words, str(saves)], env=env, dimensions=(lines, columns), timeout=PATIENCE
        )

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def read(self) -> None:
        """Takes what the program wrote, waiting for it a little."""
        try:
            data = self.child.read_nonblocking(65536, timeout=0.1)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return
        self.raw += data
        self.stream.feed(data)

    def until(self, test: Callable[[], bool], what: str) -> None:
        for _ in range(1000):
            if test():
                return
            self.read()
        raise AssertionError(f"never came: {what}\n{self.text()}")

    def sees(self, text: str) -> None:
        self.until(lambda: text in self.text(), repr(text))

    def types(self, keys: str) -> None:
        self.child.send(keys)

    def taps(self, text: str, line: str = "") -> None:
        """Presses and lets go of the left button in the middle of a text, in the last row that has `line` too."""
        self.until(lambda: any(text in row and line in row for row in self.screen.display), repr(text))
        y, row = [(y, row) for y, row in enumerate(self.screen.display) if text in row and line in row][-1]
        x = row.index(text) + len(text) // 2
        self.types(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def resizes(self, lines: int, columns: int) -> None:
        """Another size, and nothing on the screen: all of it is to be painted anew."""
        self.screen.resize(lines, columns)
        self.screen.reset()
        self.child.setwinsize(lines, columns)

    def ends(self) -> int:
        self.child.expect(pexpect.EOF)
        self.child.close()
        return int(self.child.exitstatus or 0)


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminal there")
def test_a_ready_game_in_a_real_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.sees("READY TO PLAY")
    terminal.sees("▸ 1  Try this first: a melee of Speedies in two minutes")
    terminal.types("\x1b[B\x1b[B")
    terminal.sees("▸ 3  Bushido")
    terminal.types("\r")
    terminal.sees("▸ 1 Bridge at Kagu")
    terminal.types("\r")
    terminal.sees("c shows why")
    terminal.types("1")
    terminal.until(
        lambda: "c shows why" not in terminal.text() or "which?" in terminal.text(), "the guide or a question"
    )
    if "which?" in terminal.text():
        terminal.types("1")
    terminal.sees("w why")
    terminal.types("?")
    terminal.sees("what the keys do now")
    terminal.types("\x1b")
    terminal.until(lambda: "what the keys do now" not in terminal.text(), "the help closed")
    terminal.types("\x1b")
    terminal.sees("1  Continue")
    terminal.types("q")
    assert terminal.ends() == 0
    assert [s.waits_at != "" for s in store.summaries(tmp_path)] == [True]


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminal there")
def test_a_terminal_of_sixteen_colours_gets_its_own(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, TERM="xterm-16color")
    terminal.sees("READY TO PLAY")
    assert b"38;2;" not in terminal.raw
    assert b"38;5;" not in terminal.raw
    # Its default text on its default background: white on black would be wrong on a light terminal.
    assert b"\x1b[97m" not in terminal.raw
    assert b"\x1b[40m" not in terminal.raw
    terminal.types("q")
    assert terminal.ends() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminal there")
def test_without_colours_nothing_is_coloured(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, NO_COLOR="1")
    terminal.sees("READY TO PLAY")
    assert b"\x1b[38;2" not in terminal.raw
    assert b"\x1b[48;2" not in terminal.raw
    assert b"\x1b[31m" not in terminal.raw
    terminal.types("q")
    assert terminal.ends() == 0
