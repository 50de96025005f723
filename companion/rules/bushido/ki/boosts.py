"""Ki boosts of Move and Ranged Pool; those of the Melee Pool are declared in step 4."""

from __future__ import annotations

from companion.rules.bushido.ki.feats import may_spend
from companion.rules.bushido.melee.results import cap_of
from companion.rules.bushido.units import BushidoUnit, Game


async def boost(game: Game, model: BushidoUnit, stat: str, price: int | None, base: int | None, word: str) -> int:
    """Ki boosts of a statistic for one action, never beyond twice its base; returns how many."""
    if price is None or not base or not may_spend(model):
        return 0
    most = min(model.ki_tokens // price, cap_of(base) - base)
    if most < 1:
        return 0
    count = await game.number(
        f"boost.{stat}",
        by=model.side,
        lo=0,
        hi=most,
        title=f"How many {word} boosts for {model.name}, {price} Ki each?",
    )
    game.shift(model, "ki_tokens", -price * count, f"{count} {word} boosts")
    return count
