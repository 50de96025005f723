"""One melee combat, M3 and M4: its order, who acts next, and what is left of both. `attacks.py` does the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.procedure import procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Tally
from companion.rules.speedies import engagement
from companion.rules.speedies.melee.attacks import act
from companion.rules.speedies.melee.order import fix_order
from companion.rules.speedies.melee.places import MODES, Place, leading_run, names, reasons, shown
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit


@dataclass
class Combat:
    """A combat while it is fought: its units as fixed when it was chosen, and what is left of its order.

    `struck` are those that left the order without acting, each with the reason; `volleys` the reports so far.
    """

    units: Sequence[SpeediesUnit]
    order: list[Place] = field(default_factory=list)
    acted: list[str] = field(default_factory=list)
    struck: list[Place] = field(default_factory=list)
    volleys: list[dict[str, Any]] = field(default_factory=list)

    def shown(self, table: SpeediesTable) -> list[Tally]:
        """What is left of the order, and who was struck from it and why, for every request of the combat."""
        return [shown(table, self.order, self.struck)]

    def declare(self, game: Game) -> None:
        """Tells players who fights here, and what each can still do."""
        there = [unit for unit in self.units if unit.alive]
        waiting = [place.unit for place in self.order]
        game.fight(
            {
                "to act": [game.table.units[of] for of in waiting],
                "has acted": [u for u in there if u.standing and u.id not in waiting],
                "helpless": [u for u in there if u.helpless],
            }
        )

    def note(self, game: Game, text: str, struck: Sequence[Place] = ()) -> None:
        """Notes the order as it is now, and who has just been struck from it and why."""
        game.note(
            text,
            order=[p.as_record() for p in self.order],
            struck=[p.as_record() for p in struck],
            acted=list(self.acted),
            combat=[u.id for u in self.units],
            mode=game.options["agility_mode"],
        )

    def strike_out(self, game: Game) -> None:
        """Takes units out of the order that no longer fight, or have nobody left to fight."""
        table = game.table
        struck = [Place(p.unit, reason) for p in self.order if (reason := _out_of_order(table, table.units[p.unit]))]
        if struck:
            gone = [p.unit for p in struck]
            self.order = [p for p in self.order if p.unit not in gone]
            self.struck += struck
            self.note(game, f"Out of the order: {reasons(table, struck)}. Left: {names(table, self.order)}.", struck)


def _out_of_order(table: SpeediesTable, unit: SpeediesUnit) -> str:
    """Why a unit no longer has a place in the order; empty where it has one."""
    if unit.fled:
        return "fled"
    if not unit.standing:
        return unit.status
    return "" if engagement.foes(table, unit) else "nobody left to fight"


@procedure("Melee combat")
async def combat(game: Game, first: str, units: Sequence[SpeediesUnit]) -> dict[str, Any]:
    """One combat from its order to the last attack. `first` names it in keys. Returns order, acted and volleys."""
    fight = Combat(units)
    game.fight({"in the combat": [u for u in units if u.alive]})
    fight.order = await fix_order(game, units)
    fixed = [p.unit for p in fight.order]
    fight.note(game, f"Attack order, {MODES[game.options['agility_mode']]}: {reasons(game.table, fight.order)}.")
    for _ in fixed:
        game.at("M4")
        fight.strike_out(game)
        if not fight.order:
            break
        fight.declare(game)
        unit = await next_to_act(game, fight)
        fight.order = [p for p in fight.order if p.unit != unit.id]
        fight.acted.append(unit.id)
        fight.note(game, f"{unit.name} acts. Left: {names(game.table, fight.order)}.")
        await act(game, fight, unit)
    return {"order": fixed, "acted": fight.acted, "volleys": fight.volleys}


async def next_to_act(game: Game, fight: Combat) -> SpeediesUnit:
    """M4: the owner of the front run picks who of it acts next; a run of one acts without a question."""
    table = game.table
    run = [p.unit for p in leading_run(table, fight.order)]
    if len(run) == 1:
        return table.units[run[0]]
    owner = table.units[run[0]].side
    options = [Option(u, table.units[u].name) for u in run]
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
    )
    return table.units[chosen]
