"""Building a Better Wargame: a mass battle whose melees chain many units and end in a fixed morale sequence."""

from __future__ import annotations

from companion.engine.ruleset import Ruleset
from companion.engine.state.table import Side
from companion.rules.better_wargame.actions import PHASES, actions, badges, faults, next_action
from companion.rules.better_wargame.example import CONTACTS, placed, sides
from companion.rules.better_wargame.firefight import firefight_phase
from companion.rules.better_wargame.melee import melee_phase
from companion.rules.better_wargame.options import OPTIONS
from companion.rules.better_wargame.sheets import sheets
from companion.rules.better_wargame.shooting import end_shooting, shoot
from companion.rules.better_wargame.turn import end_movement, move_unit, start_of_turn
from companion.rules.better_wargame.units import Battle, Troop


def example() -> Battle:
    """The example battle before its first turn, with the greenskins in contact already."""
    return Battle(
        spec=RULESET,
        name="The ruined town",
        units={u.id: u for u in placed()},
        sides={s.id: s for s in sides()},
        contacts=dict(CONTACTS),
    )


RULESET = Ruleset(
    id="better-wargame",
    title="Building a Better Wargame",
    revision=1,
    owner="the authors of buildingabetterwargame.com",
    covers="turns with rally, movement, shooting, firefights and the whole melee phase",
    unit_type=Troop,
    side_type=Side,
    table_type=Battle,
    phases=PHASES,
    procedures=(start_of_turn, move_unit, end_movement, shoot, end_shooting, firefight_phase, melee_phase),
    actions=actions,
    options=OPTIONS,
    faults=faults,
    badges=badges,
    sheets=sheets,
    next_action=next_action,
    friends_touch=True,
    most_requests=5000,
    example=example,
)
