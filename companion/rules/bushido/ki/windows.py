"""Windows for feats inside an exchange, and whether the two still touch after one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.engine.odds import Odds
from companion.engine.requests import Option
from companion.engine.state.contacts import in_contact
from companion.engine.state.phrases import phrase, step_said
from companion.rules.bushido.ki.feats import Offer, offers, play_feat
from companion.rules.bushido.melee.fighters import Exchange
from companion.rules.bushido.records import Feat
from companion.rules.bushido.states import separate
from companion.rules.bushido.units import Game

WINDOWS = {
    "3b": "step 3b, for the initiative",
    "4": "step 4, for the pools",
    "5": "step 5, for specials",
    "7b": "step 7b, after the roll",
    "11": "step 11, before damage",
}


def has_feat_for(game: Game, side: str, step: str) -> bool:
    """Whether a card of this side has a feat for this step of an exchange, whoever may declare it when."""
    return any(step in feat.windows for unit in game.table.units.values() if unit.side == side for feat in unit.feats)


def timely(ex: Exchange, side: str, step: str, feat: Feat) -> bool:
    """Whether a side may declare this feat at this step of an exchange, by when its card lets it."""
    holds = {"without_initiative": ex.lead.side != side, "disengage": ex.action == "disengage"}
    return step in feat.windows and holds.get(feat.when, True)


async def window(
    game: Game, ex: Exchange, side: str, step: str, name: str, odds: Callable[[Sequence[Offer]], Odds] | None = None
) -> list[Offer]:
    """One side's window for feats at a step of an exchange: declares until it passes. Each feat at most once.

    `odds` are those of the offers; if there are none, those of the dice that each feat leads to.
    """
    used: list[Offer] = []
    if not has_feat_for(game, side, step):
        return used
    for _ in range(sum(len(u.ki_feats) for u in game.table.units.values())):
        done = [o.value for o in used]
        fits = partial(timely, ex, side, step)
        fighters = [f.model for f in ex.both]
        open_ = [o for o in offers(game.table.of_side(side), fighters, fits, ex.active) if o.value not in done]
        if not open_:
            break
        request = game.choose(
            name,
            by=side,
            title=phrase("a Ki feat at ", step_said(WINDOWS[step]), "?"),
            options=[Option("pass", "no feat"), *(o.option(game, o.value) for o in open_)],
        )
        chosen = await (request.with_odds(partial(odds, open_)) if odds is not None else request.with_odds_ahead())
        if chosen == "pass":
            break
        offer = next(o for o in open_ if o.value == chosen)
        used.append(offer)
        await play_feat(game, offer, side, f"{name}.card")
        ex.moved |= offer.moves
    return used


async def still_touching(game: Game, ex: Exchange) -> None:
    """Where a feat may have moved somebody: do the two still touch?"""
    one, two = ex.both
    if (
        ex.moved
        and in_contact(game.table, one.id, two.id)
        and not await game.yes_no("7a", by="table", default=True, title=f"do {one.name} and {two.name} still touch?")
    ):
        separate(game, one.model, two.model, "a feat moved them apart")
    ex.moved = False
