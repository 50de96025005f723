"""Two small battles in which most rules come up, built from the sample units."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.engine.state.paths import Pair
from companion.rules.speedies.catalog import SAMPLE_UNITS, arm, sample_unit
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit, Spell, Warband

if TYPE_CHECKING:
    from companion.engine.ruleset import Ruleset


HEXES = (Spell("Hex", 12, harmful=True), Spell("Ward", 10, ongoing=True))


def warbands(red_lost: int = 0) -> list[Warband]:
    """The two sides of the examples: the Gilded Company and the Cellar Court."""
    return [
        Warband(id="red", name="Roland", colour="red", units_lost=red_lost),
        Warband(id="blue", name="Katrin", colour="blue"),
    ]


def company() -> list[SpeediesUnit]:
    """Two warbands of five as they come to a battle."""
    return [
        sample_unit("captain", "otto", "Captain Otto", "red"),
        sample_unit("infantry", "brigitta", "Brigitta", "red"),
        sample_unit("infantry", "anselm", "Anselm", "red", weapons=arm("Sword", "Dagger"), skills=("Shove",)),
        sample_unit("veteran", "durin", "Durin Stonefist", "red", defence_bonus=4, skills=("Cleave",)),
        sample_unit("infantry", "willa", "Hexer Willa", "red", spells=HEXES),
        sample_unit("rat", "fang", "Fang", "blue", skills=("Pack Tactics",)),
        sample_unit("rat", "scritch", "Scritch", "blue", skills=("Pack Tactics",)),
        sample_unit("giant", "bonegiant", "Old Bones", "blue", causes_fear=True),
        sample_unit(
            "captain",
            "mordre",
            "Mordre the Pale",
            "blue",
            type="hero",
            weapons=arm("Great Sword"),
            skills=("Leader", "Deadly"),
            spells=HEXES,
        ),
        sample_unit("infantry", "ghoul", "Ghoul", "blue", ranged=None, natural_weapons=True, weapons=()),
    ]


def templates() -> list[SpeediesUnit]:
    """What a new game may copy: the units of the example as they come to a battle, then the sample lines."""
    return [*company(), *(sample_unit(key, key, fields["name"], "red") for key, fields in SAMPLE_UNITS.items())]


def example(ruleset: Ruleset) -> SpeediesTable:
    """Turn 3 of the red warband, in its Melee phase: two combats, a unit dazed, one carrying Treasure."""
    in_play: dict[str, dict[str, Any]] = {
        "otto": {"treasure": True},
        "brigitta": {"engaged_this_turn": True, "attempted_engage": True},
        "ghoul": {"status": "dazed"},
    }
    units = [replace(u, **in_play.get(u.id, {})) for u in company()]
    pairs: list[Pair] = [
        ("brigitta", "fang"),
        ("anselm", "fang"),
        ("anselm", "scritch"),
        ("bonegiant", "durin"),
        ("durin", "ghoul"),
    ]
    table = ruleset.table(
        units,
        warbands(),
        contacts={p if p[0] <= p[1] else (p[1], p[0]): {} for p in pairs},
        options={"agility_mode": "target", "turns": 8},
        round=3,
        phase="melee",
        active="red",
        tokens=2,
        name="The cellar of Saint Odo",
    )
    assert isinstance(table, SpeediesTable)
    return table


def mill(ruleset: Ruleset) -> SpeediesTable:
    """Turn 2, Roland's, at its Upkeep: his warband must test for rout, and two turns bring up nearly every rule."""
    red = [
        sample_unit("captain", "captain", "Captain Otto", "red", weapons=arm("Sword", "Hammer")),
        sample_unit("infantry", "spear", "Brigitta", "red"),
        sample_unit("infantry", "axe", "Anselm", "red", weapons=arm("Axe"), agility=8, melee=13),
        sample_unit("infantry", "hexer", "Hexer Willa", "red", weapons=arm("Dagger"), spells=HEXES),
        sample_unit("infantry", "archer", "Archer Lutz", "red", weapons=arm("Dagger"), ranged=12),
        sample_unit("infantry", "old", "Old Benno", "red", weapons=arm("Dagger"), status="stunned"),
    ]
    blue = [
        SpeediesUnit(
            id="troll",
            name="Mill Troll",
            side="blue",
            melee=9,
            defence=12,
            agility=14,
            morale=9,
            max_wounds=2,
            weapons=(),
            natural_weapons=True,
            causes_fear=True,
        ),
        sample_unit("rat", "rat", "Fang", "blue"),
        sample_unit("infantry", "ghoul", "Ghoul", "blue", ranged=None, defence=16, weapons=(), natural_weapons=True),
        sample_unit("infantry", "thief", "Pale Thief", "blue", weapons=arm("Dagger"), agility=7, treasure=True),
        sample_unit(
            "captain",
            "lord",
            "Mordre the Pale",
            "blue",
            melee=11,
            ranged=None,
            defence=15,
            agility=10,
            morale=8,
            weapons=arm("Hammer"),
            skills=(),
        ),
        sample_unit("rat", "bat", "Great Bat", "blue", melee=14, defence=18, agility=5, morale=10),
    ]
    table = ruleset.table(
        [*red, *blue],
        warbands(red_lost=5),
        contacts={("ghoul", "hexer"): {}},
        options={"agility_mode": "target", "turns": 8},
        round=2,
        phase="upkeep",
        active="red",
        tokens=1,
        name="Late at the mill",
    )
    assert isinstance(table, SpeediesTable)
    return table
