"""Rosters: the units of a player, kept for the next game. The same unit tables as in a session, without a side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.engine.errors import InvalidInput
from companion.engine.registry import find
from companion.engine.state.table import Unit
from companion.store import disk
from companion.store.diagnostics import CannotOpen
from companion.store.folders import toml_files
from companion.store.format import toml
from companion.store.listing import read_head

FORMAT = 1
_TOP = "# A roster of Companion. Its units may be changed by hand: docs/file-format.md\n\n"


@dataclass(slots=True)
class Roster:
    """Units of one game under a name. Their side is empty until they take the table."""

    ruleset: str
    name: str
    units: list[Unit] = field(default_factory=list)


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
    ruleset = find(roster.ruleset)
    head = {
        "format": FORMAT,
        "ruleset": ruleset.id,
        "name": roster.name,
        "game": ruleset.title,
        "count": len(roster.units),
    }
    parts = [_TOP + toml.table(("roster",), head)]
    for unit in roster.units:
        data = {k: v for k, v in unit.dump().items() if k not in ("id", "side")}
        parts.append(toml.table(("units", unit.id), data))
    file.parent.mkdir(parents=True, exist_ok=True)
    disk.write_whole(file, "\n".join(parts).encode())


def read_roster(file: Path) -> Roster:
    """Reads a roster. Raises CannotOpen with every fault, bounds included."""
    from companion.store.format.state import Findings, broken_units, units_of
    from companion.store.parsing import located, read_toml

    text, data = read_toml(file)
    found = Findings()
    roster = Roster("", "")
    said = data.get("roster")
    if not isinstance(said, Mapping):
        found.faults.append(("roster", "this is no roster: it has no table [roster]"))
    elif said.get("format") != FORMAT:
        got = toml.inline(said.get("format"))
        found.faults.append(("roster.format", f"this reads rosters of format {FORMAT}, not {got}"))
    else:
        try:
            ruleset = find(str(said.get("ruleset", "")))
            roster = Roster(ruleset.id, str(said.get("name", file.stem)), units_of(data, ruleset, found))
            found.faults.extend(broken_units(roster.units))
        except InvalidInput as fault:
            found.faults.append(("roster.ruleset", fault.message + (f" ({fault.hint})" if fault.hint else "")))
    if found.faults:
        raise CannotOpen(located(file, text, found.faults))
    for unit in roster.units:
        unit.side = ""
    return roster


def list_rosters(folder: Path) -> list[RosterSummary]:
    """The rosters of a folder and its folders, by name. A file whose head cannot be read stands in `summaries`."""
    found = []
    for file in toml_files(folder):
        try:
            said = read_head(file).get("roster")
        except (OSError, ValueError):
            continue
        if isinstance(said, Mapping):
            count = said.get("count")
            found.append(
                RosterSummary(
                    file,
                    str(said.get("name", "")) or file.stem,
                    str(said.get("ruleset", "")),
                    str(said.get("game", "")),
                    count if isinstance(count, int) else 0,
                )
            )
    return sorted(found, key=lambda r: r.name)
