"""A small battle: guards in a ruined town against a greenskin mob, in contact on one flank."""

from __future__ import annotations

from companion.engine.aftermath import CampaignSide
from companion.engine.ruleset import Ruleset
from companion.rules.better_wargame.catalog import scene_units
from companion.rules.better_wargame.units import WargameTable


def example(ruleset: Ruleset) -> WargameTable:
    """The example battle before its first turn, with the greenskins in contact already."""
    sides = [
        CampaignSide(id="guard", name="Maren's Guard", colour="blue"),
        CampaignSide(id="orks", name="Tobi's Mob", colour="red"),
    ]
    return WargameTable(
        spec=ruleset,
        name="The ruined town",
        units={u.id: u for u in scene_units()},
        sides={s.id: s for s in sides},
        contacts={("boyz", "first_squad"): {}},
    )
