"""A small battle: guards in a ruined town against a greenskin mob, in contact on one flank."""

from __future__ import annotations

from typing import Any

from companion.engine.state.table import Side
from companion.rules.better_wargame.units import Troop

GUARD: dict[str, Any] = {"melee_skill": 2, "massive": 1, "ranged_skill": 2, "side": "guard"}
ORKS: dict[str, Any] = {
    "melee_skill": 3,
    "ranged_skill": 1,
    "toughness": 1,
    "armor": 1,
    "melee_defense": 1,
    "attacks": 2,
    "leadership": 5,
    "side": "orks",
}


def sides() -> list[Side]:
    """The two players."""
    return [Side(id="guard", name="Maren's Guard", colour="blue"), Side(id="orks", name="Tobi's Mob", colour="red")]


def units() -> list[Troop]:
    """Seven units that differ in what the rules look at."""
    return [
        Troop(id="first_squad", name="First Squad", models=8, command="Third Platoon", keywords=("rifles",), **GUARD),
        Troop(
            id="second_squad",
            name="Second Squad",
            models=6,
            start_models=8,
            command="Third Platoon",
            suppressed=True,
            cowering=True,
            leadership=3,
            **GUARD,
        ),
        Troop(
            id="captain",
            name="Captain Ilse",
            models=3,
            attacks=3,
            leadership=2,
            rank=4,
            break_reroll=True,
            command="Third Platoon",
            melee_offense=1,
            **(GUARD | {"melee_skill": 3}),
        ),
        Troop(
            id="carrier",
            name="Mortar Carrier",
            models=1,
            toughness=3,
            armor=4,
            vehicle=True,
            high_explosive=2,
            ranged_attacks=3,
            ranged_massive=2,
            **GUARD,
        ),
        Troop(id="boyz", name="Gutripper Boyz", models=10, command="Gutripper's Mob", **ORKS),
        Troop(
            id="shooters",
            name="Snazz Shooters",
            models=6,
            command="Gutripper's Mob",
            ranged_attacks=2,
            ranged_ap=1,
            **(ORKS | {"attacks": 1}),
        ),
        Troop(
            id="boss",
            name="Boss Gutripper",
            models=4,
            command="Gutripper's Mob",
            rank=5,
            melee_offense=2,
            break_reroll=True,
            **(ORKS | {"attacks": 3, "leadership": 3}),
        ),
    ]


CONTACTS: dict[tuple[str, str], dict[str, Any]] = {("boyz", "first_squad"): {}}
COUNTS = {"boyz": (4, 3), "first_squad": (4, 2)}


def placed() -> list[Troop]:
    """The same units with the counts of those in contact."""
    made = units()
    for unit in made:
        if unit.id in COUNTS:
            unit.in_contact, unit.in_reach = COUNTS[unit.id]
    return made
