"""Odds at the requests of a melee: formations, Boost, the rolls, rerolls, criticals (TFP and ATC)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from companion.engine.goals import GOALS, WOUNDS
from companion.engine.odds import Odds
from companion.engine.wording import count
from companion.odds.chances import Chances, mixed
from companion.odds.zero_sum import Solution, solve
from companion.rules.gods_gloom.catalog import FORMATIONS
from companion.rules.gods_gloom.melee.contest import contest
from companion.rules.gods_gloom.melee.score import Score, total
from companion.rules.gods_gloom.odds.test import GOAL, Dice, headings, inflicted, rows_of, worth
from companion.rules.gods_gloom.odds.wounds import Wounds
from companion.rules.gods_gloom.records import COLOURS, ROLES, Applied, Role, other

Boosted = Mapping[Role, bool]
Pools = Mapping[Role, Mapping[str, int]]

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


def _prospect(score: Score, applied: Applied, boosted: Boosted | None = None) -> Chances[Wounds]:
    """The whole test, nothing rolled yet, with these formations and Boosts."""
    then = replace(score, setting=replace(score.setting, formations=applied))
    pools = _pools(then, boosted or dict.fromkeys(ROLES, False))
    return inflicted(then, {role: Dice.pool(pools[role]) for role in ROLES})


def _compared(score: Score, role: Role, found: Mapping[str, Chances[Wounds]], *assumes: str) -> Odds:
    """Options side by side, with the best by the goal."""
    worths = {option: worth(score, made, role) for option, made in found.items()}
    best = max(worths, key=worths.__getitem__)
    rows = [row for option, made in found.items() for row in rows_of(score, made, role, option)]
    unit = score.units[role]
    return Odds(
        f"{_capital(unit.whose)} Attack Test",
        GOAL,
        tuple(rows),
        headings(score, role),
        (*assumes, TO_THE_END),
        value=worths[best],
        safest=best if len(found) > 1 else "",
        guarantees=tuple(worths.items()) if len(found) > 1 else (),
    )


def formation_odds(score: Score, role: Role) -> Odds:
    """A formation chosen while the other has declared none."""
    found = {formation: _prospect(score, ((role, formation),)) for formation in FORMATIONS}
    return _compared(score, role, found, "no Boost", *PLAIN)


class Secret(NamedTuple):
    """Formations of both as a game of two: what each pair comes to, and best play."""

    picks: tuple[str, ...]
    table: list[list[Chances[Wounds]]]
    best: Solution

    def met(self, row: int) -> Chances[Wounds]:
        """One own formation against best play."""
        return mixed(zip(_whole(self.best.columns), self.table[row], strict=True))

    def played(self) -> Chances[Wounds]:
        """Best play of both."""
        rows = [self.met(row) for row in range(len(self.picks))]
        return mixed(zip(_whole(self.best.rows), rows, strict=True))


def _secret(score: Score, role: Role, contested: bool, goal: str = WOUNDS) -> Secret:
    picks = tuple(FORMATIONS)
    table = [[_prospect(score, _applied(role, mine, theirs, contested)) for theirs in picks] for mine in picks]
    return Secret(picks, table, solve([[worth(score, cell, role, goal) for cell in row] for row in table]))


def _whole(chances: Sequence[Fraction]) -> list[int]:
    common = lcm(*(p.denominator for p in chances))
    return [int(p * common) for p in chances]


def secret_formation_odds(score: Score, role: Role, contested: bool, goal: str) -> Odds:
    """Formations chosen by both in secret: best play of both. `contested`: one may undo the other."""
    found = _secret(score, role, contested, goal)
    unit, foe, best = score.units[role], score.units[other(role)], found.best
    reply = f"{foe.does('chooses', 'choose')} as best play does"
    return Odds(
        f"{_capital(unit.whose)} formation",
        GOAL if goal == WOUNDS else GOALS[goal],
        tuple(row for place, pick in enumerate(found.picks) for row in rows_of(score, found.met(place), role, pick)),
        headings(score, role),
        (reply, "no Boost", *PLAIN, TO_THE_END),
        beside=(reply,),
        mix=tuple((option, p) for option, p in zip(found.picks, best.rows, strict=True) if p),
        value=best.value,
        safest=found.picks[best.pure],
        guarantees=tuple(zip(found.picks, best.guarantees, strict=True)),
    )


def _applied(role: Role, mine: str, theirs: str, contested: bool) -> Applied:
    picks = {of: mine if of == role else theirs for of in ROLES}
    return contest(picks) if contested else tuple(picks.items())


def declare_odds(score: Score, role: Role, other_declared: bool, contested: bool) -> Odds:
    """Whether a formation is worth its seal: against an enemy that passes, or one that has declared already."""
    foe = other(role)
    if other_declared:
        theirs = [_prospect(score, ((foe, formation),)) for formation in FORMATIONS]
        found = {
            "pass": max(theirs, key=lambda made: worth(score, made, foe)),
            "declare": _secret(score, role, contested).played(),
        }
        return _compared(score, role, found, "both choose as best play does", "no Boost", *PLAIN)
    mine = [_prospect(score, ((role, formation),)) for formation in FORMATIONS]
    found = {"pass": _prospect(score, ()), "declare": max(mine, key=lambda made: worth(score, made, role))}
    alone = f"{score.units[foe].name} declares none", "the best formation is chosen", "no Boost"
    return _compared(score, role, found, *alone, *PLAIN)


def boost_odds(score: Score, role: Role, already: Boosted) -> Odds:
    """Whether to spend Boost. `already` are those who have."""
    applied = score.setting.formations
    found = {
        option: _prospect(score, applied, {**dict.fromkeys(ROLES, False), **already, role: spent})
        for option, spent in (("keep", False), ("spend", True))
    }
    left = [score.units[of] for of in ROLES if of != role and of not in already and score.units[of].boost]
    return _compared(score, role, found, *(f"{unit.name} keeps its Boost" for unit in left), *PLAIN)


def roll_odds(score: Score, role: Role, pools: Pools) -> Odds:
    """The roll of one fighter: the other's dice lie, or are still to be rolled."""
    dice = {of: Dice.lie(score.rolled[of]) if of in score.rolled else Dice.pool(pools[of]) for of in ROLES}
    return _compared(score, role, {"": inflicted(score, dice)}, *PLAIN)


def seal_odds(score: Score, role: Role) -> Odds:
    """Whether a seal for the whole pool pays."""
    lie = {of: Dice.lie(score.rolled[of]) for of in ROLES}
    again = Dice.pool({colour: len(score.rolled[role][colour]) for colour in COLOURS})
    found = {"keep": inflicted(score, lie), "reroll": inflicted(score, {**lie, role: again})}
    return _compared(score, role, found, ONCE)


def reroll_odds(score: Score, role: Role, left: int) -> Odds:
    """Which single die to reroll, or none."""
    lie = {of: Dice.lie(score.rolled[of]) for of in ROLES}
    found = {"stop": inflicted(score, lie)}
    for colour in COLOURS:
        for place in range(len(score.rolled[role][colour])):
            found[f"{colour} {place}"] = inflicted(score, {**lie, role: _but_one(score.rolled[role], colour, place)})
    more = (f"this is the last of {count(left, 'reroll')}",) if left > 1 else ()
    return _compared(score, role, found, *more, ONCE)


def single_odds(score: Score, role: Role, colour: str, place: int) -> Odds:
    """The roll of the one die that was chosen."""
    dice = {of: Dice.lie(score.rolled[of]) for of in ROLES}
    again = _but_one(score.rolled[role], colour, place)
    return _compared(score, role, {"": inflicted(score, {**dice, role: again})}, ONCE)


def _but_one(rolled: Mapping[str, tuple[int | str, ...]], colour: str, place: int) -> Dice:
    faces = rolled[colour]
    stay = {**rolled, colour: (*faces[:place], *faces[place + 1 :])}
    return Dice(stay, {of: int(of == colour) for of in COLOURS})


def pool_again_odds(score: Score, role: Role) -> Odds:
    """The roll of the whole pool again."""
    lie = {of: Dice.lie(score.rolled[of]) for of in ROLES}
    again = Dice.pool({colour: len(score.rolled[role][colour]) for colour in COLOURS})
    return _compared(score, role, {"": inflicted(score, {**lie, role: again})}, ONCE)


def critical_odds(score: Score, role: Role) -> Odds:
    """The extra dice of a critical; the Attacker's are rolled before the Defender's."""
    done = ROLES[: ROLES.index(role)]
    dice = {of: Dice.lie(score.rolled[of], closed=of in done) for of in ROLES}
    return _compared(score, role, {"": inflicted(score, dice)})


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
