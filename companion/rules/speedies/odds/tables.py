"""Odds of d20s that are read in a table: out of sight, falls, and what a battle leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.engine.dice import D20
from companion.engine.odds import Heading, Odds
from companion.engine.wording import possessive
from companion.odds.chances import one_die, summed
from companion.odds.side_by_side import numbers
from companion.rules.speedies.catalog import (
    BLIGHT,
    HENCHMAN_SCARS,
    HERO_SCARS,
    INCOME,
    MAJOR_WOUNDS,
    OUT_OF_SIGHT,
    REACH,
    BandT,
    row,
)
from companion.rules.speedies.conditions import OUT
from companion.rules.speedies.falls import height_of, landing
from companion.rules.speedies.odds.checks import Reading, table_odds
from companion.rules.speedies.units import SpeediesUnit, Warband


def _band_odds(
    unit: SpeediesUnit, what: str, goal: str, bands: Sequence[BandT], tell: Callable[[BandT], Reading], plus: int = 0
) -> Odds:
    """A d20 of a unit, and so much more, in a table of bands."""
    return table_odds(f"{possessive(unit.name)} {what}", goal, unit.id, lambda face: tell(row(bands, face + plus)))


def sight_odds(unit: SpeediesUnit) -> Odds:
    """E2: how far a unit gets that cannot see its target."""
    return _band_odds(
        unit, "reach", "out of sight", OUT_OF_SIGHT, lambda band: (f"halves_{band.halves}", REACH[band.halves])
    )


def scar_odds(unit: SpeediesUnit) -> Odds:
    """A4: the scar of a unit that was taken out."""
    bands = HERO_SCARS if unit.type == "hero" else HENCHMAN_SCARS
    return _band_odds(
        unit, "scar", "what it is", bands, lambda band: (f"{band.outcome} {band.scar}".strip(), band.text)
    )


def major_wound_odds(unit: SpeediesUnit) -> Odds:
    """A4a: where a major wound is."""
    return _band_odds(
        unit, "major wound", "where it is", MAJOR_WOUNDS, lambda band: (band.field or band.scar, band.text)
    )


def blight_odds(unit: SpeediesUnit, options: Mapping[str, Any], plus: int) -> Odds | None:
    """A5: what becomes of a unit with the Blight; None where the players read the page."""
    if options["blight_table"] == "printed":
        return None
    return _band_odds(unit, "Blight", "what becomes of it", BLIGHT, lambda band: (band.fate, band.text), plus)


def income_odds(side: Warband, dice: int) -> Odds:
    """A2: the gold that a warband earns."""
    gold = summed(dice, one_die(D20, int)).map(lambda total: total + INCOME.base)
    rows = numbers("", "gold", gold, side.id)
    return Odds(f"{possessive(side.name)} income", "gold", tuple(rows), (Heading("gold", side.id, "gold"),))


def fall_odds(unit: SpeediesUnit, inches: int) -> Odds:
    """CL3: what a fall does."""

    def read(face: int) -> tuple[str, str]:
        found = landing(unit, face + height_of(inches))
        status = found.status if found.hurt else unit.status
        return ("falls" if status == OUT else status), status + (" and a Wound less" if found.buffered else "")

    return table_odds(f"{possessive(unit.name)} fall", "what becomes of it", unit.id, read)
