"""Values of fields and options as players type them. What a field allows is checked where it is set."""

from __future__ import annotations

from typing import Any

from companion.engine.ruleset import RuleOption
from companion.engine.state.entity import Entity
from companion.frontend.answers import NO, YES
from companion.frontend.entity_form import EntityFields, Items
from companion.frontend.form import Fixed, option_field
from companion.frontend.numbers import is_whole, whole


def typed_value(entity: Entity, path: str, word: str) -> Any:
    """A typed word as a form reads it into this field; `none` empties it.

    Of a field that is in no form it is yes, no, a number or the word. Raises InvalidInput with what is wanted.
    """
    field = EntityFields().at(entity, path)
    if word.casefold() == "none":
        return () if isinstance(field, Items) else None
    if any(condition.holds == "list" for condition in entity.conditions if condition.field == path):
        return tuple(word.split(","))
    if field is not None and not isinstance(field, Fixed):
        return field.read(word)
    if word.casefold() in (*YES, *NO):
        return word.casefold() in YES
    return whole(word) if is_whole(word) else word


def typed_option(option: RuleOption, word: str) -> bool | int | str:
    """A typed word as the value of an option. Raises InvalidInput with what is allowed if it cannot be that."""
    return option.checked(option_field(option, option.default).read(word))
