"""What the bounds of single fields cannot say of a table."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.better_wargame.units import WargameTable


def faults(table: WargameTable) -> Sequence[tuple[str, str, str]]:
    """Every fault as (of, field, reason): counts beyond the models of a unit, and not just two players."""
    found = [
        (
            u.id,
            "in_reach",
            f"{u.in_contact} in contact and {u.in_reach} in reach are more than {u.models} models (bad_model_count)",
        )
        for u in table.units.values()
        if u.fighting > u.models
    ]
    if len({table.alliance(s) for s in table.sides}) != 2 or len(table.sides) != 2:
        found.append(("table", "active", "this game is for two players, each with a side of their own"))
    return found
