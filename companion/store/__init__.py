"""Sessions, campaigns and rosters as files that a person can read and fix.

Names are fetched when first used: nobody pays at start-up for what opening or writing a file needs.

* The three kinds of files are one in `format/document.py`: parts, checksums, last line. `files.py` reads them,
  `changed.py` says what is not as Companion wrote it, `generations.py` keeps copies, `going_back.py` returns to them.
* A session opens (`opening.py`): its lock (`lock.py`), its files, checked by `format` and played again (`restore.py`);
  `finding.py` looks for what lies under another name. It is kept by `recorder.py`: `wal.py` and `snapshot.py` over
  `disk.py`. docs/durability.md says what is promised.
* What players do with files: `folders.py` names them, `listing.py` has what lists and Home show, `manage.py` copies,
  renames and bins them, `verify.py` says what is wrong and whether it is what was played.
* A campaign (`campaigns.py`): `ledger.py` makes rosters from batches, `careers.py` the life of a unit, `battles.py`
  what a battle begins with, over `fielding.py`; `closing.py` ends one, `effects.py` takes it back, `campaign_link.py`
  ties a session to it.
  `rulings.py` is its rulings book: what a ruling may mean, and where it bears on a prompt.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.store.diagnostics import CannotOpen as CannotOpen
    from companion.store.diagnostics import Diagnostic as Diagnostic
    from companion.store.folders import ready_dir as ready_dir
    from companion.store.folders import saves_dir as saves_dir
    from companion.store.listing import RosterSummary as RosterSummary
    from companion.store.listing import Summary as Summary
    from companion.store.listing import list_rosters as list_rosters
    from companion.store.listing import rosters_at_hand as rosters_at_hand
    from companion.store.listing import summaries as summaries
    from companion.store.manage import bin_file as bin_file
    from companion.store.manage import copy_session as copy_session
    from companion.store.manage import create_session as create_session
    from companion.store.manage import rename_file as rename_file
    from companion.store.opening import Opened as Opened
    from companion.store.opening import open_session as open_session
    from companion.store.rosters import Roster as Roster
    from companion.store.rosters import read_roster as read_roster
    from companion.store.rosters import write_roster as write_roster
    from companion.store.verify import Verified as Verified
    from companion.store.verify import check_file as check_file
    from companion.store.verify import verify_file as verify_file

_HOMES = {
    "diagnostics": ("CannotOpen", "Diagnostic"),
    "folders": ("ready_dir", "saves_dir"),
    "manage": ("bin_file", "copy_session", "create_session", "rename_file"),
    "opening": ("Opened", "open_session"),
    "rosters": ("Roster", "read_roster", "write_roster"),
    "verify": ("Verified", "check_file", "verify_file"),
    "listing": ("RosterSummary", "Summary", "list_rosters", "rosters_at_hand", "summaries"),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"companion.store.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
