"""Odds before an attack: how attackers are split, whom a unit shoots at, what stands in the way of a shot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice

from companion.engine.odds import Given, Odds
from companion.engine.requests import Allotment
from companion.engine.wording import count, possessive, verb
from companion.odds.side_by_side import Cell, side_by_side
from companion.rules.better_wargame.attack.needs import counted
from companion.rules.better_wargame.attack.rows import Row
from companion.rules.better_wargame.attack.rules import AttackRules
from companion.rules.better_wargame.odds.attack import GOAL, Figures, compared, error_of, hit_figures, worth
from companion.rules.better_wargame.units import Game, WargameUnit

MOST_SPLITS, FEW_SPLITS = 70, 12
"""Splits that are compared one by one; a larger unit, or one of many dice, is split in steps of several models."""

MANY_DICE = 60

MOST_PAIRS = 48
"""Pairs of a charging unit and an enemy that are compared."""

UNSEEN = "no cover and no concealment but what the app knows"


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
        found, step, every = self._splits()
        if played:
            best = max(found, key=lambda split: worth(found[split]))
            found = {best: found[best]}
        assumes = [f"{count(len(self.rows), 'target')}; units that choose later are not counted"]
        if step > 1:
            assumes.append(f"compared in steps of {step} models")
        if self.holds:
            assumes += [*([] if every else ["all models fire"]), UNSEEN]
        return compared(self.game, f"{possessive(self.unit.name)} split", found, assumes, best=True)

    def best(self) -> Allotment:
        """The split that costs the targets most."""
        found, _, _ = self._splits()
        return max(found, key=lambda split: worth(found[split]))

    def _splits(self) -> tuple[dict[Allotment, list[Figures]], int, bool]:
        """The splits that are compared, in steps of how many models, and whether models are held back in some."""
        models, targets = self.models, len(self.rows)
        most = MOST_SPLITS if models * self.rules.dice(self.unit) <= MANY_DICE else FEW_SPLITS
        step = next(step for step in range(1, models + 1) if step == models or _fit(models, targets, step, most))
        every = bool(self.holds) and step == 1 and _fit(models, targets + 1, 1, most)
        rows, others = ([counted(self.game.options, row, self.rules) for row in of] for of in (self.rows, self.others))

        @cache
        def figures(at: int, number: int) -> Figures:
            return _with(self.game, replace(rows[at], models=number), others, self.rules)

        found = {}
        for split in _splits(models, targets + every, step):
            parts = dict(zip((row.target.id for row in rows), split, strict=False))
            kept = {self.holds: models - sum(parts.values())} if self.holds else {}
            found[Allotment("models", parts | kept)] = [figures(at, split[at]) for at in range(targets)]
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
    found = {(foe.id,): [_with(game, Row(unit, foe, unit.models), (), rules)] for foe in foes}
    return compared(game, f"{possessive(unit.name)} target", found, [f"all models fire at it; {UNSEEN}"], best=True)


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
            struck = _with(game, Row(unit, foe, unit.models - unit.fired_models), (), everybody)
            back = _with(game, Row(foe, unit, foe.models), (), everybody)
            cells += [cell for cell in struck.cells(game) if cell.heading.measure in ("dealt", "breaks")]
            words = f"models that {{}} {verb(foe.name, 'kills')} in return"
            cells.append(Cell("back", foe.id, words, back.deaths.number, foe.name))
            found += [struck, back]
    alone = "each alone against the enemy it reaches: its models that did not fire, all of the enemy"
    return side_by_side("Charges", GOAL, options, (alone, *fewer), error=error_of(found))


def _with(game: Game, row: Row, others: Sequence[Row], rules: AttackRules) -> Figures:
    """One row with the rows before it that strike the same target."""
    order = [unit.id for unit in game.table.in_order()]
    aimed = [*(other for other in others if other.target is row.target), row]
    aimed.sort(key=lambda each: order.index(each.attacker.id))
    return hit_figures(game.options, row.target, aimed, rules, {})
