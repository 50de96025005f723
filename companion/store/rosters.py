"""Rosters: the units of a player, kept for the next game, in the tables of a session without a side."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import companion
from companion.engine.errors import InvalidInput
from companion.engine.registry import find
from companion.engine.state.table import Unit
from companion.store.files import read
from companion.store.format import toml
from companion.store.format.document import FORMAT, ROSTER
from companion.store.generations import REPLACED, write_kept

_TOP = "# A roster of Companion. Its units may be changed by hand: docs/file-format.md\n\n"


@dataclass(slots=True)
class Roster:
    """Units of one game under a name. Their side is empty until they take the table.

    `generation` counts how often the file was written; `notices` are sentences on what is not as Companion wrote it.
    """

    ruleset: str
    name: str
    units: list[Unit] = field(default_factory=list)
    generation: int = 0
    notices: list[str] = field(default_factory=list, compare=False)


def write_roster(roster: Roster, file: Path) -> None:
    """Writes a roster whole, and keeps what was there and what is there now. It gets the number of this generation.

    Raises InvalidInput if there is no such ruleset, OSError if it cannot be written; what was there stays then.
    """
    file.parent.mkdir(parents=True, exist_ok=True)

    def composed(number: int) -> bytes:
        roster.generation = number
        return _compose(roster)

    write_kept(file, composed, roster.generation, REPLACED)


def _compose(roster: Roster) -> bytes:
    ruleset = find(roster.ruleset)
    header = {
        "format": FORMAT,
        "ruleset": ruleset.id,
        "name": roster.name,
        "game": ruleset.title,
        "count": len(roster.units),
        "generation": roster.generation,
        "companion": companion.__version__,
    }
    units = {unit.id: {k: v for k, v in unit.dump().items() if k not in ("id", "side")} for unit in roster.units}
    return (_TOP + ROSTER.text({"roster": header}, toml.document({"units": units}))).encode()


def read_roster(file: Path) -> Roster:
    """Reads a roster. Raises CannotOpen with everything that is wrong with it, bounds included.

    What somebody has changed since Companion wrote it is said in its `notices`; one that a person wrote says nothing.
    """
    # Here and not above: to list rosters, nobody needs the checks.
    from companion.store.format.state import Findings, broken_units, units_of

    found, findings = read(file, ROSTER), Findings()
    header = found.tables["roster"]
    try:
        ruleset = find(str(header.get("ruleset", "")))
    except InvalidInput as fault:
        raise found.refused([("roster.ruleset", fault.with_hint)]) from fault
    units = units_of(found.tables, ruleset, findings)
    if problems := [*findings.problems, *broken_units(units)]:
        raise found.refused(problems)
    number = header.get("generation", 0)
    if type(number) is not int or number < 0:
        raise found.refused([("roster.generation", "this counts how often the file was written: a whole number")])
    for unit in units:
        unit.side = ""
    unknown = [toml.dotted(*path, key) for path, extra in findings.extras.items() for key in extra]
    notices = [f"{key} is not known here: it counts for nothing" for key in unknown]
    roster = Roster(ruleset.id, str(header.get("name", file.stem)), units, number, notices)
    if found.changed:
        # Here and not above: a file that nobody has changed does not pay for the import.
        from companion.store.changed import judge

        roster.notices += judge(found, number, None)
    return roster
