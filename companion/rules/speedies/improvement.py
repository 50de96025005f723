"""Improvement cards: who draws, what a hero's draw improves, and whether a henchman's card promotes it (M11)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.engine.dice import D20, Dice, Faces
from companion.engine.reading import TOTAL
from companion.engine.requests import Option
from companion.engine.state.changes import Beside, Line
from companion.engine.wording import does, question, verb
from companion.rules.speedies.catalog import IMPROVEMENTS, MOST_REDRAWS, Improvement, row
from companion.rules.speedies.odds.checks import card_odds, draw_odds, stat_odds
from companion.rules.speedies.stat_checks import roll_d20
from companion.rules.speedies.units import Game, SpeediesUnit

LABELS = {"melee": "Melee", "ranged": "Ranged"}


async def draw(game: Game, unit: SpeediesUnit, victim: SpeediesUnit) -> None:
    """A unit that took an enemy out draws an Improvement card; not a henchman that already drew a promotion."""
    if unit.promote_pending and unit.type == "henchman":
        game.note(f"{does(unit.name, 'draws')} no card: it already has its promotion.", unit=unit.id)
        return
    game.change(
        game.table, "improvement_draws", (*game.table.improvement_draws, unit.id), f"{does(victim.name, 'is')} out"
    )
    if unit.type == "hero":
        await hero_draw(game, unit)
        return
    them = verb(unit.name, "it", "them")
    if await game.yes_no(
        "promotes",
        by=unit.side,
        title=f"{does(unit.name, 'draws')} for {victim.name} ({victim.type}): does the card promote {them}?",
    ):
        game.change(unit, "promote_pending", True, "drew a promotion")


async def hero_draw(game: Game, unit: SpeediesUnit) -> None:
    """A hero's draw, by d20 or by the card named. A result that is capped is drawn again."""
    before: Sequence[Faces] = ()
    for _ in range(MOST_REDRAWS):
        drawn, before = await _drawn(game, unit, before)
        if not drawn.closed(unit):
            await _improve(game, unit, drawn)
            return
        game.note(f"{unit.name} cannot improve {drawn.label} further: drawn again.", unit=unit.id, redrawn=drawn.id)


async def _drawn(game: Game, unit: SpeediesUnit, before: Sequence[Faces]) -> tuple[Improvement, Sequence[Faces]]:
    """What a hero draws, and the die that said it; `before` is the one that it draws again after."""
    if game.options["improvement_by"] == "card":
        card = await game.choose(
            "improvement_card",
            by=unit.side,
            title=f"{does(unit.name, 'draws')} an Improvement card: which is it?",
            options=[
                Option(kind.id, kind.label, "at its limit: draw again" if kind.closed(unit) else None)
                for kind in IMPROVEMENTS
            ],
        ).with_odds(partial(card_odds, unit))
        return next(kind for kind in IMPROVEMENTS if kind.id == card), ()
    title = f"{does(unit.name, 'draws')} an improvement: roll a d20"
    die = Dice("improvement", D20, 1, reads=None)
    face = await roll_d20(game, "improvement", unit.side, title, die, partial(draw_odds, unit), before)
    drawn = row(IMPROVEMENTS, face)
    again = f": {does(unit.name, 'is at the limit there and draws')} again" if drawn.closed(unit) else ""
    game.result(f"{face}: {drawn.label}{again}.", unit=unit.id, drawn=drawn.id)
    return drawn, ((face,),)


async def _improve(game: Game, unit: SpeediesUnit, drawn: Improvement) -> None:
    field = drawn.fields[0] if drawn.fields else ""
    if len(drawn.fields) > 1:
        needed: dict[str, int] = {each: getattr(unit, each) for each in drawn.fields if not drawn.caps(unit, each)}
        field = await game.choose(
            "improve",
            by=unit.side,
            title=f"what {question(unit.name, 'does')} improve?",
            options=[Option(f, LABELS[f], "at its limit" if drawn.caps(unit, f) else None) for f in drawn.fields],
        ).with_odds(partial(stat_odds, unit, needed))
    what = LABELS.get(field, drawn.label)
    gained = True
    if drawn.by < 0:
        now = game.tally(
            f"improve[{unit.id}]",
            [Line(f"{what} now", getattr(unit, field), "Improvement")],
            name=f"{does(unit.name, 'improves')} on",
            unit="or less",
        )
        title, odds = (
            f"{does(unit.name, 'improves')} {what} on {int(now)} or less",
            partial(stat_odds, unit, {None: now}),
        )
        die = Dice("check", D20, 1, good=frozenset(range(1, int(now) + 1)), reads=TOTAL)
        face = await roll_d20(game, "improvement_check", unit.side, title, die, odds)
        gained = face <= now
        after = (
            f"improves: {what} {getattr(unit, field) - 1}+" if gained else f"learns nothing: {what} stays {int(now)}+"
        )
        game.result(
            f"{unit.name} {after}, {face} against {int(now)} or less.",
            marks=[["passed" if gained else "failed"]],
            unit=unit.id,
        )
    # Where a check was rolled, its result says so too.
    beside: Beside = "result" if drawn.by < 0 else ""
    if not gained:
        text = f"{does(unit.name, 'learns')} nothing: {what} stays."
        game.note(text, beside=beside, unit=unit.id, drawn=drawn.id, gained=False)
        return
    if field:
        game.shift(unit, field, drawn.by, "improved")
    if field == "max_wounds":
        game.shift(unit, "wounds", 1, "improved")
    game.change(unit, "improvements", (*unit.improvements, field or drawn.id), "improved")
    game.note(f"{does(unit.name, 'improves')}: {what}.", beside=beside, unit=unit.id, drawn=drawn.id, gained=True)
