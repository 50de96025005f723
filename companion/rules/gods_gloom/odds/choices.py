"""Odds at the requests of an Attack Test: Boost, the rolls, rerolls, criticals (ATC)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.odds import Odds
from companion.engine.wording import count
from companion.odds.chances import Chances
from companion.rules.gods_gloom.melee.score import Score, total
from companion.rules.gods_gloom.odds.ending import Ending, ending
from companion.rules.gods_gloom.odds.test import GOAL, Dice, ends, headings, rows_of, worth
from companion.rules.gods_gloom.records import COLOURS, ROLES, Role

Boosted = Mapping[Role, bool]
Pools = Mapping[Role, Mapping[str, int]]

NO_BOOST: Boosted = dict.fromkeys(ROLES, False)

ONCE = "nobody rerolls afterwards"
PLAIN = ("no other effects are used", ONCE)
TO_THE_END = "counted to the end of the melee, but for what a push costs"


def _pools(score: Score, boosted: Boosted) -> Pools:
    """The pools of both as they would be now."""
    helpers = score.helpers()
    return {
        role: {
            colour: total(lines)
            for colour, lines in zip(COLOURS, score.pool(role, helpers[role], boosted=boosted[role]), strict=True)
        }
        for role in ROLES
    }


def whole_test(score: Score, boosted: Boosted) -> Chances[Ending]:
    """The end of a melee in which nothing is rolled yet; no dice at all if one has fallen already."""
    if not all(unit.alive for unit in score.units.values()):
        return Chances.certain(ending(score, None))
    pools = _pools(score, boosted)
    return ends(score, {role: Dice.pool(pools[role]) for role in ROLES})


def compared(
    score: Score, role: Role, found: Mapping[str, Chances[Ending]], *assumes: str, beside: tuple[str, ...] = ()
) -> Odds:
    """Options side by side, with the best by the goal. `beside` is what of the assumptions has to be in view."""
    worths = {option: worth(score, made, role) for option, made in found.items()}
    best = max(worths, key=worths.__getitem__)
    rows = [row for option, made in found.items() for row in rows_of(score, made, role, option)]
    unit = score.units[role]
    return Odds(
        f"{capital(unit.whose)} Attack Test",
        GOAL,
        tuple(rows),
        headings(score, role),
        (*assumes, TO_THE_END),
        value=worths[best],
        safest=best if len(found) > 1 else "",
        guarantees=tuple(worths.items()) if len(found) > 1 else (),
        beside=beside,
    )


def boost_odds(score: Score, role: Role, already: Boosted) -> Odds:
    """Whether to spend Boost. `already` are those who have."""
    found = {
        option: whole_test(score, {**NO_BOOST, **already, role: spent})
        for option, spent in (("keep", False), ("spend", True))
    }
    left = [score.units[of] for of in ROLES if of != role and of not in already and score.units[of].boost]
    return compared(score, role, found, *(f"{unit.name} keeps its Boost" for unit in left), *PLAIN)


def roll_odds(score: Score, role: Role, pools: Pools) -> Odds:
    """The roll of one fighter: the other's dice lie, or are still to be rolled."""
    dice = {of: Dice.lie(score.rolled[of]) if of in score.rolled else Dice.pool(pools[of]) for of in ROLES}
    return compared(score, role, {"": ends(score, dice)}, *PLAIN)


def seal_odds(score: Score, role: Role) -> Odds:
    """Whether a seal for the whole pool pays."""
    lie = {of: Dice.lie(score.rolled[of]) for of in ROLES}
    again = Dice.pool({colour: len(score.rolled[role][colour]) for colour in COLOURS})
    found = {"keep": ends(score, lie), "reroll": ends(score, {**lie, role: again})}
    return compared(score, role, found, ONCE)


def reroll_odds(score: Score, role: Role, left: int) -> Odds:
    """Which single die to reroll, or none."""
    lie = {of: Dice.lie(score.rolled[of]) for of in ROLES}
    found = {"stop": ends(score, lie)}
    for colour in COLOURS:
        for place in range(len(score.rolled[role][colour])):
            found[f"{colour} {place}"] = ends(score, {**lie, role: _but_one(score.rolled[role], colour, place)})
    more = (f"this is the last of {count(left, 'reroll')}",) if left > 1 else ()
    return compared(score, role, found, *more, ONCE)


def single_odds(score: Score, role: Role, colour: str, place: int) -> Odds:
    """The roll of the one die that was chosen."""
    dice = {of: Dice.lie(score.rolled[of]) for of in ROLES}
    again = _but_one(score.rolled[role], colour, place)
    return compared(score, role, {"": ends(score, {**dice, role: again})}, ONCE)


def _but_one(rolled: Mapping[str, tuple[int | str, ...]], colour: str, place: int) -> Dice:
    faces = rolled[colour]
    stay = {**rolled, colour: (*faces[:place], *faces[place + 1 :])}
    return Dice(stay, {of: int(of == colour) for of in COLOURS})


def pool_again_odds(score: Score, role: Role) -> Odds:
    """The roll of the whole pool again."""
    lie = {of: Dice.lie(score.rolled[of]) for of in ROLES}
    again = Dice.pool({colour: len(score.rolled[role][colour]) for colour in COLOURS})
    return compared(score, role, {"": ends(score, {**lie, role: again})}, ONCE)


def critical_odds(score: Score, role: Role) -> Odds:
    """The extra dice of a critical; the Attacker's are rolled before the Defender's."""
    done = ROLES[: ROLES.index(role)]
    dice = {of: Dice.lie(score.rolled[of], closed=of in done) for of in ROLES}
    return compared(score, role, {"": ends(score, dice)})


def capital(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
