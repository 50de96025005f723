"""Odds before an attack: how attackers are split, whom a unit shoots at, what stands in the way of a shot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import lcm
from operator import getitem
from typing import NamedTuple

from companion.engine.odds import Given, Odds
from companion.engine.requests import Allotment
from companion.engine.wording import count, possessive, verb
from companion.odds.remembered import remembered
from companion.odds.side_by_side import Cell, best_of, side_by_side
from companion.rules.better_wargame.attack.rows import Row
from companion.rules.better_wargame.attack.rules import AttackRules
from companion.rules.better_wargame.odds.attack import GOAL, Figures, compared, error_of, hits_of
from companion.rules.better_wargame.odds.deaths import Hits, dead_by_models
from companion.rules.better_wargame.units import Game, WargameUnit

MOST_SPLITS, FEW_SPLITS = 70, 12
"""Splits that are compared one by one; a larger unit, or one of many dice, is split in steps of several models."""

MANY_DICE = 60

MOST_PAIRS = 48
"""Pairs of a charging unit and an enemy that are compared."""

UNSEEN = "no cover and no concealment but what the app knows"


class Struck(NamedTuple):
    """What strikes a target of which so many models can be hit, in order; at one place of it a single model of the unit
    that is split."""

    target: WargameUnit
    hits: Sequence[Hits]
    place: int
    models: int

    def by(self, number: int) -> Figures:
        """What comes to it of so many models of the unit."""
        struck = [of.times(number) if at == self.place else of for at, of in enumerate(self.hits)]
        return Figures.dealt(self.target, struck, self.models)

    def dead(self, most: int) -> tuple[list[int], int]:
        """How many models it loses on average, all over one number, by how many models of the unit strike it."""
        return dead_by_models(self.hits, self.place, self.models, most)


def struck_by(game: Game, row: Row, others: Sequence[Row], rules: AttackRules) -> Struck:
    """What strikes the target of a row: of those others the ones that strike it too."""
    order = [unit.id for unit in game.table.in_order()]
    one = replace(row, models=1)
    aimed = [*(other for other in others if other.target is row.target), one]
    aimed.sort(key=lambda each: order.index(each.attacker.id))
    hits = [hits_of(game.options, each, rules) for each in aimed]
    return Struck(row.target, hits, aimed.index(one), rules.can_be_hit(row.target))


@dataclass(frozen=True, eq=False)
class Division:
    """How many of the models of a unit strike or fire at the target of each of these rows.

    `others` are the rows of units that were split before or have nothing to split. `holds` is the allotment of models
    that are held back, if that may be; nobody gains by it, so that of many splits only those of all models are
    compared.
    """

    game: Game
    unit: WargameUnit
    rows: Sequence[Row]
    models: int
    others: Sequence[Row]
    rules: AttackRules
    holds: str = ""

    def odds(self, *, played: bool = False) -> Odds | None:
        """What each split comes to; `played`: the best one alone."""
        if not self.rows or not self.models:
            return None
        splits, step, every = self._splits()
        worths, total = self._worths(splits)
        found = {
            split: [self._by(place, number) for place, number in enumerate(splits[split])]
            for split in ([max(worths, key=worths.__getitem__)] if played else splits)
        }
        best = best_of({split: Fraction(worths[split], total) for split in found})
        assumes = [f"{count(len(self.rows), 'target')}; units that choose later are not counted"]
        if step > 1:
            assumes.append(f"compared in steps of {step} models")
        if self.holds:
            assumes += [*([] if every else ["all models fire"]), UNSEEN]
        return compared(self.game, f"{possessive(self.unit.name)} split", found, assumes, best)

    def best(self) -> Allotment:
        """The split that costs the targets most."""
        worths, _ = self._worths(self._splits()[0])
        return max(worths, key=worths.__getitem__)

    def _worths(self, splits: Mapping[Allotment, Sequence[int]]) -> tuple[Mapping[Allotment, int], int]:
        """What these splits, in models by row, cost the targets on average, all over one number."""
        dead = [struck.dead(self.models) for struck in self._struck]
        common = lcm(*(total for _, total in dead))
        costs = [[common // total * of for of in each] for each, total in dead]
        return {split: sum(map(getitem, costs, of)) for split, of in splits.items()}, common

    @remembered
    def _by(self, place: int, number: int) -> Figures:
        """What comes to a target of so many models: the same in many splits."""
        return self._struck[place].by(number)

    @cached_property
    def _struck(self) -> list[Struck]:
        """What strikes each target."""
        return [struck_by(self.game, row, self.others, self.rules) for row in self.rows]

    def _splits(self) -> tuple[Mapping[Allotment, Sequence[int]], int, bool]:
        """The splits that are compared, in models by row, in steps of how many, and whether some hold models back."""
        models, targets = self.models, len(self.rows)
        most = MOST_SPLITS if models * self.rules.dice(self.unit) <= MANY_DICE else FEW_SPLITS
        step = next(step for step in range(1, models + 1) if step == models or _fit(models, targets, step, most))
        every = bool(self.holds) and _fit(models, targets + 1, 1, most)
        found = {}
        for split in _splits(models, targets + every, step):
            parts = dict(zip((row.target.id for row in self.rows), split, strict=False))
            kept = {self.holds: models - sum(parts.values())} if self.holds else {}
            found[Allotment("models", parts | kept)] = split[:targets]
        return found, step, every


def _fit(models: int, targets: int, step: int, most: int) -> bool:
    """Whether there are no more than so many ways."""
    return sum(1 for _ in islice(_splits(models, targets, step), most + 1)) <= most


def _splits(models: int, targets: int, step: int) -> Iterator[tuple[int, ...]]:
    """All ways to split models over targets, all but the rest of the division in whole steps; all on one included."""
    if targets == 1:
        yield (models,)
        return
    for first in (*range(models, 0, -step), 0):
        for rest in _splits(models - first, targets - 1, step):
            yield (first, *rest)


def target_odds(game: Game, unit: WargameUnit, foes: Sequence[WargameUnit], rules: AttackRules) -> Odds | None:
    """Whom a unit shoots at, with all its models."""
    if not foes:
        return None
    found = {(foe.id,): [struck_by(game, Row(unit, foe), (), rules).by(unit.models)] for foe in foes}
    best = best_of({option: of.deaths.number.mean(int) for option, (of,) in found.items()})
    return compared(game, f"{possessive(unit.name)} target", found, [f"all models fire at it; {UNSEEN}"], best)


def charge_odds(
    game: Game, units: Sequence[WargameUnit], foes: Sequence[WargameUnit], rules: AttackRules
) -> Odds | None:
    """What each unit that may charge does to each enemy with the models that did not fire, and all of that to it."""
    if not units or not foes:
        return None
    near = foes[: max(1, MOST_PAIRS // len(units))]
    fewer = [f"only {count(len(near), 'enemy', 'enemies')} of {len(foes)}"] if len(near) < len(foes) else []
    everybody = replace(rules, can_be_hit=lambda unit: unit.models)
    options, found = dict[Given, list[Cell]](), list[Figures]()
    for unit in units:
        cells = options[unit.id,] = []
        for foe in near:
            struck = struck_by(game, Row(unit, foe), (), everybody).by(unit.models - unit.fired_models)
            back = struck_by(game, Row(foe, unit), (), everybody).by(foe.models)
            cells += [cell for cell in struck.cells(game) if cell.heading.measure in ("dealt", "breaks")]
            words = f"models that {{}} {verb(foe.name, 'kills')} in return"
            cells.append(Cell("back", foe.id, words, back.deaths.number, foe.name))
            found += [struck, back]
    alone = "each alone against the enemy it reaches: its models that did not fire, all of the enemy"
    return side_by_side("Charges", GOAL, options, (alone, *fewer), error=error_of(found))
