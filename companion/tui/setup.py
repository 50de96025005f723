"""A game that is being set up: players, their units from templates or rosters, and the options to settle first."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine.errors import InvalidValue
from companion.engine.ruleset import RuleOption, Ruleset
from companion.engine.state.table import Model, Record, Side, Table, Unit

COLOURS = ("red", "blue", "green", "yellow")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(slots=True)
class Player:
    """One side as it is set up."""

    side: str
    name: str
    colour: str
    units: list[Unit] = field(default_factory=list)


class Setup:
    """What a new game will be. `templates` are the units that the ruleset brings."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.name = ""
        example = ruleset.example() if ruleset.example is not None else None
        sides: list[Side] = list(example.sides.values()) if example is not None else []
        self.templates: list[Unit] = ruleset.unit_templates()
        named = [(s.id, s.name, s.colour) for s in sides] or [("red", "Red", "red"), ("blue", "Blue", "blue")]
        self.players = [
            Player(of, name, colour or COLOURS[place % len(COLOURS)]) for place, (of, name, colour) in enumerate(named)
        ]
        self.options: dict[str, Any] = {o.name: o.default for o in self.asked()}

    def asked(self) -> list[RuleOption]:
        """The options that are freeze before the first round."""
        return [o for o in self.ruleset.options if o.ask_at_setup]

    def add(self, player: Player, template: Unit) -> Unit:
        """A unit of its own from a template; copies get a letter behind their name."""
        taken = {u.id for p in self.players for u in p.units}
        made = copy_unit(template, unused(template.id or "unit", taken), player.side)
        made.name = self._free_name(template.name)
        player.units.append(made)
        return made

    def _free_name(self, name: str) -> str:
        """The name itself for the first of its kind; then the first becomes A, and the others B, C …"""
        units = [u for p in self.players for u in p.units]
        same = [u for u in units if u.name == name]
        lettered = {u.name for u in units}
        if not same and not any(f"{name} {letter}" in lettered for letter in _LETTERS):
            return name
        if same:
            same[0].name = f"{name} A"
            lettered.add(f"{name} A")
        free = [letter for letter in _LETTERS if f"{name} {letter}" not in lettered]
        return f"{name} {free[0]}" if free else f"{name} {len(units) + 1}"

    def set_option(self, option: RuleOption, text: str) -> str:
        """Sets an option from typed text; what is wrong in words, or nothing."""
        value: Any = text
        if option.choices:
            value = next((c for c in option.choices if str(c) == text), text)
        elif isinstance(option.default, bool):
            value = {"yes": True, "no": False}.get(text.lower(), text)
        elif isinstance(option.default, int):
            value = int(text) if text.lstrip("-").isdigit() else text
        try:
            self.options[option.name] = self.ruleset.checked_option(option.name, value)
        except InvalidValue as fault:
            return fault.message + (f" — {fault.hint}" if fault.hint else "")
        return ""

    def table(self) -> Table[Any, Any]:
        """The table as it will be played on."""
        sides = [self.ruleset.side_type(id=p.side, name=p.name, colour=p.colour) for p in self.players]
        units = [u for p in self.players for u in p.units]
        return self.ruleset.table(units, sides, name=self.name, options=dict(self.options))

    def faults(self) -> list[str]:
        """What stands in the way of a start, in words."""
        found = [f"{p.name} has no units" for p in self.players if not p.units]
        if found:
            return found
        table = self.table()
        for entity in [*table.units.values(), *table.sides.values()]:
            found += [f"{table.title(entity.id)}: {field}: {why}" for field, why in entity.faults()]
        return found + [f"{table.title(of)}: {why}" for of, _, why in self.ruleset.faults(table)]


def unused(of: str, taken: set[str]) -> str:
    """The id itself, or with the first free number behind it."""
    if of not in taken:
        return of
    number = 2
    while f"{of}_{number}" in taken:
        number += 1
    return f"{of}_{number}"


def copy_unit(unit: Unit, of: str, side: str) -> Unit:
    """A unit of its own, with minis of its own; whatever named the old unit or its minis names the new ones."""
    values = {f.name: _renamed(getattr(unit, f.name), unit.id, of) for f in dataclasses.fields(unit)}
    values.update(id=of, side=side)
    return type(unit)(**values)


def _renamed(value: Any, old: str, new: str) -> Any:
    if isinstance(value, str):
        return new + value[len(old) :] if value.startswith(old + ".") else value
    if isinstance(value, (Model, Record)):
        return dataclasses.replace(
            value, **{f.name: _renamed(getattr(value, f.name), old, new) for f in dataclasses.fields(value)}
        )
    if isinstance(value, (tuple, list)):
        return type(value)(_renamed(v, old, new) for v in value)
    if isinstance(value, Mapping):
        return {k: _renamed(v, old, new) for k, v in value.items()}
    return value
