"""Named statuses of a unit: what is declared of them, and what a unit holds once one is added or removed."""

from __future__ import annotations

from typing import Any

from companion.engine.errors import RuleFault
from companion.engine.state.entity import Condition, Entity
from companion.engine.state.paths import is_nested


def known_condition(unit: Entity, condition: str) -> Condition:
    """The declaration of a condition of this unit. Raises RuleFault if there is none."""
    for declared in unit.conditions:
        if declared.id == condition:
            return declared
    raise RuleFault(f"{type(unit).__name__} has no condition {condition!r}")


def has(unit: Entity, condition: str) -> bool:
    """Whether the unit has this condition now."""
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
