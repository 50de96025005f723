"""Says everything that is wrong with a session and its log, and touches nothing."""

from __future__ import annotations

from pathlib import Path

from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.folders import log_file
from companion.store.format.commit import record_problems
from companion.store.format.toml import dotted
from companion.store.restore import restore


def check_session(file: Path) -> list[Diagnostic]:
    """Everything that is wrong with a session and its log, each with its line."""
    try:
        found = restore(file, thorough=True)
    except CannotOpen as fault:
        return fault.diagnostics
    log = log_file(file)
    wrong = [Diagnostic(log, bad.line, "", bad.reason) for bad in found.corrupt]
    if found.loaded.changed:
        wrong += [Diagnostic(file, None, "", said) for said in found.loaded.notices]
    if found.missing:
        wrong.append(Diagnostic(log, None, "", found.missing))
    if found.log is None:
        return wrong
    shapes = [
        Diagnostic(log, found.log.line(place), dotted("records", str(place + 1), *path), reason)
        for place, record in enumerate(found.log.records)
        for path, reason in record_problems(record)
    ]
    return shapes + wrong
