"""The phases as data, and what may be started while the table is at rest."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.contacts import enemy_pairs
from companion.engine.requests import Option
from companion.engine.ruleset import Action, Phase
from companion.rules.bushido.melee import melee
from companion.rules.bushido.units import Skirmish

PHASES = (
    Phase("starting", "Starting Phase", "Ki, counters, the tactical test, Pass Tokens."),
    Phase("main", "Main Phase", "The players take turns to activate a model."),
    Phase("ending", "End Phase", "States run out or wound; scenario points."),
    Phase("over", "Game over", ""),
)


def actions(table: Skirmish) -> Sequence[Action]:
    """What may be started now, and why each closed one may not."""
    over = "the game is over" if table.over else None
    pairs = [Option(f"{a}+{b}", f"{table.title(a)} attacks {table.title(b)}")
             for pair in enemy_pairs(table) for a, b in (pair, pair[::-1])]
    return [Action("melee", "Melee exchange between two models in contact", melee, None, "pair", tuple(pairs),
                   over or (None if pairs else "no two enemies touch"))]
