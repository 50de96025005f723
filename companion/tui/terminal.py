"""The terminal behind the app: signals that end it leave it whole, and bytes that are no text do not end it."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from companion.tui.app import CompanionApp

ENDING = ("SIGTERM", "SIGHUP", "SIGQUIT")
LOOK_EVERY = 1.0
"""Seconds between looks whether the terminal is still there."""


def is_terminal() -> bool:
    """Whether a terminal is there to be typed at; of one that was closed it is not."""
    return sys.__stdin__ is not None and sys.__stdin__.isatty()


class Ending:
    """Whether a signal has asked for the end, and the exit status that follows from it."""

    def __init__(self) -> None:
        self.status = 0


@contextmanager
def ends_on_signals(app: CompanionApp) -> Iterator[Ending]:
    """While the app runs in this event loop, a signal closes the game and the app, and the screen comes back whole.

    So does a terminal that is gone and sent none: there nobody could end it any more. A second signal does not wait for
    the files: every input is in the log already. Does nothing on Windows, whose event loop knows no signals.
    """
    loop, ending = asyncio.get_running_loop(), Ending()

    def end(number: int) -> None:
        again, ending.status = bool(ending.status), 128 + number
        if again:
            app.exit(ending.status)
        else:
            app.leave_app()

    async def look() -> None:
        while is_terminal():
            await asyncio.sleep(LOOK_EVERY)
        if not ending.status:
            end(signal.SIGHUP)

    numbers = [] if sys.platform == "win32" else [getattr(signal, name) for name in ENDING]
    for number in numbers:
        loop.add_signal_handler(number, end, number)
    looking = loop.create_task(look()) if numbers and is_terminal() else None
    try:
        yield ending
    finally:
        if looking is not None:
            looking.cancel()
        for number in numbers:
            loop.remove_signal_handler(number)


def withstand_terminals() -> None:
    """From now on Textual's driver stands what a terminal does; docs/upstream.md says what would make this needless."""
    if sys.platform == "win32":
        return
    from textual.drivers import linux_driver

    class Driver(linux_driver.LinuxDriver):
        """Goes on at a signal only if it was stopped; a closed terminal sends one to who was not."""

        stopped = False

        def suspend_application_mode(self) -> None:
            self.stopped = True
            super().suspend_application_mode()

        def resume_application_mode(self) -> None:
            if self.stopped:
                super().resume_application_mode()
                self.stopped = False

    used = vars(linux_driver)
    writer, decoder = used["WriterThread"], used["getincrementaldecoder"]
    used["LinuxDriver"] = Driver
    used["WriterThread"] = lambda stream: writer(Closable(stream))
    # A typed byte that is no UTF-8 becomes the sign for what cannot be read.
    used["getincrementaldecoder"] = lambda encoding: partial(decoder(encoding), errors="replace")


class Closable:
    """A stream to a terminal that may be closed meanwhile: what is then written is lost, and who writes goes on.

    Textual's thread that writes ends at the first error, and the app waits for ever for room in its queue.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._stream.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()
