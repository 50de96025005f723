"""Odds at the requests of an Attack Test: Boost, the rolls, rerolls, criticals (ATC)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product

from companion.engine.goals import WOUNDS, pay_off
from companion.engine.odds import Given, Odds
from companion.engine.wording import does, verb
from companion.odds.chances import Chances
from companion.odds.side_by_side import Best, Cell, best_of, side_by_side
from companion.rules.gods_gloom.melee.results import NO_DICE, Rolled
from companion.rules.gods_gloom.melee.score import Score, total
from companion.rules.gods_gloom.odds.ending import Dice, Ending, counted, ending, ends
from companion.rules.gods_gloom.records import COLOURS, ROLES, Role, other

GOAL = "wounds inflicted less wounds suffered"

ONCE = "nobody rerolls afterwards"
PLAIN = ("no other effects are used", ONCE)
TO_THE_END = "counted to the end of the melee, but for what a push costs"


def worth(score: Score, found: Chances[Ending], role: Role, goal: str = WOUNDS) -> Fraction:
    """What these ends of a melee are worth to a fighter by its goal, on average, as both stand in `score`."""
    foe = other(role)
    own, theirs = score.units[role].health, score.units[foe].health
    return found.mean(lambda end: pay_off(goal, theirs - end.left(foe), own - end.left(role), theirs, own))


def compared(
    score: Score,
    role: Role,
    found: Mapping[Given, Chances[Ending]],
    *assumes: str,
    beside: Iterable[str] = (),
    what: str = "Attack Test",
    goal: str = GOAL,
    best: Best | None = None,
) -> Odds:
    """Options side by side as the fighter of this role sees them: what both lose from how they stand in `score`, and
    the best by wounds if no other one is told. `beside` is what of the assumptions has to be in view."""
    mine = score.units[role]

    def cells(made: Chances[Ending]) -> list[Cell]:
        found = []
        for measure, of in (("dealt", other(role)), ("taken", role)):
            unit, left = score.units[of], made.map(lambda end, of=of: end.left(of))  # type: ignore[misc]
            found.append(Cell(measure, unit.id, "wounds on {}", left.map(unit.health.__sub__), unit.name))
            found.append(Cell("falls", unit.id, "{} destroyed", left.p(0), unit.name))
        wins = made.where(lambda end: end.won == role)
        return [*found, Cell("wins", mine.id, f"{{}} {verb(mine.name, 'wins')}", wins, mine.name)]

    if best is None:
        best = best_of({option: worth(score, made, role) for option, made in found.items()}, alone=True)
    title = f"{mine.whose[:1].upper()}{mine.whose[1:]} {what}"
    each = {option: cells(made) for option, made in found.items()}
    return side_by_side(title, goal, each, (*assumes, TO_THE_END), best, beside=beside)


def whole_test(score: Score, *boosted: Role) -> Chances[Ending]:
    """The end of a melee in which nothing is rolled yet, and these spend Boost; no dice at all if one has fallen
    already."""
    if not all(unit.alive for unit in score.units.values()):
        return Chances.certain(ending(score, None))
    helpers = score.helpers()
    pools = {role: map(total, score.pool(role, helpers[role], boosted=role in boosted)) for role in ROLES}
    return ends(score, {role: Dice(again=dict(zip(COLOURS, dice, strict=True))) for role, dice in pools.items()})


def boost_odds(score: Score, role: Role, already: Mapping[Role, bool]) -> Odds:
    """Whether to spend Boost. `already` are those who have been asked, and whether they did."""
    boosted = [of for of, spent in already.items() if spent]
    found = {"keep": whole_test(score, *boosted), "spend": whole_test(score, *boosted, role)}
    left = [score.units[of] for of in ROLES if of != role and of not in already and score.units[of].boost]
    return compared(score, role, found, *(f"{does(unit.name, 'keeps its')} Boost" for unit in left), *PLAIN)


def roll_odds(score: Score, role: Role, pools: Mapping[Role, Mapping[str, int]]) -> Odds:
    """The roll of one fighter: the other's dice lie, or are still to be rolled."""
    dice = {of: Dice(score.rolled[of]) if of in score.rolled else Dice(again=pools[of]) for of in ROLES}
    return compared(score, role, {None: ends(score, dice)}, *PLAIN)


def _rerolled(score: Score, role: Role, kept: Rolled) -> Mapping[Role, Dice]:
    """The dice of the test if a fighter rolls all its own again but these, as those of the other lie."""
    again = {colour: len(dice) - len(kept[colour]) for colour, dice in score.rolled[role].items()}
    return {**{of: Dice(score.rolled[of]) for of in ROLES}, role: Dice(kept, again)}


def again_odds(score: Score, role: Role, stay: Mapping[Given, Rolled], *assumes: str) -> Odds:
    """Rerolls of one fighter: by option the dice that stay as they lie, all its others are rolled again."""
    found = {option: ends(score, _rerolled(score, role, kept)) for option, kept in stay.items()}
    return compared(score, role, found, *assumes, ONCE)


def may_change(score: Score, role: Role) -> bool:
    """Whether rerolls of this fighter, be it of all its dice, may lead to another end, as the dice of the other lie."""
    dice = _rerolled(score, role, NO_DICE)
    (hits, blocks), (their_hits, their_blocks) = (counted(score, of, dice[of]) for of in ROLES)
    one = {score.inflicted("attacker", *each) for each in product(hits.weights, their_blocks.weights)}
    two = {score.inflicted("defender", *each) for each in product(their_hits.weights, blocks.weights)}
    if len(one) == len(two) == 1:
        return False
    every = (ending(score, dealt) for dealt in product(one, two))
    # Mostly the second differs: not all need be known.
    first = next(every)
    return any(end != first for end in every)


def critical_odds(score: Score, role: Role) -> Odds:
    """The extra dice of a critical; the Attacker's are rolled before the Defender's."""
    done = ROLES[: ROLES.index(role)]
    return compared(score, role, {None: ends(score, {of: Dice(score.rolled[of], closed=of in done) for of in ROLES})})
