"""Odds of an attack at each of its throws: what lies, what is still to be rolled, and what follows from both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from companion.engine.odds import Odds
from companion.rules.better_wargame.attack.needs import number_of
from companion.rules.better_wargame.attack.numbers import Options
from companion.rules.better_wargame.attack.rows import Row
from companion.rules.better_wargame.attack.rules import AttackRules, may_save
from companion.rules.better_wargame.attack.throws import Cast
from companion.rules.better_wargame.odds.deaths import Deaths, Hits
from companion.rules.better_wargame.odds.dice import many, succeeds
from companion.rules.better_wargame.odds.figures import Figures, compared
from companion.rules.better_wargame.units import Game, WargameUnit

Casts = Mapping[str, Cast]
"""The dice of the rows that were thrown or are being thrown, by the label of the row."""

TITLES = {"to_hit": "To hit", "to_wound": "To wound", "save": "Saves"}


def throw_odds(game: Game, stage: str, rows: Sequence[Row], rules: AttackRules, casts: Casts) -> Odds | None:
    """The odds of a throw. `stage` is to_hit, to_wound or save; rows without a cast are still to be thrown."""
    aimed: dict[WargameUnit, list[Row]] = {}
    for row in rows:
        if row.dealt or stage == "to_hit":
            aimed.setdefault(row.target, []).append(row)
    if not aimed:
        return None
    work_out = hit_figures if stage == "to_hit" else partial(_struck_figures, stage)
    found = [work_out(game.options, target, own, rules, casts) for target, own in aimed.items()]
    assumes = () if stage == "save" or not game.options["defender_allocates"] else ("hits are dealt in turn",)
    return compared(game, TITLES[stage], [(None, found)], assumes)


def hit_figures(
    options: Options, target: WargameUnit, rows: Sequence[Row], rules: AttackRules, casts: Casts
) -> Figures:
    """One target before or in the throw to hit of the rows that strike it."""
    hits, wounds, dealt = list[tuple[Fraction, int]](), list[tuple[Fraction, int]](), []
    for row in rows:
        number, dice = number_of(options, row, rules, "hits on"), row.models * rules.dice(row.attacker)
        cast = casts.get(row.label) or Cast((None,) * dice, number)
        wound, p = succeeds(number_of(options, row, rules, "wounds on")), _chances(cast)
        own = [(p[made], count) for made, count in Counter(cast.results).items()]
        hits += own
        wounds += [(each * wound, count) for each, count in own]
        dealt.append(Hits(tuple(own), wound * _kills(options, row, rules)))
    models = rules.can_be_hit(target)
    return Figures(target, (tuple(dealt), models), hits, wounds if models else ())


def _struck_figures(
    stage: str, options: Options, target: WargameUnit, rows: Sequence[Row], rules: AttackRules, casts: Casts
) -> Figures:
    """One target whose hits are dealt, in the throw to wound; or all its Wounds lie, in that of saves."""
    survives, wounds = dict[int, Fraction](), list[tuple[Fraction, int]]()
    for row in rows:
        models, words = (row.dealt, "wounds on") if stage == "to_wound" else (row.wounded, "saved on")
        cast = casts.get(row.label) or Cast((None,) * len(models), number_of(options, row, rules, words))
        p, kills = _chances(cast), _kills(options, row, rules)
        for model, made in zip(models, cast.results, strict=True):
            if stage == "to_wound":
                dies = p[made] * kills
                wounds.append((p[made], 1))
            else:
                dies = 1 - p[made] if row.label in casts else kills
            survives[model] = survives.get(model, 1) * (1 - dies)
    fallen = Deaths(many([(1 - p, 1) for p in survives.values()]))
    return Figures(target, fallen, None, wounds if stage == "to_wound" else None)


def _chances(cast: Cast) -> dict[bool | None, Fraction]:
    """The chance that a die of these succeeds, by what it came to so far."""
    return {None: succeeds(cast.target, again=cast.again), True: Fraction(1), False: Fraction(0)}


def _kills(options: Options, row: Row, rules: AttackRules) -> Fraction:
    """The chance that a Wound of this row is not saved."""
    target = number_of(options, row, rules, "saved on")
    return 1 - succeeds(target) if may_save(options, target) else Fraction(1)
