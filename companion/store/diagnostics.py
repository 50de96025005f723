"""What is wrong with a file, and where."""

from __future__ import annotations

from pathlib import Path

from companion.engine.frozen import frozen


@frozen
class Diagnostic:
    """One thing wrong with a file. `line` counts from 1, None if no line is to blame; `key` is dotted."""

    file: Path
    reason: str
    key: str = ""
    line: int | None = None

    def __str__(self) -> str:
        """`FILE:LINE: key: reason`, as editors and compilers write it."""
        place = f"{self.file}:{self.line}" if self.line is not None else str(self.file)
        return ": ".join(part for part in (place, self.key, self.reason) if part)


class CannotOpen(Exception):
    """A file that cannot be opened. It is left as it is; `diagnostics` say everything that is wrong with it."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("\n".join(str(one) for one in diagnostics))
        self.diagnostics = list(diagnostics)
