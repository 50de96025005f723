"""One melee combat, M3 and M4: its order, and who acts next. `attacks.py` does the rest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from companion.engine.procedure import procedure
from companion.engine.requests import Option
from companion.engine.state.contacts import enemies_touching
from companion.engine.state.phrases import phrase, tells
from companion.engine.wording import does
from companion.rules.speedies.melee.attacks import act
from companion.rules.speedies.melee.combat_state import NOBODY_LEFT, Combat
from companion.rules.speedies.melee.order import fix_order
from companion.rules.speedies.melee.places import MODES, leading_run, reasons, shown
from companion.rules.speedies.odds.choices import striker_odds
from companion.rules.speedies.units import Game, SpeediesUnit


@procedure("Melee combat")
async def combat(game: Game, first: str, units: Sequence[SpeediesUnit]) -> dict[str, Any]:
    """One combat from its order to the last attack. `first` names it in keys. Returns order, acted and volleys."""
    fight = Combat(units)
    game.fight({"in the combat": [u for u in units if u.alive]})
    fight.order = await fix_order(game, units)
    fixed = [p.unit for p in fight.order]
    order = tells(reasons(game.table, fight.order), shown(game.table, fight.order))
    fight.note(game, phrase(f"Attack order, {MODES[game.options['agility_mode']]}: ", order, "."))
    for _ in fixed:
        game.at("M4")
        fight.strike_out(game)
        fight.pass_over(game)
        if not fight.order:
            break
        fight.declare(game)
        unit = await next_to_act(game, fight)
        fight.order = [p for p in fight.order if p.unit != unit.id]
        fight.acted.append(unit.id)
        fight.note(game, f"{does(unit.name, 'acts')}.", passing=True)
        await act(game, fight, unit)
    return {"order": fixed, "acted": fight.acted, "volleys": fight.volleys}


async def next_to_act(game: Game, fight: Combat) -> SpeediesUnit:
    """M4: the owner of the front run picks who of it acts next; where only one of it can, it does so unasked."""
    table = game.table
    run = [p.unit for p in leading_run(table, fight.order)]
    able = [u for u in run if enemies_touching(table, table.units[u])]
    if len(able) == 1:
        return table.units[able[0]]
    owner = table.units[run[0]].side
    options = [Option(u, table.units[u].name, None if u in able else NOBODY_LEFT) for u in run]
    for place in fight.order[len(run) :]:
        unit = table.units[place.unit]
        if unit.side == owner:
            options.append(Option(unit.id, unit.name, "not in the leading run", "not_in_leading_run"))
        else:
            options.append(Option(unit.id, unit.name, "not your unit", "not_your_unit"))
    chosen: str = await game.choose(
        "activate",
        by=owner,
        title="Who of your units in a row strikes next?",
        options=options,
        tally=fight.shown(table),
        code="not_in_leading_run",
    ).with_odds(partial(striker_odds, table, able))
    return table.units[chosen]
