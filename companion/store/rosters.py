"""Rosters on disk: writing one and reading one."""

from __future__ import annotations

import contextlib
from pathlib import Path

from companion.store import disk, generations
from companion.store.diagnostics import CannotOpen
from companion.store.files import located, read_checked
from companion.store.folders import history_dir
from companion.store.format.document import ROSTER
from companion.store.format.roster_file import Roster, compose_roster, parse_roster


def write_roster(roster: Roster, file: Path) -> None:
    """Writes a roster whole, and keeps what was there and what is there now. Raises OSError; what was there stays then.

    The roster gets the number of this generation.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    history = history_dir(file)
    newest = generations.highest(history)
    if file.exists():
        before = disk.read_plain(file)
        if before not in [copy.read_bytes() for copy in generations.copies_of(history, newest)]:
            generations.keep(before, history, newest, generations.REPLACED, like=file)
    roster.generation = max(roster.generation, newest) + 1
    data = compose_roster(roster)
    disk.write_whole(file, data)
    with contextlib.suppress(OSError):
        # The roster is written. The copy of it is what a later change is compared with.
        generations.keep(data, history, roster.generation, like=file, sync=False)
        generations.prune(history)


def read_roster(file: Path) -> Roster:
    """Reads a roster. Raises CannotOpen with everything that is wrong with it, bounds included.

    What somebody has changed since Companion wrote it is said in its `notices`; one that a person wrote says nothing.
    """
    text, data, changed = read_checked(file, ROSTER)
    roster, problems = parse_roster(data, file.stem)
    if roster is None:
        raise CannotOpen(located(file, text, problems))
    if changed:
        # Here and not above: a file that nobody has changed does not pay for the import.
        from companion.store.changed import heads, outside

        roster.notices += heads(ROSTER, changed)
        if "units" in changed:
            copy = generations.copy_as_written(file, roster.generation, ROSTER, None)
            roster.notices.append(outside(file, copy, data, ROSTER.compared))
    return roster
