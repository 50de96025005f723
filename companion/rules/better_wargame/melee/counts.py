"""P4: who touches whom, and how many models of each unit touch an enemy or reach one: counts, not positions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from companion.engine.procedure import procedure
from companion.engine.requests import Allotment, Option, Plan
from companion.engine.state.contacts import enemies_touching
from companion.engine.wording import count, does, question
from companion.rules.better_wargame.engagement import all_engaged, set_counts
from companion.rules.better_wargame.units import Game, WargameUnit

CONTACT, REACH, BEHIND = "contact", "reach", "behind"
"""The allotments of a unit's models."""


async def ask_counts(
    game: Game, name: str, unit: WargameUnit, lead: str, least: int = 1, why_least: str = "it is engaged"
) -> tuple[int, int]:
    """Asks how many models touch an enemy, `least` or more, and how many more are close enough to strike.

    `lead` begins the prompt. Not asked if every model touches one.
    """
    models = max(1, unit.models)
    least = min(max(1, least), models)
    so_far = f" ({unit.in_contact} and {unit.in_reach} so far)" if unit.in_contact else ""
    usual, words = _usual(unit, least, models)
    others = "one model touches an enemy" if least == 1 else f"the other {least} touch an enemy"
    request = game.split(
        name,
        by=unit.side,
        title=f"{lead}: of {count(models, 'model')}, how many touch an enemy, how many more are within "
        f'{game.options["fight_reach"]}" of one?{so_far}',
        plans=[
            Plan(
                "models",
                "models that touch an enemy, that reach one, behind",
                models,
                {CONTACT: (least, models), REACH: (0, models - least), BEHIND: (0, models - least)},
                why_lo={CONTACT: why_least},
                why_hi=dict.fromkeys((REACH, BEHIND), others),
            )
        ],
        code="bad_model_count",
        default=usual if least <= unit.in_contact <= models else None,
    )
    if name == "in_contact":
        request = request.with_odds_ahead(fact=True, alike=_fighting, about=unit.id)
        request = request.usually({"plan": "models", "parts": usual}, words)
    given = await request
    return given.allotments[CONTACT], given.allotments[REACH]


def _fighting(answer: Allotment) -> int:
    """How many models of an answer strike and can be struck: those that touch an enemy or reach one."""
    return answer.allotments[CONTACT] + answer.allotments[REACH]


def _usual(unit: WargameUnit, least: int, models: int) -> tuple[dict[str, int], str]:
    """The counts that are taken for granted before they are entered, and in words: those that stand, else all fight."""
    stands = least <= unit.in_contact <= models
    touching = unit.in_contact if stands else models
    close = min(unit.in_reach, models - touching)
    parts = {CONTACT: touching, REACH: close, BEHIND: models - touching - close}
    fighting = touching + close
    words = f"all {models} models" if fighting == models else f"{fighting} of {models} models"
    return parts, f"{words} of {unit.name} fight" if models > 1 else f"{does(unit.name, 'fights')}"


@procedure("Enter counts")
async def enter_counts(game: Game, unit: WargameUnit) -> None:
    """How many models touch an enemy (1 or more) and how many more are within reach of one."""
    touching, close = await ask_counts(game, "in_contact", unit, unit.name)
    if enemies_touching(game.table, unit):
        set_counts(game, unit, touching, close, "counted on the table")


@procedure("Enter contacts")
async def enter_pairs(game: Game, unit: WargameUnit) -> list[WargameUnit]:
    """Which enemies a unit touches that it did not touch before."""
    touched = enemies_touching(game.table, unit)
    free = [foe for foe in game.table.foes(unit) if foe not in touched]
    if not free:
        return []
    picked = await game.pick(
        "contacts",
        by=unit.side,
        options=[Option(f.id, f.name) for f in free],
        title=f"which enemies {question(unit.name, 'does')} touch now{' as well' if touched else ''}?",
    ).with_odds_ahead(fact=True, about=unit.id)
    return touch(game, unit, picked)


def touch(game: Game, unit: WargameUnit, enemies: Sequence[str], why: str = "contacts entered") -> list[WargameUnit]:
    """Puts a unit in contact with these enemies, by id; returns them."""
    reached = [game.table.unit(of) for of in enemies]
    for foe in reached:
        game.connect(unit.id, foe.id, why)
    return reached


def uncounted(engaged: Iterable[WargameUnit]) -> list[str]:
    """Those of engaged units whose counts nobody entered, or whose counts exceed their models."""
    return [u.id for u in engaged if not u.in_contact or u.fighting > u.models]


async def enter_contacts(game: Game, moved: Collection[str], changed: Sequence[str]) -> None:
    """P4: the pairs of units that were reached otherwise, then the counts of all whose place in a melee changed.

    `moved` are the ids of units whose counts are to be entered anyway, `changed` of those that may touch more enemies.
    """
    dirty = {*moved, *uncounted(all_engaged(game.table))}
    if not game.enters("P4", dirty or changed, "who touches whom is known"):
        return
    for of in changed:
        dirty |= {of, *(u.id for u in await enter_pairs(game, game.table.unit(of)))}
    for unit in game.table.in_order():
        if unit.id in dirty and enemies_touching(game.table, unit):
            await enter_counts(game, unit)
