"""What the players move on the mat: the app asks for new contacts and for who stands in whose front."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.requests import Option
from companion.engine.state.contacts import enemies_touching
from companion.engine.wording import question
from companion.rules.gods_gloom.engagement import all_round, in_zone
from companion.rules.gods_gloom.units import Game, GloomUnit

Fronts = Sequence[tuple[GloomUnit, GloomUnit]]
"""Pairs (who, of): does `who` stand in the front of `of`?"""


async def new_contacts(game: Game, movers: Sequence[GloomUnit], title: str) -> None:
    """Asks which enemies stand next to these units now, and records the contacts. Their old ones are gone already."""
    pairs = [
        (mover, enemy)
        for mover in movers
        for enemy in game.table.units.values()
        if enemy.alive and enemy.side != mover.side and enemy not in movers
    ]
    if not pairs:
        return
    options = [Option(f"{m.id}/{e.id}", f"{m.name} – {e.name}" if len(movers) > 1 else e.name) for m, e in pairs]
    picked = await game.pick("new_contacts", by="table", title=title, options=options)
    touching = [pair for option, pair in zip(options, pairs, strict=True) if option.value in picked]
    for mover, enemy in touching:
        await _touch(game, mover, enemy, "moved next to each other")
    if not game.options["ask_facing"]:
        fronts = [pair for mover, enemy in touching for pair in ((mover, enemy), (enemy, mover))]
        await facing(game, fronts, "all of them face to face? Pick what is otherwise")


async def pivoted(game: Game, unit: GloomUnit) -> None:
    """The unit only turned: its neighbours stay, and those in its front may be others now."""
    if game.options["ask_facing"]:
        for enemy in enemies_touching(game.table, unit):
            await _touch(game, unit, enemy, "pivoted")
    else:
        await turned(game, unit, enemies_touching(game.table, unit))


async def turned(game: Game, unit: GloomUnit, enemies: Sequence[GloomUnit], *, sure: bool = True) -> None:
    """Asks in one question what the turn of a unit changes: which of these enemies stand in its front now.

    `sure`: it did turn, and not only may have.
    """
    title = f"{unit.name} {'turned' if sure else 'may have turned'}. Pick what changed; none: as before"
    await facing(game, [(enemy, unit) for enemy in enemies], title)


async def facing(game: Game, fronts: Fronts, title: str) -> None:
    """Asks which of these pairs are otherwise than recorded, and changes them. No zone that is all round is asked."""
    open_ = [(who, of) for who, of in fronts if not all_round(of)]
    if not open_:
        return
    options = [
        Option(
            f"{who.id}/{of.id}",
            f"{who.name} not in {of.whose} front"
            if in_zone(game.table, who, of)
            else f"{who.name} in {of.whose} front",
        )
        for who, of in open_
    ]
    picked = await game.pick("facing", by="table", title=title, options=options)
    for option, (who, of) in zip(options, open_, strict=True):
        if option.value in picked:
            flags = {"a_engaged": not in_zone(game.table, who, of), "b_engaged": in_zone(game.table, of, who)}
            game.connect(who.id, of.id, "facing", flags)


async def _touch(game: Game, mover: GloomUnit, enemy: GloomUnit, why: str) -> None:
    """Records a contact face to face; by option it first asks for both fronts."""
    a_engaged = await _asked(game, "a_engaged", mover, enemy)
    b_engaged = await _asked(game, "b_engaged", enemy, mover)
    game.connect(mover.id, enemy.id, why, {"a_engaged": a_engaged, "b_engaged": b_engaged})


async def _asked(game: Game, name: str, who: GloomUnit, of: GloomUnit) -> bool:
    if all_round(of) or not game.options["ask_facing"]:
        return True
    return bool(
        await game.yes_no(name, by="table", title=f"{question(who.name, 'is')} in {of.whose} front?", default=True)
    )
