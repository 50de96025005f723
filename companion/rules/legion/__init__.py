"""Star Wars: Legion, melee and everything round it, in the edition of six rounds (2018 to 2020)."""

from __future__ import annotations

from companion.engine.odds import ODDS_OPTIONS
from companion.engine.ruleset import Ruleset
from companion.rules.legion.actions import ACTIONS, PHASES, badges, next_action, suggested_action, to_act
from companion.rules.legion.aftermath import AFTERMATH_OPTIONS, PLAIN, aftermath
from companion.rules.legion.checks import faults
from companion.rules.legion.dice import ATTACK, DEFENCE
from companion.rules.legion.example import example, templates
from companion.rules.legion.melee.attack import melee_attack
from companion.rules.legion.melee.closing_up import close_up, tidy_up
from companion.rules.legion.melee.starting import start_melee
from companion.rules.legion.odds.calculator import CALCULATOR
from companion.rules.legion.options import OPTIONS
from companion.rules.legion.sheets import sheets
from companion.rules.legion.story import story
from companion.rules.legion.turn.activation import activate, draw_order
from companion.rules.legion.turn.effects import effect
from companion.rules.legion.turn.rounds import command_phase, end_phase
from companion.rules.legion.units import LegionSide, LegionTable, LegionUnit

RULESET: Ruleset = Ruleset(
    id="legion",
    title="Star Wars: Legion",
    revision=4,
    owner="Lucasfilm and Atomic Mass Games",
    covers="rounds, orders, activations, morale and every step of a melee; ranged attacks are rolled by the players",
    unit_type=LegionUnit,
    side_type=LegionSide,
    table_type=LegionTable,
    phases=PHASES,
    melees=(melee_attack, start_melee),
    procedures=(
        command_phase,
        activate,
        draw_order,
        end_phase,
        melee_attack,
        tidy_up,
        effect,
        start_melee,
        close_up,
        aftermath,
    ),
    actions=ACTIONS.all,
    action=ACTIONS.named,
    options=(*OPTIONS, *AFTERMATH_OPTIONS, *ODDS_OPTIONS),
    aftermath=aftermath,
    batch=PLAIN.carry_over.batch,
    losses=PLAIN.carry_over.losses,
    faults=faults,
    badges=badges,
    to_act=to_act,
    sheets=sheets,
    story=story,
    moving=("activate",),
    next_action=next_action,
    dice=(*ATTACK.values(), *DEFENCE.values()),
    suggested_action=suggested_action,
    contact_level="mini",
    knows_odds=True,
    calculator=CALCULATOR,
    example=lambda: example(RULESET),
    templates=templates,
)
