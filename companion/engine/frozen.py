"""Values that nobody assigns to, made many times in every answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

C = TypeVar("C")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[C]) -> type[C]:
    """A dataclass with slots, equality and a hash, which the type checker takes for frozen.

    At run time its fields could be assigned to: a dataclass that forbids it sets every field through
    `object.__setattr__` and takes three times as long to make. Use it where many are made in every answer, and
    `dataclass(frozen=True)` everywhere else.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
