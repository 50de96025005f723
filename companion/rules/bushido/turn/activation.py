"""The Main Phase: one model's activation, or a Pass Token."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.wording import does, question
from companion.rules.bushido.catalog import ACTIONS
from companion.rules.bushido.ki.feats import expire, offers, play_feat
from companion.rules.bushido.powers import powers
from companion.rules.bushido.records import Feat
from companion.rules.bushido.states import after_action, lose_counters, release_apart
from companion.rules.bushido.turn.actions import (
    charge,
    disengage,
    feat_action,
    focus,
    melee_action,
    ranged,
    scenario,
    stand_up,
    wait,
    walk,
)
from companion.rules.bushido.turn.approach import Activation
from companion.rules.bushido.turn.ending import end_if_decided
from companion.rules.bushido.turn.legality import barred, cost, feats_of
from companion.rules.bushido.turn.order import give_turn, whose_turn
from companion.rules.bushido.units import Game

STEPS = (
    Step("M1", "Activating model"),
    Step("M2", "Feats before"),
    Step("M3", "Declare an action"),
    Step("M4", "Action"),
    Step("M5", "Counters"),
    Step("M6", "Feats after"),
    Step("M7", "The other player"),
)

RESOLVE: Mapping[str, Callable[[Game, Activation], Awaitable[None]]] = {
    "melee": melee_action,
    "charge": charge,
    "disengage": disengage,
    "stand_up": stand_up,
    "walk": walk,
    "run": walk,
    "ranged": ranged,
    "wait": wait,
    "focus": focus,
    "scenario": scenario,
    "simple_feat": feat_action,
    "complex_feat": feat_action,
}


@procedure("Activation", STEPS)
async def activate(game: Game, model: str) -> dict[str, Any]:
    """One activation of one model, from its choice to the other player's turn."""
    unit = game.table.unit(model)
    it = Activation(unit, unit.side, dict(game.table.contacts))
    game.at("M1")
    release_apart(game, unit)
    game.change(game.table, "active", unit.side, "the Active Player")
    if (
        unit.has("prone")
        and powers(unit).has("jumps_up")
        and await game.yes_no(
            "jump_up", by=unit.side, default=True, title=f"{does(unit.name, 'has')} Jump Up: stand up now?"
        ).with_odds_ahead()
    ):
        game.remove_condition(unit, "prone", "Jump Up")
    game.at("M2")
    await free_feats(game, it, "M2")
    game.at("M3")
    reasons = {a.id: barred(game.table, unit, a) for a in ACTIONS.values()}
    if all(reasons.values()):
        game.skip("M4", "no action is legal")
        game.note(f"{does(unit.name, 'has no legal action and becomes')} Exhausted", model=unit.id)
        it.paid = lose_counters(game, unit, unit.activation_counters, "no legal action")
    else:
        await act(game, it, reasons)
    game.at("M6")
    if len(game.table.sides_in_play()) < 2:
        game.skip("M6", "nobody is left to fight")
    elif unit.alive:
        await free_feats(game, it, "M6")
    game.at("M7")
    over(game, it)
    return {"model": unit.id, "action": it.action, "exchanges": it.exchanges, "counters_removed": it.paid}


async def act(game: Game, it: Activation, reasons: Mapping[str, str | None]) -> None:
    """Steps M3 to M5: the action is declared, resolved and paid for."""
    unit = it.model
    it.action = await game.choose(
        "action",
        by=unit.side,
        title=f"what {question(unit.name, 'does')} do?",
        options=[
            Option(
                a.id,
                a.title,
                reasons[a.id],
                cost=(game.cost(unit, "activation_counters", min(cost(unit, a), unit.activation_counters)),),
                does=", ".join(dict.fromkeys(f"{o.feat.name} ({o.feat.ki} Ki)" for o in feats_of(game.table, unit, a))),
            )
            for a in ACTIONS.values()
        ],
    ).with_odds_ahead()
    action = ACTIONS[it.action]
    price = cost(unit, action)
    alone = ", its only legal action" if sum(why is None for why in reasons.values()) == 1 else ""
    game.note(f"{unit.name}: {action.title}{alone}", beside="" if alone else "answer", model=unit.id, action=it.action)
    game.at("M4")
    await RESOLVE[it.action](game, it)
    game.at("M5")
    if it.action == "charge" and it.exchanges and price > 1:
        price = game.options["charge_total_counters"]
    elif game.options["split_attack_counters"] == "per_exchange":
        price = max(price, len(it.exchanges))
    if not it.over and unit.alive and price > it.paid:
        it.paid += lose_counters(game, unit, price - it.paid, f"{action.title} is finished")
    if unit.alive:
        after_action(game, unit)


def over(game: Game, it: Activation) -> None:
    """The activation is over: what lasted for it ends, and the other player is next."""
    for model in game.table.units.values():
        game.change(model, "surprised", False, "the action is over")
        expire(game, model, "activation", "exchange", "damage")
        game.change(model, "opa_used", (), "the activation is over")
    if not end_if_decided(game):
        give_turn(game, game.table.other_side(it.side))


async def free_feats(game: Game, it: Activation, step: str) -> None:
    """Feats of the Active Player outside an exchange: those that still last, and those only their card explains."""
    lasting = ("activation", "turn") if step == "M2" else ("turn",)

    def fits(feat: Feat) -> bool:
        return (feat.lasts in lasting or not feat.effects) and not feat.when

    side, models = it.side, list(game.table.units.values())
    for _ in range(sum(len(u.ki_feats) for u in game.table.of_side(side))):
        open_ = offers(game.table.of_side(side), models, fits, side)
        if not open_:
            return
        when = "before" if step == "M2" else "after"
        chosen = await game.choose(
            f"{step}.feat",
            by=side,
            options=[Option("pass", "no feat"), *(o.option(game, o.full) for o in open_)],
            title=f"a Ki feat {when} the action of {it.model.name}?",
        ).with_odds_ahead()
        if chosen == "pass":
            return
        offer = next(o for o in open_ if o.full == chosen)
        await play_feat(game, offer, side, f"{step}.card")


@procedure("Pass Token")
async def pass_turn(game: Game) -> dict[str, Any]:
    """The Active Player spends a Pass Token instead of activating."""
    side = whose_turn(game.table)
    assert side is not None
    game.shift(game.table.side(side), "pass_tokens", -1, "passed")
    game.note(f"{does(game.table.title(side), 'passes')}", side=side)
    give_turn(game, game.table.other_side(side))
    return {"side": side}
