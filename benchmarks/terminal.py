"""A program in a pseudo-terminal: when its first frame with a certain text stands, and how much memory it took."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import statistics
import struct
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path

ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[()][0-9A-B]|\x1b\][^\x07]*\x07")

FRAME_END = b"\x1b[?2026l"
"""What a program sends behind a frame, where the terminal has said that it knows it."""


@dataclass(frozen=True)
class Painted:
    """Seconds to the first frame with the text, and the peak resident memory in MB."""

    seconds: float
    megabytes: float


class Program:
    """A Python program in a pseudo-terminal, `size` columns and rows large."""

    def __init__(self, *words: str, env: dict[str, str] | None = None, size: tuple[int, int] = (100, 30)) -> None:
        self.began = time.perf_counter()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update({"TERM": "xterm-256color", "COLORTERM": "truecolor", **(env or {})})
            # As at a player's: a program that compiles all its files at every start is another measurement.
            os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
            os.execv(sys.executable, [sys.executable, *words])
        ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.seen = b""

    def wait_for(self, text: str, seconds: float = 20.0) -> float:
        """Reads until the text has been painted since the last look; returns the seconds since the start."""
        wanted = text.encode()
        until = time.perf_counter() + seconds
        while wanted not in ESCAPES.sub(b"", self.seen):
            if time.perf_counter() > until:
                raise TimeoutError(f"{text!r} was not painted; seen: {ESCAPES.sub(b'', self.seen)[-400:]!r}")
            if select.select([self.fd], [], [], 0.2)[0]:
                self.seen += os.read(self.fd, 65536)
        return time.perf_counter() - self.began

    def offer_synchronised(self) -> None:
        """Says that this terminal shows a frame when it is whole, as most do: each ends with a mark from now on."""
        os.write(self.fd, b"\x1b[?2026;2$y")
        self.settle()

    def first_frame(self, seconds: float = 5.0) -> float:
        """Seconds from the last typed key to the end of the first frame that was painted for it."""
        while FRAME_END not in self.seen:
            if not select.select([self.fd], [], [], seconds)[0]:
                raise TimeoutError("nothing was painted")
            self.seen += os.read(self.fd, 65536)
        return time.perf_counter() - self.began

    def frames(self) -> int:
        """How many frames were painted since the last typed key."""
        return self.seen.count(FRAME_END)

    def settle(self) -> None:
        """Reads until nothing has been painted for a moment."""
        while select.select([self.fd], [], [], 0.15)[0]:
            self.seen += os.read(self.fd, 65536)

    def type(self, keys: bytes) -> None:
        """Sends keys and forgets what was painted so far."""
        self.seen = b""
        self.began = time.perf_counter()
        os.write(self.fd, keys)

    def peak(self) -> float:
        """Peak resident memory in MB."""
        with open(f"/proc/{self.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024

    def worked(self) -> float:
        """Seconds of processor time so far, of all its threads."""
        spent = 0
        for task in Path(f"/proc/{self.pid}/task").iterdir():
            spent += int((task / "schedstat").read_text().split()[0])
        return spent / 1e9

    def end(self) -> None:
        """Kills it."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def painted(text: str, *words: str, env: dict[str, str] | None = None) -> Painted:
    """Starts a program, waits for the text, and kills it."""
    program = Program(*words, env=env)
    try:
        return Painted(program.wait_for(text), program.peak())
    finally:
        program.end()


def painted_in_turn(programs: Mapping[str, Sequence[str]], runs: int) -> dict[str, list[Painted]]:
    """So many runs of each program, in turn; its words are those of `painted`."""
    for words in programs.values():
        painted(*words)  # Not counted: it compiles what is imported.
    made: dict[str, list[Painted]] = {name: [] for name in programs}
    for _ in range(runs):
        for name, words in programs.items():
            made[name].append(painted(*words))
    return made


def ratio(ours: list[float], bare: list[float]) -> str:
    """Median over median, with both in words."""
    a, b = statistics.median(ours), statistics.median(bare)
    return f"{a / b:.2f}×  ({a * 1000:.0f} ms against {b * 1000:.0f} ms)"
