"""A melee combat while it is fought: who is in it, what is left of its order, who acted and who was struck from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Final

from companion.engine.state.changes import Tally
from companion.engine.state.contacts import enemies_touching
from companion.rules.speedies.melee.places import OrderPlace, reasons, shown
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit

NOBODY_LEFT: Final = "nobody left to fight"


@dataclass
class Combat:
    """A combat while it is fought: its units as fixed when it was chosen, and what is left of its order.

    `struck` are those that left the order without acting, each with the reason; `volleys` the reports so far.
    """

    units: Sequence[SpeediesUnit]
    order: list[OrderPlace] = field(default_factory=list)
    acted: list[str] = field(default_factory=list)
    struck: list[OrderPlace] = field(default_factory=list)
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

    def note(self, game: Game, text: str, struck: Sequence[OrderPlace] = (), **facts: bool) -> None:
        """Notes the order as it is now, and who has just been struck from it and why."""
        game.note(
            text,
            **facts,
            beside="standing",
            order=[p._asdict() for p in self.order],
            struck=[p._asdict() for p in struck],
            acted=list(self.acted),
            combat=[u.id for u in self.units],
            mode=game.options["agility_mode"],
        )

    def strike_out(self, game: Game) -> None:
        """Takes units out of the order that no longer fight."""
        units = game.table.units
        self._remove(game, [OrderPlace(p.unit, reason) for p in self.order if (reason := _fallen(units[p.unit]))])

    def pass_over(self, game: Game) -> None:
        """M4: takes those at its front out of the order that have nobody left to fight.

        Those behind them keep their places until the order comes to them, and so keep runs apart.
        """
        idle = takewhile(lambda place: not enemies_touching(game.table, game.table.units[place.unit]), self.order)
        self._remove(game, [OrderPlace(place.unit, NOBODY_LEFT) for place in idle])

    def _remove(self, game: Game, struck: Sequence[OrderPlace]) -> None:
        if struck:
            gone = [p.unit for p in struck]
            self.order = [p for p in self.order if p.unit not in gone]
            self.struck += struck
            self.note(game, f"Out of the order: {reasons(game.table, struck)}.", struck)


def _fallen(unit: SpeediesUnit) -> str:
    """Why a unit no longer has a place in the order; empty if it has one."""
    return "fled" if unit.fled else "" if unit.standing else unit.status
