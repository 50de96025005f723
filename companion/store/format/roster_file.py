"""The file of a roster: the units of a player, kept for the next game, in the tables of a session without a side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import companion
from companion.engine.errors import InvalidInput
from companion.engine.registry import find
from companion.engine.state.table import Unit
from companion.store.format import toml
from companion.store.format.document import FORMAT, ROSTER

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


def compose_roster(roster: Roster) -> bytes:
    """The whole file. Raises InvalidInput if there is no such ruleset."""
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


def parse_roster(data: Mapping[str, Any], default_name: str) -> tuple[Roster | None, list[tuple[str, str]]]:
    """The roster in the tables of a file that is one; None with every problem as (key, reason), bounds included."""
    # Here and not above: to list rosters, nobody needs the checks.
    from companion.store.format.state import Findings, broken_units, units_of

    found = Findings()
    header = data["roster"]
    try:
        ruleset = find(str(header.get("ruleset", "")))
    except InvalidInput as fault:
        return None, [("roster.ruleset", fault.with_hint)]
    units = units_of(data, ruleset, found)
    problems = [*found.problems, *broken_units(units)]
    if problems:
        return None, problems
    for unit in units:
        unit.side = ""
    number = header.get("generation", 0)
    if type(number) is not int or number < 0:
        return None, [("roster.generation", "this counts how often the file was written: a whole number")]
    return Roster(ruleset.id, str(header.get("name", default_name)), units, number), []
