"""The terminal behind the app: signals that end it leave it whole, and bytes that are no text do not end it."""

from __future__ import annotations

import asyncio
import codecs
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
    looking: asyncio.TimerHandle | None = None

    def end(number: int) -> None:
        again, ending.status = bool(ending.status), 128 + number
        if again:
            app.exit(ending.status)
        else:
            app.leave_app()

    def look() -> None:
        nonlocal looking
        if ending.status == 0:
            if is_terminal():
                looking = loop.call_later(LOOK_EVERY, look)
            else:
                end(signal.SIGHUP)

    numbers = [] if sys.platform == "win32" else [getattr(signal, name) for name in ENDING]
    for number in numbers:
        loop.add_signal_handler(number, end, number)
    if numbers and is_terminal():
        looking = loop.call_later(LOOK_EVERY, look)
    try:
        yield ending
    finally:
        if looking is not None:
            looking.cancel()
        for number in numbers:
            loop.remove_signal_handler(number)


def read_any_bytes() -> None:
    """From now on a typed byte that is no UTF-8 becomes the sign for what cannot be read.

    Textual decodes strictly, and its input thread ends the app: https://github.com/Textualize/textual/issues/6456
    """
    if sys.platform == "win32":
        return
    from textual.drivers import linux_driver

    def tolerant(encoding: str) -> partial[codecs.IncrementalDecoder]:
        return partial(codecs.getincrementaldecoder(encoding), errors="replace")

    vars(linux_driver)["getincrementaldecoder"] = tolerant


def resume_what_was_stopped() -> None:
    """From now on a signal to go on means nothing to an app that was not stopped.

    A terminal that is closed sends one too. Textual then begins a second writer, which fails, and its end waits for it.
    """
    if sys.platform == "win32":
        return
    from textual.drivers import linux_driver

    class Driver(linux_driver.LinuxDriver):
        stopped = False

        def suspend_application_mode(self) -> None:
            self.stopped = True
            super().suspend_application_mode()

        def resume_application_mode(self) -> None:
            if self.stopped:
                self.stopped = False
                super().resume_application_mode()

    vars(linux_driver)["LinuxDriver"] = Driver


class Closable:
    """A stream to a terminal that may be closed meanwhile: what is written from then on is lost, and raises nothing."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._closed = False

    def fileno(self) -> int:
        return self._stream.fileno()

    def write(self, text: str) -> None:
        self._unless_closed(partial(self._stream.write, text))

    def flush(self) -> None:
        self._unless_closed(self._stream.flush)

    def _unless_closed(self, do: Callable[[], object]) -> None:
        if self._closed:
            return
        try:
            do()
        except OSError:
            self._closed = True


def write_to_nobody() -> None:
    """From now on the thread that writes to a terminal outlives it.

    Textual's ends at the first error, and the app then waits for ever for room among what is still to be written.
    """
    if sys.platform == "win32":
        return
    from textual.drivers import linux_driver

    writer = vars(linux_driver)["WriterThread"]
    vars(linux_driver)["WriterThread"] = lambda stream: writer(Closable(stream))
