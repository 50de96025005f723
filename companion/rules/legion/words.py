"""Words that several rules need: counted nouns, and refusals with their code and reason."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.requests import Option


class Refusal(NamedTuple):
    """Why something may not be done: the code for programs and the reason, which follows the unit's name."""

    code: str
    why: str


def offer(value: str, label: str, refusal: Refusal | None) -> Option:
    """An option that is closed where there is a refusal."""
    return Option(value, label) if refusal is None else Option(value, label, refusal.why, refusal.code)


def counted(number: int, one: str, many: str = "") -> str:
    """`1 hit`, `2 hits`; `many` where the plural is not made with an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def dice(number: int, kind: str) -> str:
    """`1 attack die`, `3 attack dice`."""
    return counted(number, f"{kind} die", f"{kind} dice")
