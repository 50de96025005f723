"""The Leadership test of one unit."""

from __future__ import annotations


def passes(leadership: int, face: int) -> bool:
    """A Leadership test: d6, the leadership or more. There are no modifiers."""
    return face >= leadership
