"""Odds before an attack: how attackers are split, whom a unit shoots at, what stands in the way of a shot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from companion.engine.odds import Chance, Odds
from companion.engine.wording import count, possessive
from companion.odds.side_by_side import columns, numbers
from companion.rules.better_wargame.attack.rows import Row
from companion.rules.better_wargame.attack.rules import AttackRules
from companion.rules.better_wargame.odds.attack import target_figures
from companion.rules.better_wargame.odds.figures import BACK, GOAL, Figures, as_odds, rows_of, texts
from companion.rules.better_wargame.units import Game, WargameUnit

MOST_SPLITS, FEW_SPLITS = 70, 12
"""Splits that are compared one by one; a larger unit, or one of many dice, is split in steps of several models."""

MANY_DICE = 60

MOST_PAIRS = 48
"""Pairs of a charging unit and an enemy that are compared."""


def split_odds(
    game: Game,
    unit: WargameUnit,
    rows: Sequence[Row],
    models: int,
    others: Sequence[Row],
    rules: AttackRules,
    *,
    holds: str = "",
    played: bool = False,
) -> Odds | None:
    """How many of `models` strike or fire at the target of each of these rows.

    `others` are the rows of units that were split before or have nothing to split. `holds` is the allotment of models
    that are held back, if that may be; nobody gains by it, so that of many splits only those of all models are
    compared. `played`: the best split alone.
    """
    if not rows or not models:
        return None
    step, every = _steps(unit, models, len(rows), rules, holds=bool(holds))
    compared = _compared(game, rows, _splits(models, len(rows) + every, step), others, rules)
    found = [(_in_words(rows, numbers, holds), figures) for numbers, figures in compared]
    if played:
        found = [max(found, key=_worth)]
    assumes = [f"{count(len(rows), 'target')}; units that choose later are not counted"]
    if step > 1:
        assumes.append(f"compared in steps of {step} models")
    if holds:
        assumes += [] if every else ["all models fire"]
        assumes.append("no cover and no concealment but what the app knows")
    return as_odds(f"{possessive(unit.name)} split", game.options, game.table.phase, found, assumes, best=True)


def best_split(
    game: Game, unit: WargameUnit, rows: Sequence[Row], models: int, others: Sequence[Row], rules: AttackRules
) -> dict[str, object]:
    """The split of `split_odds` that costs the enemy most, as it is answered."""
    step, _ = _steps(unit, models, len(rows), rules, holds=False)
    numbers, _ = max(_compared(game, rows, _splits(models, len(rows), step), others, rules), key=_worth)
    return {"parts": {row.target.id: number for row, number in zip(rows, numbers, strict=True)}}


def _steps(unit: WargameUnit, models: int, targets: int, rules: AttackRules, *, holds: bool) -> tuple[int, bool]:
    """In steps of how many models splits are compared, and whether models that hold back are counted with them."""
    most = MOST_SPLITS if models * rules.dice(unit) <= MANY_DICE else FEW_SPLITS
    step = 1
    while step < models and sum(1 for _ in _splits(models, targets, step)) > most:
        step += 1
    return step, holds and step == 1 and sum(1 for _ in _splits(models, targets + 1, 1)) <= most


def _compared(
    game: Game, rows: Sequence[Row], ways: Iterable[tuple[int, ...]], others: Sequence[Row], rules: AttackRules
) -> list[tuple[tuple[int, ...], list[Figures]]]:
    """What comes of each of these splits, target by target."""
    known: dict[tuple[str, int], Figures] = {}

    def figures(row: Row, number: int) -> Figures:
        key = (row.target.id, number)
        if key not in known:
            known[key] = _with(game, replace(row, models=number), others, rules)
        return known[key]

    return [(numbers, [figures(row, number) for row, number in zip(rows, numbers, strict=False)]) for numbers in ways]


def _worth(found: tuple[object, Iterable[Figures]]) -> Fraction:
    return sum((one.mean for one in found[1]), Fraction(0))


def target_odds(game: Game, unit: WargameUnit, foes: Sequence[WargameUnit], rules: AttackRules) -> Odds | None:
    """Whom a unit shoots at, with all its models."""
    if not foes:
        return None
    found = [(foe.id, [_with(game, Row(unit, foe, unit.models), (), rules)]) for foe in foes]
    assumes = ("all models fire at it; no cover and no concealment but what the app knows",)
    return as_odds(f"{possessive(unit.name)} target", game.options, game.table.phase, found, assumes, best=True)


def charge_odds(
    game: Game, units: Sequence[WargameUnit], foes: Sequence[WargameUnit], rules: AttackRules
) -> Odds | None:
    """What each unit that may charge does to each enemy with the models that did not fire, and all of that to it."""
    if not units or not foes:
        return None
    compared = foes[: max(1, MOST_PAIRS // len(units))]
    fewer = [f"only {count(len(compared), 'enemy', 'enemies')} of {len(foes)}"] if len(compared) < len(foes) else []
    phase, options = game.table.phase, game.options
    everybody = replace(rules, can_be_hit=lambda unit: unit.models)
    rows: list[Chance] = []
    left_out = Fraction(0)
    for unit in units:
        for foe in compared:
            struck, back = (
                target_figures(options, [Row(one, other, models)], everybody, other)
                for one, other, models in ((unit, foe, unit.models - unit.fired_models), (foe, unit, foe.models))
            )
            rows += [row for row in rows_of(options, phase, struck, unit.id) if row.measure in ("dealt", "breaks")]
            rows += numbers(unit.id, BACK, back.lost.number, foe.id)
            left_out = max(left_out, struck.lost.left_out, back.lost.left_out)
    return Odds(
        "Charges",
        GOAL,
        tuple(rows),
        columns(compared, texts, rows),
        ("each alone against the enemy it reaches: its models that did not fire, all of the enemy", *fewer),
        exact=not left_out,
        error=float(left_out) if left_out else None,
    )


def _with(game: Game, row: Row, others: Sequence[Row], rules: AttackRules) -> Figures:
    """One row with the rows before it that strike the same target."""
    order = {unit.id: place for place, unit in enumerate(game.table.in_order())}
    aimed = [*(other for other in others if other.target is row.target), row]
    return target_figures(game.options, sorted(aimed, key=lambda r: order[r.attacker.id]), rules, row.target)


def _splits(models: int, targets: int, step: int) -> Iterator[tuple[int, ...]]:
    """All ways to split models over targets, all but the rest of the division in whole steps; all on one included."""
    if targets == 1:
        yield (models,)
        return
    for first in (*range(models, 0, -step), 0):
        for rest in _splits(models - first, targets - 1, step):
            yield (first, *rest)


def _in_words(rows: Sequence[Row], numbers: Sequence[int], holds: str) -> str:
    """A split as it is typed: `3 gutrippers / 2 wurgg`; models that are held back, if any, are the last."""
    names = [row.target.id for row in rows]
    parts = [f"{number} {name}" for number, name in zip(numbers, names, strict=False)]
    return " / ".join([*parts, *(f"{number} {holds}" for number in numbers[len(rows) :] if number)])
