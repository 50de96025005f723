"""Rules that come to no end: a front end stops them after a while, and what they were asked for is refused.

The engine counts what rules do between two requests, and knows no clock. Code that loops and does nothing is seen only
from outside: an alarm of the system rings here, on Unix and in the main thread.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from types import FrameType
from typing import Any, Final, TypeVar

from companion.engine.driver import Driver
from companion.engine.errors import RuleFault

F = TypeVar("F", bound=Callable[..., Any])

SECONDS: Final = 20.0
"""No input of a game takes one between two requests, on a slow machine and with 200 units."""
_RINGS: Final = 4
"""The alarm rings so often in that time: it stops what it has met at each ring."""
_STORE: Final = str(Path(__file__).parents[1] / "store")
_UNLIMITED: Final = contextlib.nullcontext()
_under: Final = {Driver.runs_rules}
"""The code that rule code runs under: an exception there is caught, undone and told."""


def runs_rules(function: F) -> F:
    """Marks a function that calls the code of a ruleset and takes care of whatever it raises."""
    _under.add(function.__code__)
    return function


class Endless(RuleFault):
    """Rule code that was stopped."""


class _Alarm:
    """Counts the rings at which the same call of rule code was running."""

    waiting = False

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._met: FrameType | None = None
        self._rings = 0

    def ring(self, _: int, frame: FrameType | None) -> None:
        met = rules_in(frame)
        self._rings = self._rings + 1 if met is not None and met is self._met else 1
        self._met = met
        if met is not None and self._rings > _RINGS:
            raise Endless(f"the rules come to no end: nothing came of them in {self.seconds:g} seconds")


def time_limit(seconds: float = SECONDS) -> AbstractContextManager[None]:
    """Rules that run in the block for longer, and ask nothing, raise Endless: what started them is refused.

    Nothing else is stopped, above all no writing to the disk. Elsewhere than in the main thread it does nothing, and
    neither does one inside another.
    """
    here = threading.current_thread() is threading.main_thread()
    if _Alarm.waiting or not here or not hasattr(signal, "setitimer"):
        return _UNLIMITED
    return _alarmed(seconds)


@contextlib.contextmanager
def _alarmed(seconds: float) -> Iterator[None]:
    alarm = _Alarm(seconds)
    before = signal.signal(signal.SIGALRM, alarm.ring)
    signal.setitimer(signal.ITIMER_REAL, seconds / _RINGS, seconds / _RINGS)
    _Alarm.waiting = True
    try:
        yield
    finally:
        _Alarm.waiting = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def rules_in(frame: FrameType | None) -> FrameType | None:
    """The call that runs rule code in this frame; None if none does, or something is written to the disk in it."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(_STORE):
            return None
        if frame.f_code in _under:
            return frame
        frame = frame.f_back
    return None
