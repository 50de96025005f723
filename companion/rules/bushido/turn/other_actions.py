"""The actions that do not fight: moving, shooting, waiting, focus, scenario, Ki feats."""

from __future__ import annotations

from companion.engine.requests import Option
from companion.engine.wording import count, does, possessive, question
from companion.rules.bushido.catalog import ACTIONS, STATES
from companion.rules.bushido.engagement import contacts_after
from companion.rules.bushido.fear import may_move
from companion.rules.bushido.ki.boosts import boost
from companion.rules.bushido.ki.feats import Offer, use_feat
from companion.rules.bushido.records import Feat
from companion.rules.bushido.states import wear_off
from companion.rules.bushido.turn.approach import Activation
from companion.rules.bushido.turn.legality import feats_of
from companion.rules.bushido.units import BushidoUnit, Game

WAIT = {"one": "one", "two": "up to two", "all": "all"}


async def walk(game: Game, it: Activation) -> None:
    """Walk and Run: anywhere but into contact with an enemy. A Run costs a die until the End Phase."""
    model = it.model
    if not await may_move(game, model):
        return
    extra = await boost(game, model, "move")
    far = (model.move or 0) + extra
    if it.action == "run":
        game.change(model, "ran_this_turn", True, "a Run")
    game.instruct(f"{does(model.name, 'moves')} up to {far * 2 if it.action == 'run' else far}″, touching no enemy")
    await contacts_after(game, model, None, "moved")


async def ranged(game: Game, it: Activation) -> None:
    """A shot: the players resolve it by the cards."""
    model = it.model
    extra = await boost(game, model, "ranged")
    dice = (model.ranged_pool or 0) + extra
    await game.do(
        "ranged",
        by=model.side,
        title=f"Resolve {possessive(model.name)} shot with {count(dice, 'die')} and mark its wounds",
    )
    if await game.yes_no("reloading", by=model.side, title=f"Does the weapon of {model.name} need Reloading now?"):
        game.add_condition(model, "reloading", "it shot")


async def wait(game: Game, it: Activation) -> None:
    """Wait: the markers of one state go, as many as that state says."""
    model = it.model
    open_ = {state.id: state for state in STATES.values() if state.wait and model.has(state.id)}
    if not open_:
        return
    chosen = await game.choose(
        "wait",
        by=model.side,
        title=f"{does(model.name, 'waits')}: which markers go?",
        options=[*(Option(s.id, f"{WAIT[s.wait]} {s.label}") for s in open_.values()), Option("pass", "none")],
    )
    if chosen != "pass":
        wear_off(game, model, chosen, open_[chosen].wait, "Wait")


async def focus(game: Game, it: Activation) -> None:
    """Focus: gains Ki."""
    model = it.model
    gained = game.shift(model, "ki_tokens", model.ki_stat, "Focus")
    full = f": {model.ki_max} is the most it may hold" if gained < model.ki_stat else ""
    game.conclude(f"{does(model.name, 'gains')} {gained} Ki by Focus{full}")


async def scenario(game: Game, it: Activation) -> None:
    """A scenario action: the players resolve it."""
    await game.do("scenario", by=it.model.side, title=f"Resolve the scenario action of {it.model.name}")


def feat_option(game: Game, model: BushidoUnit, feat: Feat) -> Option[str]:
    """One of its feats as an option, with its text and what it costs."""
    label = feat.name + (f": {feat.text}" if feat.text else "")
    return Option(feat.name, label, cost=(game.cost(model, "ki_tokens", feat.ki or 0),))


async def feat_action(game: Game, it: Activation) -> None:
    """A Simple or Complex Ki feat."""
    model = it.model
    chosen = await game.choose(
        "feat",
        by=model.side,
        title=f"Which Ki feat {question(model.name, 'does')} use?",
        options=[feat_option(game, model, feat) for feat in feats_of(model, ACTIONS[it.action])],
    )
    feat = next(f for f in model.feats if f.name == chosen)
    use_feat(game, Offer(model, feat, model))
    if not feat.effects:
        await game.do("feat.card", by=model.side, title=f"Do what the card says: {feat.name}")
