"""Odds at the rolls of an exchange: both pools, a damage roll, a re-roll."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from companion.engine.odds import Given, Odds, TooLarge
from companion.engine.wording import possessive
from companion.rules.bushido.ki.feats import Offer
from companion.rules.bushido.melee.again import Again, agains
from companion.rules.bushido.melee.damage_numbers import Roll
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.results import scoring
from companion.rules.bushido.melee.track import track_of
from companion.rules.bushido.odds.again import Best, best_of, lying, to_be_rolled
from companion.rules.bushido.odds.fight import Fight, Outcome
from companion.rules.bushido.odds.foreseen import declared
from companion.rules.bushido.odds.harm import Life, numbers_of, struck, suffered
from companion.rules.bushido.odds.rows import NO_FEATS, NO_REROLLS, assumptions, compared, feats_after, shown
from companion.rules.bushido.records import Effect
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import DiceKind

MOST_REROLLS = 64
"""More ways to re-roll than anybody compares."""


def both_odds(game: Game, ex: Exchange) -> Odds:
    """What the joint roll of both pools will do, with the splits as revealed."""
    fight = Fight(game, ex)
    return _roll_odds("Both pools", game, ex, best_of(fight, {None: to_be_rolled(fight)}, tuple(agains(ex))))


def _roll_odds(title: str, game: Game, ex: Exchange, found: Best) -> Odds:
    """What a roll comes to: the wounds of both."""
    of, goal = (("taken", ex.lead), ("taken", ex.late)), "wounds of this exchange"
    assumed = (*found.used, *found.left, *_after_this(game, ex))
    return shown(title, found.outcomes, *of, goal=goal, assumed=assumed, beside=found.left, error=found.error)


def damage_odds(game: Game, ex: Exchange, roll: Roll) -> Odds:
    """What one damage roll will do."""
    target, title = roll.target, f"{possessive(roll.striker.name)} damage"
    track = track_of(target)
    hurt = struck(Life(track), numbers_of(game, ex, roll), roll.success).map(lambda found: suffered(track, found))
    found, goal = {None: {target.id: hurt}}, "wounds of this roll"
    return shown(title, found, ("dealt", target), goal=goal, assumed=assumptions(game, ex))


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
    assumed = (*found.used, *found.left, *_after_this(game, ex))
    return compared(f"{possessive(by.name)} re-roll", by, ex.other(by), found.outcomes, assumed, found.left)


def again_odds(game: Game, ex: Exchange, of: Fighter, places: Sequence[tuple[DiceKind, int]], turn: int) -> Odds:
    """What the dice that were picked for a re-roll will do; `turn` is how many re-rolls were there before it, and those
    after it are used as best play does."""
    fight = Fight(game, ex)
    found = best_of(fight, {None: lying(fight, of, places)}, tuple(agains(ex))[turn + 1 :])
    return _roll_odds(f"{possessive(of.name)} dice again", game, ex, found)


def one_more_odds(game: Game, ex: Exchange, mine: Fighter, after: Sequence[Effect]) -> Odds:
    """What a die does that a feat adds to the dice that lie. `after` are the added dice of `mine` from this one on.

    The fighter without the initiative discards and adds first: what it has done shows in the dice.
    """
    fight, late_done = Fight(game, ex), mine is ex.lead
    for place, (fighter, kind) in enumerate(fight.piles):
        dice, is_late = fight.dice[place], fighter is ex.late
        later = [e.x or 0 for e in after if e.of == kind] if fighter is mine else [] if late_done else dice.added
        fight.dice[place] = dice._replace(
            fixed=(),
            discards=dice.discards if is_late and not late_done else 0,
            added=tuple(later),
            gone=len(scoring(fighter.gone[kind], dice.kata)) if dice.ties_keep else 0,
        )
    return _roll_odds(f"{possessive(mine.name)} die", game, ex, best_of(fight, {None: lying(fight)}, ()))


def feat_odds(game: Game, ex: Exchange, side: str, offers: Sequence[Offer]) -> Odds:
    """What each feat after the roll makes of the dice that lie, against none, with the re-rolls that follow."""
    by = next(f for f in ex.both if f.side == side)
    outcomes: dict[Given, Outcome] = {}
    said: dict[str, None] = {}
    beside: dict[str, None] = {}
    for option, offer in (("pass", None), *((offer.value, offer) for offer in offers)):
        then = declared(ex, [(offer.user.id, offer.feat, offer.target.id)]) if offer is not None else ex
        fight = Fight(game, then)
        found = best_of(fight, {option: lying(fight)}, tuple(agains(then)), len(offers) + 1)
        outcomes |= found.outcomes
        said |= dict.fromkeys((*found.used, *found.left))
        beside |= dict.fromkeys(found.left)
    after = [line for line in _after_this(game, ex) if line != NO_FEATS]
    others = set(feats_after(game)) - {(offer.user.id, offer.feat.name) for offer in offers}
    more = others or len(offers) > 1 or any("11" in offer.feat.windows for offer in offers)
    last = ("this is the last feat",) if more else ()
    moves = any(e.op == "moves" for offer in offers for e in offer.feat.effects)
    apart = ("the two still touch",) if moves else ()
    assumed, title = (*last, *apart, *said, *after), f"{possessive(by.name)} feat"
    return compared(title, by, ex.other(by), outcomes, assumed, beside)


def _after_this(game: Game, ex: Exchange) -> tuple[str, ...]:
    return tuple(line for line in assumptions(game, ex) if line != NO_REROLLS)
