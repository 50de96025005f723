"""Speedies: a campaign skirmish game of single models and one d20."""

from companion.engine.ruleset import Ruleset
from companion.rules.speedies import cast, climb, engage, example, move, ranged, upkeep
from companion.rules.speedies.actions import actions, next_action
from companion.rules.speedies.faults import badges, faults
from companion.rules.speedies.fight import combat
from companion.rules.speedies.melee import melee_phase
from companion.rules.speedies.options import OPTIONS
from companion.rules.speedies.sheets import sheets
from companion.rules.speedies.turn import PHASES, next_phase
from companion.rules.speedies.units import Battle, Fighter, Warband
from companion.rules.speedies.volley import volley


def _example() -> Battle:
    return example.build(RULESET)


RULESET: Ruleset = Ruleset(
    id="speedies",
    title="Speedies",
    revision=1,
    owner="the author of Speedies (speedies.quokkahost.com)",
    covers="whole turns: Upkeep, Engage, Move, Ranged, Cast and Melee, with injuries, rout and improvements",
    unit_type=Fighter,
    side_type=Warband,
    table_type=Battle,
    phases=PHASES,
    procedures=(
        upkeep.upkeep,
        engage.engage,
        move.move,
        climb.climb,
        ranged.shoot,
        cast.cast,
        melee_phase,
        combat,
        volley,
        next_phase,
    ),
    actions=actions,
    next_action=next_action,
    options=OPTIONS,
    faults=faults,
    badges=badges,
    sheets=sheets,
    most_requests=4000,
    example=_example,
    templates=example.templates,
)
