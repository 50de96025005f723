"""The process that shares a table, for whoever began it: joined at the table, begun again after a crash, ended."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from companion.engine.errors import InvalidInput, NotSaved
from companion.frontend.opened import OpenSession
from companion.seats.lines import TABLE, address_of
from companion.seats.seat import Seat

_PATIENCE: Final = 30.0
"""Seconds in which the process must answer: a busy machine takes ten to begin one. A dead one is noticed at once."""
_IDLE: Final = 600
"""Seconds after which it ends by itself when nobody sits at the table."""

_LONGEST_PAUSE: Final = 60.0


class SharedTable:
    """The process that shares a game. Raises OSError if it cannot be begun."""

    def __init__(self, file: Path, more: tuple[str, ...] = (), faults: int | None = subprocess.DEVNULL) -> None:
        """`faults` is where it says why it cannot share: nowhere, or None for the terminal of who began it."""
        self._command = [sys.executable, "-P", "-m", "companion", "serve", str(file), "--idle", str(_IDLE), *more]
        self.file, self.ends, self._faults = file, False, faults
        self._pause = self._again = 0.0
        self._begin()

    def _begin(self) -> None:
        # One that dies at once is begun less and less often.
        self._again, self._pause = time.monotonic() + self._pause, min(_LONGEST_PAUSE, 2 * self._pause + 1)
        # Neither a closed terminal nor a Ctrl+C in it ends the game of the others.
        nothing = subprocess.DEVNULL
        self.process = subprocess.Popen(
            self._command, stdin=nothing, stdout=nothing, stderr=self._faults, start_new_session=True
        )

    def seat(self) -> Seat:
        """The table's seat, once the process answers. Raises InvalidInput if it does not."""
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                return Seat(address_of(self.file), TABLE)
            except InvalidInput:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise
            time.sleep(0.03)

    def look(self) -> None:
        """Begins it again if something has killed it: seats find it by themselves, phones by their old addresses."""
        dead = self.process.poll() not in (None, 0)
        if dead and not self.ends and time.monotonic() >= self._again:
            self._begin()

    def leave(self, opened: OpenSession) -> None:
        """The screen on the table goes; where nobody else sits there, sharing ends too."""
        if isinstance(opened, Seat) and sum(opened.seats.values()) <= 1:
            self.stop(opened)

    def stop(self, table: Seat) -> None:
        """Asks it to end."""
        self.ends = True
        try:
            _ = table.share("stop")
        except (InvalidInput, NotSaved):
            self.process.terminate()

    def end(self) -> None:
        """Waits for its end; what was played is on the disk."""
        self.ends = True
        try:
            self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.terminate()
            self.process.wait()
