"""Odds of an attack at each of its throws: what lies, what is still to be rolled, and what follows from both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

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
    work_out = {"to_hit": hit_figures, "to_wound": _wound_figures, "save": _save_figures}[stage]
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


def _wound_figures(
    options: Options, target: WargameUnit, rows: Sequence[Row], rules: AttackRules, casts: Casts
) -> Figures:
    """One target in the throw to wound: the hits are dealt."""
    survives, wounds = dict[int, Fraction](), list[tuple[Fraction, int]]()
    for row in rows:
        number, kills = number_of(options, row, rules, "wounds on"), _kills(options, row, rules)
        cast = casts.get(row.label) or Cast((None,) * len(row.dealt), number)
        p = _chances(cast)
        for model, made in zip(row.dealt, cast.results, strict=True):
            survives[model] = survives.get(model, 1) * (1 - p[made] * kills)
            wounds.append((p[made], 1))
    return Figures(target, _fallen(survives), None, wounds)


def _save_figures(
    options: Options, target: WargameUnit, rows: Sequence[Row], rules: AttackRules, casts: Casts
) -> Figures:
    """One target in the throw of saves: all its Wounds lie."""
    survives = dict[int, Fraction]()
    for row in rows:
        cast = casts.get(row.label)
        for place, model in enumerate(row.wounded):
            saved = 1 - _kills(options, row, rules) if cast is None else _chances(cast)[cast.results[place]]
            survives[model] = survives.get(model, 1) * saved
    return Figures(target, _fallen(survives))


def _chances(cast: Cast) -> dict[bool | None, Fraction]:
    """The chance that a die of these succeeds, by what it came to so far."""
    return {None: succeeds(cast.target, again=cast.again), True: Fraction(1), False: Fraction(0)}


def _kills(options: Options, row: Row, rules: AttackRules) -> Fraction:
    """The chance that a Wound of this row is not saved."""
    target = number_of(options, row, rules, "saved on")
    return 1 - succeeds(target) if may_save(options, target) else Fraction(1)


def _fallen(survives: Mapping[int, Fraction]) -> Deaths:
    """How many of these models die, that each survive with a chance of their own."""
    return Deaths(many([(1 - p, 1) for p in survives.values()]))
