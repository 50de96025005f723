"""Start of Turn: suppressed units try to rally."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.procedure import procedure
from companion.engine.wording import does
from companion.rules.better_wargame.morale.leadership import (
    Events,
    batches,
    leadership_tests,
    pass_or_fail,
    tell,
)
from companion.rules.better_wargame.morale.passing import passes
from companion.rules.better_wargame.units import Game, WargameUnit


async def rally_all(game: Game, events: Events) -> None:
    """Start of Turn: suppressed units of the current player test; those that pass are suppressed no longer."""
    shaken = [u for u in game.table.of_side(game.table.current) if u.suppressed]
    for batch in batches(game, shaken):
        units = [u for u in batch if u.alive and u.suppressed]
        if units:
            await rally(game, units[0], units, events)


@procedure("Rally")
async def rally(game: Game, first: WargameUnit, units: Sequence[WargameUnit], events: Events) -> None:
    """One throw of `rally_all`; `first` of the units names it."""
    faces = await leadership_tests(game, "rally", units, "to rally", lambda u: "else still suppressed")
    began = len(events)
    for unit in units:
        passed = passes(unit.leadership, faces[unit.id])
        events.append(f"rally:{unit.id}:{pass_or_fail(passed)}")
        if passed:
            game.remove_condition(unit, "suppressed", "rallied")
    tell(game, units, faces, _rallied, events[began:])


def _rallied(unit: WargameUnit, passed: bool) -> str:
    return does(unit.name, "rallies" if passed else "stays suppressed")
