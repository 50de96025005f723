"""Odds of one pool for dice and numbers alone: `companion odds legion --black 6 --pierce 2 --defence red`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.odds import Calculator, Odds, Parameter
from companion.engine.registry import find
from companion.rules.legion.dice import COLOURS
from companion.rules.legion.melee.figures import attack_of
from companion.rules.legion.melee.pool import Pool
from companion.rules.legion.odds.figures import Onward, pool_of
from companion.rules.legion.odds.rows import ATTACKING, assumptions, compared
from companion.rules.legion.records import Mini, Weapon
from companion.rules.legion.units import LegionSide, LegionTable, LegionUnit

PARAMETERS = (
    Parameter("red", "red attack dice", 0),
    Parameter("black", "black attack dice", 4),
    Parameter("white", "white attack dice", 0),
    Parameter("surge", "what attack surges become", "none", choices=("none", "hit", "crit")),
    Parameter("critical", "Critical X", 0),
    Parameter("impact", "Impact X", 0),
    Parameter("pierce", "Pierce X", 0),
    Parameter("tokens", "surge tokens of the attacker", 0),
    Parameter("dodges", "dodges that the defender spends", 0),
    Parameter("defence", "the defence die", "white", choices=("white", "red")),
    Parameter("blocks", "defence surges are blocks", False),
    Parameter("surges", "surge tokens of the defender", 0),
    Parameter("armour", "Armor X; 20 or more: all hits", 0),
    Parameter("immune", "Immune: Pierce", False),
    Parameter("impervious", "Impervious", False),
    Parameter("minis", "minis of the defender", 1, lo=1),
    Parameter("wounds", "wounds that each takes", 6, lo=1, hi=30),
)

ALL_HITS = 20


def _work_out(given: Mapping[str, Any]) -> Odds:
    chart = given["surge"]
    own = {"Critical": given["critical"], "Impact": given["impact"], "Pierce": given["pierce"]}
    weapon = Weapon(
        name="weapon",
        dice={colour: given[colour] for colour in COLOURS},
        keywords={name: x for name, x in own.items() if x},
    )
    attacker = LegionUnit(
        id="attacker",
        name="the attacker",
        side="one",
        weapons=(weapon,),
        attack_surge=chart if chart != "none" else None,
        surge=given["tokens"],
    )
    armour = True if given["armour"] >= ALL_HITS else given["armour"]
    kept = {"Armor": armour, "Immune: Pierce": given["immune"], "Impervious": given["impervious"]}
    defender = LegionUnit(
        id="defender",
        name="the defender",
        side="two",
        minis=tuple(Mini(threshold=given["wounds"]) for _ in range(given["minis"])),
        defence_die="red" if given["defence"] == "red" else "white",
        defence_surge="block" if given["blocks"] else None,
        surge=given["surges"],
        dodge=given["dodges"],
        keywords={name: x for name, x in kept.items() if x},
    )
    table = find("legion").table([attacker, defender], [LegionSide(id="one"), LegionSide(id="two")])
    assert isinstance(table, LegionTable)
    attack = attack_of(table, attacker, Pool(defender, {attacker.minis[0].id: ["weapon"]}))
    found = Onward(attack).rolled(pool_of(attack))
    return compared(attack, attacker, {None: found}, *assumptions(attack, *ATTACKING), "nobody rerolls")


CALCULATOR = Calculator("one pool of an attack in melee.", PARAMETERS, _work_out)
