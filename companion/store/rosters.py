"""Rosters on disk: writing one and reading one."""

from __future__ import annotations

from pathlib import Path

from companion.store.files import read
from companion.store.format.document import ROSTER
from companion.store.format.roster_file import Roster, compose_roster, parse_roster
from companion.store.generations import REPLACED, write_kept


def write_roster(roster: Roster, file: Path) -> None:
    """Writes a roster whole, and keeps what was there and what is there now. Raises OSError; what was there stays then.

    The roster gets the number of this generation.
    """
    file.parent.mkdir(parents=True, exist_ok=True)

    def composed(number: int) -> bytes:
        roster.generation = number
        return compose_roster(roster)

    write_kept(file, composed, roster.generation, REPLACED)


def read_roster(file: Path) -> Roster:
    """Reads a roster. Raises CannotOpen with everything that is wrong with it, bounds included.

    What somebody has changed since Companion wrote it is said in its `notices`; one that a person wrote says nothing.
    """
    found = read(file, ROSTER)
    roster, problems = parse_roster(found.tables, file.stem)
    if roster is None:
        raise found.refused(problems)
    if found.changed:
        # Here and not above: a file that nobody has changed does not pay for the import.
        from companion.store.changed import judge

        roster.notices += judge(found, roster.generation, None)
    return roster
