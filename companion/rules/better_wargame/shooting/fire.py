"""What Shooting and the Firefight share: fire is split, circumstances are asked, and the phase ends."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.engine.procedure import procedure
from companion.engine.requests import Option, Plan
from companion.engine.state.changes import added_up
from companion.engine.wording import count, does
from companion.rules.better_wargame.attack import numbers
from companion.rules.better_wargame.attack.casualties import fire_losses
from companion.rules.better_wargame.attack.needs import show_numbers
from companion.rules.better_wargame.attack.rows import Row
from companion.rules.better_wargame.attack.rules import AttackRules
from companion.rules.better_wargame.attack.throws import need
from companion.rules.better_wargame.catalog import ASKED
from companion.rules.better_wargame.engagement import drop_gone
from companion.rules.better_wargame.morale.breaking import break_due, break_tests
from companion.rules.better_wargame.morale.leadership import Events
from companion.rules.better_wargame.morale.suppression import overwhelmed, suppress
from companion.rules.better_wargame.odds.choices import Division
from companion.rules.better_wargame.units import Game, WargameUnit

HOLD = "hold"
"""The allotment of a split for models that do not fire."""


def _rules(phase: str, steps: tuple[str, str, str, str]) -> AttackRules:
    return AttackRules(
        steps,
        dice=lambda u: u.ranged_attacks,
        to_hit=lambda options, r: numbers.ranged_to_hit(options, phase, r.attacker, r.target, r.asked),
        to_wound=lambda options, r: numbers.to_wound(
            options, r.target, r.attacker.ranged_massive, r.attacker.ranged_ap
        ),
        save=lambda options, r: numbers.cover_save(options, phase, r.attacker, r.target, r.asked),
        can_be_hit=lambda u: u.models,
        losses=fire_losses,
    )


SHOOTING = _rules("shooting", ("H3", "H4", "H5", "H6"))
FIREFIGHT = _rules("firefight", ("F4", "F5", "F6", "F7"))


@procedure("Fire")
async def fire(
    game: Game, unit: WargameUnit, foes: Sequence[WargameUnit], rules: AttackRules, others: Sequence[Row] = ()
) -> list[Row]:
    """How many models fire at each enemy, and what stands in the way of each. Nobody need fire.

    `others` are the rows of units that fire at the same time and have chosen.
    """
    rows = [Row(unit, foe) for foe in foes]
    show_numbers(game, rows, rules)
    odds = Division(game, unit, rows, unit.models, others, rules, holds=HOLD).odds
    numbers = ", ".join(f"{row.target.name} on {need(added_up(rules.to_hit(game.options, row)))}" for row in rows)
    given = await game.split(
        "fire",
        by=unit.side,
        title=f"{unit.name}: how many of {count(unit.models, 'model')} fire at each? "
        f"To hit {numbers}, before concealment",
        plans=[
            Plan(
                "models",
                "models an enemy; hold: they do not fire",
                unit.models,
                {f.id: (0, unit.models) for f in foes} | {HOLD: (0, unit.models)},
                rest=HOLD,
            )
        ],
        default={foes[0].id: unit.models, HOLD: 0} if len(foes) == 1 else None,
    ).with_odds(odds, partial(odds, played=True))
    asked: list[tuple[str, ...]] = []
    for row in rows:
        row.models = given.allotments[row.target.id]
        asked.append(await circumstances(game, unit, row.target) if row.models else ())
    for row, found in zip(rows, asked, strict=True):
        row.asked = found
    return rows


@procedure("Circumstances")
async def circumstances(game: Game, unit: WargameUnit, target: WargameUnit) -> tuple[str, ...]:
    """What the app cannot see: cover and concealment of the target from this unit."""
    picked = await game.pick(
        "circumstances",
        by="table",
        title=f"{does(unit.name, 'fires')} at {target.name}: is the target covered?",
        options=[Option(m.id, f"in {m.label}" if m.stage == "save" else m.label) for m in ASKED],
    )
    return tuple(picked)


async def end_of_fire(game: Game, events: Events, step: str) -> None:
    """Break Tests and then suppression, as after a firefight, and the contacts of those that are gone."""
    table = game.table
    gone = any(not table.units[of].alive for pair in table.contacts for of in pair)
    due = gone or break_due(game) or bool(overwhelmed(table))
    if game.enters(step, due, "no unit is eligible to break, or took Wounds for all its models"):
        await break_tests(game, events)
        suppress(game, events)
    drop_gone(game)
