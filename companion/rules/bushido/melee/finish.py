"""The end of an exchange: counters, what ends, and the outcome (steps 14 and 15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.state.contacts import enemy_pairs
from companion.engine.state.phrases import Phrase, falls, joined, phrase, says
from companion.engine.wording import count, does, listed
from companion.rules.bushido.engagement import can_be_moved, contacts_after
from companion.rules.bushido.ki.feats import expire
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.states import control_fades, lose_counters, release_apart
from companion.rules.bushido.units import Game

ENDED = {
    "both_attacked": "both have struck",
    "defender_removed": "the Defender is out of play",
    "attacker_removed": "the Attacker is out of play",
    "defender_prone": "{defender} is Prone",
    "attacker_prone": "{attacker} is Prone",
    "not_in_btb": "they no longer touch",
    "grappled": "{defender} is grappled and does not strike back",
    "broken_before_roll": "they no longer touch, and nobody rolled",
}
"""The reasons of an end as players read them; the names are those of the last comparison."""


async def finish(game: Game, ex: Exchange, reason: str) -> dict[str, Any]:
    """Steps 14 and 15: counters, what ends, and the outcome."""
    game.at("14")
    paid = {f.id: pay(game, ex, f, reason) for f in ex.both}
    if game.options["confirm_steps"]:
        counters = "; ".join(f"{f.name} {counters_words(paid[f.id])}" for f in ex.both)
        await game.do("14", by="table", title=f"the exchange is over. Counters: {counters}")
    await _parted(game, ex)
    game.at("15")
    for mine in ex.both:
        expire(game, mine.model, "exchange", "damage")
    out = [f for f in ex.both if not f.model.alive]
    fate = _fallen(out) if out else _ended(ex, reason)
    game.note(phrase(f"The exchange of {ex.first.name} and {ex.second.name} is over: ", fate), ended=reason)
    blows = _blows(ex)
    game.conclude(joined("; ", [*blows, fate] if out or reason == "broken_before_roll" else blows))
    return {
        "activating": ex.first.id,
        "opponent": ex.second.id,
        "action": ex.action,
        **ex.report,
        "comparisons": ex.comparisons,
        "ended": reason,
        "counters_removed": paid,
        "contacts": [list(pair) for pair in enemy_pairs(game.table)],
        "states": {f.id: dict(f.model.states) for f in ex.both},
        "wounds": {f.id: f.model.wounds_marked for f in ex.both},
        "in_play": {f.id: f.model.alive for f in ex.both},
    }


async def _parted(game: Game, ex: Exchange) -> None:
    """Step 14: who moves after it, and that nobody is surprised any more."""
    for mover, far in ex.after:
        if can_be_moved(mover.model, mover.weapon):
            game.note(f"Move {mover.name} up to {far}″", model=mover.id)
            await contacts_after(game, mover.model, None, "moved after the exchange")
    for mine in ex.both:
        if mine.model.alive:
            game.change(mine.model, "surprised", False, "the exchange is over")
            release_apart(game, mine.model)


def _blows(ex: Exchange) -> list[str]:
    """What each comparison came to; one without any dice that came to nothing is not told."""
    dice = {f.id: f.attack for f in ex.both}
    struck = [one for one in ex.comparisons if dice[one["attacker"]] or one["attack"]]
    return [_blow(ex, one) for one in struck] or [f"{ex.first.name} and {ex.second.name}: nobody strikes"]


def _fallen(out: Sequence[Fighter]) -> Phrase:
    return falls(
        f"{listed(f.name for f in out)} {'are' if len(out) > 1 else 'is'} out of play", *(f.model for f in out)
    )


def _ended(ex: Exchange, reason: str) -> str:
    fighters = {f.id: f for f in ex.both}
    last = ex.comparisons[-1] if ex.comparisons else {"attacker": ex.lead.id, "defender": ex.late.id}
    attacker, defender = fighters[last["attacker"]], fighters[last["defender"]]
    text = ENDED[reason].format(attacker=attacker.name, defender=defender.name)
    thrown = {"attacker_prone": attacker, "defender_prone": defender}.get(reason)
    return text if thrown is None else says(text, thrown.model, "states.prone", 1)


def _blow(ex: Exchange, passed: Mapping[str, Any]) -> str:
    """One comparison: `Aya hits Chiyo, 7 to 4, and does 2 wounds`, `Chiyo holds off Aya, 5 to 4`.

    Whoever holds off may strike back; of harm nothing is said if no damage was rolled.
    """
    names = {f.id: f.name for f in ex.both}
    one, other = names[passed["attacker"]], names[passed["defender"]]
    wounds = sum(roll["wounds"] for roll in passed["damage"])
    harm = f", and does {count(wounds, 'wound') if wounds else 'no harm'}" if passed["damage"] else ""
    if passed["winner"] != passed["attacker"]:
        return f"{does(other, 'holds')} off {one}, {passed['defence']} to {passed['attack']}{harm if wounds else ''}"
    return f"{does(one, 'hits')} {other}, {passed['attack']} to {passed['defence']}{harm}"


def counters_words(paid: int) -> str:
    """`removes 1 counter`, `removes none`."""
    return f"removes {count(paid, 'counter')}" if paid else "removes none"


def pay(game: Game, ex: Exchange, mine: Fighter, reason: str) -> int:
    """The counter that step 14 takes from one fighter; returns how many it was."""
    activating = mine is ex.first
    if (activating and ex.extra) or (not activating and reason == "broken_before_roll"):
        return 0
    tireless = not activating and mine.powers.has("tireless")
    lost = 0 if tireless else lose_counters(game, mine.model, 1, "fought an exchange")
    if not lost and mine.model.alive:
        control_fades(game, mine.model, "fought an exchange")
    mine.paid = lost
    return lost
