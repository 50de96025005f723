"""Odds at the rolls of an exchange: both pools, a damage roll, a re-roll."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

from companion.engine.odds import Chance, Heading, Odds, of_numbers
from companion.engine.wording import possessive
from companion.rules.bushido.catalog import special_entry
from companion.rules.bushido.melee.damage_numbers import Roll
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.odds.assumed import assumptions
from companion.rules.bushido.odds.comparison import Side
from companion.rules.bushido.odds.damage import left_of, one_roll
from companion.rules.bushido.odds.dice import Rolls, lying
from companion.rules.bushido.odds.exchange import Fight
from companion.rules.bushido.odds.split import GOAL, headings, rows_of
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
    fight = Fight(game, ex)
    outcome = fight.outcome(side_of(ex.lead), side_of(ex.late))
    rows: list[Chance] = []
    headings: list[Heading] = []
    for place, mine in enumerate((ex.lead, ex.late)):
        wounds = outcome.map(lambda o, place=place: o[place])  # type: ignore[misc]
        rows += [*of_numbers("", "taken", wounds.fractions().items(), mine.id)]
        rows.append(Chance("", "falls", wounds.p(fight.left[place]), mine.id))
        headings += [
            Heading("taken", mine.id, f"wounds on {mine.name}"),
            Heading("falls", mine.id, f"{mine.name} falls"),
        ]
    return Odds("Both pools", "wounds of this exchange", tuple(rows), tuple(headings), assumptions(game, ex))


def damage_odds(game: Game, ex: Exchange, roll: Roll) -> Odds:
    """What one damage roll will do."""
    wounds = one_roll(game, ex, roll, True)
    target = roll.target
    rows = of_numbers("", "dealt", wounds.fractions().items(), target.id)
    rows.append(Chance("", "falls", wounds.p(left_of(target)), target.id))
    headings = (
        Heading("dealt", target.id, f"wounds on {target.name}"),
        Heading("falls", target.id, f"{target.name} falls"),
    )
    return Odds(f"{roll.striker.name}'s damage", "wounds of this roll", tuple(rows), headings, assumptions(game, ex))


def reroll_odds(
    game: Game, ex: Exchange, by: Fighter, of: Fighter, places: Mapping[str, tuple[DiceKind, int]], most: int
) -> Odds | None:
    """Which dice to re-roll: every set of them, equal faces counted once, against leaving all as they lie.

    `places` are the dice that may be re-rolled, by option. None where there are more ways than anybody compares.
    """
    fight = Fight(game, ex)
    now: dict[tuple[str, DiceKind], Rolls] = {}
    after = {key: dice._replace(fixed=0) for key, dice in fight.dice.items()}
    for mine in ex.both:
        for kind in KINDS:
            now[mine.id, kind] = lying(mine.dice[kind], 0, after[mine.id, kind])
    sets: dict[tuple[tuple[str, int], ...], tuple[str, ...]] = {}
    for size in range(most + 1):
        for chosen in combinations(places, size):
            faces = tuple(
                sorted((places[option][0], of.dice[places[option][0]][places[option][1]]) for option in chosen)
            )
            sets.setdefault(faces, chosen)
    if len(sets) > MOST_REROLLS:
        return None
    enemy, worth = ex.other(by), dict[str, Fraction]()
    rows: list[Chance] = []
    leads = by is ex.lead
    left = fight.left if leads else (fight.left[1], fight.left[0])
    for chosen in sets.values():
        dice = dict(now)
        for kind in KINDS:
            gone = {places[option][1] for option in chosen if places[option][0] == kind}
            if gone:
                stay = [face for place, face in enumerate(of.dice[kind]) if place not in gone]
                dice[of.id, kind] = lying(stay, len(gone), after[of.id, kind])
        fight.lie(dice)
        outcome = fight.outcome(side_of(ex.lead), side_of(ex.late))
        wounds = outcome.map(lambda o: (o.lead, o.late) if leads else (o.late, o.lead))
        option = ", ".join(chosen) or "none"
        worth[option] = wounds.mean(lambda found: found[1] - found[0])
        rows += rows_of(option, wounds, by, enemy, left)
    best = max(worth, key=worth.__getitem__)
    return Odds(
        f"{possessive(by.name)} re-roll",
        GOAL,
        tuple(rows),
        headings(by, enemy),
        ("nobody re-rolls after this", *(line for line in assumptions(game, ex) if line != "nobody re-rolls")),
        value=worth[best],
        safest=best,
        guarantees=tuple(worth.items()),
    )
