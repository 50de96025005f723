"""A unit of a campaign as a unit that a form edits, and what was changed there as values of its roster."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.campaign import GONE
from companion.engine.registry import find
from companion.engine.state.changes import plain
from companion.engine.state.declarations import specs
from companion.engine.state.joining import unit_of_record
from companion.engine.state.table import Unit
from companion.store.format.campaign import Campaign

BECAME = {"died": "It died", "retired": "It retired"}
"""What may have become of a unit that does not go on, by the word that its roster keeps."""


def roster_unit(campaign: Campaign, roster: str, of: str, changed: Mapping[str, Any] | None = None) -> Unit:
    """The unit as its roster has it, with these values changed; what its game does not know is left out.

    Raises InvalidInput if a value cannot be so.
    """
    kind = find(campaign.header.ruleset).unit_type
    known = specs(kind)
    values = {**campaign.rosters[roster].units[of], **(changed or {})}
    record = {name: value for name, value in values.items() if name in known and value is not None}
    return unit_of_record(kind, of, {**record, "side": roster})


def unit_changes(before: Mapping[str, object], unit: Unit) -> dict[str, Any]:
    """The values that are others now than in `before`, a dump of the unit; None for one that is as at first."""
    after = unit.dump()
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return {name: plain(after[name]) if name in after else None for name in names}


def became_words(changes: Mapping[str, Any]) -> str:
    """What was changed, by name: `died`, `skill, weapons`; empty if nothing was."""
    gone = str(changes.get(GONE) or "")
    return ", ".join([gone] * bool(gone) + [name.replace("_", " ") for name in changes if name != GONE])
