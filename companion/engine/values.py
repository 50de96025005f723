"""What a value may be, and when two are the same: fields of units, options of a game, numbers that are asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeGuard

from companion.engine.errors import InvalidValue

FARTHEST = 99_999
"""No number on a table is farther from 0, whatever its field says: a slip of the fingers cannot hold up the rules."""


def is_whole(value: object) -> TypeGuard[int]:
    """Whether this is a whole number: yes and no are none."""
    return type(value) is int or (isinstance(value, int) and not isinstance(value, bool))


def span(lo: int | None, hi: int | None) -> str:
    """`0 to 3`, `0 or more`, `up to 3`."""
    if lo is None:
        return f"up to {hi}"
    return f"{lo} or more" if hi is None else f"{lo} to {hi}"


def because(hint: str, why: str) -> str:
    return f"{hint}: {why}" if why else hint


def outside(value: int, lo: int, hi: int, why_lo: str = "", why_hi: str = "") -> str:
    """What is allowed, and why, if a number is out of its bounds; else nothing."""
    if lo <= value <= hi:
        return ""
    return because(span(lo, hi), why_lo if value < lo else why_hi)


def check_whole(label: str, value: object, lo: int | None, hi: int | None) -> None:
    """Raises InvalidValue with the bounds in words if this is no whole number between them."""
    if type(value) is not int and not is_whole(value):
        raise InvalidValue(f"{label} is a whole number, not {value!r}")
    if not -FARTHEST <= value <= FARTHEST:
        raise InvalidValue(f"{label} cannot be so far from 0", hint=f"at most {FARTHEST}")
    if (lo is not None and value < lo) or (hi is not None and value > hi):
        raise InvalidValue(f"{label} cannot be {value}", hint=f"allowed: {span(lo, hi)}")


def check_flag(label: str, value: object) -> None:
    if not isinstance(value, bool):
        raise InvalidValue(f"{label} is yes or no, not {value!r}")


def check_text(label: str, value: object) -> None:
    if not isinstance(value, str):
        raise InvalidValue(f"{label} is text, not {value!r}")


def check_choice(label: str, value: object, choices: Sequence[object]) -> None:
    """Raises InvalidValue with the choices if this is none of them."""
    if value not in choices:
        raise InvalidValue(f"{label} cannot be {value!r}", hint="one of: " + ", ".join(map(str, choices)))


def same(before: object, after: object) -> bool:
    """Whether two values are equal and of one kind, whatever they hold included: Armor is not Armor 1, True not 1."""
    if before is after:
        return True
    if type(before) is not type(after) or before != after:
        return False
    if isinstance(before, (list, tuple)) and isinstance(after, (list, tuple)):
        return all(map(same, before, after))
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        return all(same(value, after[key]) for key, value in before.items())
    return True
