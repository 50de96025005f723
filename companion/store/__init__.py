"""Sessions and rosters as files that a person can read and fix.

Names are fetched when first used: nobody pays at start-up for what opening or writing a file needs.

* A session opens (`opening.py`): its lock (`lock.py`), its files (`files.py`), checked by `format` and played again
  (`restore.py`). It is kept by `recorder.py`: `wal.py` and `snapshot.py` over `disk.py`; `generations.py` has copies
  and `going_back.py` returns to them. docs/durability.md says what is promised.
* What is not as Companion wrote it: `changed.py`, `campaign_changed.py`; `finding.py`: what lies under another name.
  `verify.py` says of a file of any kind whether it is exact, unverified or diverged; `verify_session.py` plays a
  journal again.
* What players do with files: `folders.py` names them, `manage.py`, `campaign_manage.py`, `listing.py`,
  `campaign_listing.py`, `rosters.py`, `check.py`, `binning.py`. `overview.py` has all that Home shows.
* A campaign (`campaigns.py`): `ledger.py` makes rosters from batches, `careers.py` the life of a unit, `battles.py`
  what a battle begins with, over `fielding.py` and `unfit.py`; `closing.py` ends one, `campaign_link.py` ties a
  session to it. `rulings.py` is its rulings book; `ruling_meanings.py`: what a ruling may mean; `ruling_offers.py`
  finds it again.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.store.check import check_file
    from companion.store.diagnostics import CannotOpen, Diagnostic
    from companion.store.folders import ready_dir, saves_dir
    from companion.store.format.roster_file import Roster
    from companion.store.listing import Summary, summaries
    from companion.store.manage import bin_session, copy_session, create_session, rename_session
    from companion.store.opening import Opened, open_session
    from companion.store.rosters import RosterSummary, list_rosters, read_roster, rosters_at_hand, write_roster
    from companion.store.verify import verify_file
    from companion.store.verify_session import Verified

_HOMES = {
    "check": ("check_file",),
    "diagnostics": ("CannotOpen", "Diagnostic"),
    "folders": ("ready_dir", "saves_dir"),
    "manage": ("bin_session", "copy_session", "create_session", "rename_session"),
    "opening": ("Opened", "open_session"),
    "format.roster_file": ("Roster",),
    "rosters": ("RosterSummary", "list_rosters", "read_roster", "rosters_at_hand", "write_roster"),
    "verify": ("verify_file",),
    "verify_session": ("Verified",),
    "listing": ("Summary", "summaries"),
}

__all__ = [
    "CannotOpen",
    "Diagnostic",
    "Opened",
    "Roster",
    "RosterSummary",
    "Summary",
    "Verified",
    "bin_session",
    "check_file",
    "copy_session",
    "create_session",
    "list_rosters",
    "open_session",
    "read_roster",
    "ready_dir",
    "rename_session",
    "rosters_at_hand",
    "saves_dir",
    "summaries",
    "verify_file",
    "write_roster",
]


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"companion.store.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
