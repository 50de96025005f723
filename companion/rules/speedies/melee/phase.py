"""The Melee phase: every combat of the current player's side, one after the other (M1, M2, M12), then the turn ends."""

from __future__ import annotations

from typing import Any

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.rules.speedies import engagement
from companion.rules.speedies.melee.combat import combat
from companion.rules.speedies.turn.ending import end_if_decided
from companion.rules.speedies.turn.phases import end_turn
from companion.rules.speedies.units import Game, SpeediesUnit

STEPS = (
    Step("M1", "Find the combats"),
    Step("M2", "Choose a combat"),
    Step("M3", "Attack order"),
    Step("M4", "Who acts next"),
    Step("M5", "Declare attacks"),
    Step("M6", "Choose the next target"),
    Step("M7", "Melee Checks"),
    Step("M8", "Defence Checks"),
    Step("M9", "Wounds"),
    Step("M10", "Injury"),
    Step("M11", "Consequences"),
    Step("M12", "Next, or the end of the turn"),
)


@procedure("Melee phase", STEPS)
async def melee_phase(game: Game) -> dict[str, Any]:
    """All combats of the current player's side, then the end of the turn. Both sides strike."""
    table = game.table
    drawn = len(table.improvement_draws)
    game.at("M1")
    found = engagement.combats(table, [])
    mine = pending(game, found)
    left_out = [[u.id for u in c] for c in found if c not in mine]
    game.note(_combats_sentence(mine, left_out), combats=[[u.id for u in c] for c in mine], left_out=left_out)
    results: list[dict[str, Any]] = []
    fought: list[str] = []
    waiting = mine
    while waiting:
        game.at("M2")
        chosen = await choose_combat(game, waiting)
        fought += [u.id for u in chosen]
        results.append(await combat(game, chosen[0].id, chosen))
        game.at("M12")
        waiting = pending(game, engagement.combats(table, fought))
    if not results:
        game.at("M12")
    outcome = {
        "combats": [[u.id for u in c] for c in mine],
        "left_out": left_out,
        "orders": [r["order"] for r in results],
        "acted": [u for r in results for u in r["acted"]],
        "volleys": [v for r in results for v in r["volleys"]],
        "units": {u.id: {"status": u.status, "wounds": u.wounds} for u in table.units.values()},
        "improvement_draws": list(table.improvement_draws[drawn:]),
        "units_lost": {s.id: s.units_lost for s in table.sides.values()},
    }
    if not end_if_decided(game):
        end_turn(game)
    return outcome


def pending(game: Game, combats: list[list[SpeediesUnit]]) -> list[list[SpeediesUnit]]:
    """Those of these combats that are to be resolved in this phase."""
    if game.options["other_combats"] == "resolve":
        return combats
    return [group for group in combats if engagement.of_current_side(game.table, group)]


async def choose_combat(game: Game, waiting: list[list[SpeediesUnit]]) -> list[SpeediesUnit]:
    """M2: the current player names a combat by its own units in it; asked when two or more are pending."""
    if len(waiting) == 1:
        return waiting[0]
    options: list[Option[str]] = []
    closed: list[Option[str]] = []
    for group in waiting:
        # A combat without own units is pending only if the option says so.
        ours = engagement.of_current_side(game.table, group)
        enemies = [unit for unit in group if unit not in ours]
        sides = [", ".join(unit.name for unit in units) for units in (ours, enemies) if units]
        first, *others = ours or group
        options.append(Option(first.id, " against ".join(sides), also=tuple(unit.id for unit in others)))
        closed += [Option(unit.id, unit.name, "not your unit", "not_your_unit") for unit in enemies if ours]
    chosen = await game.choose(
        "choose_combat",
        by=game.table.current,
        options=[*options, *closed],
        title="which combat next?",
        code="no_such_combat",
    ).with_odds_ahead(fact=True)
    return next(c for c in waiting if any(u.id == chosen for u in c))


def _combats_sentence(mine: list[list[SpeediesUnit]], left_out: list[list[str]]) -> str:
    if not mine:
        return "No combat is to be resolved."
    text = "Combats: " + "; ".join(", ".join(u.name for u in c) for c in mine) + "."
    return text + (f" {len(left_out)} without the current player's side wait (table ruling)." if left_out else "")
