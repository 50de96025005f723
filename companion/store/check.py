"""Says everything that is wrong with a file, and touches nothing."""

from __future__ import annotations

from pathlib import Path

from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.files import read_tables, read_text
from companion.store.folders import log_file
from companion.store.format.models import record_problems
from companion.store.format.toml import dotted
from companion.store.restore import restore
from companion.store.rosters import read_roster


def check_file(file: Path) -> list[Diagnostic]:
    """Everything that is wrong with a session and its log, with a roster or with a campaign, each with its line."""
    try:
        tables = read_tables(file, read_text(file))
        if "roster" in tables:
            read_roster(file)
            return []
        if "campaign" in tables:
            # Here and not above: it checks the sessions of the campaign with this very function.
            from companion.store.campaign_check import check_campaign

            return check_campaign(file)
        found = restore(file, thorough=True)
    except CannotOpen as fault:
        return fault.diagnostics
    log = log_file(file)
    wrong = [Diagnostic(log, bad.line, "", bad.reason) for bad in found.corrupt]
    if found.log is None:
        return wrong
    shapes = [
        Diagnostic(log, found.log.line(place), dotted("records", str(place + 1), *path), reason)
        for (place, *path), reason in record_problems(found.log.records)
        if isinstance(place, int)
    ]
    return shapes + wrong
