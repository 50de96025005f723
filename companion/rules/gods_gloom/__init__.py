"""God's Gloom: one base, one unit, one hex; both sides roll at once."""

from __future__ import annotations

from companion.engine.odds import ODDS_OPTIONS
from companion.engine.ruleset import Ruleset
from companion.rules.gods_gloom.actions import ACTIONS, PHASES, badges, next_action, to_act
from companion.rules.gods_gloom.aftermath import AFTERMATH_OPTIONS, PLAIN, aftermath
from companion.rules.gods_gloom.checks import faults
from companion.rules.gods_gloom.effects import effect
from companion.rules.gods_gloom.example import example
from companion.rules.gods_gloom.melee.attack_test import attack_test
from companion.rules.gods_gloom.melee.formations import formations
from companion.rules.gods_gloom.melee.procedure import melee_attack
from companion.rules.gods_gloom.odds.calculator import CALCULATOR
from companion.rules.gods_gloom.options import OPTIONS
from companion.rules.gods_gloom.sheets import sheets
from companion.rules.gods_gloom.story import story
from companion.rules.gods_gloom.turn.activation import activate, melee
from companion.rules.gods_gloom.turn.rounds import end_round, pass_turn, start_round
from companion.rules.gods_gloom.units import GloomSide, GloomTable, GloomUnit

RULESET: Ruleset = Ruleset(
    id="gods-gloom",
    title="God's Gloom",
    revision=6,
    owner="the publisher of God's Gloom (rules.godsgloom.com)",
    covers="rounds, activations and the whole melee: formations, Attack Test, assists, push and consolidation",
    unit_type=GloomUnit,
    side_type=GloomSide,
    table_type=GloomTable,
    phases=PHASES,
    melees=(melee, melee_attack),
    procedures=(
        melee,
        activate,
        start_round,
        pass_turn,
        end_round,
        melee_attack,
        formations,
        attack_test,
        effect,
        aftermath,
    ),
    actions=ACTIONS.all,
    action=ACTIONS.named,
    options=(*OPTIONS, *AFTERMATH_OPTIONS, *ODDS_OPTIONS),
    aftermath=aftermath,
    batch=PLAIN.carry_over.batch,
    faults=faults,
    badges=badges,
    to_act=to_act,
    sheets=sheets,
    knows_odds=True,
    calculator=CALCULATOR,
    story=story,
    moving=("activate",),
    next_action=next_action,
    contact_flags=("a_engaged", "b_engaged"),
    contact_off="behind or beside",
    most_requests=1000,
    example=lambda: example(RULESET),
)
