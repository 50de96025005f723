"""Odds at the rolls of an exchange: both pools, a damage roll, a re-roll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from companion.engine.odds import Chance, Heading, Odds, TooLarge
from companion.engine.wording import possessive
from companion.odds.chances import Chances
from companion.rules.bushido.catalog import special_entry
from companion.rules.bushido.ki.feats import Offer
from companion.rules.bushido.melee.damage_numbers import Roll
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.results import scoring
from companion.rules.bushido.melee.track import track_of
from companion.rules.bushido.odds.assumed import assumptions
from companion.rules.bushido.odds.comparison import Side
from companion.rules.bushido.odds.contest import met_by
from companion.rules.bushido.odds.damage import numbers_of, wounds_at
from companion.rules.bushido.odds.dice import Dice, Rolls, fixed, lying
from companion.rules.bushido.odds.exchange import Fight
from companion.rules.bushido.odds.foreseen import declared
from companion.rules.bushido.odds.harm import Hurt, body_of, suffer
from companion.rules.bushido.odds.split import GOAL, headings, rows_of, suffers
from companion.rules.bushido.records import Effect
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import KINDS, DiceKind

MOST_REROLLS = 64
"""More ways to re-roll than anybody compares."""


def side_of(mine: Fighter) -> Side:
    """A fighter with the split that it has revealed."""
    special = special_entry(mine.special.name) if mine.special is not None else None
    return Side(mine, special, mine.attack, mine.defence)


def both_odds(game: Game, ex: Exchange) -> Odds:
    """What the joint roll of both pools will do, with the splits as revealed."""
    return _exchange_odds("Both pools", Fight(game, ex), assumptions(game, ex))


def _exchange_odds(title: str, fight: Fight, assumes: Sequence[str]) -> Odds:
    """Wounds of both, with the splits as revealed and the dice that lie in the fight, if any."""
    ex = fight.ex
    outcome = fight.outcome(side_of(ex.lead), side_of(ex.late))
    rows: list[Chance] = []
    columns: list[Heading] = []
    met = met_by(fight, outcome, leads=True)
    for mine, suffered in ((ex.lead, met.taken), (ex.late, met.dealt)):
        rows += suffers("", "taken", suffered, mine)
        columns += [
            Heading("taken", mine.id, f"wounds on {mine.name}"),
            Heading("falls", mine.id, f"{mine.name} falls"),
        ]
    return Odds(title, "wounds of this exchange", tuple(rows), tuple(columns), tuple(assumes))


def damage_odds(game: Game, ex: Exchange, roll: Roll) -> Odds:
    """What one damage roll will do."""
    target = roll.target
    body = body_of(track_of(target))
    hurt = suffer(body, Chances.certain(Hurt(0)), [wounds_at(numbers_of(game, ex, roll), roll.success)])
    rows = suffers("", "dealt", hurt.map(lambda found: body.read(found.harm)), target)
    headings = (
        Heading("dealt", target.id, f"wounds on {target.name}"),
        Heading("falls", target.id, f"{target.name} falls"),
    )
    return Odds(f"{roll.striker.name}'s damage", "wounds of this roll", tuple(rows), headings, assumptions(game, ex))


def reroll_odds(
    game: Game, ex: Exchange, by: Fighter, of: Fighter, places: Mapping[str, tuple[DiceKind, int]], most: int
) -> Odds:
    """Which dice to re-roll: every set of them, equal faces counted once, against leaving all as they lie.

    `places` are the dice that may be re-rolled, by option. Raises TooLarge where there are more ways than anybody
    compares.
    """
    fight = Fight(game, ex)
    sets: dict[tuple[tuple[str, int], ...], tuple[str, ...]] = {}
    for size in range(most + 1):
        for chosen in combinations(places, size):
            faces = tuple(
                sorted((places[option][0], of.dice[places[option][0]][places[option][1]]) for option in chosen)
            )
            sets.setdefault(faces, chosen)
    if len(sets) > MOST_REROLLS:
        raise TooLarge
    enemy, worth = ex.other(by), dict[str, Fraction]()
    rows: list[Chance] = []
    leads = by is ex.lead
    for chosen in sets.values():
        _roll_again(fight, of, [places[option] for option in chosen])
        outcome = fight.outcome(side_of(ex.lead), side_of(ex.late))
        met = met_by(fight, outcome, leads=leads)
        option = ", ".join(chosen) or "none"
        worth[option] = met.worth()
        rows += rows_of(option, met, by, enemy)
    best = max(worth, key=worth.__getitem__)
    return Odds(
        f"{possessive(by.name)} re-roll",
        GOAL,
        tuple(rows),
        headings(by, enemy),
        _after_this(game, ex),
        value=worth[best],
        safest=best,
        guarantees=tuple(worth.items()),
    )


def again_odds(game: Game, ex: Exchange, of: Fighter, places: Sequence[tuple[DiceKind, int]]) -> Odds:
    """What the dice that were picked for a re-roll will do; all others lie."""
    fight = Fight(game, ex)
    _roll_again(fight, of, places)
    return _exchange_odds(f"{possessive(of.name)} dice again", fight, _after_this(game, ex))


def one_more_odds(game: Game, ex: Exchange, mine: Fighter, after: Sequence[Effect]) -> Odds:
    """What a die does that a feat adds to the dice that lie. `after` are the added dice of `mine` from this one on.

    The fighter without the initiative discards and adds first: what it has done shows in the dice.
    """
    fight = Fight(game, ex)
    late_done = mine is ex.lead
    lie: dict[tuple[str, DiceKind], Rolls] = {}
    for fighter in ex.both:
        for kind in KINDS:
            dice = fight.dice[fighter.id, kind]
            later = [e.x or 0 for e in after if e.of == kind] if fighter is mine else dice.added
            dice = dice._replace(
                fixed=(),
                discards=dice.discards if fighter is ex.late and not late_done else 0,
                added=() if fighter is ex.late and late_done else tuple(later),
            )
            lie[fighter.id, kind] = lying(fighter.dice[kind], 0, dice, _gone(fighter, kind, dice))
    fight.lie(lie)
    return _exchange_odds(f"{possessive(mine.name)} die", fight, _after_this(game, ex))


def feat_odds(game: Game, ex: Exchange, side: str, offers: Sequence[Offer]) -> Odds:
    """What each feat after the roll makes of the dice that lie, against none."""
    by = next(f for f in ex.both if f.side == side)
    enemy, leads = ex.other(by), by is ex.lead
    worth: dict[str, Fraction] = {}
    rows: list[Chance] = []
    for option, offer in (("pass", None), *((offer.value, offer) for offer in offers)):
        then = declared(ex, [(offer.user, offer.feat, offer.target)]) if offer is not None else ex
        fight = Fight(game, then)
        lie = {}
        for mine in then.both:
            for kind in KINDS:
                dice = fight.dice[mine.id, kind]
                lie[mine.id, kind] = lying(fixed(mine.dice[kind], dice), 0, dice._replace(fixed=()))
        fight.lie(lie)
        outcome = fight.outcome(side_of(then.lead), side_of(then.late))
        met = met_by(fight, outcome, leads=leads)
        worth[option] = met.worth()
        rows += rows_of(option, met, by, enemy)
    best = max(worth, key=worth.__getitem__)
    moves = any(e.op == "moves" for offer in offers for e in offer.feat.effects)
    apart = ("the two still touch",) if moves else ()
    return Odds(
        f"{possessive(by.name)} feat",
        GOAL,
        tuple(rows),
        headings(by, enemy),
        ("this is the last feat", *apart, *assumptions(game, ex)),
        value=worth[best],
        safest=best,
        guarantees=tuple(worth.items()),
    )


def _roll_again(fight: Fight, of: Fighter, places: Sequence[tuple[DiceKind, int]]) -> None:
    """All dice lie in the fight but these of one fighter, which are rolled anew."""
    dice: dict[tuple[str, DiceKind], Rolls] = {}
    for mine in fight.ex.both:
        for kind in KINDS:
            gone = {place for where, place in places if where == kind} if mine is of else set[int]()
            stay = [face for place, face in enumerate(mine.dice[kind]) if place not in gone]
            dice[mine.id, kind] = lying(stay, len(gone), fight.dice[mine.id, kind]._replace(fixed=()))
    fight.lie(dice)


def _gone(mine: Fighter, kind: DiceKind, dice: Dice) -> int:
    """How many of the dice that were taken away still count for a tie."""
    return len(scoring(mine.gone[kind], dice.kata)) if dice.ties_keep else 0


def _after_this(game: Game, ex: Exchange) -> tuple[str, ...]:
    return ("nobody re-rolls after this", *(line for line in assumptions(game, ex) if line != "nobody re-rolls"))
