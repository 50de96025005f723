"""The end of the melee phase after the Break Tests: suppressed tests, fall back, pile in, follow up (P14 to P17)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.procedure import procedure
from companion.engine.requests import Option
from companion.rules.better_wargame.contacts import all_engaged, depart, engaged, set_counts
from companion.rules.better_wargame.melee.counts import enter_counts, in_reach, so_far
from companion.rules.better_wargame.morale import Events, must_test, suppressed_test
from companion.rules.better_wargame.turn.movement import normal_move
from companion.rules.better_wargame.units import Game, WargameTable, WargameUnit


async def suppressed_tests(game: Game, events: Events) -> list[WargameUnit]:
    """P14: the current player's units first; returns those that fall back, in the order of their tests."""
    tested = [u for u in game.table.in_order() if must_test(u)]
    return [unit for unit in tested if must_test(unit) and await suppressed_test(game, unit, events)]


@procedure("Fall back")
async def fall_back(game: Game, unit: WargameUnit, events: Events) -> None:
    """P15: one normal move straight away, turning its back on the most enemy models; its contacts end."""
    far = normal_move(game.options, unit)
    await game.do(
        "fall_back", by=unit.side, title=f"{unit.name} falls back {far}: straight, its back to the most enemy models"
    )
    game.add_condition(unit, "fell_back", "fell back")
    depart(game, unit, "fell back")
    _record(game, events, "fall_back", unit, "falls back")


async def pile_in_all(game: Game, due: Sequence[WargameUnit], events: Events) -> None:
    """P16: every unit that still had a contact when the step began. Units reached only now do not pile in."""
    for unit in due:
        held = engaged(game.table, unit)
        if held:
            await pile_in(game, unit, held, events)


@procedure("Pile in")
async def pile_in(game: Game, unit: WargameUnit, held: Sequence[WargameUnit], events: Events) -> None:
    """P16: as many more models into contact as it can. `held` are the enemies it touches already."""
    move = game.options["pile_in_move"]
    free = [foe for foe in game.table.foes(unit) if foe not in held]
    reached: tuple[str, ...] = ()
    if free and unit.models > 1:
        reached = await game.pick(
            "pile_in.reached",
            by=unit.side,
            options=[Option(f.id, f.name) for f in free],
            title=f'{unit.name} piles in up to {move}": which new enemies does it touch?',
        )
    title = f"{unit.name} has piled in: how many of {unit.models} models touch an enemy?{so_far(unit.in_contact)}"
    touching = await game.number(
        "pile_in", by=unit.side, lo=1, hi=max(1, unit.models), code="bad_model_count", title=title
    )
    close = await in_reach(game, "pile_in.in_reach", unit, touching)
    if not engaged(game.table, unit):
        return
    set_counts(game, unit, touching, close, "piled in")
    _record(game, events, "pile_in", unit, f"piles in: {touching} touching, {close} in reach")
    for of in reached:
        foe = game.table.unit(of)
        fresh = not engaged(game.table, foe)
        game.connect(unit.id, foe.id, f"{unit.name} piled in")
        if fresh:
            await enter_counts(game, foe)


async def follow_ups(game: Game, due: Sequence[WargameUnit], events: Events) -> None:
    """P17: units that fought in melee this player turn, are free now and did not fall back may move."""
    for unit in due:
        if unit.alive and not engaged(game.table, unit):
            await follow_up(game, unit, events)


def free_after_melee(table: WargameTable) -> list[WargameUnit]:
    """P17: who fought in melee, is in play, touches no enemy and did not fall back; the current player's first."""
    held = all_engaged(table)
    return [u for u in table.in_order() if u.fought_melee and not u.fell_back and u not in held]


@procedure("Follow up")
async def follow_up(game: Game, unit: WargameUnit, events: Events) -> None:
    """P17: one normal move in any direction that brings no model closer to an enemy."""
    far = normal_move(game.options, unit)
    if await game.yes_no(
        "follow_up", by=unit.side, title=f"Does {unit.name} follow up (up to {far}, no model closer to any enemy)?"
    ):
        _record(game, events, "follow_up", unit, "follows up")


def _record(game: Game, events: Events, kind: str, unit: WargameUnit, words: str) -> None:
    event = f"{kind}:{unit.id}"
    events.append(event)
    game.note(f"{unit.name} {words}", event=event)
