"""Bushido: Risen Sun, with one exchange of two models led step by step and the whole turn around it."""

from __future__ import annotations

from typing import Any

from companion.engine.ruleset import Ruleset
from companion.engine.state.table import Table
from companion.rules.bushido.actions import PHASES, actions, badges, next_action
from companion.rules.bushido.activation import activate, pass_turn
from companion.rules.bushido.endphase import end_phase
from companion.rules.bushido.example import CONTACTS, blue_models, red_models, sides
from companion.rules.bushido.faults import faults
from companion.rules.bushido.free_feat import declare_feat
from companion.rules.bushido.melee import exchange, melee
from companion.rules.bushido.odds import odds
from companion.rules.bushido.options import OPTIONS
from companion.rules.bushido.sheets import sheets
from companion.rules.bushido.starting import starting_phase
from companion.rules.bushido.units import Model, Skirmish, Warband


def example() -> Table[Any, Any]:
    """Bridge at Kagu, before its first turn."""
    return RULESET.table(
        [*red_models(), *blue_models()], sides(), name="Bridge at Kagu", contacts={pair: {} for pair in CONTACTS}
    )


RULESET = Ruleset(
    id="bushido",
    title="Bushido: Risen Sun",
    revision=1,
    owner="GCT Studios",
    covers="turns, activations and melee exchanges with Ki; shooting, movement and scenarios stay with the players",
    unit_type=Model,
    side_type=Warband,
    table_type=Skirmish,
    phases=PHASES,
    procedures=(starting_phase, activate, pass_turn, melee, exchange, declare_feat, end_phase),
    actions=actions,
    next_action=next_action,
    badges=badges,
    faults=faults,
    sheets=sheets,
    odds=odds,
    options=OPTIONS,
    friends_touch=True,
    example=example,
)
