"""Counts the lines that rule code runs: what loops, does nothing and asks nothing is seen by no count of the engine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final

from companion.engine.errors import RuleFault

MOST_LINES: Final = 2_000_000
"""No input of the games in the tree takes a tenth of it."""


class LineCount:
    """How many lines these files have run since the last input."""

    def __init__(self, files: set[Path], most: int) -> None:
        self._files = {str(file) for file in files}
        self._most = self._left = most

    def begin(self) -> None:
        self._left = self._most

    def called(self, frame: FrameType, event: str, _: object) -> Any:
        """Follows the lines of a call, if it is one of these files."""
        return self._line if frame.f_code.co_filename in self._files else None

    def _line(self, frame: FrameType, event: str, _: object) -> Any:
        self._left -= event == "line"
        if self._left < 0:
            raise RuleFault(f"{frame.f_code.co_name} comes to no end: {self._most} lines, and nothing was asked")
        return self._line


@contextmanager
def counted(files: set[Path], most: int = MOST_LINES) -> Iterator[LineCount]:
    """Rule code of these files that runs more lines in one input raises RuleFault at the line where it is."""
    lines, before = LineCount(files, most), sys.gettrace()
    sys.settrace(lines.called)
    try:
        yield lines
    finally:
        sys.settrace(before)
