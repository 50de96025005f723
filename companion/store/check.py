"""Says everything that is wrong with a file, whatever it is, and touches nothing."""

from __future__ import annotations

from pathlib import Path

from companion.store.campaign_check import check_campaign
from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.files import owner_of, read_tables, read_text
from companion.store.rosters import read_roster
from companion.store.session_check import check_session


def check_file(file: Path) -> list[Diagnostic]:
    """Everything that is wrong with a session and its log, with a roster or with a campaign, each with its line.

    A log is checked with the session that it belongs to.
    """
    try:
        file = owner_of(file)
        tables = read_tables(file, read_text(file))
        if "roster" in tables:
            return [Diagnostic(file, None, "", notice) for notice in read_roster(file).notices]
    except CannotOpen as fault:
        return fault.diagnostics
    return check_campaign(file) if "campaign" in tables else check_session(file)
