"""Words that several rules need: dice in titles, and refusals with their code and reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.engine.requests import Cost, Option
from companion.engine.wording import count, listed


class Refusal(NamedTuple):
    """Why something may not be done: the code for programs and the reason in words."""

    code: str
    why: str


def offer(value: str, label: str, refusal: Refusal | None, cost: tuple[Cost, ...] = (), does: str = "") -> Option[str]:
    """An option that is closed if there is a refusal; `cost` is what it spends, `does` what comes of it."""
    if refusal is not None:
        return Option(value, label, refusal.why, refusal.code)
    return Option(value, label, cost=cost, does=does)


def dice(number: int, kind: str) -> str:
    """`1 attack die`, `3 attack dice`."""
    return count(number, f"{kind} die", f"{kind} dice")


def again(places: Sequence[int], kind: str) -> str:
    """The dice at these places, counted from 0, in the order in which they are rolled again: `2 dice, 8 and 6`."""
    return f"{dice(len(places), kind)}, {listed(str(place + 1) for place in places)}"
