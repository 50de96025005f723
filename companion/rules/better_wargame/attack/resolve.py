"""How rows are resolved, in melee and when firing alike: to hit, hits dealt, to wound, saves, removal together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from companion.engine.requests import Plan
from companion.engine.state.changes import Line
from companion.rules.better_wargame.attack.casualties import Losses, remove
from companion.rules.better_wargame.attack.numbers import Options
from companion.rules.better_wargame.attack.rows import Row, deal_evenly, picked_out
from companion.rules.better_wargame.attack.throws import Batch, target_words, throw_all
from companion.rules.better_wargame.turn.phases import enters
from companion.rules.better_wargame.units import Game, WargameUnit
from companion.rules.better_wargame.wording import many

Lines = Callable[[Options, Row], list[Line]]


@dataclass(frozen=True, slots=True)
class AttackRules:
    """What differs between melee and firing.

    `steps` are the ids of to hit, deal, to wound and saves; `dice` the dice of one model; then the three target
    numbers; `can_be_hit` how many models can be hit; `losses` which of them die.
    """

    steps: tuple[str, str, str, str]
    dice: Callable[[WargameUnit], int]
    to_hit: Lines
    to_wound: Lines
    save: Lines
    can_be_hit: Callable[[WargameUnit], int]
    losses: Callable[[Sequence[Row], WargameUnit], Losses]


class Result(TypedDict):
    """What came of an attack: hits as [attacker, target, number] a row; Wounds and casualties by unit id."""

    hits: list[list[str | int]]
    wounds: dict[str, int]
    casualties: dict[str, int]


class FightResult(Result):
    """What came of one melee or firefight, with the ids of all units in it."""

    units: list[str]


async def resolve(game: Game, rows: Sequence[Row], rules: AttackRules) -> Result:
    """Resolves the rows all at once: nothing is removed before every save is rolled."""
    hit_step, deal_step, wound_step, save_step = rules.steps
    strikes = any(row.models and rules.dice(row.attacker) for row in rows)
    if enters(game, hit_step, strikes, "nobody has dice to roll"):
        await _to_hit(game, rows, rules)
    hit = any(row.hits for row in rows)
    if enters(game, deal_step, hit, "nobody was hit"):
        await _deal(game, rows, rules)
    if enters(game, wound_step, hit, "nobody was hit"):
        await _to_wound(game, rows, rules)
    targets = [u for u in game.table.in_order() if any(row.target is u for row in rows)]
    wounds = {u.id: sum(len(row.wounded) for row in rows if row.target is u) for u in targets}
    casualties = dict.fromkeys(wounds, 0)
    if enters(game, save_step, any(wounds.values()), "nobody was wounded"):
        await _saves(game, [row for u in targets for row in rows if row.target is u], rules)
        for unit, lost in [(u, rules.losses(rows, u)) for u in targets if wounds[u.id]]:
            dead = casualties[unit.id] = remove(game, unit, lost)
            game.note(
                f"{unit.name} takes {many(wounds[unit.id], 'Wound')} and loses {many(dead, 'model')}",
                unit=unit.id,
                wounds=wounds[unit.id],
                casualties=dead,
            )
    hits: list[list[str | int]] = [[r.attacker.id, r.target.id, r.hits] for r in rows if r.models]
    return {"hits": hits, "wounds": wounds, "casualties": casualties}


def of_all(units: Sequence[WargameUnit], result: Result) -> FightResult:
    """A result in which every unit of the fight stands, attacked or not."""
    nothing = {u.id: 0 for u in units}
    return {
        "units": [u.id for u in units],
        "hits": result["hits"],
        "wounds": {**nothing, **result["wounds"]},
        "casualties": {**nothing, **result["casualties"]},
    }


async def _to_hit(game: Game, rows: Sequence[Row], rules: AttackRules) -> None:
    def batch(row: Row) -> Batch:
        one, two, each = row.attacker, row.target, rules.dice(row.attacker)
        if not row.models * each:
            return Batch(row.label, one.side, 0, 0, "")
        target = game.tally(
            f"to_hit[{row.label}]", rules.to_hit(game.options, row), name=f"{one.name} hits {two.name} on"
        )
        lines = [Line(f"{many(row.models, 'model')} × {each}", row.models * each, "Basic Characteristics")]
        dice = game.tally(f"dice[{row.label}]", lines, lo=0, name=f"{one.name}'s dice on {two.name}", unit="dice")
        words = f"{one.name} attacks {two.name}: roll to hit, {target_words(target)}"
        return Batch(row.label, one.side, dice, target, words)

    for row, results in zip(rows, await throw_all(game, "to_hit", rows, batch), strict=True):
        row.hits = sum(results)


async def _deal(game: Game, rows: Sequence[Row], rules: AttackRules) -> None:
    models = {row.target.id: rules.can_be_hit(row.target) for row in rows}
    deal_evenly(rows, models)
    if game.options["defender_allocates"]:
        await _let_defenders_deal(game, rows, models)


async def _let_defenders_deal(game: Game, rows: Sequence[Row], models: Mapping[str, int]) -> None:
    for row in rows:
        count = models[row.target.id]
        if row.hits and count > 1:
            given = await game.split(
                "allocate",
                by=row.target.side,
                title=f"{row.target.name}: deal {many(row.hits, 'hit')} of {row.attacker.name} to models 1 to {count}",
                plans=[Plan("models", "hits a model", row.hits, {str(n + 1): (0, row.hits) for n in range(count)})],
            )
            row.dealt = tuple(int(model) for model, hits in given.allotments.items() for _ in range(hits))


async def _to_wound(game: Game, rows: Sequence[Row], rules: AttackRules) -> None:
    def batch(row: Row) -> Batch:
        one, two = row.attacker, row.target
        if not row.dealt:
            return Batch(row.label, one.side, 0, 0, "")
        target = game.tally(
            f"to_wound[{row.label}]", rules.to_wound(game.options, row), name=f"{one.name} wounds {two.name} on"
        )
        words = f"{one.name} against {two.name}: roll to wound, {target_words(target)}, for {_numbered(row.dealt)}"
        return Batch(row.label, one.side, len(row.dealt), target, words)

    for row, results in zip(rows, await throw_all(game, "to_wound", rows, batch), strict=True):
        row.wounded = picked_out(row.dealt, results, keep=True)
    for target in dict.fromkeys(row.target for row in rows):
        taken = sum(len(row.wounded) for row in rows if row.target is target)
        game.change(target, "wounds", target.wounds + taken, "wounded")


async def _saves(game: Game, rows: Sequence[Row], rules: AttackRules) -> None:
    unsaved: list[Row] = []

    def batch(row: Row) -> Batch:
        one, two = row.attacker, row.target
        if not row.wounded:
            return Batch(row.label, two.side, 0, 0, "")
        target = game.tally(
            f"save[{row.label}]", rules.save(game.options, row), name=f"{two.name} saves against {one.name} on"
        )
        if target >= 7 and game.options["save_on_7plus"] == "none":
            unsaved.append(row)
            game.note(f"{two.name} has no save against {one.name}: 7+ is not rolled here", ruling="save_on_7plus")
            return Batch(row.label, two.side, 0, 0, "")
        words = f"{two.name} against {one.name}: roll saves, {target_words(target)}, for {_numbered(row.wounded)}"
        return Batch(row.label, two.side, len(row.wounded), target, words)

    for row, results in zip(rows, await throw_all(game, "save", rows, batch), strict=True):
        row.failed = row.wounded if row in unsaved else picked_out(row.wounded, results, keep=False)


def _numbered(models: Sequence[int]) -> str:
    return ("model " if len(models) == 1 else "models ") + " ".join(map(str, models))
