"""The data of the game, read from data/*.toml and checked entry by entry when the game is loaded."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, Literal

from companion.engine.data import read_data, record, unit_of_entry
from companion.engine.frozen import frozen
from companion.engine.state.changes import Line
from companion.engine.state.entity import has
from companion.rules.better_wargame.units import WargameUnit

PACKAGE = "companion.rules.better_wargame"
MODIFIERS_FILE, UNITS_FILE = "data/modifiers.toml", "data/units.toml"


@frozen
class Modifier:
    """One modifier of a shot; data/modifiers.toml explains its keys."""

    id: str
    label: str
    stage: Literal["to_hit", "save"]
    of: Literal["shooter", "target"]
    when: str
    group: str
    phases: tuple[Literal["shooting", "firefight"], ...]
    text: str
    value: int = 0
    field: str = ""

    def amount(self, shooter: WargameUnit, target: WargameUnit, asked: Collection[str]) -> int:
        """What it adds to the target number of this shot; 0 if it does not count."""
        unit = shooter if self.of == "shooter" else target
        if self.when == "asked" and self.id not in asked:
            return 0
        if self.when not in ("asked", "always") and not has(unit, self.when):
            return 0
        return int(getattr(shooter, self.field)) if self.field else self.value


def read_modifiers(entries: Mapping[str, Mapping[str, Any]]) -> tuple[Modifier, ...]:
    """The entries as modifiers. Raises ValueError naming file, entry and key if one is wrong."""
    whens = ["always", "asked", *sorted(c.id for c in WargameUnit.conditions)]
    made = []
    for of, entry in entries.items():
        where = f"{MODIFIERS_FILE}, [{of}]"
        modifier = record(where, {"id": of, **entry}, Modifier)
        if modifier.when not in whens:
            raise ValueError(f"{where}: when is one of {', '.join(whens)}, not {modifier.when!r}")
        if ("value" in entry) == ("field" in entry):
            raise ValueError(f"{where}: either value or field says how much")
        if modifier.field and modifier.field not in _NUMBERS:
            raise ValueError(f"{where}: field names a number of the unit, not {modifier.field!r}")
        made.append(modifier)
    return tuple(made)


def read_units(entries: Mapping[str, Mapping[str, Any]]) -> list[WargameUnit]:
    """The entries as units. Raises ValueError naming file, entry and key if one is wrong."""
    return [unit_of_entry(f"{UNITS_FILE}, [{of}]", entry, WargameUnit, of) for of, entry in entries.items()]


_NUMBERS: Final = tuple(name for name, spec in WargameUnit(id="any").specs().items() if spec.kind == "int")
_SAMPLES: Final = read_data(PACKAGE, UNITS_FILE)

MODIFIERS: Final = read_modifiers(read_data(PACKAGE, MODIFIERS_FILE))
ASKED: Final = tuple(m for m in MODIFIERS if m.when == "asked")


def sample_units() -> list[WargameUnit]:
    """New copies of the sample units, fresh, at full strength and out of contact, for new games to copy."""
    return read_units(_SAMPLES["units"])


def scene_units() -> list[WargameUnit]:
    """New copies of the sample units as they stand in the example battle."""
    scene = _SAMPLES["scene"]
    return read_units(
        {of: {**entry, "start_models": entry["models"], **scene.get(of, {})} for of, entry in _SAMPLES["units"].items()}
    )


def modifier_lines(
    stage: str, phase: str, shooter: WargameUnit, target: WargameUnit, asked: Collection[str]
) -> list[Line]:
    """The lines of a tally for one shot: of each group the largest change alone."""
    best: dict[str, Line] = {}
    for modifier in MODIFIERS:
        if modifier.stage != stage or phase not in modifier.phases:
            continue
        amount = modifier.amount(shooter, target, asked)
        held = best.get(modifier.group)
        if amount and (held is None or abs(amount) > abs(held.value)):
            best[modifier.group] = Line(modifier.label, amount, _POSTS[stage])
    return list(best.values())


_POSTS = {"to_hit": "To Hit", "save": "Cover and Defensive Saves"}
"""The rulebook's post that names the modifiers of each number."""
