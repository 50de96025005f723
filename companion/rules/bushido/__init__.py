"""Bushido: Risen Sun, with one exchange of two models led step by step and the whole turn around it."""

from __future__ import annotations

from companion.engine.odds import ODDS_OPTIONS
from companion.engine.ruleset import Ruleset
from companion.rules.bushido.actions import ACTIONS, PHASES, badges, next_action, suggested_action, to_act
from companion.rules.bushido.aftermath import AFTERMATH_OPTIONS, PLAIN, aftermath
from companion.rules.bushido.checks import faults
from companion.rules.bushido.example import example
from companion.rules.bushido.ki.feats import declare_feat
from companion.rules.bushido.melee.exchange import exchange, melee
from companion.rules.bushido.odds.calculator import CALCULATOR
from companion.rules.bushido.options import OPTIONS
from companion.rules.bushido.sheets import sheets
from companion.rules.bushido.story import story
from companion.rules.bushido.turn.activation import activate, pass_turn
from companion.rules.bushido.turn.end_phase import end_phase
from companion.rules.bushido.turn.starting import starting_phase
from companion.rules.bushido.units import BushidoSide, BushidoTable, BushidoUnit

RULESET: Ruleset = Ruleset(
    id="bushido",
    title="Bushido: Risen Sun",
    revision=5,
    owner="GCT Studios",
    covers="turns, activations and melee exchanges with Ki; shooting, movement and scenarios stay with the players",
    unit_type=BushidoUnit,
    side_type=BushidoSide,
    table_type=BushidoTable,
    round_word="turn",
    phases=PHASES,
    melees=(melee, exchange),
    procedures=(starting_phase, activate, pass_turn, melee, exchange, declare_feat, end_phase, aftermath),
    actions=ACTIONS.all,
    action=ACTIONS.named,
    moving=("activate",),
    next_action=next_action,
    suggested_action=suggested_action,
    badges=badges,
    to_act=to_act,
    unit_word="model",
    faults=faults,
    sheets=sheets,
    knows_odds=True,
    calculator=CALCULATOR,
    story=story,
    options=(*OPTIONS, *AFTERMATH_OPTIONS, *ODDS_OPTIONS),
    aftermath=aftermath,
    batch=PLAIN.carry_over.batch,
    losses=PLAIN.carry_over.losses,
    friends_touch=True,
    example=lambda: example(RULESET),
)
