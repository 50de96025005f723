"""However the app ends, the terminal is left as it was: screen, mouse, cursor; and what was played is there."""

import signal
import sys
import termios
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pytest

from companion import store
from tests.tui.test_terminal import COLUMNS, LINES, Terminal
from tests.waiting import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminal there")

MODES = {b"\x1b[?1049h": b"\x1b[?1049l", b"\x1b[?1000h": b"\x1b[?1000l", b"\x1b[?2004h": b"\x1b[?2004l"}
"""What is switched on, and how it is switched off: the other screen, the mouse, bracketed paste."""


def attributes(terminal: Terminal) -> list[Any]:
    """How the terminal treats what is typed."""
    return termios.tcgetattr(terminal.child.child_fd)[:4]


def is_whole(terminal: Terminal) -> None:
    """Everything that was switched on is off again, in the order in which it matters."""
    for on, off in MODES.items():
        assert on in terminal.raw
        assert terminal.raw.rindex(off) > terminal.raw.rindex(on)
    assert terminal.raw.rindex(b"\x1b[?25h") > terminal.raw.rindex(b"\x1b[?25l")


def end_of(terminal: Terminal) -> int | None:
    """Reads to the end; the exit status, or minus the signal."""
    while True:
        try:
            terminal.raw += terminal.child.read_nonblocking(65536, timeout=PATIENCE)
        except pexpect.EOF:
            break
    terminal.child.wait()
    killed: int | None = terminal.child.signalstatus
    status: int | None = terminal.child.exitstatus
    return status if killed is None else -killed


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_ends_the_app_and_leaves_the_terminal_whole(tmp_path: Path, number: signal.Signals) -> None:
    terminal = Terminal(tmp_path)
    terminal.sees("READY TO PLAY")
    terminal.types("2")
    terminal.sees("Charge in the ruined town")
    terminal.types("\r")
    terminal.sees("c shows why")
    terminal.child.kill(number)
    assert end_of(terminal) == 128 + number
    is_whole(terminal)
    assert len(store.summaries(tmp_path)) == 1


def test_a_signal_to_go_on_begins_nothing_that_was_not_stopped(tmp_path: Path) -> None:
    """A closed terminal sends one: of two writers one failed, the end waited for it, and the app stayed for ever."""
    terminal = Terminal(tmp_path)
    terminal.sees("READY TO PLAY")
    terminal.child.kill(signal.SIGCONT)
    terminal.types("2")
    terminal.sees("Charge in the ruined town")
    assert terminal.raw.count(b"\x1b[?1049h") == 1
    terminal.child.kill(signal.SIGHUP)
    assert end_of(terminal) == 128 + signal.SIGHUP


CRASHING = """
import sys
from pathlib import Path
from companion.tui import run_app
from companion.tui.app import CompanionApp

def crash(self):
    plan = "-".join(["three", "in", "attack"])
    raise ZeroDivisionError("nothing left")

CompanionApp._look_elsewhere = crash
sys.exit(run_app(Path(sys.argv[1])))
"""


def test_a_crash_leaves_the_terminal_whole(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.child.close(force=True)
    terminal.child = pexpect.spawn(
        sys.executable, ["-c", CRASHING, str(tmp_path)], dimensions=(LINES, COLUMNS), timeout=PATIENCE
    )
    before = attributes(terminal)
    assert end_of(terminal) == 1
    is_whole(terminal)
    assert attributes(terminal) == before or sys.platform != "linux"
    assert terminal.raw.count(b"nothing left") == 1
    assert b"three-in-attack" not in terminal.raw
    assert b"met an error of its own" in terminal.raw[terminal.raw.rindex(b"nothing left") :]


def test_bytes_that_are_no_text_do_not_end_the_app(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.sees("READY TO PLAY")
    terminal.child.send(b"\xff\xfe\xe9")
    terminal.types("?")
    terminal.sees("what the keys do now")
    terminal.types("\x1b")
    terminal.until(lambda: "what the keys do now" not in terminal.text(), "the help closed")
    terminal.types("q")
    assert end_of(terminal) == 0
    is_whole(terminal)
