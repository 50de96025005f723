"""Odds of d20s that are read in a table: out of sight, falls, and what a battle leaves behind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.dice import D20
from companion.engine.odds import Heading, Odds, of_numbers
from companion.engine.wording import possessive
from companion.odds.chances import one_die, summed
from companion.rules.speedies.catalog import (
    BLIGHT,
    HENCHMAN_SCARS,
    HERO_SCARS,
    INCOME,
    MAJOR_WOUNDS,
    OUT_OF_SIGHT,
    row,
)
from companion.rules.speedies.conditions import OUT
from companion.rules.speedies.falls import height_of, landing
from companion.rules.speedies.odds.checks import table_odds
from companion.rules.speedies.units import SpeediesUnit, Warband

REACH = {1: "half its Move", 2: "its Move", 3: "one and a half times its Move"}
"""How far an Engage out of sight gets, by halves of the Move."""


def sight_odds(unit: SpeediesUnit) -> Odds:
    """E2: how far a unit gets that cannot see its target."""

    def read(face: int) -> tuple[str, str]:
        halves = row(OUT_OF_SIGHT, face).halves
        return f"halves_{halves}", REACH[halves]

    return table_odds(f"{possessive(unit.name)} reach", "out of sight", unit.id, read)


def scar_odds(unit: SpeediesUnit) -> Odds:
    """A4: the scar of a unit that was taken out."""
    bands = HERO_SCARS if unit.type == "hero" else HENCHMAN_SCARS

    def read(face: int) -> tuple[str, str]:
        band = row(bands, face)
        return (f"{band.outcome} {band.scar}".strip(), band.text)

    return table_odds(f"{possessive(unit.name)} scar", "what it is", unit.id, read)


def major_wound_odds(unit: SpeediesUnit) -> Odds:
    """A4a: where a major wound is."""

    def read(face: int) -> tuple[str, str]:
        band = row(MAJOR_WOUNDS, face)
        return band.field or band.scar, band.text

    return table_odds(f"{possessive(unit.name)} major wound", "where it is", unit.id, read)


def blight_odds(unit: SpeediesUnit, options: Mapping[str, Any], plus: int) -> Odds | None:
    """A5: what becomes of a unit with the Blight; None where the players read the page."""
    if options["blight_table"] == "printed":
        return None

    def read(face: int) -> tuple[str, str]:
        band = row(BLIGHT, face + plus)
        return band.fate, band.text

    return table_odds(f"{possessive(unit.name)} Blight", "what becomes of it", unit.id, read)


def income_odds(side: Warband, dice: int) -> Odds:
    """A2: the gold that a warband earns."""
    gold = summed(dice, one_die(D20, int)).map(lambda total: total + INCOME.base)
    rows = of_numbers("", "gold", gold.fractions().items(), side.id)
    return Odds(f"{possessive(side.name)} income", "gold", tuple(rows), (Heading("gold", side.id, "gold"),))


def fall_odds(unit: SpeediesUnit, inches: int) -> Odds:
    """CL3: what a fall does."""

    def read(face: int) -> tuple[str, str]:
        found = landing(unit, face + height_of(inches))
        status = found.status if found.hurt else unit.status
        return ("falls" if status == OUT else status), status + (" and a Wound less" if found.buffered else "")

    return table_odds(f"{possessive(unit.name)} fall", "what becomes of it", unit.id, read)
