"""The places of an attack order: how units are sorted into it, and how it is written out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from companion.engine.state.changes import Line, Tally
from companion.rules.speedies.skills import of
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit

MODES = {"rating": "bigger Agility first", "target": "smaller Agility first"}

Rolled = dict[str, list[int]]
"""The roll-off dice of each unit, in the order rolled."""


class OrderPlace(NamedTuple):
    """One place in the order: who, and why here."""

    unit: str
    reason: str


def sort_key(unit: SpeediesUnit, mode: str) -> tuple[bool, int]:
    """What places a unit before dice: the band of those that Engaged first, then Agility as it is read."""
    return (not unit.engaged_this_turn, -unit.agility if mode == "rating" else unit.agility)


def tied_groups(units: Sequence[SpeediesUnit], mode: str) -> list[list[SpeediesUnit]]:
    """Units of one place, front to back, each group in listing order."""
    placed = sorted(units, key=lambda u: sort_key(u, mode))
    return [list(group) for _, group in groupby(placed, key=lambda u: sort_key(u, mode))]


def ordered(units: Sequence[SpeediesUnit], mode: str, dice: Rolled) -> list[OrderPlace]:
    """The order with the reason for each place. Ties are the same under both modes, so roll-offs stand under either."""
    placed = sorted(units, key=lambda u: (*sort_key(u, mode), [-d for d in dice.get(u.id, ())]))
    return [OrderPlace(u.id, _reason(u, dice.get(u.id, ()))) for u in placed]


def _reason(unit: SpeediesUnit, dice: Sequence[int]) -> str:
    reason = ("Engaged this turn, " if unit.engaged_this_turn else "") + f"Agility {unit.agility}"
    return reason + (", rolled " + ", then ".join(str(d) for d in dice) if dice else "")


def with_stance(order: Sequence[OrderPlace], unit: SpeediesUnit, engagers: Sequence[str]) -> list[OrderPlace]:
    """The order with this unit before the first of the units that have just Engaged it."""
    others = [place for place in order if place.unit != unit.id]
    at = next(n for n, place in enumerate(others) if place.unit in engagers)
    stance = OrderPlace(unit.id, f"{of(unit).stance_by} passed, Agility {unit.agility}")
    return [*others[:at], stance, *others[at:]]


def leading_run(table: SpeediesTable, order: Sequence[OrderPlace]) -> list[OrderPlace]:
    """M4: the longest row of one player's units at the front of what is left of the order."""
    first = table.units[order[0].unit].side
    run = []
    for place in order:
        if table.units[place.unit].side != first:
            break
        run.append(place)
    return run


def names(table: SpeediesTable, order: Iterable[OrderPlace]) -> str:
    """The order as a row of names."""
    return ", ".join(table.units[p.unit].name for p in order) or "nobody"


def reasons(table: SpeediesTable, places: Iterable[OrderPlace]) -> str:
    """Units with the reason of each in brackets."""
    return ", ".join(f"{table.units[p.unit].name} ({p.reason})" for p in places) or "nobody"


def shown(table: SpeediesTable, order: Sequence[OrderPlace], struck: Sequence[OrderPlace] = ()) -> Tally:
    """The order as a list with the reason of each place, and below it who was struck from it and why.

    It counts the units that are still to act. Nothing is computed from it, so it cannot be overruled.
    """
    lines = [
        Line(f"{i}. {table.units[p.unit].name} ({p.reason})", 1, "Attack order", p.unit) for i, p in enumerate(order, 1)
    ]
    lines += [Line(f"out of it: {table.units[p.unit].name} ({p.reason})", 0, "Consequences") for p in struck]
    name = f"Attack order ({MODES[table.options['agility_mode']]}), to act"
    return Tally.of("attack_order", name, len(order), tuple(lines), "units", ranked=True)
