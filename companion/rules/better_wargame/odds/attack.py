"""Odds of an attack at each of its throws: what lies, what is still to be rolled, and what follows from both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import prod

from companion.engine.odds import Odds
from companion.engine.state.changes import Line
from companion.odds.chances import Chances, added
from companion.rules.better_wargame.attack.numbers import Options
from companion.rules.better_wargame.attack.rows import Row
from companion.rules.better_wargame.attack.rules import AttackRules
from companion.rules.better_wargame.attack.throws import Cast
from companion.rules.better_wargame.odds.deaths import Hits, dealt_in_turn, each_alone
from companion.rules.better_wargame.odds.dice import many, saves, succeeds, succeeds_again
from companion.rules.better_wargame.odds.figures import Figures, as_odds
from companion.rules.better_wargame.units import Game, WargameUnit

Casts = Mapping[str, Cast]
"""The dice of the rows that were thrown or are being thrown, by the label of the row."""


def _number(row: Row, words: str, lines: Callable[[], Sequence[Line]]) -> int:
    """A target number as it was counted, or as it would be."""
    counted = row.needs.get(words)
    return sum(line.value for line in lines()) if counted is None else counted


def _kills(options: Options, row: Row, rules: AttackRules) -> Fraction:
    """The chance that a Wound of this row is not saved."""
    return 1 - saves(options, _number(row, "saved on", lambda: rules.save(options, row)))


def _wounds(options: Options, row: Row, rules: AttackRules) -> Fraction:
    """The chance that a hit of this row wounds."""
    return succeeds(_number(row, "wounds on", lambda: rules.to_wound(options, row)))


def hit_figures(options: Options, rows: Sequence[Row], rules: AttackRules, casts: Casts) -> list[Figures]:
    """The targets of these rows before or in the throw to hit."""
    found = []
    for target in dict.fromkeys(row.target for row in rows):
        hits, wounds, dealt = [], [], []
        for row in (row for row in rows if row.target is target and row.models):
            number, taken = _hits(options, row, rules, casts.get(row.label))
            hits.append(number)
            wounds.append(taken)
            dealt.append(Hits(number, _wounds(options, row, rules) * _kills(options, row, rules)))
        can_be_hit = rules.can_be_hit(target)
        felt = added(wounds) if can_be_hit else Chances.certain(0)
        found.append(Figures(target, dealt_in_turn(dealt, can_be_hit), added(hits), felt))
    return found


def _hits(options: Options, row: Row, rules: AttackRules, cast: Cast | None) -> tuple[Chances[int], Chances[int]]:
    """How many hits a row makes, and how many Wounds come of them."""
    wounds = _wounds(options, row, rules)
    if cast is None:
        needed = _number(row, "hits on", lambda: rules.to_hit(options, row))
        cast = Cast((None,) * (row.models * rules.dice(row.attacker)), needed)
    lie, open_, p = sum(1 for won in cast.results if won), cast.results.count(None), chance(cast)
    pending = many(open_, p)
    return pending.map(lambda more: lie + more), added((many(lie, wounds), many(open_, p * wounds)))


def chance(cast: Cast) -> Fraction:
    """The chance of each die of it that is still to be rolled."""
    return succeeds_again(cast.target) if cast.again else succeeds(cast.target)


def _settled(cast: Cast | None, fresh: Fraction, dice: int) -> list[Fraction]:
    """The chance that each die succeeds: 0 or 1 where it lies."""
    if cast is None:
        return [fresh] * dice
    p = chance(cast)
    return [p if won is None else Fraction(won) for won in cast.results]


def wound_figures(options: Options, rows: Sequence[Row], rules: AttackRules, casts: Casts) -> list[Figures]:
    """The targets in the throw to wound: the hits are dealt."""
    found = []
    for target in dict.fromkeys(row.target for row in rows if row.dealt):
        survives = dict.fromkeys(range(1, rules.can_be_hit(target) + 1), Fraction(1))
        wounds = []
        for row in (row for row in rows if row.target is target and row.dealt):
            cast, kills = casts.get(row.label), _kills(options, row, rules)
            each = _settled(cast, _wounds(options, row, rules), len(row.dealt))
            for model, p in zip(row.dealt, each, strict=True):
                survives[model] *= 1 - p * kills
            wounds += [many(each.count(p), p) for p in dict.fromkeys(each)]
        found.append(Figures(target, each_alone(survives.values()), None, added(wounds)))
    return found


def save_figures(options: Options, rows: Sequence[Row], rules: AttackRules, casts: Casts) -> list[Figures]:
    """The targets in the throw of saves."""
    found = []
    for target in dict.fromkeys(row.target for row in rows):
        survives: dict[int, list[Fraction]] = {}
        for row in (row for row in rows if row.target is target):
            saved = _settled(casts.get(row.label), 1 - _kills(options, row, rules), len(row.wounded))
            for model, p in zip(row.wounded, saved, strict=True):
                survives.setdefault(model, []).append(p)
        found.append(Figures(target, each_alone(prod(each, start=Fraction(1)) for each in survives.values())))
    return found


_STAGES = {
    "to_hit": ("To hit", hit_figures),
    "to_wound": ("To wound", wound_figures),
    "save": ("Saves", save_figures),
}


def throw_odds(game: Game, stage: str, rows: Sequence[Row], rules: AttackRules, casts: Casts) -> Odds | None:
    """The odds of a throw. `stage` is to_hit, to_wound or save; rows without a cast are still to be thrown."""
    title, figures = _STAGES[stage]
    found = figures(game.options, rows, rules, casts)
    if not found:
        return None
    assumes = () if stage == "save" or not game.options["defender_allocates"] else ("hits are dealt in turn",)
    return as_odds(title, game.options, game.table.phase, [("", found)], assumes)


def target_figures(options: Options, rows: Sequence[Row], rules: AttackRules, target: WargameUnit) -> Figures:
    """One target before any die of the attack is thrown."""
    aimed = [row for row in rows if row.target is target]
    return hit_figures(options, aimed, rules, {})[0]
