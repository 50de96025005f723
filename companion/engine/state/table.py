"""The whole state of play: a table with its sides, units and contacts.

Rule code reads these objects and never assigns to them; every change goes through `Context.change` or an adjustment,
which write in place, so that a unit held across an `await` shows its present values.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, TypeVar

from companion.engine.errors import InvalidInput, InvalidValue
from companion.engine.frozen import frozen
from companion.engine.state.changes import plain
from companion.engine.state.declarations import SPECS, FieldSpec, flag, internal, profile, tracker
from companion.engine.state.paths import Flags, Pair, split_path
from companion.engine.state.rows import StandingRow
from companion.engine.state.spec import TableSpec


@dataclass(frozen=True)
class Record:
    """A printed record inside a unit (a weapon, a trait). Immutable; replaced whole."""

    def as_record(self) -> dict[str, Any]:
        """Its fields that differ from their defaults (all fields without a default included)."""
        return {
            f.name: plain_null(getattr(self, f.name))
            for f in dataclasses.fields(self)
            if not _is_default(f, getattr(self, f.name))
        }


def plain_null(value: object) -> Any:
    """A plain value in which nothing is written as the printed dash."""
    return "-" if value is None else plain(value)


def _is_default(f: dataclasses.Field[Any], value: object) -> bool:
    if f.default is not dataclasses.MISSING:
        return bool(value == f.default and type(value) is type(f.default))
    if f.default_factory is not dataclasses.MISSING:
        return bool(value == f.default_factory())
    return False


@frozen
class Condition:
    """A named status that a unit may have, where it is kept, and when it ends.

    `field` is the dotted field that holds it; `holds` says what stands there: a yes/no, a number of markers, a list
    of values, or one of several words (then `id` is that word and the field's default means "without").
    """

    id: str
    label: str
    field: str
    holds: Literal["flag", "count", "list", "word"] = "flag"
    text: str = ""
    ends: str = ""
    items: type[int] | type[str] | None = None
    """What stands in its list; None where anything may."""
    breaks: str = ""
    """The verb of a unit that leaves play by it with something left of itself: `breaks`. Told as loudly as a fall."""


@dataclass(eq=False, repr=False, kw_only=True)
class Entity:
    """Anything whose fields are declared and change in play."""

    conditions: ClassVar[tuple[Condition, ...]] = ()
    open_maps: ClassVar[tuple[str, ...]] = ()
    """Map fields whose keys are free text; in any other map only the declared conditions may stand."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {getattr(self, 'id', '')}>"

    def specs(self) -> Mapping[str, FieldSpec]:
        """The declarations of this entity's fields."""
        return SPECS[type(self)]

    def get(self, path: str) -> Any:
        """The value of a field, dotted where nested; None where a nested key is absent.

        Raises InvalidValue for a field that is not declared.
        """
        if path in SPECS[type(self)]:
            return getattr(self, path)
        name, key = split_path(path)
        if name not in self.specs():
            raise InvalidValue(f"there is no field {path!r} here", hint="fields: " + ", ".join(self.specs()))
        value = getattr(self, name)
        if not isinstance(value, Mapping):
            raise InvalidValue(f"{self.specs()[name].label} holds nothing by name")
        return value.get(key)

    def checked(self, path: str, value: object) -> Any:
        """The value as it may stand at this path; raises InvalidValue in words where it may not."""
        spec = SPECS[type(self)].get(path)
        if spec is not None:
            after = spec.check(value, self)
            if spec.kind == "map" and path not in self.open_maps:
                for inner, value_inside in after.items():
                    self.checked(f"{path}.{inner}", value_inside)
            return after
        name, key = split_path(path)
        spec = self.specs().get(name)
        if spec is None:
            raise InvalidValue(f"there is no field {path!r} here", hint="fields: " + ", ".join(self.specs()))
        if spec.kind != "map":
            raise InvalidValue(f"{spec.label} holds nothing by name")
        if value is None:
            return value
        if name in self.open_maps:
            spec.check({key: value}, self)
            return value
        for condition in self.conditions:
            if condition.field == path:
                return _condition_value(condition, value)
        known = [c.field.partition(".")[2] for c in self.conditions if c.field.startswith(name + ".")]
        raise InvalidValue(f"{spec.label} has nothing called {key!r}", hint="known: " + ", ".join(known))

    def put(self, path: str, value: object) -> None:
        """Writes a checked value in place. For the engine alone: rule code records its changes instead."""
        if "." not in path:
            setattr(self, path, value)
            return
        name, key = split_path(path)
        entries = dict(getattr(self, name))
        if value is None:
            entries.pop(key, None)
        elif key in entries:
            entries[key] = value
        else:
            # Sorted, so that taking a change back gives the very same map, order and all.
            entries = dict(sorted((*entries.items(), (key, value)), key=lambda item: item[0]))
        setattr(self, name, entries)

    def fresh(self, path: str) -> Any:
        """The default of a field (None for a nested key)."""
        name, key = split_path(path)
        return None if key else self.specs()[name].default

    def dump(self, *, whole: bool = False) -> dict[str, Any]:
        """The fields as plain data; only those that differ from their default unless `whole`."""
        data: dict[str, Any] = {}
        for spec in self.specs().values():
            value = getattr(self, spec.name)
            if not whole and value == spec.default and type(value) is type(spec.default) and spec.derive is None:
                continue
            data[spec.name] = plain_null(value)
        return data

    def faults(self) -> Iterator[tuple[str, str]]:
        """Every declared bound that is broken now, as (field, reason in words)."""
        for spec in self.specs().values():
            try:
                spec.check(getattr(self, spec.name), self)
            except InvalidValue as fault:
                yield spec.name, fault.message + (f" ({fault.hint})" if fault.hint else "")
            if spec.kind == "map" and spec.name not in self.open_maps:
                for key, value in getattr(self, spec.name).items():
                    try:
                        self.checked(f"{spec.name}.{key}", value)
                    except InvalidValue as fault:
                        yield f"{spec.name}.{key}", fault.message + (f" ({fault.hint})" if fault.hint else "")

    def standing_rows(self) -> Iterator[StandingRow]:
        """What its decisions in a fight hang on: the declared trackers, the vital ones first."""
        found = [spec for spec in self.specs().values() if spec.in_fight]
        for spec in sorted(found, key=lambda spec: not spec.vital):
            value = getattr(self, spec.name)
            if value is not None:
                yield StandingRow(spec.name, spec.label, value, spec.bounds(self)[1], spec.threshold(self))

    def derive(self) -> None:
        """Fills trackers that start at a value taken from the profile."""
        for spec in self.specs().values():
            if spec.derive is not None and getattr(self, spec.name) is None:
                setattr(self, spec.name, spec.derive(self))


def _condition_value(condition: Condition, value: object) -> Any:
    if condition.holds == "flag" and not isinstance(value, bool):
        raise InvalidValue(f"{condition.label} is yes or no, not {value!r}")
    if condition.holds == "count" and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
        raise InvalidValue(f"{condition.label} is a number of markers, 0 or more, not {value!r}")
    if condition.holds == "list":
        if condition.items is not None and type(value) is condition.items:
            return (value,)
        if not isinstance(value, (tuple, list)):
            raise InvalidValue(f"{condition.label} is a list, not {value!r}")
        values = tuple(value)
        if condition.items is not None and any(type(item) is not condition.items for item in values):
            kind = "whole numbers, one a marker" if condition.items is int else "ids or names"
            raise InvalidValue(f"{condition.label} is a list of {kind}, not {value!r}")
        if any(isinstance(item, (list, tuple, dict)) or item is None for item in values):
            raise InvalidValue(f"{condition.label} is a list, not {value!r}")
        return values or None
    return value if value else None


@dataclass(eq=False, repr=False, kw_only=True)
class Model(Entity):
    """One miniature of a unit, with an id and trackers of its own."""

    id: str = internal("")

    @property
    def alive(self) -> bool:
        """Whether it still counts on the table."""
        return True

    def as_record(self) -> dict[str, Any]:
        """Its fields that differ from their defaults: how it stands inside its unit."""
        return self.dump()


@dataclass(eq=False, repr=False, kw_only=True)
class Unit(Entity):
    """One thing that fights. Each ruleset declares its own with the field names of its rulebook."""

    id: str = internal("")
    name: str = profile("", "name")
    side: str = profile("", "side")
    notes: str = profile("", "Notes", place="lists", help="free words of the players")
    mark: str = flag("", "Mark", place="lists", help="a word beside its name: an objective, a red base")

    def __post_init__(self) -> None:
        self.name = self.name or self.id
        self.derive()

    @property
    def alive(self) -> bool:
        """Whether it still counts on the table. Rulesets override this."""
        return True

    @property
    def miniatures(self) -> tuple[Model, ...]:
        """Its models, where the game tells them apart."""
        return ()


@dataclass(eq=False, repr=False, kw_only=True)
class Side(Entity):
    """A player's force."""

    id: str = internal("")
    name: str = profile("", "name")
    colour: str = profile("", "colour", choices=("red", "blue", "green", "yellow", ""))
    alliance: str = profile("", "alliance", help="sides of one alliance are friends; empty: its own")
    score: int = tracker(0, "Victory points", help="of this game; a change of it says what for")

    def __post_init__(self) -> None:
        self.name = self.name or self.id
        self.derive()


@frozen
class Over:
    """How the game ended. `winner` is a side or None for a draw."""

    winner: str | None
    why: str

    def as_record(self) -> dict[str, Any]:
        return {"winner": plain_null(self.winner), "why": self.why}


S = TypeVar("S", bound=Side)
U = TypeVar("U", bound=Unit)


@dataclass(eq=False, repr=False, kw_only=True)
class Table(Entity, Generic[U, S]):
    """The whole state of play. Rulesets add trackers of the game by subclassing."""

    open_maps: ClassVar[tuple[str, ...]] = ("options",)
    spec: TableSpec
    name: str = ""
    units: dict[str, U] = dataclasses.field(default_factory=dict)
    sides: dict[str, S] = dataclasses.field(default_factory=dict)
    contacts: dict[Pair, Flags] = dataclasses.field(default_factory=dict)
    options: Mapping[str, Any] = internal(dict)
    round: int = internal(1, "round", lo=0)
    phase: str = internal("", "phase")
    active: str | None = internal(None, "active side")
    over_winner: str | None = internal(None, "winner")
    over_why: str = internal("", "why the game ended")
    odds_looks: int = internal(0, "looks at the odds", lo=0)

    id: ClassVar[str] = "table"

    def __post_init__(self) -> None:
        self.reindex()
        self.contacts = dict(sorted(self.contacts.items(), key=lambda item: item[0]))
        self.options = {**self.spec.default_options(), **self.options}
        self.phase = self.phase or (self.spec.phases[0].id if self.spec.phases else "")

    def reindex(self) -> None:
        """Makes the look-up by id anew, after units were added or taken off."""
        self._owner: dict[str, U] = {}
        self._entities: dict[str, Entity] = {"table": self, **self.sides, **self.units}
        for unit in self.units.values():
            self._owner[unit.id] = unit
            for model in unit.miniatures:
                self._entities[model.id] = model
                self._owner[model.id] = unit

    def is_id(self, of: str) -> bool:
        """Whether a unit, model, side or the table goes by this id."""
        return of in self._entities

    @property
    def over(self) -> Over | None:
        """How the game ended, or None while it goes on."""
        return Over(self.over_winner, self.over_why) if self.over_why else None

    def find(self, of: str) -> Entity:
        """The unit, model, side or table with this id; raises InvalidInput where there is none."""
        try:
            return self._entities[of]
        except KeyError:
            raise self._unknown(of) from None

    def unit(self, of: str) -> U:
        """The unit with this id; raises InvalidInput where there is none."""
        try:
            return self.units[of]
        except KeyError:
            raise self._unknown(of) from None

    def _unknown(self, of: str) -> InvalidInput:
        return InvalidInput(f"there is no unit {of!r}", hint="units: " + ", ".join(self.units), code="unknown_unit")

    def owner(self, of: str) -> U:
        """The unit that this unit or model id belongs to."""
        return self._owner[of]

    def owner_of(self, of: str) -> U | None:
        """The unit that this id belongs to; None where it is no unit or model: a side, or what a game makes up."""
        return self._owner.get(of)

    def side(self, of: str) -> S:
        """The side with this id."""
        return self.sides[of]

    def of_side(self, side: str) -> list[U]:
        """The living units of a side, in listing order."""
        return [u for u in self.units.values() if u.side == side and u.alive]

    def alliance(self, side: str) -> str:
        """Who a side fights for."""
        found = self.sides.get(side)
        return (found.alliance or side) if found is not None else side

    def enemies(self, a: Unit, b: Unit) -> bool:
        """Whether two units fight on different sides of the war."""
        return a.side != b.side and self.alliance(a.side) != self.alliance(b.side)

    def other_side(self, side: str) -> str:
        """The first side in listing order that is no friend of this one."""
        return next(s for s in self.sides if self.alliance(s) != self.alliance(side))

    def worded(self, label: str, die: str = "") -> str:
        """A label made of ids, `a` or `a→b`, by the names that players know.

        It may be that of a group of dice of this kind: `red` of `red attack die` is a colour, and no side of this id.
        """
        if label in die.split():
            return label
        return " → ".join(self.title(of) for of in label.split("→"))

    def title(self, of: str) -> str:
        """The name that players know a side, unit or model by."""
        entity = self._entities.get(of)
        if entity is None or entity is self:
            return "the table" if entity is self else of
        if isinstance(entity, Model):
            owner = self._owner[of]
            return f"{owner.name} {of.removeprefix(owner.id).lstrip('.')}" if len(owner.miniatures) > 1 else owner.name
        return str(getattr(entity, "name", "") or of)


__all__ = [
    "Condition",
    "Entity",
    "Flags",
    "Model",
    "Over",
    "Pair",
    "Record",
    "Side",
    "Table",
    "Unit",
    "flag",
    "plain_null",
]
