"""Speedies: a campaign skirmish game of single models and one d20."""

from companion.engine.odds import ODDS_OPTIONS
from companion.engine.ruleset import Ruleset
from companion.rules.speedies import cast, ranged
from companion.rules.speedies.actions import ACTIONS, PHASES, badges, must_fight, next_action, suggested_action, to_act
from companion.rules.speedies.aftermath.batch import batch
from companion.rules.speedies.aftermath.procedure import aftermath
from companion.rules.speedies.checks import faults
from companion.rules.speedies.example import example, templates
from companion.rules.speedies.melee.combat import combat
from companion.rules.speedies.melee.phase import melee_phase
from companion.rules.speedies.melee.volley import volley
from companion.rules.speedies.odds.calculator import CALCULATOR
from companion.rules.speedies.options import OPTIONS
from companion.rules.speedies.sheets import sheets
from companion.rules.speedies.story import story
from companion.rules.speedies.turn import climb, engage, move, upkeep
from companion.rules.speedies.turn.phases import next_phase
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit, Warband

RULESET: Ruleset = Ruleset(
    id="speedies",
    title="Speedies",
    revision=8,
    owner="the author of Speedies (speedies.quokkahost.com)",
    covers="whole turns: Upkeep, Engage, Move, Ranged, Cast and Melee, with injuries, rout and improvements",
    unit_type=SpeediesUnit,
    side_type=Warband,
    table_type=SpeediesTable,
    round_word="turn",
    numbers={"Old Bones": False},
    phases=PHASES,
    melees=(combat,),
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
        aftermath,
    ),
    actions=ACTIONS.all,
    action=ACTIONS.named,
    moving=("engage", "move"),
    next_action=next_action,
    suggested_action=suggested_action,
    options=(*OPTIONS, *ODDS_OPTIONS),
    faults=faults,
    badges=badges,
    must_fight=must_fight,
    to_act=to_act,
    sheets=sheets,
    story=story,
    most_requests=4000,
    most_sides=4,
    has_first_player=True,
    knows_odds=True,
    calculator=CALCULATOR,
    example=lambda: example(RULESET),
    templates=templates,
    aftermath=aftermath,
    counts_wins="wins",
    batch=batch,
)
