"""Odds at the rolls of an exchange: both pools, a damage roll, a re-roll."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from companion.engine.odds import Odds, TooLarge
from companion.engine.wording import possessive
from companion.odds.side_by_side import best_of as best_option
from companion.rules.bushido.ki.feats import Offer, to_come
from companion.rules.bushido.melee.again import Again, agains
from companion.rules.bushido.melee.damage_numbers import Roll
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.results import scoring
from companion.rules.bushido.melee.track import track_of
from companion.rules.bushido.odds.again import Best, best_of, lying, to_be_rolled
from companion.rules.bushido.odds.fight import Fight
from companion.rules.bushido.odds.foreseen import foreseen
from companion.rules.bushido.odds.harm import Life, numbers_of, struck, suffered
from companion.rules.bushido.odds.rows import AFTER_THE_SPLIT, NO_FEATS, NO_REROLLS, against, assumptions, shown
from companion.rules.bushido.records import Effect
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import DiceKind

MOST_REROLLS = 64
"""More ways to re-roll than anybody compares."""


def _odds(
    title: str, game: Game, ex: Exchange, found: Best, by: Fighter | None = None, feats: tuple[str, ...] | None = None
) -> Odds:
    """What comes of dice: the wounds of both, or the options of a fighter side by side, the best by wounds. `feats` is
    what is taken for granted of those after it, if there may be some."""
    known = (NO_REROLLS,) if feats is None else (NO_REROLLS, NO_FEATS)
    assumed = (*(feats or ()), *found.said, *(line for line in assumptions(game, ex) if line not in known))
    if by is None:
        both, goal = (("taken", ex.lead), ("taken", ex.late)), "wounds of this exchange"
        return shown(title, found.outcomes, both, goal=goal, assumed=assumed, beside=found.left, error=found.error)
    worths = {}
    for option, outcome in found.outcomes.items():
        dealt, taken = (outcome[who.id].mean(lambda to: to.wounds) for who in (ex.other(by), by))
        worths[option] = dealt - taken
    best, of = best_option(worths, alone=True), against(by, ex.other(by))
    return shown(title, found.outcomes, of, assumed=assumed, beside=found.left, best=best)


def both_odds(game: Game, ex: Exchange) -> Odds:
    """What the joint roll of both pools will do, with the splits as revealed."""
    fight = Fight(game, ex)
    return _odds("Both pools", game, ex, best_of(fight, {None: to_be_rolled(fight)}, tuple(agains(ex))))


def damage_odds(game: Game, ex: Exchange, roll: Roll) -> Odds:
    """What one damage roll will do."""
    target, title = roll.target, f"{possessive(roll.striker.name)} damage"
    track = track_of(target)
    hurt = struck(Life(track), numbers_of(game, ex, roll), roll.success).map(lambda found: suffered(track, found))
    found, goal = {None: {target.id: hurt}}, "wounds of this roll"
    return shown(title, found, [("dealt", target)], goal=goal, assumed=assumptions(game, ex))


def reroll_odds(game: Game, ex: Exchange, again: Again, turn: int) -> Odds:
    """Which dice to re-roll: every set of them, equal faces counted once, against leaving all as they lie. `turn` is
    how many re-rolls were there before; those after it are used as best play does.

    Raises TooLarge where there are more ways than anybody compares.
    """
    fight, by, of, places = Fight(game, ex), again.by, again.of, again.places()
    sets: dict[tuple[tuple[DiceKind, int], ...], tuple[str, ...]] = {}
    for size in range(min(again.most, len(places)) + 1):
        for chosen in combinations(places, size):
            faces = tuple(sorted((kind, of.dice[kind][at]) for kind, at in map(places.__getitem__, chosen)))
            sets.setdefault(faces, chosen)
            if len(sets) > MOST_REROLLS:
                raise TooLarge
    starts = {option: lying(fight, of, [places[name] for name in option]) for option in sets.values()}
    found = best_of(fight, starts, tuple(agains(ex))[turn + 1 :])
    return _odds(f"{possessive(by.name)} re-roll", game, ex, found, by)


def again_odds(game: Game, ex: Exchange, of: Fighter, places: Sequence[tuple[DiceKind, int]], turn: int) -> Odds:
    """What the dice that were picked for a re-roll will do; `turn` is how many re-rolls were there before it, and those
    after it are used as best play does."""
    fight = Fight(game, ex)
    found = best_of(fight, {None: lying(fight, of, places)}, tuple(agains(ex))[turn + 1 :])
    return _odds(f"{possessive(of.name)} dice again", game, ex, found)


def one_more_odds(game: Game, ex: Exchange, mine: Fighter, after: Sequence[Effect]) -> Odds:
    """What a die does that a feat adds to the dice that lie. `after` are the added dice of `mine` from this one on.

    The fighter without the initiative discards and adds first: what it has done shows in the dice.
    """
    fight, late_done = Fight(game, ex), mine is ex.lead
    for place, (fighter, kind) in enumerate(fight.piles):
        dice = fight.dice[place]
        later = [e.x or 0 for e in after if e.of == kind] if fighter is mine else [] if late_done else dice.added
        fight.dice[place] = dice._replace(
            fixed=(),
            discards=0 if late_done or fighter is ex.lead else dice.discards,
            added=tuple(later),
            gone=len(scoring(fighter.gone[kind], dice.kata)) if dice.ties_keep else 0,
        )
    return _odds(f"{possessive(mine.name)} die", game, ex, best_of(fight, {None: lying(fight)}, ()))


def feat_odds(game: Game, ex: Exchange, side: str, offers: Sequence[Offer]) -> Odds:
    """What each feat after the roll makes of the dice that lie, against none, with the re-rolls that follow."""
    by = next(f for f in ex.both if f.side == side)
    each = []
    for option, offer in (("pass", None), *((offer.value, offer) for offer in offers)):
        then = foreseen(ex, [(offer.user.id, offer.feat, offer.target.id)]) if offer is not None else ex
        fight = Fight(game, then)
        each.append(best_of(fight, {option: lying(fight)}, tuple(agains(then)), len(offers) + 1))
    found = Best(
        {option: outcome for best in each for option, outcome in best.outcomes.items()},
        tuple(line for best in each for line in best.said),
        tuple(dict.fromkeys(line for best in each for line in best.left)),
    )
    offered = {(offer.user.id, offer.feat.name) for offer in offers}
    others = {(unit.id, feat.name) for unit, feat in to_come(game, *AFTER_THE_SPLIT)} - offered
    more = others or len(offers) > 1 or any("11" in offer.feat.windows for offer in offers)
    last = ("this is the last feat",) if more else ()
    apart = ("the two still touch",) if any(offer.moves for offer in offers) else ()
    return _odds(f"{possessive(by.name)} feat", game, ex, found, by, (*last, *apart))
