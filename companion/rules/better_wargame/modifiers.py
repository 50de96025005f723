"""The modifiers of Shooting and Firefight, read from modifiers.toml and checked when the game is loaded."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.data import read_data
from companion.engine.state.changes import Line
from companion.engine.state.conditions import has
from companion.rules.better_wargame.units import Troop

FILE = "modifiers.toml"
STAGES = ("to_hit", "save")
UNITS = ("shooter", "target")
FIRING = ("shooting", "firefight")


@dataclass(frozen=True, slots=True)
class Modifier:
    """One entry: what it changes, whose state it looks at, and by how much."""

    id: str
    label: str
    stage: str
    of: str
    when: str
    value: int
    field: str
    group: str
    phases: tuple[str, ...]
    text: str

    def amount(self, shooter: Troop, target: Troop, asked: Collection[str]) -> int:
        """What it adds to the target number of this shot; 0 where it does not count."""
        unit = shooter if self.of == "shooter" else target
        if self.when == "asked" and self.id not in asked:
            return 0
        if self.when not in ("asked", "always") and not has(unit, self.when):
            return 0
        return int(getattr(shooter, self.field)) if self.field else self.value


def checked(entries: Mapping[str, Mapping[str, Any]]) -> tuple[Modifier, ...]:
    """The entries as modifiers. Raises ValueError naming file, entry and key where one is wrong."""
    states = {c.id for c in Troop.conditions} | {"asked", "always"}
    numbers = {n for n, spec in Troop(id="any").specs().items() if spec.kind == "int"}
    made = []
    for of, entry in entries.items():
        known = {"label", "stage", "of", "when", "value", "field", "group", "phases", "text"}
        for key in entry:
            if key not in known:
                raise ValueError(f"{FILE}, [{of}]: there is no key {key!r}; known: {', '.join(sorted(known))}")
        for key, legal in (("stage", STAGES), ("of", UNITS), ("when", sorted(states))):
            if entry.get(key) not in legal:
                raise ValueError(f"{FILE}, [{of}]: {key} is one of {', '.join(legal)}, not {entry.get(key)!r}")
        if ("value" in entry) == ("field" in entry):
            raise ValueError(f"{FILE}, [{of}]: either value or field says how much")
        if "field" in entry and entry["field"] not in numbers:
            raise ValueError(f"{FILE}, [{of}]: field names a number of the unit, not {entry['field']!r}")
        phases = tuple(entry.get("phases", ()))
        if not phases or any(p not in FIRING for p in phases):
            raise ValueError(f"{FILE}, [{of}]: phases are some of {', '.join(FIRING)}")
        made.append(
            Modifier(
                of,
                entry["label"],
                entry["stage"],
                entry["of"],
                entry["when"],
                entry.get("value", 0),
                entry.get("field", ""),
                entry["group"],
                phases,
                entry["text"],
            )
        )
    return tuple(made)


MODIFIERS = checked(read_data("companion.rules.better_wargame", FILE))
ASKED = tuple(m for m in MODIFIERS if m.when == "asked")


def modifier_lines(stage: str, phase: str, shooter: Troop, target: Troop, asked: Collection[str]) -> list[Line]:
    """The lines of a tally for one shot: of each group the largest change alone."""
    best: dict[str, Line] = {}
    for modifier in MODIFIERS:
        if modifier.stage != stage or phase not in modifier.phases:
            continue
        amount = modifier.amount(shooter, target, asked)
        held = best.get(modifier.group)
        if amount and (held is None or abs(amount) > abs(held.value)):
            best[modifier.group] = Line(modifier.label, amount, f"{phase} modifiers")
    return list(best.values())
