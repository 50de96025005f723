"""What a battle of a campaign leaves to the rosters that fought it. Plain data: no file, no screen, no rule code."""

from __future__ import annotations

from typing import Any

from companion.engine.frozen import frozen

GONE = "gone"
"""The field of a unit that left its roster for good; its value says how: `died`, `retired`. The unit stays listed."""
RULED = "the players say so"
"""Why a battle ended otherwise than its rules say."""
SCARS = "scars"
"""The value of a unit of a roster that says what battles left it with for good, in words."""


@frozen
class LedgerEntry:
    """One change of a roster.

    `of` is the id of a unit, or of the side for what the whole roster owns (gold). `field` is dotted if nested;
    empty, it means the whole unit: one that joins has its fields as `after`. `before` and `after` are plain data, None
    if there was or is nothing. `why` is the reason in a few words, `dice` are the faces that decided it. What is `won`
    is there because the battle was: another result takes it back.
    """

    of: str
    field: str
    before: Any
    after: Any
    why: str
    dice: tuple[int, ...] = ()
    won: bool = False


@frozen
class Career:
    """What one battle adds to the totals of a unit: wounds dealt and taken, enemies felled, times it fell itself.

    `models` are those of enemies that it felled, `lost` its own, if the game has units of several.
    """

    of: str
    battles: int = 1
    dealt: int = 0
    taken: int = 0
    felled: int = 0
    fell: int = 0
    models: int = 0
    lost: int = 0


@frozen
class Batch:
    """All that one battle changes in the roster of one side, in the order in which it happened."""

    side: str
    entries: tuple[LedgerEntry, ...] = ()
    careers: tuple[Career, ...] = ()
