"""What the odds of an exchange leave out, as far as it could happen in it."""

from __future__ import annotations

from companion.rules.bushido.melee.fighters import Exchange
from companion.rules.bushido.units import Game


def assumptions(game: Game, ex: Exchange) -> tuple[str, ...]:
    """What the chances leave out, as far as it could happen here."""
    found = ["no feats after the split", "both comparisons are fought unless one ends the exchange"]
    own = [f.powers for f in ex.both]
    if any(p.has("reroll_own") or p.has("reroll_enemy") for p in own):
        found.append("nobody re-rolls")
    if any(p.has("rises") or p.has("last_stand") for p in own):
        found.append("a full wound track counts as out of play")
    if any(p.has("sacrifices_friend") for p in own):
        found.append("no friend is given up instead")
    return tuple(found)
