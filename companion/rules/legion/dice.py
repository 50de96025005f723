"""The dice of Legion, and how their faces are converted and cancelled. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.engine.dice import Face
from companion.rules.legion.catalog import dice_for

ATTACK, DEFENCE = dice_for("attack"), dice_for("defence")

COLOURS = tuple(ATTACK)
"""The colours of attack dice in the order they are listed and rolled."""


class Rolled(NamedTuple):
    """An attack roll after its surges are converted."""

    hits: int
    crits: int
    blanks: int


RALLIES = frozenset[Face](("block", "surge"))
"""The faces of a defence die that remove a suppression token."""

REROLLS = 2
"""Dice that one aim token rerolls, before keywords."""


def surges_left(faces: Sequence[Face], critical: int, chart: str | None) -> int:
    """How many attack surges neither Critical X nor the surge chart turns into something (attack step 4c)."""
    return 0 if chart else max(0, faces.count("surge") - critical)


def convert_attack(faces: Sequence[Face], critical: int, chart: str | None, tokens: int) -> Rolled:
    """Attack faces as hits, crits and blanks (attack step 4c).

    Critical X turns surges into crits first, then the chart (`hit`, `crit` or None) all others, then each surge token
    one into a hit; what is left is blank.
    """
    surges = faces.count("surge")
    hits, crits = faces.count("hit"), faces.count("crit")
    early = surges if chart == "crit" else min(critical, surges)
    crits += early
    late = surges - early if chart == "hit" else min(tokens, surges - early)
    return Rolled(hits + late, crits, len(faces) - hits - crits - late)


def convert_defence(faces: Sequence[Face], surge_blocks: bool, tokens: int) -> int:
    """Blocks of a defence roll (attack step 7c): with the chart or a keyword every surge is one, else one a token."""
    surges = faces.count("surge")
    return faces.count("block") + (surges if surge_blocks else min(tokens, surges))


def cancel_blocks(blocks: int, pierce: int, ignored: bool) -> int:
    """How many blocks Pierce takes away (attack step 8)."""
    return 0 if ignored else min(blocks, pierce)
