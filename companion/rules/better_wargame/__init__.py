"""Building a Better Wargame: a mass battle whose melees chain many units and end in a fixed morale sequence."""

from __future__ import annotations

from companion.engine.aftermath import CampaignSide
from companion.engine.odds import ODDS_OPTIONS
from companion.engine.ruleset import Ruleset
from companion.rules.better_wargame.actions import ACTIONS, PHASES, badges, must_fight, next_action
from companion.rules.better_wargame.aftermath import AFTERMATH_OPTIONS, PLAIN, aftermath
from companion.rules.better_wargame.catalog import sample_units
from companion.rules.better_wargame.checks import faults
from companion.rules.better_wargame.example import example
from companion.rules.better_wargame.melee.fight import fight
from companion.rules.better_wargame.melee.phase import melee_phase
from companion.rules.better_wargame.odds.calculator import CALCULATOR
from companion.rules.better_wargame.options import OPTIONS
from companion.rules.better_wargame.sheets import sheets
from companion.rules.better_wargame.shooting.firefight import firefight_phase
from companion.rules.better_wargame.shooting.shoot import end_shooting, shoot
from companion.rules.better_wargame.story import story
from companion.rules.better_wargame.turn.movement import end_movement, move_unit
from companion.rules.better_wargame.turn.phases import start_of_turn
from companion.rules.better_wargame.units import WargameTable, WargameUnit

RULESET: Ruleset = Ruleset(
    id="better-wargame",
    title="Building a Better Wargame",
    revision=5,
    owner="the authors of buildingabetterwargame.com",
    covers="turns with rally, movement, shooting, firefights and the whole melee phase",
    unit_type=WargameUnit,
    side_type=CampaignSide,
    table_type=WargameTable,
    round_word="turn",
    phases=PHASES,
    melees=(fight,),
    procedures=(start_of_turn, move_unit, end_movement, shoot, end_shooting, firefight_phase, melee_phase, aftermath),
    actions=ACTIONS.all,
    action=ACTIONS.named,
    options=(*OPTIONS, *AFTERMATH_OPTIONS, *ODDS_OPTIONS),
    aftermath=aftermath,
    batch=PLAIN.carry_over.batch,
    losses=PLAIN.carry_over.losses,
    faults=faults,
    badges=badges,
    must_fight=must_fight,
    sheets=sheets,
    story=story,
    moving=("move_unit",),
    next_action=next_action,
    knows_odds=True,
    calculator=CALCULATOR,
    friends_touch=True,
    most_requests=5000,
    has_first_player=True,
    example=lambda: example(RULESET),
    templates=sample_units,
)
