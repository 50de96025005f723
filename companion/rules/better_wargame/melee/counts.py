"""P4: who touches whom, and how many models of each unit touch an enemy or reach one: counts, not positions."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.procedure import procedure
from companion.engine.requests import Option
from companion.rules.better_wargame.contacts import all_engaged, engaged, set_counts
from companion.rules.better_wargame.turn.phases import enters
from companion.rules.better_wargame.units import Game, WargameUnit


@procedure("Enter counts")
async def enter_counts(game: Game, unit: WargameUnit) -> None:
    """How many models touch an enemy (1 or more) and how many more are within reach of one."""
    title = f"{unit.name}: how many of its {unit.models} models touch an enemy?{so_far(unit.in_contact)}"
    touching = await game.number(
        "in_contact", by=unit.side, lo=1, hi=max(1, unit.models), code="bad_model_count", title=title
    )
    close = await in_reach(game, "in_reach", unit, touching)
    if engaged(game.table, unit):
        set_counts(game, unit, touching, close, "counted on the table")


async def in_reach(game: Game, name: str, unit: WargameUnit, touching: int) -> int:
    """How many models that do not touch an enemy are near enough to strike."""
    title = f'{unit.name}: how many more are within {game.options["fight_reach"]}" of an enemy?{so_far(unit.in_reach)}'
    return await game.number(
        name, by=unit.side, lo=0, hi=max(0, unit.models - touching), code="bad_model_count", title=title
    )


def so_far(count: int) -> str:
    """The number that was entered before, in brackets behind a question; nothing where there is none."""
    return f" ({count} so far)" if count else ""


@procedure("Enter contacts")
async def enter_pairs(game: Game, unit: WargameUnit) -> list[WargameUnit]:
    """Which enemies a unit touches that it did not touch before; returns those that are newly engaged by it."""
    held = engaged(game.table, unit)
    free = [foe for foe in game.table.foes(unit) if foe not in held]
    if not free:
        return []
    picked = await game.pick(
        "contacts",
        by=unit.side,
        options=[Option(f.id, f.name) for f in free],
        title=f"Which enemies does {unit.name} touch now{' as well' if held else ''}?",
    )
    reached = [game.table.unit(of) for of in picked]
    for foe in reached:
        game.connect(unit.id, foe.id, "contacts entered")
    return reached


async def enter_contacts(game: Game, chargers: Sequence[WargameUnit], changed: Sequence[str] | None) -> None:
    """P4: the pairs of every charging unit, then the counts of all units whose place in a melee changed.

    `changed`: the units engaged before that piled in or were reached; None: they are asked for here.
    """
    table = game.table
    dirty = [u.id for u in all_engaged(table) if not u.in_contact or u.fighting > u.models]
    if not enters(game, "P4", bool(chargers or dirty or changed or changed is None), "who touches whom is known"):
        return
    for unit in chargers:
        dirty += [u.id for u in (unit, *await enter_pairs(game, unit)) if engaged(table, u)]
    if changed is None:
        others = [u for u in all_engaged(table) if u not in chargers]
        changed = (
            ()
            if not others
            else await game.pick(
                "recount",
                by="table",
                options=[Option(u.id, u.name) for u in others],
                title="Which other units touch more enemies, or have other counts, than said so far?",
            )
        )
    for of in changed:
        dirty += [of, *(u.id for u in await enter_pairs(game, table.unit(of)))]
    for unit in table.in_order():
        if unit.id in dirty and engaged(table, unit):
            await enter_counts(game, unit)
