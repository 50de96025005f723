"""The actions that do not fight: moving, shooting, waiting, focus, scenario, Ki feats (§3.4, §3.5)."""

from __future__ import annotations

from companion.engine.requests import Option
from companion.rules.bushido.approach import Activation
from companion.rules.bushido.catalog import feat_entry
from companion.rules.bushido.context import Play
from companion.rules.bushido.deeds import BY_ID, feats_of
from companion.rules.bushido.feats import Offer, may_spend, use_feat
from companion.rules.bushido.results import cap_of
from companion.rules.bushido.tests_of_nerve import may_move
from companion.rules.bushido.triggers import contacts_after
from companion.rules.bushido.units import Model


async def boost(game: Play, model: Model, stat: str, price: int | None, base: int | None, word: str) -> int:
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


async def walk(game: Play, it: Activation) -> None:
    """Walk and Run: anywhere but into contact with an enemy. A Run costs a die until the End Phase."""
    model = it.model
    if not await may_move(game, model):
        return
    extra = await boost(game, model, "move", model.move_boost_cost, model.move, "Move")
    far = (model.move or 0) + extra
    if it.action == "run":
        game.change(model, "ran_this_turn", True, "a Run")
    await game.do(
        it.action,
        by=model.side,
        title=f"Move {model.name} up to {far * 2 if it.action == 'run' else far}″, touching no enemy",
    )
    await contacts_after(game, model, None, "moved")


async def ranged(game: Play, it: Activation) -> None:
    """A shot: the players resolve it by the cards."""
    model = it.model
    extra = await boost(game, model, "ranged", model.ranged_boost_cost, model.ranged_pool, "Ranged")
    dice = (model.ranged_pool or 0) + extra
    await game.do("ranged", by=model.side, title=f"Resolve {model.name}'s shot with {dice} dice and mark its wounds")
    if await game.yes_no("reloading", by=model.side, title=f"Does {model.name}'s weapon need Reloading now?"):
        game.add_condition(model, "reloading", "it shot")


async def wait(game: Play, it: Activation) -> None:
    """Wait: all Stunned, or all Immobilised, or two On Fire, or one Reloading marker goes."""
    model = it.model
    words = {
        "stunned": "all Stunned",
        "immobilised": "all Immobilised",
        "on_fire": "up to two On Fire",
        "reloading": "one Reloading",
    }
    has = [s for s in words if model.has(s)]
    chosen = "pass"
    if has:
        chosen = await game.choose(
            "wait",
            by=model.side,
            title=f"{model.name} waits: which markers go?",
            options=[*(Option(s, words[s]) for s in has), Option("pass", "none")],
        )
    if chosen == "on_fire":
        for value in sorted(model.states["on_fire"], reverse=True)[:2]:
            game.remove_condition(model, "on_fire", "Wait", value)
    elif chosen == "reloading":
        game.remove_condition(model, "reloading", "Wait", 1)
    elif chosen != "pass":
        game.remove_condition(model, chosen, "Wait")


async def focus(game: Play, it: Activation) -> None:
    """Focus: gains Ki."""
    game.shift(it.model, "ki_tokens", it.model.ki_stat, "Focus")


async def scenario(game: Play, it: Activation) -> None:
    """A scenario action: the players resolve it."""
    await game.do("scenario", by=it.model.side, title=f"Resolve {it.model.name}'s scenario action")


async def feat_action(game: Play, it: Activation) -> None:
    """A Simple or Complex Ki feat."""
    model = it.model
    names = feats_of(model, BY_ID[it.action])
    chosen = await game.choose(
        "feat", by=model.side, title=f"Which Ki feat does {model.name} use?", options=[Option(n, n) for n in names]
    )
    feat = next(f for f in map(feat_entry, model.ki_feats) if f.name == chosen)
    use_feat(game, Offer(model, feat, model))
    if not feat.effects:
        await game.do("feat.card", by=model.side, title=f"Do what the card says: {feat.name}")
