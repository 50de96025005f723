"""Values that nobody assigns to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from reprlib import recursive_repr
from typing import Any, TypeVar, dataclass_transform

C = TypeVar("C")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[C]) -> type[C]:
    """A dataclass with slots, equality and a hash, which the type checker takes for frozen.

    `dataclass(frozen=True, slots=True)` costs twice. It compiles six methods a class, which is a tenth of the time in
    which a game opens; here `__init__` alone is compiled. And a dataclass that refuses assignment at run time sets
    every field through `object.__setattr__`, which takes three times as long. The fields of this one could be assigned
    to at run time. Methods that the class defines itself stay.
    """
    own = vars(cls)
    made = dataclass(slots=True, repr=False, eq=False)(cls)
    compared = [each.name for each in fields(made) if each.compare]  # type: ignore[arg-type]  # it is a dataclass now
    values: Callable[[Any], Any] = attrgetter(*compared) if compared else lambda _: ()

    def equal(self: Any, other: object) -> bool:
        return bool(values(self) == values(other)) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: Any) -> int:
        return hash(values(self))

    for name, method in (("__eq__", equal), ("__hash__", hashed), ("__repr__", _shown)):
        if name not in own:
            setattr(made, name, method)
    return made


@recursive_repr()
def _shown(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def freeze(value: object) -> Any:
    """A plain value with every list in it a tuple, as fields and answers hold it."""
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return tuple(freeze(item) for item in value)
    if isinstance(value, dict):
        return {key: freeze(item) for key, item in value.items()}
    return value
