"""Programs under attack: child processes that say what they acknowledged, and calls to the disk that end or fail."""

import itertools
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.torture.table import TIME_LIMIT, Hung

CALLS = ("open", "write", "fsync", "replace", "unlink", "ftruncate", "close", "fchmod", "mkdir")
"""The calls to the disk by which the store changes anything."""
CRASHED = 7
ENDED = 9
Say = Callable[[int], None]


class Crashed(Exception):
    """A child ended with a traceback, which stands in the message."""


def in_child(act: Callable[[Say], None], heard: Callable[[int, int], None] = lambda *_: None) -> int:
    """Runs `act` in a process of its own; returns the last number that it acknowledged before it ended or died.

    `heard` gets its process id and each number at once. Raises Crashed, or Hung where it does not come to an end.
    """
    child, source = begun(act)
    last, said = 0, []
    with os.fdopen(source) as lines:
        for line in lines:
            if line.strip().isdecimal():
                last = int(line)
                heard(child, last)
            else:
                said.append(line)
    ended(child, "".join(said))
    return last


def begun(act: Callable[[Say], None]) -> tuple[int, int]:
    """The process id of a child that does this, and where to read what it says."""
    source, target = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child != 0:
        os.close(target)
        return child, source
    write, leave = os.write, os._exit
    os.close(source)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(2 * TIME_LIMIT)
    status = CRASHED
    try:
        act(lambda number: void(write(target, b"%d\n" % number)))
        status = 0
    except BaseException:
        write(target, traceback.format_exc().encode())
    finally:
        leave(status)
    raise AssertionError


def ended(child: int, said: str) -> None:
    """Waits for a child. Raises Crashed or Hung where that is how it ended."""
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM:
        raise Hung
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == CRASHED:
        raise Crashed(said)


def end_at(number: int, *, after: bool) -> None:
    """From now on this program ends at the call to the disk of this number: before it, or after it."""
    count = itertools.count(1)

    def ending(act: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            last = next(count) == number
            if last and not after:
                os._exit(ENDED)
            made = act(*args, **more)
            if last:
                os._exit(ENDED)
            return made

        return call

    for name in CALLS:
        setattr(os, name, ending(getattr(os, name)))


@contextmanager
def failing(name: str, number: int, code: int, *, for_good: bool) -> Iterator[None]:
    """In the block this call to the disk fails the so manieth time, once or from then on."""
    real, count = getattr(os, name), itertools.count(1)

    def call(*args: Any, **more: Any) -> Any:
        n = next(count)
        if n == number or (for_good and n > number):
            if name == "close":
                # The system says that something went wrong before, and closes the file all the same.
                real(*args, **more)
            raise OSError(code, os.strerror(code))
        return real(*args, **more)

    setattr(os, name, call)
    try:
        yield
    finally:
        setattr(os, name, real)


def kill_when(number: int, spin: int) -> Callable[[int, int], None]:
    """Kills a child some time after it acknowledged this number."""

    def heard(child: int, said: int) -> None:
        if said == number:
            for _ in range(spin):
                pass
            os.kill(child, signal.SIGKILL)

    return heard


def void(_: object) -> None:
    """Nothing comes back."""
