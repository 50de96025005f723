"""The sample roster, and a small table in which most of the rules can be met."""

from __future__ import annotations

from typing import Any

from companion.engine.data import read_data
from companion.engine.ruleset import Ruleset
from companion.rules.gods_gloom.units import GloomSide, GloomTable, GloomUnit, Pool

SAMPLES = read_data("companion.rules.gods_gloom", "data/units.toml")


def sample(kind: str, of: str, side: str, name: str = "", **fields: Any) -> GloomUnit:
    """A unit of the sample roster. Raises KeyError for a kind it does not hold."""
    printed = {**SAMPLES[kind], **fields}
    printed["offence"] = Pool(**printed["offence"])
    printed["defence"] = Pool(**printed["defence"])
    return GloomUnit(id=of, name=name or kind, side=side, **printed)


def example(ruleset: Ruleset) -> GloomTable:
    """Two forces in contact, round 1, the first player on turn."""
    units = [
        sample("Shieldband", "shieldband", "p1", traits=("immovable", "bodyguard", "charge_breaker")),
        sample("Ravagers", "ravagers", "p1", traits=("berserk", "bloodlust")),
        sample("Lancers", "lancers", "p1", traits=("charge_bonus", "battle_focus", "exploit_broken"), boost=True),
        sample("Ogre", "ogre", "p1", traits=("direct_wounds:1", "control_push_direction", "challenge")),
        sample("Shieldband", "wall", "p2", "Grey Wall", traits=("circular_defence", "attack_stance")),
        sample("Ravagers", "howlers", "p2", "Howlers", traits=("blind_rage", "berserk", "brittle"), single_rerolls=1),
        sample("Skirmishers", "stingers", "p2", "Stingers", traits=("death_curse", "blind_spot", "sworn_brothers")),
        sample("Ogre", "brute", "p2", "Brute", traits=("morale_immune", "demoralizing:1", "exploit_negative_tokens")),
    ]
    table = ruleset.table(
        units,
        [
            GloomSide(id="p1", name="Rhea", colour="red", command_seals=3, activations_left=4),
            GloomSide(id="p2", name="Boris", colour="blue", command_seals=3, activations_left=4),
        ],
        name="The broken causeway",
        phase="activation",
        active="p1",
        player_a="p1",
        contacts={
            ("ravagers", "wall"): {"a_engaged": True, "b_engaged": True},
            ("howlers", "shieldband"): {"a_engaged": True, "b_engaged": True},
            ("brute", "ogre"): {"a_engaged": True, "b_engaged": True},
            ("lancers", "stingers"): {"a_engaged": False, "b_engaged": True},
            ("ravagers", "stingers"): {"a_engaged": True, "b_engaged": False},
        },
    )
    assert isinstance(table, GloomTable)
    return table
