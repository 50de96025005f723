"""Whether two values are the same to the rules."""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_


def same(before: object, after: object) -> bool:
    """Whether two values are equal and of one kind, whatever they hold included: Armor is not Armor 1, True not 1."""
    if before is after:
        return True
    if type(before) is not type(after) or before != after:
        return False
    if isinstance(before, (list, tuple)) and isinstance(after, (list, tuple)):
        # Mostly they hold the very same things: found out so, it costs a hundredth.
        return all(map(is_, before, after)) or all(map(same, before, after))
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        return all(same(value, after[key]) for key, value in before.items())
    return True
