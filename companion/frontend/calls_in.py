"""A message from outside, carried out by the method that takes its fields: its parameters say what they must be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from inspect import signature
from types import MethodType
from typing import Any, Final

from pydantic import ConfigDict, ValidationError, validate_call

from companion.engine.errors import InvalidInput

_WORDS: Final = {
    "string_type": "text",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "dict_type": "an object",
    "list_type": "a list",
}
"""What a field must be where pydantic finds that it is not."""

_FIELDS: Final[Mapping[int | str, str]] = {"with_": "with"}
"""The fields whose names mean something to Python, by the parameters that stand for them."""


def call(method: MethodType, message: Mapping[str, object], *first: object) -> Any:
    """Calls a method with `first` and the fields of a message that its other parameters name; those that it does not
    know are passed over.

    Raises InvalidInput where a field is missing, or is not of the type of its parameter: no null for what is left out.
    """
    fields: dict[str, object] = {}
    for name, parameter in [*signature(method).parameters.items()][len(first) :]:
        field: str = _FIELDS.get(name, name)
        if field in message:
            fields[name] = message[field]
            if message[field] is None and parameter.default is None:
                raise InvalidInput(f"{field!r} must not be null", hint="it may be left out")
    try:
        return _checked(method.__func__)(method.__self__, *first, **fields)
    except ValidationError as fault:
        wrong = fault.errors()[0]
        at = wrong["loc"][0]
        what = f"must be {_WORDS[wrong['type']]}" if wrong["type"] in _WORDS else "is missing"
        raise InvalidInput(f"{_FIELDS.get(at, at)!r} {what}") from fault


@cache
def _checked(function: Callable[..., object]) -> Callable[..., object]:
    return validate_call(config=ConfigDict(strict=True))(function)
