"""Says everything that is wrong with a file, and touches nothing."""

from __future__ import annotations

from pathlib import Path

from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.folders import open_file
from companion.store.parsing import read_toml
from companion.store.reading import restore
from companion.store.rosters import read_roster


def check_file(file: Path) -> list[Diagnostic]:
    """Every fault of a session (with its open file) or a roster, each with its line. Empty where all is well."""
    try:
        _, data = read_toml(file)
        if "roster" in data:
            read_roster(file)
            return []
        found = restore(file)
    except CannotOpen as fault:
        return fault.faults
    return [Diagnostic(open_file(file), bad.line, "", bad.reason) for bad in found.corrupt]
