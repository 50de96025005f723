"""Ki: what it pays for, who may declare a feat in which window, and what a feat then gives (§3.5, §11.5)."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

from companion.engine.requests import Option
from companion.engine.state.changes import Line
from companion.engine.state.contacts import in_contact
from companion.rules.bushido.catalog import feat_entry
from companion.rules.bushido.context import Exchange, Play
from companion.rules.bushido.records import Effect, Feat, Grant
from companion.rules.bushido.states_change import part
from companion.rules.bushido.units import Model

KEPT = (
    "trait",
    "trait_plus",
    "special",
    "wound_with",
    "pool",
    "pool_per_assist",
    "double_pool",
    "all_defence",
    "strength",
    "strength_per_assist",
    "add_die",
    "fix_die",
    "no_move",
)
"""Words whose effect the model keeps for a while."""


class Offer(NamedTuple):
    """A feat that may be declared now: by which model, for whom."""

    user: Model
    feat: Feat
    target: Model

    @property
    def value(self) -> str:
        return self.feat.name if self.user is self.target else self.full

    @property
    def full(self) -> str:
        """The value where several models of a side may have the same feat."""
        return f"{self.user.id}: {self.feat.name}"

    @property
    def label(self) -> str:
        whom = "" if self.user is self.target else f" for {self.target.name}"
        return f"{self.user.name}: {self.feat.name}{whom} ({self.feat.ki} Ki)"


def may_spend(model: Model) -> bool:
    """Whether a model can pay Ki for feats and boosts at all: not while Surprised or Controlled."""
    return model.alive and not model.surprised and not model.has("controlled")


def closed(model: Model, feat: Feat) -> str:
    """Why this model cannot declare this feat now, or an empty string."""
    if not may_spend(model):
        return "Surprised or Controlled models spend no Ki"
    if (feat.ki or 0) > model.ki_tokens:
        return f"costs {feat.ki} Ki, has {model.ki_tokens}"
    for limit, used in (("turn", model.opt_used), ("game", model.opg_used), ("activation", model.opa_used)):
        if feat.limit == limit and feat.name in used:
            return f"once per {limit}"
    return ""


def ki_cost(game: Play, model: Model, feat: Feat) -> int:
    """What the feat costs, with its reason; players who know of a reduction overrule it (never below 1 by itself)."""
    return game.tally(
        f"ki[{model.id},{feat.name}]",
        [Line("printed cost", feat.ki or 0, "3.5")],
        name=f"{feat.name}, Ki",
        lo=0,
        unit="Ki",
    )


def use_feat(game: Play, offer: Offer) -> None:
    """Pays for a feat, notes its limit and gives what it gives."""
    user, feat = offer.user, offer.feat
    cost = ki_cost(game, user, feat)
    game.shift(user, "ki_tokens", -cost, f"{feat.name} declared")
    if feat.limit:
        box = {"turn": "opt_used", "game": "opg_used", "activation": "opa_used"}[feat.limit]
        game.change(user, box, (*user.get(box), feat.name), f"once per {feat.limit}")
    grant(game, offer.target, feat.name, feat.lasts, [e for e in feat.effects if e.op in KEPT])
    game.note(
        f"{user.name} uses {feat.name}" + (f": {feat.text}" if feat.text else ""),
        feat=feat.name,
        model=user.id,
        ki=int(cost),
    )


def grant(game: Play, model: Model, feat: str, until: str, effects: list[Effect]) -> None:
    """Gives a model some effects until the exchange, next damage roll, activation or turn ends."""
    if effects:
        given = tuple(Grant(feat, until, e) for e in effects)
        game.change(model, "granted", (*model.granted, *given), f"{feat}, until the {until} is over")


def expire(game: Play, model: Model, *until: str) -> None:
    """Ends what was given until now."""
    if any(g.until in until for g in model.granted):
        kept = tuple(g for g in model.granted if g.until not in until)
        game.change(model, "granted", kept, f"the {until[0]} is over")


def given(model: Model, op: str) -> list[Effect]:
    """The effects of this word that feats gave the model."""
    return [g.effect for g in model.granted if g.effect.op == op] if model.granted else []


def in_force(offer: Offer) -> bool:
    """Whether its target still has what this feat gives."""
    return any(g.feat == offer.feat.name for g in offer.target.granted)


def offers(game: Play, side: str, targets: list[Model], allowed: Callable[[Feat], bool], active: str) -> list[Offer]:
    """The feats this side may declare now: Instant ones, and Active ones for the Active Player (§3.5)."""
    found = []
    for user in game.table.units.values():
        if user.side != side or not user.ki_feats or not user.alive:
            continue
        for printed in user.ki_feats:
            feat = feat_entry(printed)
            if feat.timing != "instant" and not (feat.timing == "active" and side == active):
                continue
            if not allowed(feat) or closed(user, feat):
                continue
            for target in targets:
                fits = {"self": target is user, "friend": target.side == side, "enemy": target.side != side}
                if fits.get(feat.target, False):
                    found.append(Offer(user, feat, target))
    return found


@functools.lru_cache(maxsize=4096)
def has_feat_for(card: tuple[Feat, ...], step: str) -> bool:
    """Whether a card has a feat for this step of an exchange, whoever may declare it when."""
    return any(step in feat_entry(printed).windows for printed in card)


async def window(game: Play, ex: Exchange, side: str, step: str, name: str) -> list[Offer]:
    """One side's window for feats at a step of an exchange: declares until it passes. Each feat at most once."""
    used: list[Offer] = []
    if not any(u.ki_feats and u.side == side and has_feat_for(u.ki_feats, step) for u in game.table.units.values()):
        return used
    lead = ex.lead.side == side
    for _ in range(sum(len(u.ki_feats) for u in game.table.units.values())):
        done = [o.value for o in used]

        def fits(feat: Feat) -> bool:
            return (
                step in feat.windows
                and not (feat.when == "without_initiative" and lead)
                and not (feat.when == "disengage" and ex.action != "disengage")
            )

        open_ = [
            o
            for o in offers(game, side, [f.model for f in ex.both], fits, ex.active)
            if o.value not in done and not in_force(o)
        ]
        if not open_:
            break
        chosen = await game.choose(
            name,
            by=side,
            title=f"{game.table.title(side)}: a Ki feat at step {step}?",
            options=[Option("pass", "no feat"), *(Option(o.value, o.label) for o in open_)],
        )
        if chosen == "pass":
            break
        offer = next(o for o in open_ if o.value == chosen)
        use_feat(game, offer)
        used.append(offer)
        if not offer.feat.effects:
            await game.do(f"{name}.card", by=side, title=f"Do what the card says: {offer.feat.name}")
        if not offer.feat.effects or any(e.op == "moves" for e in offer.feat.effects):
            ex.moved = True
    return used


async def still_touching(game: Play, ex: Exchange) -> None:
    """Where a feat may have moved somebody: do the two still touch?"""
    one, two = ex.both
    if (
        ex.moved
        and in_contact(game.table, one.id, two.id)
        and not await game.yes_no("7a", by="table", default=True, title=f"Do {one.name} and {two.name} still touch?")
    ):
        part(game, one.model, two.model, "a feat moved them apart")
    ex.moved = False
