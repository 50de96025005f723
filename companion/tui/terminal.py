"""The terminal behind the app: signals that end it leave it whole, and bytes that are no text do not end it."""

from __future__ import annotations

import asyncio
import codecs
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.tui.app import CompanionApp

ENDING = ("SIGTERM", "SIGHUP", "SIGQUIT")


class Ending:
    """Whether a signal has asked for the end, and the exit status that follows from it."""

    def __init__(self) -> None:
        self.status = 0


@contextmanager
def ends_on_signals(app: CompanionApp) -> Iterator[Ending]:
    """While the app runs in this event loop, a signal closes the game and the app, and the screen comes back whole.

    A second one does not wait for the files: every input is in the log already. Does nothing on Windows, whose event
    loop knows no signals.
    """
    loop, ending = asyncio.get_running_loop(), Ending()

    def end(number: int) -> None:
        again, ending.status = bool(ending.status), 128 + number
        if again:
            app.exit(ending.status)
        else:
            app.leave_app()

    numbers = [] if sys.platform == "win32" else [getattr(signal, name) for name in ENDING]
    for number in numbers:
        loop.add_signal_handler(number, end, number)
    try:
        yield ending
    finally:
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
