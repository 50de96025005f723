"""The standard streams of a program: closed ones, full ones, and readers that go away."""

from __future__ import annotations

import contextlib
import os
import sys


def open_closed() -> bool:
    """Opens those standard streams that were closed before the start on nothing. Whether output had nowhere to go.

    First of all: else the next file that is opened takes their place, and what is printed is written into it.
    """
    lost = sys.stdout is None
    for name, fd, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        if getattr(sys, name) is None:
            # Opened for both: whoever takes the bare descriptor finds one that works.
            opened = os.open(os.devnull, os.O_RDWR)
            if opened != fd:
                os.dup2(opened, fd)
                os.close(opened)
            setattr(sys, name, open(fd, mode, encoding="utf-8", closefd=False))  # noqa: SIM115  # open to the end
    return lost


def give_up_output() -> None:
    """Nothing can be written any more: what is still buffered goes nowhere, and the end does not complain of it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
            continue
        with contextlib.suppress(OSError, ValueError):
            os.dup2(nowhere, stream.fileno())
