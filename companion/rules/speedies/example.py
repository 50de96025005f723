"""A small battle in which most rules come up, built of the sample lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.table import Pair
from companion.rules.speedies.lines import arm, unit
from companion.rules.speedies.units import Battle, Spell, Warband

if TYPE_CHECKING:
    from companion.engine.ruleset import Ruleset


def warbands() -> list[Warband]:
    """The two sides of the example: the Gilded Company and the Cellar Court."""
    return [Warband(id="red", name="Roland", colour="red"), Warband(id="blue", name="Katrin", colour="blue")]


def build(ruleset: Ruleset) -> Battle:
    """Turn 3 of the red warband, in its Melee phase: two combats, a unit dazed, one carrying Treasure."""
    hexes = (Spell("Hex", 12, harmful=True), Spell("Ward", 10, ongoing=True))
    units = [
        unit("captain", "otto", "Captain Otto", "red", treasure=True),
        unit("infantry", "brigitta", "Brigitta", "red", engaged_this_turn=True, attempted_engage=True),
        unit("infantry", "anselm", "Anselm", "red", weapons=arm("Sword", "Dagger"), skills=("Shove",)),
        unit("veteran", "durin", "Durin Stonefist", "red", defence_bonus=4, skills=("Cleave",)),
        unit("infantry", "willa", "Hexer Willa", "red", spells=hexes),
        unit("rat", "fang", "Fang", "blue", skills=("Pack Tactics",)),
        unit("rat", "scritch", "Scritch", "blue", skills=("Pack Tactics",)),
        unit("giant", "bonegiant", "Old Bones", "blue", causes_fear=True),
        unit("captain", "mordre", "Mordre the Pale", "blue", type="hero", weapons=arm("Great Sword"),
             skills=("Leader", "Deadly"), spells=hexes),
        unit("infantry", "ghoul", "Ghoul", "blue", ranged=None, natural_weapons=True, weapons=(), status="dazed"),
    ]
    pairs: list[Pair] = [("brigitta", "fang"), ("anselm", "fang"), ("anselm", "scritch"), ("bonegiant", "durin"),
                         ("durin", "ghoul")]
    table = ruleset.table(units, warbands(), contacts={p if p[0] <= p[1] else (p[1], p[0]): {} for p in pairs},
                          options={"agility_mode": "target", "turns": 8}, round=3, phase="melee", active="red",
                          tokens=2, name="The cellar of Saint Odo")
    assert isinstance(table, Battle)
    return table
