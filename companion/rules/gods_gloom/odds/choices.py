"""Odds at the requests of an Attack Test: Boost, the rolls, rerolls, criticals (ATC)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from companion.engine.goals import WOUNDS, pay_off
from companion.engine.odds import Chance, Given, Heading, Odds
from companion.engine.wording import does, verb
from companion.odds.chances import Chances
from companion.odds.side_by_side import columns, numbers
from companion.rules.gods_gloom.melee.results import Rolled
from companion.rules.gods_gloom.melee.score import Score, total
from companion.rules.gods_gloom.odds.ending import Dice, Ending, ending, ends
from companion.rules.gods_gloom.records import COLOURS, ROLES, Role, other
from companion.rules.gods_gloom.units import GloomUnit

GOAL = "wounds inflicted less wounds suffered"

Boosted = Mapping[Role, bool]
NO_BOOST: Boosted = dict.fromkeys(ROLES, False)

ONCE = "nobody rerolls afterwards"
PLAIN = ("no other effects are used", ONCE)
TO_THE_END = "counted to the end of the melee, but for what a push costs"


def worth(score: Score, found: Chances[Ending], role: Role, goal: str = WOUNDS) -> Fraction:
    """What these ends of a melee are worth to a fighter by its goal, on average, as both stand in `score`."""
    foe = other(role)
    own, theirs = score.units[role].health, score.units[foe].health
    return found.mean(lambda end: pay_off(goal, theirs - end.left(foe), own - end.left(role), theirs, own))


def table_of(
    score: Score, role: Role, found: Mapping[Given, Chances[Ending]]
) -> tuple[tuple[Chance, ...], tuple[Heading, ...]]:
    """The rows of options and their columns, as the fighter of this role sees them: what both lose from how they stand
    in `score`."""
    mine, foe, rows = score.units[role], score.units[other(role)], list[Chance]()
    for option, made in found.items():
        for measure, of, unit in (("dealt", other(role), foe), ("taken", role, mine)):
            left = made.map(lambda end, of=of: end.left(of))  # type: ignore[misc]
            rows += numbers(option, measure, left.map(unit.health.__sub__), unit.id)
            rows.append(Chance(option, "falls", left.p(0), unit.id))
        rows.append(Chance(option, "wins", made.where(lambda end: end.won == role), mine.id))
    return tuple(rows), columns([foe, mine], _texts, rows)


def _texts(unit: GloomUnit) -> dict[str, str]:
    wounds = "wounds on {}"
    return {"dealt": wounds, "taken": wounds, "falls": "{} destroyed", "wins": f"{{}} {verb(unit.name, 'wins')}"}


def compared(
    score: Score, role: Role, found: Mapping[Given, Chances[Ending]], *assumes: str, beside: tuple[str, ...] = ()
) -> Odds:
    """Options side by side, with the best by the goal. `beside` is what of the assumptions has to be in view."""
    worths = {option: worth(score, made, role) for option, made in found.items()}
    best = max(worths, key=worths.__getitem__)
    several = len(found) > 1
    return Odds(
        f"{capital(score.units[role].whose)} Attack Test",
        GOAL,
        *table_of(score, role, found),
        (*assumes, TO_THE_END),
        value=worths[best],
        safest=best if several else None,
        guarantees=tuple(worths.items()) if several else (),
        beside=beside,
    )


def whole_test(score: Score, boosted: Boosted = NO_BOOST) -> Chances[Ending]:
    """The end of a melee in which nothing is rolled yet; no dice at all if one has fallen already."""
    if not all(unit.alive for unit in score.units.values()):
        return Chances.certain(ending(score, None))
    helpers = score.helpers()
    pools = {role: map(total, score.pool(role, helpers[role], boosted=boosted[role])) for role in ROLES}
    return ends(score, {role: Dice(again=dict(zip(COLOURS, dice, strict=True))) for role, dice in pools.items()})


def boost_odds(score: Score, role: Role, already: Boosted) -> Odds:
    """Whether to spend Boost. `already` are those who have."""
    found = {
        option: whole_test(score, {**NO_BOOST, **already, role: spent})
        for option, spent in (("keep", False), ("spend", True))
    }
    left = [score.units[of] for of in ROLES if of != role and of not in already and score.units[of].boost]
    return compared(score, role, found, *(f"{does(unit.name, 'keeps its')} Boost" for unit in left), *PLAIN)


def roll_odds(score: Score, role: Role, pools: Mapping[Role, Mapping[str, int]]) -> Odds:
    """The roll of one fighter: the other's dice lie, or are still to be rolled."""
    dice = {of: Dice(score.rolled[of]) if of in score.rolled else Dice(again=pools[of]) for of in ROLES}
    return compared(score, role, {None: ends(score, dice)}, *PLAIN)


def again_odds(score: Score, role: Role, stay: Mapping[Given, Rolled], *assumes: str) -> Odds:
    """Rerolls of one fighter: by option the dice that stay as they lie, all its others are rolled again."""
    lie, found = {of: Dice(score.rolled[of]) for of in ROLES}, {}
    for option, kept in stay.items():
        again = {colour: len(score.rolled[role][colour]) - len(kept[colour]) for colour in COLOURS}
        found[option] = ends(score, {**lie, role: Dice(kept, again)})
    return compared(score, role, found, *assumes, ONCE)


def may_change(score: Score, role: Role) -> bool:
    """Whether rerolls of this fighter, be it of all its dice, may lead to another end, as the dice of the other lie."""
    rolled = {of: score.rolled[of] for of in ROLES}
    again = {colour: len(rolled[role][colour]) for colour in COLOURS}
    after = ends(score, {**{of: Dice(dice) for of, dice in rolled.items()}, role: Dice(again=again)})
    return len(after) > 1 or after != ends(score, {of: Dice(dice) for of, dice in rolled.items()})


def critical_odds(score: Score, role: Role) -> Odds:
    """The extra dice of a critical; the Attacker's are rolled before the Defender's."""
    done = ROLES[: ROLES.index(role)]
    return compared(score, role, {None: ends(score, {of: Dice(score.rolled[of], closed=of in done) for of in ROLES})})


def capital(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
