"""Ki feats, also those declared between activations, and boosts of Move and Ranged Pool: what they cost and give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from companion.engine.procedure import procedure
from companion.engine.requests import Cost, Number, Option
from companion.engine.state.changes import Line
from companion.engine.wording import does
from companion.rules.bushido.melee.results import cap_of
from companion.rules.bushido.powers import powers
from companion.rules.bushido.records import Effect, Feat, Grant
from companion.rules.bushido.units import BushidoUnit, Game
from companion.rules.bushido.vocabulary import FEAT_WORDS

KEPT = tuple(word for word in FEAT_WORDS if word != "moves")
"""Words whose effect the model keeps for a while."""


class Offer(NamedTuple):
    """A feat that may be declared now: by which model, for whom."""

    user: BushidoUnit
    feat: Feat
    target: BushidoUnit

    @property
    def value(self) -> str:
        """The value inside an exchange, if a feat concerns one of the two fighters."""
        return self.feat.name if self.user is self.target else f"{self.user.id}: {self.feat.name}"

    @property
    def of_user(self) -> str:
        """The value if it is known who uses it, but not on whom."""
        return self.feat.name if self.user is self.target else f"{self.feat.name}: {self.target.id}"

    @property
    def full(self) -> str:
        """The value if several models of a side may have the same feat."""
        return f"{self.user.id}: {self.of_user}"

    @property
    def label(self) -> str:
        return f"{self.user.name}: {self.name}"

    @property
    def name(self) -> str:
        """The feat, and on whom: `Curse on Aya`."""
        return self.feat.name if self.user is self.target else f"{self.feat.name} on {self.target.name}"

    def option(self, game: Game, value: str) -> Option[str]:
        """The offer as an option of this value, with what it costs."""
        return Option(value, self.label, cost=(self.cost(game),), does=self.feat.text)

    @property
    def moves(self) -> bool:
        """Whether a fighter may have moved by it: a card that the app does not know may say so."""
        return not self.feat.effects or any(effect.op == "moves" for effect in self.feat.effects)

    def cost(self, game: Game) -> Cost:
        """The Ki that it costs."""
        return game.cost(self.user, "ki_tokens", self.feat.ki or 0)


def may_spend(model: BushidoUnit) -> bool:
    """Whether a model can pay Ki for feats and boosts at all: not while Surprised or Controlled."""
    return model.alive and not powers(model).has("spends_no_ki")


def closed(model: BushidoUnit, feat: Feat) -> str:
    """Why this model cannot declare this feat now, or an empty string."""
    if not may_spend(model):
        return "Surprised or Controlled models spend no Ki"
    if (feat.ki or 0) > model.ki_tokens:
        return f"costs {feat.ki} Ki, has {model.ki_tokens}"
    for limit, used in (("turn", model.opt_used), ("game", model.opg_used), ("activation", model.opa_used)):
        if feat.limit == limit and feat.name in used:
            return f"once per {limit}"
    return ""


def to_come(game: Game, *steps: str) -> list[tuple[BushidoUnit, Feat]]:
    """The feats that can still be paid for at these steps of an exchange, each with its model."""
    known = [(unit, feat) for unit in game.table.units.values() for feat in unit.feats]
    return [(unit, feat) for unit, feat in known if not {*steps}.isdisjoint(feat.windows) and not closed(unit, feat)]


def ki_cost(game: Game, model: BushidoUnit, feat: Feat) -> int:
    """What the feat costs, with its reason; players who know of a reduction overrule it (never below 1 by itself)."""
    return game.tally(
        f"ki[{model.id},{feat.name}]",
        [Line("printed cost", feat.ki or 0, "the feat's card")],
        name=f"{feat.name}, Ki",
        lo=0,
        low_rule="the feat's card",
        unit="Ki",
    )


def use_feat(game: Game, offer: Offer) -> None:
    """Pays for a feat, notes its limit and gives what it gives."""
    user, feat = offer.user, offer.feat
    cost = ki_cost(game, user, feat)
    game.shift(user, "ki_tokens", -cost, f"{feat.name} declared")
    if feat.limit:
        box = {"turn": "opt_used", "game": "opg_used", "activation": "opa_used"}[feat.limit]
        game.change(user, box, (*user.get(box), feat.name), f"once per {feat.limit}")
    grant(game, offer.target, feat.name, feat.lasts, [e for e in feat.effects if e.op in KEPT])
    game.note(
        f"{does(user.name, 'uses')} {offer.name}" + (f": {feat.text}" if feat.text else ""),
        feat=feat.name,
        model=user.id,
        ki=int(cost),
    )


async def play_feat(game: Game, offer: Offer, by: str, name: str) -> None:
    """The same, and players do what the card alone explains, as the request `name`."""
    use_feat(game, offer)
    if not offer.feat.effects:
        await game.do(name, by=by, title=f"do what the card says: {offer.feat.name}")


def grant(game: Game, model: BushidoUnit, feat: str, until: str, effects: list[Effect]) -> None:
    """Gives a model some effects until the exchange, next damage roll, activation or turn ends."""
    if effects:
        given = tuple(Grant(feat, until, e) for e in effects)
        game.change(model, "granted", (*model.granted, *given), f"{feat}, until the {until} is over")


def expire(game: Game, model: BushidoUnit, *until: str) -> None:
    """Ends what was given until now."""
    if any(g.until in until for g in model.granted):
        kept = tuple(g for g in model.granted if g.until not in until)
        game.change(model, "granted", kept, f"the {until[0]} is over")


def given(model: BushidoUnit, op: str) -> list[Effect]:
    """The effects of this word that feats gave the model."""
    return [g.effect for g in model.granted if g.effect.op == op] if model.granted else []


def in_force(offer: Offer) -> bool:
    """Whether its target still has what this feat gives."""
    return any(g.feat == offer.feat.name for g in offer.target.granted)


def offers_of(user: BushidoUnit, feat: Feat, targets: Iterable[BushidoUnit]) -> Iterator[Offer]:
    """The feat on each of these models that it is for."""
    for target in targets:
        fits = {"self": target is user, "friend": target.side == user.side, "enemy": target.side != user.side}
        if target.alive and fits.get(feat.target, False):
            yield Offer(user, feat, target)


def offers(
    users: Iterable[BushidoUnit], targets: Sequence[BushidoUnit], allowed: Callable[[Feat], bool], active: str
) -> list[Offer]:
    """The feats that these models may declare now: Instant ones, and Active ones of the Active Player. None that its
    target has already."""
    found = []
    for user in users:
        for feat in user.feats:
            if feat.timing != "instant" and not (feat.timing == "active" and user.side == active):
                continue
            if allowed(feat) and not closed(user, feat):
                found += [offer for offer in offers_of(user, feat, targets) if not in_force(offer)]
    return found


@procedure("Instant Ki feat")
async def declare_feat(game: Game, feat: str) -> dict[str, Any]:
    """Pays for an Instant feat at rest. `feat` is `MODEL: NAME`, or `MODEL: NAME: TARGET`."""
    model = game.table.unit(feat.partition(": ")[0])
    known = (offer for each in model.feats for offer in offers_of(model, each, game.table.units.values()))
    offer = next(offer for offer in known if offer.full == feat)
    await play_feat(game, offer, model.side, "feat.card")
    return {"model": model.id, "feat": offer.feat.name}


def limits(model: BushidoUnit, price: int | None, room: int) -> tuple[int, str]:
    """How many boosts at this price a model may make, and why no more. `room`: up to the cap of the statistic."""
    if price is None or not may_spend(model):
        return 0, "no boosts"
    paid = model.ki_tokens // price
    if paid <= room:
        return paid, f"{model.ki_tokens} Ki at {price} each"
    return max(0, room), "never above twice the printed number"


def most_of(model: BushidoUnit, base: int | None, price: int | None) -> int:
    """What a statistic of this base may be by boosts at this price; a dash is 0 and stays so."""
    return 0 if base is None else base + limits(model, price, cap_of(base) - base)[0]


def asked_boosts(
    game: Game, model: BushidoUnit, name: str, word: str, price: int, limit: tuple[int, str], more: str = ""
) -> Number:
    """How many boosts of this kind a model buys at this price, within what `limits` said: await it. `more` ends the
    question."""
    most, why = limit
    title = f"how many {word} boosts for {model.name}, {price} Ki each?" + (f" {more}" if more else "")
    cost = [game.cost(model, "ki_tokens", price)]
    return game.number(name, by=model.side, lo=0, hi=most, why_hi=why, cost=cost, title=title)


async def boost(game: Game, model: BushidoUnit, stat: Literal["move", "ranged"], purpose: str = "") -> int:
    """Boosts of Move or Ranged Pool for one action; returns how many. `purpose` says what the statistic is for."""
    base, price, word = (
        (model.move, model.move_boost_cost, "Move")
        if stat == "move"
        else (model.ranged_pool, model.ranged_boost_cost, "Ranged Pool")
    )
    if price is None or base is None:
        return 0
    limit = limits(model, price, cap_of(base) - base)
    if limit[0] < 1:
        return 0
    count = await asked_boosts(game, model, f"boost.{stat}", word, price, limit, purpose)
    game.shift(model, "ki_tokens", -price * count, f"{count} {word} boosts")
    return count
