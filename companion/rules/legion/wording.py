"""Words for numbers in prompts and notes."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """`1 hit`, `2 hits`; `many` where it is not made with an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def dice(number: int, kind: str) -> str:
    """`1 attack die`, `3 attack dice`."""
    return counted(number, f"{kind} die", f"{kind} dice")
