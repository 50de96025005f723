"""The app in a real terminal and in a browser: however it ends, the terminal is left as it was."""

import os
import signal
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pyte
import pytest

from companion.store.listing import summaries
from tests.waiting import PATIENCE, wait_for

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminal there")
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

        def as_in_a_shell() -> None:
            # Whoever runs the tests may ignore what a closed terminal sends, as nohup does.
            signal.signal(signal.SIGHUP, signal.SIG_DFL)

        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.child: pexpect.spawn[bytes] = pexpect.spawn(
            sys.executable,
            [*words, str(saves)],
            env=env,
            dimensions=(lines, columns),
            timeout=PATIENCE,
            preexec_fn=as_in_a_shell,
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
    # Bytes that are no text end nothing.
    terminal.child.send(b"\xff\xfe\xe9")
    terminal.types("?")
    terminal.sees("what the keys do now")
    terminal.types("\x1b")
    terminal.until(lambda: "what the keys do now" not in terminal.text(), "the help closed")
    terminal.types("\x1b")
    terminal.sees("1  Continue")
    terminal.types("q")
    assert end_of(terminal) == 0
    is_whole(terminal)
    assert [s.waits_at != "" for s in summaries(tmp_path)] == [True]


@pytest.mark.parametrize(
    ("environment", "unwanted"),
    [
        # Its default text on its default background: white on black would be wrong on a light terminal.
        ({"TERM": "xterm-16color"}, (b"38;2;", b"38;5;", b"\x1b[97m", b"\x1b[40m")),
        ({"NO_COLOR": "1"}, (b"\x1b[38;2", b"\x1b[48;2", b"\x1b[31m")),
    ],
    ids=["one of sixteen colours gets its own", "without colours nothing is coloured"],
)
def test_colours_of_a_terminal(tmp_path: Path, environment: dict[str, str], unwanted: tuple[bytes, ...]) -> None:
    terminal = Terminal(tmp_path, **environment)  # type: ignore[arg-type]
    terminal.sees("READY TO PLAY")
    assert [colour for colour in unwanted if colour in terminal.raw] == []
    terminal.types("q")
    assert terminal.ends() == 0


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
    assert len(summaries(tmp_path)) == 1


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


PAINTING_TO_THE_LAST = """
import sys
from pathlib import Path
from companion.tui import run_app
from companion.tui.app import CompanionApp

leave = CompanionApp.leave_app

def paint_much_and_leave(self):
    for _ in range(100):
        self.bell()
    leave(self)

CompanionApp.leave_app = paint_much_and_leave
sys.exit(run_app(Path(sys.argv[1])))
"""


UNTOLD = """
import signal, sys
from pathlib import Path
from companion.tui import run_app, terminal

terminal.ENDING = ("SIGTERM", "SIGQUIT")
signal.signal(signal.SIGHUP, signal.SIG_IGN)
sys.exit(run_app(Path(sys.argv[1])))
"""


@pytest.mark.parametrize(
    "program",
    # Who writes to the terminal ended at the first error, and the app waited for room among what was to be written.
    # And it read the end of what is typed for ever where a closed terminal sent no signal.
    [PAINTING_TO_THE_LAST, UNTOLD],
    ids=["with much to paint", "without a signal"],
)
def test_a_closed_terminal_ends_the_app(tmp_path: Path, program: str) -> None:
    terminal = Terminal(tmp_path, "-c", program)
    terminal.sees("READY TO PLAY")
    terminal.child.ptyproc.fileobj.close()
    try:
        wait_for(lambda: not terminal.child.isalive(), lambda: "it runs on")
    finally:
        terminal.child.kill(signal.SIGKILL)


CRASHING = """
import sys
sys.stdin.readline()
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
    terminal = Terminal(tmp_path, "-c", CRASHING)
    before = attributes(terminal)
    terminal.types("\r")
    assert end_of(terminal) == 1
    is_whole(terminal)
    assert attributes(terminal) == before or sys.platform != "linux"
    assert terminal.raw.count(b"nothing left") == 1
    assert b"three-in-attack" not in terminal.raw
    assert b"met an error of its own" in terminal.raw[terminal.raw.rindex(b"nothing left") :]


WEB = "textual.drivers.web_driver:WebDriver"


def packet(child: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """The next packet of the web driver: its kind and what it carries."""
    assert child.stdout is not None
    kind = child.stdout.read(1)
    return kind, child.stdout.read(int.from_bytes(child.stdout.read(4), "big"))


def test_the_app_is_served_to_a_browser(tmp_path: Path) -> None:
    env = {key: value for key, value in os.environ.items() if key not in OURS}
    env |= {"TEXTUAL_DRIVER": WEB, "TEXTUAL_COLOR_SYSTEM": "truecolor", "COLUMNS": "80", "ROWS": "24", "TERM": "dumb"}
    child = subprocess.Popen(
        [sys.executable, "-m", "companion", "--saves", str(tmp_path)],
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        assert child.stdout is not None
        assert child.stdin is not None
        assert child.stdout.readline() == b"__GANGLION__\n"
        screen = pyte.Screen(80, 24)
        stream = pyte.ByteStream(screen)
        while not any("READY TO PLAY" in row for row in screen.display):
            kind, data = packet(child)
            assert kind in (b"D", b"M"), child.stderr
            if kind == b"D":
                stream.feed(data)
        child.stdin.write(b"D" + (1).to_bytes(4, "big") + b"q")
        child.stdin.flush()
        while packet(child)[0]:
            pass
        assert child.wait(PATIENCE) == 0
    finally:
        child.kill()
        child.communicate()


def test_with_errors_sent_elsewhere_it_says_so_where_the_players_look(tmp_path: Path) -> None:
    log = tmp_path / "log"
    line = f'"{sys.executable}" -m companion --saves "{tmp_path}" 2>"{log}"'
    env = {**os.environ, "TERM": "xterm-256color"}
    child = pexpect.spawn("sh", ["-c", line], env=env, dimensions=(24, 80), timeout=PATIENCE)
    told = child.read().decode()
    child.close()
    assert child.exitstatus == 2
    assert "start it without 2>" in told
    assert "\x1b[?1049h" not in told + log.read_text()
