"""Moving into contact: bodyguards, Fear, reach, surprise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine.state.contacts import in_contact, touching
from companion.engine.state.paths import Pair, pair_key
from companion.engine.wording import does, question
from companion.rules.bushido.engagement import can_be_moved, contacts_after, stuck
from companion.rules.bushido.fear import excused, fear_test, frighten, may_move
from companion.rules.bushido.ki.feats import boost
from companion.rules.bushido.powers import immune, powers
from companion.rules.bushido.states import lose_counters, separate
from companion.rules.bushido.units import BushidoUnit, Game


@dataclass
class Activation:
    """One activation while it runs: whose it is, and how many counters its action has taken so far (`paid`).

    `unseen` are the ids of enemies that it reached out of their sight.

    A Controlled model may go back to its own player in its course; the activation stays the side's that began it.
    """

    model: BushidoUnit
    side: str
    began: Mapping[Pair, Any]
    action: str = ""
    paid: int = 0
    over: bool = False
    exchanges: list[dict[str, Any]] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)


async def approach(
    game: Game, it: Activation, target: BushidoUnit, how: str, times: int = 1, *, stays: bool = False
) -> BushidoUnit | None:
    """Takes the activating model into contact with the enemy it attacks, or the Bodyguard in its place.

    None if it does not get there. `how` is the action in words, `times` how often its Move it may go. `stays`: it
    keeps touching whom it touches already (Split Attack), and boosts no more.
    """
    model = it.model
    target = await bodyguard(game, target)
    game.fight({"attacker": [model], "defender": [target]})
    if in_contact(game.table, model.id, target.id):
        return target
    if stuck(model) or not await dares(game, it, target) or not await may_move(game, model):
        return None
    extra = 0 if stays else await boost(game, model, "move", f"It goes for {target.name}")
    far = "" if stays else f", up to {times * ((model.move or 0) + extra)}″"
    if not await game.yes_no(
        "reach",
        by=model.side,
        default=True,
        title=f"{how}{far}: {question(model.name, 'does')} reach {target.name}?",
    ):
        game.note(f"{does(model.name, 'does')} not reach {target.name}", model=model.id, target=target.id)
        return None
    if not stays:
        await contacts_after(game, model, None, "moved")
    game.connect(model.id, target.id, f"{does(model.name, 'moves')} into contact")
    await surprise(game, it, target)
    if powers(model).has("fear") and not excused(target, model) and not await fear_test(game, target, model):
        frighten(game, target, model)
    return target


async def dares(game: Game, it: Activation, target: BushidoUnit) -> bool:
    """The activating model's own Fear test. Failing costs a counter and the activation; a Steadfast model goes on."""
    model = it.model
    if excused(model, target) or await fear_test(game, model, target):
        return True
    if powers(model).has("steadfast"):
        frighten(game, model, target)
        return True
    it.paid += lose_counters(game, model, 1, "failed a Fear test")
    it.over = True
    game.note(
        f"{does(model.name, 'does')} not dare to attack {target.name}: its activation is over",
        model=model.id,
        target=target.id,
    )
    return False


async def surprise(game: Game, it: Activation, target: BushidoUnit) -> None:
    """Whether the model came unseen all the way: it surprises its target, and an Assassin strikes better.

    A target with Sixth Sense is never Surprised, so it is asked there for an Assassin alone.
    """
    sharp_eyed = immune(target, "surprised") or target.surprised
    assassin = any(powers(it.model, weapon).has("keeps_any") for weapon in it.model.arms)
    if pair_key(it.model.id, target.id) in it.began or (sharp_eyed and not assassin):
        return
    if await game.yes_no(
        "surprised",
        by=target.side,
        default=False,
        title=f"{question(it.model.name, 'was')} out of sight of {target.name} from start to finish?",
    ):
        it.unseen.append(target.id)
        if not sharp_eyed:
            game.change(target, "surprised", True, f"{it.model.name} came unseen")


async def bodyguard(game: Game, target: BushidoUnit) -> BushidoUnit:
    """A Bodyguard near the target may change places with it before the action, if both can be moved."""
    if not can_be_moved(target):
        return target
    for friend in game.table.of_side(target.side):
        for power in powers(friend).all("bodyguard") if friend is not target else ():
            if (
                target.is_a(power.of)
                and can_be_moved(friend)
                and await game.yes_no(
                    "bodyguard",
                    by=target.side,
                    title=f"{friend.name}, within {power.x}″: change places with {target.name}?",
                ).with_odds_ahead()
            ):
                swap(game, friend, target)
                return friend
    return target


def swap(game: Game, a: BushidoUnit, b: BushidoUnit) -> None:
    """Two models change places, and so what they touch."""
    near = {one.id: [i for i in touching(game.table, one.id) if i not in (a.id, b.id)] for one in (a, b)}
    why = f"{a.name} and {b.name} change places"
    for here, there in ((a, b), (b, a)):
        # Whoever touches both touches both afterwards too.
        moved = [i for i in near[here.id] if i not in near[there.id]]
        for other in moved:
            separate(game, here, game.table.unit(other), why)
        for other in moved:
            game.connect(there.id, other, why)
    game.note(why, bodyguard=a.id, target=b.id)
