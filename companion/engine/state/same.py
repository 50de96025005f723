"""Whether two values are the same to the rules."""

from __future__ import annotations

from collections.abc import Mapping


def same(before: object, after: object) -> bool:
    """Whether two values are equal and of one kind, whatever they hold included: Armor is not Armor 1, True not 1."""
    if type(before) is not type(after) or before != after:
        return False
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        return all(same(value, after[key]) for key, value in before.items())
    if isinstance(before, (list, tuple)) and isinstance(after, (list, tuple)):
        return all(map(same, before, after))
    return True
