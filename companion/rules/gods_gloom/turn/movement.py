"""What the players move on the mat: the app asks for new contacts and for who stands in whose front."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.requests import Option
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.units import Game, GloomUnit


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
    for option, (mover, enemy) in zip(options, pairs, strict=True):
        if option.value in picked:
            await touch(game, mover, enemy, "moved next to each other")


async def touch(game: Game, mover: GloomUnit, enemy: GloomUnit, why: str) -> None:
    """Records a contact; where the table asks for facing, first who stands in whose front."""
    a_engaged = await asked(game, "a_engaged", mover, enemy)
    b_engaged = await asked(game, "b_engaged", enemy, mover)
    game.connect(mover.id, enemy.id, why, {"a_engaged": a_engaged, "b_engaged": b_engaged})


async def asked(game: Game, name: str, who: GloomUnit, of: GloomUnit, *, always: bool = False) -> bool:
    """Whether `who` stands in the front of `of`: asked by option or `always`, and true where its zone is all round."""
    if "circular" in traits_of(of).marks or not (always or game.options["ask_facing"]):
        return True
    return bool(await game.yes_no(name, by="table", title=f"Is {who.name} in {of.whose} front?", default=True))
