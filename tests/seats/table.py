"""A session that a process of its own shares, and who sits at it."""

import signal
import subprocess
import sys
from pathlib import Path

from companion.seats.lines import address_of
from companion.seats.seat import Seat
from tests.seats.shared import KAGU, copied
from tests.waiting import wait_for


class Table:
    """A session in a folder, and the process that shares it."""

    def __init__(self, folder: Path, game: str = KAGU) -> None:
        self.file = copied(folder, game)
        self.seats: list[Seat] = []
        self.serve()

    def serve(self) -> None:
        """Shares it, anew."""
        address_of(self.file).unlink(missing_ok=True)
        words = [sys.executable, "-m", "companion", "serve", str(self.file), "--idle", "3600"]
        self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        wait_for(lambda: address_of(self.file).is_file())

    def seat(self, name: str) -> Seat:
        """One more who sits here."""
        self.seats.append(Seat(address_of(self.file), name))
        return self.seats[-1]

    def leave(self) -> None:
        """All who sit here go."""
        while self.seats:
            self.seats.pop().close()

    def kill(self) -> None:
        """Ends the owner, whatever it does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
