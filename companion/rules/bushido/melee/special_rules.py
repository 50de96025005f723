"""What a special comes to between two fighters: who moves, and whether the enemy leaves it without effect."""

from __future__ import annotations

from companion.rules.bushido.engagement import can_be_moved
from companion.rules.bushido.melee.fighters import Fighter
from companion.rules.bushido.vocabulary import SpecialEntry


def ignored(entry: SpecialEntry, loser: Fighter) -> str:
    """Why the loser leaves the effects of a special without effect; empty if it does not."""
    if entry.cancelled_by_same and any(s.name == entry.name for s in loser.weapon.specials):
        return f"{loser.name} knows {entry.name} too: nothing happens"
    if loser.powers.has("ignores_special", entry.name):
        return f"{entry.name} does nothing to {loser.name}"
    return ""


def moved(entry: SpecialEntry, attacker: Fighter, defender: Fighter) -> list[Fighter]:
    """Who moves by a special, in turn: nobody if the first cannot be moved."""
    movers = [attacker if word == "attacker" else defender for word in entry.moves]
    able = [mover for mover in movers if can_be_moved(mover.model, mover.weapon)]
    return able if able and able[0] is movers[0] else []


def touching_after(entry: SpecialEntry, movers: list[Fighter]) -> bool:
    """Whether the two still touch once these have moved, unless the players say otherwise."""
    return entry.contact and len(movers) == len(entry.moves)
