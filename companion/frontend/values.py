"""Values of fields and options as players type them. What a field allows is checked where it is set."""

from __future__ import annotations

from typing import TypeAlias

from companion.engine.ruleset import RuleOption
from companion.engine.state.entity import Entity
from companion.engine.state.paths import split_path
from companion.frontend.answers import NO, YES
from companion.frontend.form import option_field
from companion.frontend.numbers import is_whole, whole

Value: TypeAlias = bool | int | str | tuple[str, ...] | None
"""What a typed word may stand for in a field; None and () empty it."""


def typed_value(entity: Entity, path: str, word: str) -> Value:
    """A typed word as the kind of value that this field holds; `none` empties it.

    Raises InvalidInput if a number is wanted and none is typed.
    """
    name, nested = split_path(path)
    spec = entity.specs().get(name)
    kind = spec.kind if spec is not None and not nested else ""
    holds = next((c.holds for c in entity.conditions if c.field == path), "")
    typed = word.casefold()
    if typed == "none":
        return () if kind == "list" else None
    if kind == "list" or holds == "list":
        return tuple(word.split(","))
    if kind == "text":
        return spec.choice(word) if spec is not None else word
    if kind == "int":
        return whole(word, f"{spec.label} is a whole number" if spec is not None else "")
    if typed in (*YES, *NO):
        return typed in YES
    return whole(word) if is_whole(word) else word


def typed_option(option: RuleOption, word: str) -> bool | int | str:
    """A typed word as the value of an option. Raises InvalidInput with what is allowed if it cannot be that."""
    return option.checked(option_field(option, option.default).read(word))
