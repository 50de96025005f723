"""What has declared fields: the base of units, models, sides and the table, and the conditions that fields may hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

from companion.engine.errors import InvalidValue, RuleFault
from companion.engine.frozen import frozen
from companion.engine.state.changes import plain
from companion.engine.state.declarations import FieldSpec, StandingRow, specs
from companion.engine.state.paths import is_nested, split_path
from companion.engine.state.shapes import Count, Misfit, builder, set_fields


def known_condition(unit: Entity, condition: str) -> Condition:
    """The declaration of a condition of this unit. Raises RuleFault if there is none."""
    for declared in unit.conditions:
        if declared.id == condition:
            return declared
    raise RuleFault(f"{type(unit).__name__} has no condition {condition!r}")


def has(unit: Entity, condition: str) -> bool:
    return holds(unit, known_condition(unit, condition))


def holds(unit: Entity, declared: Condition) -> bool:
    """Whether the unit has the condition that is declared so."""
    value = unit.get(declared.field)
    return value == declared.id if declared.holds == "word" else bool(value)


def with_condition(unit: Entity, declared: Condition, value: Any) -> object:
    """What its field holds with the condition added: a yes or word set, `value` markers more, `value` appended."""
    before = unit.get(declared.field)
    if declared.holds == "flag":
        return True
    if declared.holds == "word":
        return declared.id
    if declared.holds == "count":
        return (before or 0) + value
    return (*(before or ()), *(value if isinstance(value, tuple) else (value,)))


def without_condition(unit: Entity, declared: Condition, value: object) -> object:
    """What its field holds without the condition: all of it gone, or `value` markers, or `value` out of its list."""
    before = unit.get(declared.field)
    if not before or (declared.holds == "word" and before != declared.id):
        return before
    fresh = unit.fresh(declared.field)
    if declared.holds == "flag":
        return None if is_nested(declared.field) else False
    if declared.holds == "count" and value is not None:
        return max(0, before - value) or fresh
    if declared.holds == "list" and value is not None:
        kept = list(before)
        if value in kept:
            kept.remove(value)
        return tuple(kept) or fresh
    return fresh


@dataclass(frozen=True)
class Record:
    """A printed record inside a unit (a weapon, a trait). Immutable; replaced whole."""

    @property
    def printed(self) -> str:
        """All of it in one line as a card prints it; empty where its fields are told by their names."""
        return ""

    def as_record(self) -> dict[str, object]:
        """Its fields that differ from their defaults (all fields without a default included)."""
        return {name: plain_null(value) for name, value in set_fields(self).items()}


def plain_null(value: object) -> object:
    """A plain value in which nothing is written as the printed dash."""
    return "-" if value is None else plain(value)


@frozen
class Condition:
    """A named status that a unit may have, where it is kept, and when it ends.

    `field` is the dotted field that holds it; `holds` says what is there: a yes/no, a number of markers, a list
    of values, or one of several words (then `id` is that word and the field's default means "without").
    """

    id: str
    label: str
    field: str
    holds: Literal["flag", "count", "list", "word"] = "flag"
    text: str = ""
    ends: str = ""
    items: type[int] | type[str] | None = None
    """What is in its list; None if anything may."""
    breaks: str = ""
    """The verb of a unit that leaves play by it with something left of itself: `breaks`. Told as loudly as a fall."""


@dataclass(eq=False, repr=False, kw_only=True)
class Entity:
    """Anything whose fields are declared and change in play."""

    conditions: ClassVar[tuple[Condition, ...]] = ()
    open_maps: ClassVar[tuple[str, ...]] = ()
    """Map fields whose keys are free text; in any other map only the declared conditions may stand."""
    falls_by: ClassVar[tuple[str, object, object] | None] = None
    """The field that says who is out of play beside its health, what it holds of one in play, and what of one out."""

    @property
    def id(self) -> str:
        """What it goes by on its table. Every kind of entity has it as a field of its own, or as a constant."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}>"

    def specs(self) -> Mapping[str, FieldSpec]:
        return specs(type(self))

    def get(self, path: str) -> Any:
        """The value of a field, dotted if nested; None if a nested key is absent.

        Raises InvalidValue for a field that is not declared.
        """
        if path in specs(type(self)):
            return getattr(self, path)
        name, key = split_path(path)
        if name not in self.specs():
            raise InvalidValue(f"there is no field {path!r} here", hint="fields: " + ", ".join(self.specs()))
        value = getattr(self, name)
        if not isinstance(value, Mapping):
            raise InvalidValue(f"{self.specs()[name].label} holds nothing by name")
        return value.get(key)

    def checked(self, path: str, value: object) -> object:
        """The value as it may be at this path; raises InvalidValue in words if it may not."""
        spec = specs(type(self)).get(path)
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
        paths = [split_path(condition.field) for condition in self.conditions]
        known = [inside for field, inside in paths if field == name and inside]
        raise InvalidValue(f"{spec.label} has nothing called {key!r}", hint="known: " + ", ".join(known))

    def put(self, path: str, value: object) -> None:
        """Writes a checked value in place. For the engine alone: rule code records its changes instead."""
        if not is_nested(path):
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

    def fresh(self, path: str) -> object:
        """The default of a field (None for a nested key)."""
        name, key = split_path(path)
        return None if key else self.specs()[name].default

    def values(self) -> tuple[object, ...]:
        return tuple(vars(self).values())

    def dump(self, *, whole: bool = False) -> dict[str, object]:
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
                yield spec.name, fault.with_hint
            if spec.kind == "map" and spec.name not in self.open_maps:
                for key, value in getattr(self, spec.name).items():
                    try:
                        self.checked(f"{spec.name}.{key}", value)
                    except InvalidValue as fault:
                        yield f"{spec.name}.{key}", fault.with_hint

    def standing_rows(self) -> Iterator[StandingRow]:
        """What its decisions in a fight hang on: the declared trackers, the vital ones first."""
        found = [spec for spec in self.specs().values() if spec.in_fight]
        for spec in sorted(found, key=lambda spec: not spec.vital):
            value = getattr(self, spec.name)
            if value is not None:
                yield spec.row(self, spec.bounds(self)[1])

    def derive(self) -> None:
        for spec in self.specs().values():
            if spec.derive is not None and getattr(self, spec.name) is None:
                setattr(self, spec.name, spec.derive(self))


_HELD: Final[Mapping[tuple[str, type | None], tuple[Any, str]]] = {
    ("flag", None): (bool, "yes or no"),
    ("count", None): (Count, "a number of markers, 0 or more"),
    ("list", None): (tuple[int | str | float | bool, ...], "a list"),
    ("list", int): (tuple[int, ...], "a list of whole numbers, one a marker"),
    ("list", str): (tuple[str, ...], "a list of ids or names"),
    ("word", None): (Any, ""),
}
"""What conditions hold, by `holds` and `items`, and how players call it."""


def _condition_value(condition: Condition, value: object) -> object:
    hint, words = _HELD[condition.holds, condition.items]
    try:
        return builder(hint, lone=condition.items is not None)(value) or None
    except Misfit:
        raise InvalidValue(f"{condition.label} is {words}, not {value!r}") from None
