"""The end of the Melee Phase after the Break Tests: suppressed tests, fall back, pile in, follow up (P14 to P17)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.engine.procedure import procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Beside
from companion.engine.state.contacts import enemies_touching
from companion.engine.state.phrases import phrase, says, step_said
from companion.engine.wording import does, question
from companion.rules.better_wargame.engagement import all_engaged, depart, set_counts
from companion.rules.better_wargame.melee.counts import ask_counts, enter_counts, touch
from companion.rules.better_wargame.morale.leadership import Events
from companion.rules.better_wargame.turn.movement import normal_move
from companion.rules.better_wargame.units import Game, WargameTable, WargameUnit


@procedure("Fall back")
async def fall_back(game: Game, units: Sequence[WargameUnit], events: Events) -> None:
    """P15: one normal move straight away, turning its back on the most enemy models; contacts end.

    Players move them all at once; nothing is asked.
    """
    far = [normal_move(game.options, unit) for unit in units]
    names = [unit.name if len(units) == 1 else f"{unit.name} {each}" for unit, each in zip(units, far, strict=True)]
    fall = f"{does(names, 'falls back')} {far[0]}" if len(units) == 1 else does(names, "falls back")
    game.note(f"{fall}: straight, with the back to the most enemy models")
    for unit in units:
        if unit.alive:
            game.add_condition(unit, "fell_back", "fell back")
            depart(game, unit, "fell back")
            words = does(unit.name, "falls back")
            _record(game, events, "fall_back", unit, words)
            game.conclude(says(words, unit, "fell_back", True))


async def pile_in_all(game: Game, due: Sequence[WargameUnit], events: Events) -> None:
    """P16: every unit that still had a contact when the step began. Units reached only now do not pile in.

    Who touches whom is entered first, so that nobody is counted twice.
    """
    reaching = await _who_reaches_others(game, due)
    last = {foe: unit for unit in due if unit.id in reaching for foe in await reach_others(game, unit)}
    for unit in due:
        if enemies_touching(game.table, unit):
            await pile_in(game, unit, events)
        for foe, by in last.items():
            if by is unit and foe not in due and enemies_touching(game.table, foe):
                await enter_counts(game, foe)


async def _who_reaches_others(game: Game, due: Sequence[WargameUnit]) -> Collection[str]:
    """Which of these units reach an enemy that they did not touch before, by id, if any has a model to move."""
    table = game.table
    loose = [u for u in due if max(1, u.in_contact) < u.models]
    able = [u for u in loose if len(enemies_touching(table, u)) < len(table.foes(u))]
    if not able:
        return ()
    picked: Collection[str] = await game.pick(
        "pile_in.reaching",
        by="table",
        options=[Option(u.id, u.name) for u in able],
        title=phrase(
            "all engaged units ",
            step_said("pile in"),
            f" up to {game.options['pile_in_move']}\", the current player's first. "
            "Which of them reach an enemy they did not touch before?",
        ),
    )
    return picked


@procedure("Reach others")
async def reach_others(game: Game, unit: WargameUnit) -> list[WargameUnit]:
    """P16: which enemies a unit touches now that it did not touch before; returns them."""
    touched = enemies_touching(game.table, unit)
    free = [foe for foe in game.table.foes(unit) if foe not in touched]
    if not touched or not free:
        return []
    picked = await game.pick(
        "pile_in.reached",
        by=unit.side,
        at_least=1,
        options=[Option(f.id, f.name) for f in free],
        title=f"which new enemies {question(unit.name, 'does')} touch?",
        why="it reaches an enemy that it did not touch before",
    )
    return touch(game, unit, picked, f"{unit.name} piled in")


@procedure("Pile in")
async def pile_in(game: Game, unit: WargameUnit, events: Events) -> None:
    """P16: as many more models into contact as it can."""
    touching, close = await ask_counts(
        game,
        "pile_in",
        unit,
        f"{does(unit.name, 'has')} piled in",
        unit.in_contact,
        "none leaves contact",
    )
    if not enemies_touching(game.table, unit):
        return
    set_counts(game, unit, touching, close, "piled in")
    words = f"{does(unit.name, 'piles')} in: {touching} touching, {close} in reach"
    _record(game, events, "pile_in", unit, words)


async def follow_ups(game: Game, due: Sequence[WargameUnit], events: Events) -> None:
    """P17: units that fought in melee this player turn, are free now and did not fall back may move."""
    free = [unit for unit in due if unit.alive and not enemies_touching(game.table, unit)]
    for side in dict.fromkeys(unit.side for unit in free):
        own = [unit for unit in free if unit.side == side]
        if len(own) == 1:
            await follow_up(game, own[0], events)
        else:
            await follow_up_together(game, side, own, events)


def free_after_melee(table: WargameTable) -> list[WargameUnit]:
    """P17: who fought in melee, is in play, touches no enemy and did not fall back; the current player's first."""
    fighting = all_engaged(table)
    return [u for u in table.in_order() if u.fought_melee and not u.fell_back and u not in fighting]


@procedure("Follow up")
async def follow_up(game: Game, unit: WargameUnit, events: Events) -> None:
    """P17: one normal move in any direction that brings no model closer to an enemy."""
    far = normal_move(game.options, unit)
    if await game.yes_no(
        "follow_up",
        by=unit.side,
        title=phrase(
            f"{question(unit.name, 'does')} ",
            step_said("follow up"),
            f" (up to {far}, no model closer to any enemy)?",
        ),
    ):
        _followed_up(game, unit, events)


@procedure("Follow up")
async def follow_up_together(game: Game, side: str, units: Sequence[WargameUnit], events: Events) -> None:
    """P17: of several units of a side, which make their move."""
    chosen = await game.pick(
        "follow_ups",
        by=side,
        title=phrase("which units ", step_said("follow up"), "? No model comes closer to any enemy"),
        options=[Option(unit.id, f"{unit.name}, up to {normal_move(game.options, unit)}") for unit in units],
    )
    for unit in units:
        if unit.id in chosen:
            _followed_up(game, unit, events)


def _followed_up(game: Game, unit: WargameUnit, events: Events) -> None:
    _record(game, events, "follow_up", unit, does(unit.name, "follows up"), "answer")


def _record(game: Game, events: Events, kind: str, unit: WargameUnit, words: str, beside: Beside = "") -> None:
    event = f"{kind}:{unit.id}"
    events.append(event)
    game.note(words, beside=beside, event=event)
