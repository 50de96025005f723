"""Ki boosts of Move and Ranged Pool; those of the Melee Pool are declared in step 4."""

from __future__ import annotations

from typing import Literal

from companion.rules.bushido.ki.feats import may_spend
from companion.rules.bushido.melee.results import cap_of
from companion.rules.bushido.units import BushidoUnit, Game


def limits(model: BushidoUnit, price: int | None, room: int) -> tuple[int, str]:
    """How many boosts at this price a model may make, and why no more. `room`: up to the cap of the statistic."""
    if price is None or not may_spend(model):
        return 0, "no boosts"
    paid = model.ki_tokens // price
    if paid <= room:
        return paid, f"{model.ki_tokens} Ki at {price} each"
    return max(0, room), "never above twice the printed number"


async def boost(game: Game, model: BushidoUnit, stat: Literal["move", "ranged"], purpose: str = "") -> int:
    """Boosts of Move or Ranged Pool for one action; returns how many. `purpose` says what the statistic is for."""
    base, price, word = (
        (model.move, model.move_boost_cost, "Move")
        if stat == "move"
        else (model.ranged_pool, model.ranged_boost_cost, "Ranged Pool")
    )
    if price is None or not base:
        return 0
    most, why = limits(model, price, cap_of(base) - base)
    if most < 1:
        return 0
    count = await game.number(
        f"boost.{stat}",
        by=model.side,
        lo=0,
        hi=most,
        why_hi=why,
        cost=[game.cost(model, "ki_tokens", price)],
        title=f"How many {word} boosts for {model.name}, {price} Ki each?" + (f" {purpose}" if purpose else ""),
    )
    game.shift(model, "ki_tokens", -price * count, f"{count} {word} boosts")
    return count
