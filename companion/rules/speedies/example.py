"""A small battle in which most rules come up, built from the sample units."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.engine.state.paths import Pair, pair_key
from companion.rules.speedies.catalog import SAMPLE_UNITS, arm, sample_unit
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit, Spell, Warband

if TYPE_CHECKING:
    from companion.engine.ruleset import Ruleset


HEXES = (Spell("Hex", 12, harmful=True), Spell("Ward", 10, ongoing=True))


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
        [Warband(id="red", name="Roland", colour="red"), Warband(id="blue", name="Katrin", colour="blue")],
        contacts={pair_key(*pair): {} for pair in pairs},
        options={"agility_mode": "target", "turns": 8},
        round=3,
        phase="melee",
        active="red",
        tokens=2,
        name="The cellar of Saint Odo",
    )
    assert isinstance(table, SpeediesTable)
    return table
