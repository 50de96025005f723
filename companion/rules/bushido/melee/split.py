"""The secret split and its reveal (steps 5 and 6)."""

from __future__ import annotations

from functools import partial

from companion.engine.requests import Plan, Split
from companion.engine.state.phrases import phrase, says
from companion.engine.wording import count, possessive
from companion.rules.bushido.catalog import ACTIONS
from companion.rules.bushido.ki.feats import given, offers, use_feat
from companion.rules.bushido.ki.windows import timely
from companion.rules.bushido.melee.display import split_words
from companion.rules.bushido.melee.fighters import Exchange, Fighter, Way
from companion.rules.bushido.odds.split import split_odds
from companion.rules.bushido.records import Special
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import KINDS


def leaning(mine: Fighter, action: str, activating: bool) -> tuple[str, str]:
    """The kind of dice that must not be fewer than the other, and why; an empty kind if neither must.

    The split is bound by Disengage, or by what makes the model Aggressive or Defensive, unless it is both.
    """
    declared = ACTIONS.get(action)
    if declared is not None and declared.split and activating:
        return declared.split, declared.title
    own = mine.powers
    aggressive, defensive = own.all("attack_heavy"), own.all("defence_heavy")
    if bool(aggressive) == bool(defensive):
        return "", ""
    return ("attack", aggressive[0].source) if aggressive else ("defence", defensive[0].source)


def ways(game: Game, ex: Exchange, mine: Fighter) -> list[Way]:
    """Every special this fighter can pay for, each once at its lowest cost; then those that a feat brings."""
    model, most = mine.model, mine.pool - 1
    found = [Way(None, None)]
    if mine.powers.has("no_specials"):
        return found
    costs: dict[str, int] = {}
    granted = [Special(e.name, e.cost) for e in given(model, "special")]
    for special in (*mine.weapon.specials, *granted):
        costs[special.name] = min(special.cost, costs.get(special.name, special.cost))
    found += [Way(Special(name, cost), None) for name, cost in costs.items() if cost <= most]
    friends = [u for u in game.table.of_side(mine.side) if u.id != mine.id]
    for offer in offers([model, *friends], [model], partial(timely, ex, mine.side, "5"), ex.active):
        brings = [e for e in offer.feat.effects if e.op == "special" and e.cost <= most]
        found += [Way(Special(e.name, e.cost), offer) for e in brings]
    return found


def plans(game: Game, ex: Exchange, mine: Fighter) -> list[tuple[Plan, Way]]:
    """The legal splits of step 5, each with what it declares: every die placed, after the special's cost."""
    leans, why = leaning(mine, ex.action, mine is ex.first)
    defence_only = next((g.feat for g in mine.model.granted if g.effect.op == "all_defence"), "")
    made = []
    for way in ways(game, ex, mine):
        total = max(0, mine.pool) - (way.special.cost if way.special is not None else 0)
        more, less = (total + 1) // 2, total // 2
        bounds, why_lo, why_hi = {"attack": (0, total), "defence": (0, total)}, {}, {}
        if defence_only:
            bounds = {"attack": (0, 0), "defence": (total, total)}
            why_lo["defence"] = why_hi["attack"] = f"{defence_only}: all dice in defence"
        elif leans:
            other = "defence" if leans == "attack" else "attack"
            bounds = {leans: (more, total), other: (0, less)}
            why_lo[leans] = why_hi[other] = f"{why}: no fewer {leans} than {other} dice"
        cost = (way.offer.cost(game),) if way.offer is not None else ()
        allotments: dict[str, tuple[int, int]] = {kind: bounds[kind] for kind in KINDS}
        made.append((Plan(way.plan, way.label, total, allotments, why_lo, why_hi, cost), way))
    return made


async def allocate(game: Game, ex: Exchange) -> None:
    """Step 5: both split their pools out of each other's sight."""
    game.at("5")
    offered = {f.id: plans(game, ex, f) for f in ex.both}
    asked = {f.id: f.side for f in ex.both}
    slots = {
        f.side: Split(
            "5",
            by=f.side,
            title=f"split {possessive(f.name)} {count(int(f.pool), 'die')} into attack and defence",
            plans=[plan for plan, _ in offered[f.id]],
            tally=[f.pool, ex.other(f).pool],
            noun="dice",
        )
        for f in ex.both
    }
    for f in ex.both:
        odds = partial(split_odds, game, ex, f, offered)
        _ = slots[f.side].with_odds_by_goal(odds, partial(odds, played=True))
    sealed = await game.secret(
        "5", title=f"split the dice of {ex.first.name} and {ex.second.name} in secret", slots=slots
    )
    for mine in ex.both:
        allotment = sealed[asked[mine.id]]
        mine.attack, mine.defence = allotment.allotments["attack"], allotment.allotments["defence"]
        way = next(way for plan, way in offered[mine.id] if plan.plan == allotment.plan)
        mine.special, mine.offer = way.special, way.offer


async def reveal(game: Game, ex: Exchange) -> None:
    """Step 6: feats that add or cheapen specials are paid, without the initiative first; then both splits are open.

    Nothing is left to ask: both were sealed with the split, and whoever shows the secret shows them.
    """
    game.at("6")
    for mine in (ex.late, ex.lead):
        if mine.offer is not None:
            use_feat(game, mine.offer)
            ex.moved |= mine.offer.moves
    for mine in ex.both:
        game.note(
            phrase(mine.name, " ", says(split_words(mine), mine.model, "split", split_words(mine))),
            beside="answer",
            passing=True,
            model=mine.id,
            attack=mine.attack,
            defence=mine.defence,
            special=mine.special.name if mine.special is not None else "",
        )
        game.show(mine.model, "split", "Split", split_words(mine))
    ex.revealed = True
