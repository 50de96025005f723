"""What a method has worked out, kept by its own object and freed with it.

A `cache` of a bound method, kept by the object that the method is bound to, makes a circle: both wait for the collector
then, which may be long in coming.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

S = TypeVar("S")
Args = TypeVarTuple("Args")
R = TypeVar("R")


def remembered(method: Callable[[S, *Args], R]) -> Callable[[S, *Args], R]:
    """The method, worked out once for each of its arguments, which have hashes."""
    place = f"remembered {method.__qualname__}"

    @wraps(method)
    def known(self: S, *args: *Args) -> R:
        try:
            found: R = vars(self)[place][args]
        except KeyError:
            found = vars(self).setdefault(place, {})[args] = method(self, *args)
        return found

    return known
