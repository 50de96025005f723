"""The standard streams and the exit status of a program: closed ones, full ones, and readers that go away."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Final

OK: Final = 0
"""All is well."""

FAILED: Final = 1
"""Something was found, or something failed."""

USAGE: Final = 2
"""The command cannot be carried out as it was typed."""


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


def tell(*lines: str) -> None:
    """Prints lines of text. All that a command says goes through here or `say`: names steer no terminal."""
    from companion.frontend.clean import clean

    for line in lines:
        print(clean(line))


def paint(*rows: str) -> None:
    """Prints rows that have colours of the program's own in them, and no word of anybody else."""
    print(*rows, sep="\n")


def asked(question: str) -> str:
    """What is typed on the terminal after this question. Raises EOFError."""
    from companion.frontend.clean import clean

    return input(clean(question))


def any_text() -> None:
    """Output never fails for a sign that the terminal's encoding lacks, input never for a byte that is none."""
    for stream in (sys.stdout, sys.stdin):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def say(*lines: str, status: int = USAGE) -> int:
    """Says what is wrong on the standard error; returns the exit status."""
    from companion.frontend.clean import clean

    with contextlib.suppress(OSError):
        for line in lines:
            print(f"companion: {clean(line)}", file=sys.stderr, flush=True)
    return status
