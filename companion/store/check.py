"""Says everything that is wrong with a file, and touches nothing."""

from __future__ import annotations

from pathlib import Path

from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.files import read_tables, read_text
from companion.store.folders import log_file
from companion.store.restore import restore
from companion.store.rosters import read_roster


def check_file(file: Path) -> list[Diagnostic]:
    """Everything that is wrong with a session and its log, or with a roster, each with its line."""
    try:
        if "roster" in read_tables(file, read_text(file)):
            read_roster(file)
            return []
        found = restore(file)
    except CannotOpen as fault:
        return fault.diagnostics
    return [Diagnostic(log_file(file), bad.line, "", bad.reason) for bad in found.corrupt]
