"""One number or word of a unit that a decision hangs on."""

from __future__ import annotations

from typing import Final, NamedTuple

BREAKS: Final = "breaks at"
"""What is before a threshold of which a game says nothing else."""


class StandingRow(NamedTuple):
    """`value` of at most `max`; at `breaks_at` or beyond something becomes of the unit: `bound` says what, before the
    number. `spent` if it is 0 and began with more. `weighs`: what is decided and rolled in this fight hangs on it.
    `conditions`: the value lists them, here one by one.
    """

    key: str
    label: str
    value: int | str
    max: int | None = None
    breaks_at: int | None = None
    bound: str = BREAKS
    spent: bool = False
    weighs: bool = False
    conditions: tuple[str, ...] = ()
