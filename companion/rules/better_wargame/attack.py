"""How rows are resolved, in melee and when firing alike: to hit, hits dealt, to wound, saves, removal together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine.procedure import Context
from companion.engine.requests import Plan
from companion.engine.state.changes import Line
from companion.rules.better_wargame.numbers import Options
from companion.rules.better_wargame.phases import enters
from companion.rules.better_wargame.removal import remove
from companion.rules.better_wargame.rows import Losses, Row, chosen, deal_evenly, losses, many
from companion.rules.better_wargame.throws import Batch, number, throw_all
from companion.rules.better_wargame.units import Battle, Troop

Lines = Callable[[Options, Row], list[Line]]


@dataclass(frozen=True, slots=True)
class Manner:
    """What differs between melee and firing: the four steps, the numbers, and which models can be hit and die."""

    steps: tuple[str, str, str, str]
    dice: Callable[[Troop], int]
    to_hit: Lines
    to_wound: Lines
    save: Lines
    models: Callable[[Troop], int]
    lost: Callable[[Sequence[Row], Troop], Losses]


def positions(rows: Sequence[Row], target: Troop) -> Losses:
    """Who dies in melee: models are numbered with those in contact first."""
    return losses(rows, target, target.in_contact, target.in_reach)


async def resolve(game: Context[Battle], rows: Sequence[Row], manner: Manner) -> dict[str, Any]:
    """Resolves the rows all at once; returns hits a row, and wounds and casualties a unit."""
    hit_step, deal_step, wound_step, save_step = manner.steps
    strikes = any(row.models and manner.dice(row.attacker) for row in rows)
    if enters(game, hit_step, strikes, "nobody has dice to roll"):
        await _to_hit(game, rows, manner)
    hit = any(row.hits for row in rows)
    if enters(game, deal_step, hit, "nobody was hit"):
        await _deal(game, rows, manner)
    if enters(game, wound_step, hit, "nobody was hit"):
        await _to_wound(game, rows, manner)
    targets = [u for u in game.table.in_order() if any(row.target is u for row in rows)]
    wounds = {u.id: sum(len(row.wounded) for row in rows if row.target is u) for u in targets}
    casualties = dict.fromkeys(wounds, 0)
    if enters(game, save_step, any(wounds.values()), "nobody was wounded"):
        await _saves(game, [row for u in targets for row in rows if row.target is u], manner)
        for unit, lost in [(u, manner.lost(rows, u)) for u in targets if wounds[u.id]]:
            dead = casualties[unit.id] = remove(game, unit, lost)
            game.note(
                f"{unit.name} takes {many(wounds[unit.id], 'Wound')} and loses {many(dead, 'model')}",
                unit=unit.id,
                wounds=wounds[unit.id],
                casualties=dead,
            )
    return {
        "hits": [[r.attacker.id, r.target.id, r.hits] for r in rows if r.models],
        "wounds": wounds,
        "casualties": casualties,
    }


async def _to_hit(game: Context[Battle], rows: Sequence[Row], manner: Manner) -> None:
    def batch(row: Row) -> Batch:
        one, two, each = row.attacker, row.target, manner.dice(row.attacker)
        if not row.models * each:
            return Batch(row.label, one.side, 0, 0, "")
        target = game.tally(
            f"to_hit[{row.label}]", manner.to_hit(game.options, row), name=f"{one.name} hits {two.name} on"
        )
        lines = [Line(f"{many(row.models, 'model')} × {each}", row.models * each, manner.steps[0])]
        dice = game.tally(f"dice[{row.label}]", lines, lo=0, name=f"{one.name}'s dice on {two.name}", unit="dice")
        return Batch(row.label, one.side, dice, target, f"{one.name} attacks {two.name}: roll to hit, {number(target)}")

    for row, results in zip(rows, await throw_all(game, "to_hit", rows, batch), strict=True):
        row.hits = sum(results)


async def _deal(game: Context[Battle], rows: Sequence[Row], manner: Manner) -> None:
    models = {row.target.id: manner.models(row.target) for row in rows}
    deal_evenly(rows, models)
    if not game.options["defender_allocates"]:
        return
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


async def _to_wound(game: Context[Battle], rows: Sequence[Row], manner: Manner) -> None:
    def batch(row: Row) -> Batch:
        one, two = row.attacker, row.target
        if not row.dealt:
            return Batch(row.label, one.side, 0, 0, "")
        target = game.tally(
            f"to_wound[{row.label}]", manner.to_wound(game.options, row), name=f"{one.name} wounds {two.name} on"
        )
        words = f"{one.name} against {two.name}: roll to wound, {number(target)}, for {_list(row.dealt)}"
        return Batch(row.label, one.side, len(row.dealt), target, words)

    for row, results in zip(rows, await throw_all(game, "to_wound", rows, batch), strict=True):
        row.wounded = chosen(row.dealt, results, keep=True)
    for target in dict.fromkeys(row.target for row in rows):
        taken = sum(len(row.wounded) for row in rows if row.target is target)
        game.change(target, "wounds", target.wounds + taken, "wounded")


async def _saves(game: Context[Battle], rows: Sequence[Row], manner: Manner) -> None:
    hopeless: list[Row] = []

    def batch(row: Row) -> Batch:
        one, two = row.attacker, row.target
        if not row.wounded:
            return Batch(row.label, two.side, 0, 0, "")
        target = game.tally(
            f"save[{row.label}]", manner.save(game.options, row), name=f"{two.name} saves against {one.name} on"
        )
        if target >= 7 and game.options["save_on_7plus"] == "none":
            hopeless.append(row)
            game.note(f"{two.name} has no save against {one.name}: 7+ is not rolled here", ruling="save_on_7plus")
            return Batch(row.label, two.side, 0, 0, "")
        words = f"{two.name} against {one.name}: roll saves, {number(target)}, for {_list(row.wounded)}"
        return Batch(row.label, two.side, len(row.wounded), target, words)

    for row, results in zip(rows, await throw_all(game, "save", rows, batch), strict=True):
        row.failed = row.wounded if row in hopeless else chosen(row.wounded, results, keep=False)


def _list(models: Sequence[int]) -> str:
    return ("model " if len(models) == 1 else "models ") + " ".join(map(str, models))
