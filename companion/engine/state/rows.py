"""One number or word of a unit that a decision hangs on."""

from __future__ import annotations

from typing import NamedTuple


class StandingRow(NamedTuple):
    """`value` of at most `max`; at `breaks_at` or beyond the unit falls, breaks or is pushed."""

    key: str
    label: str
    value: int | str
    max: int | None = None
    breaks_at: int | None = None
