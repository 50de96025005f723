"""Rosters on disk: writing one, reading one, and the list of a folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.store import disk
from companion.store.diagnostics import CannotOpen
from companion.store.files import located, read_tables, read_text
from companion.store.folders import toml_files
from companion.store.format.roster_file import Roster, compose_roster, parse_roster
from companion.store.listing import read_head


@dataclass(slots=True)
class RosterSummary:
    """One roster in a list. `units` counts them."""

    file: Path
    name: str
    ruleset: str = ""
    title: str = ""
    units: int = 0


def write_roster(roster: Roster, file: Path) -> None:
    """Writes a roster whole. Raises OSError; what was there stays then."""
    file.parent.mkdir(parents=True, exist_ok=True)
    disk.write_whole(file, compose_roster(roster))


def read_roster(file: Path) -> Roster:
    """Reads a roster. Raises CannotOpen with everything that is wrong with it, bounds included."""
    text = read_text(file)
    roster, problems = parse_roster(read_tables(file, text), file.stem)
    if roster is None:
        raise CannotOpen(located(file, text, problems))
    return roster


def list_rosters(folder: Path) -> list[RosterSummary]:
    """The rosters of a folder and its folders, by name. A file whose head cannot be read stands in `summaries`."""
    found = []
    for file in toml_files(folder):
        try:
            header = read_head(file).get("roster")
        except (OSError, ValueError):
            continue
        if isinstance(header, Mapping):
            count = header.get("count")
            found.append(
                RosterSummary(
                    file,
                    str(header.get("name", "")) or file.stem,
                    str(header.get("ruleset", "")),
                    str(header.get("game", "")),
                    count if isinstance(count, int) else 0,
                )
            )
    return sorted(found, key=lambda r: r.name)
