"""How rows are resolved, in melee and when firing alike: to hit, hits dealt, to wound, saves, removal together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from companion.engine.state.changes import Line
from companion.engine.state.phrases import joined, says
from companion.engine.thrown import Results
from companion.engine.wording import count, does, listed, possessive
from companion.rules.better_wargame.attack.casualties import is_wiped_out, remove
from companion.rules.better_wargame.attack.needs import shown_number
from companion.rules.better_wargame.attack.rows import Row, deal_hits, picked_out
from companion.rules.better_wargame.attack.rules import AttackResult, AttackRules, FightResult, may_save
from companion.rules.better_wargame.attack.throws import NO_DICE, Batch, throw_all
from companion.rules.better_wargame.odds.attack import throw_odds
from companion.rules.better_wargame.units import Game, WargameUnit


async def resolve(game: Game, rows: Sequence[Row], rules: AttackRules) -> AttackResult:
    """Resolves the rows all at once: nothing is removed before every save is rolled."""
    hit_step, deal_step, wound_step, save_step = rules.steps
    strikes = any(row.models and rules.dice(row.attacker) for row in rows)
    if game.enters(hit_step, strikes, "nobody has dice to roll"):
        await to_hit(game, rows, rules)
    hit = any(row.hits for row in rows)
    if game.enters(deal_step, hit, "nobody was hit"):
        await deal_hits(game, rows, {row.target.id: rules.can_be_hit(row.target) for row in rows})
    if game.enters(wound_step, hit, "nobody was hit"):
        await to_wound(game, rows, rules)
    aimed = {unit: [row for row in rows if row.target is unit] for unit in game.table.in_order()}
    targets = [unit for unit, own in aimed.items() if own]
    wounds = {unit.id: sum(len(row.wounded) for row in aimed[unit]) for unit in targets}
    casualties = dict.fromkeys(wounds, 0)
    if game.enters(save_step, any(wounds.values()), "nobody was wounded"):
        casualties |= await _saved(game, {unit: aimed[unit] for unit in targets if wounds[unit.id]}, rows, rules)
    hits: list[list[str | int]] = [[r.attacker.id, r.target.id, r.hits] for r in rows if r.models]
    game.conclude(_losses(rows, targets, casualties))
    return {"hits": hits, "wounds": wounds, "casualties": casualties}


async def _saved(
    game: Game, wounded: Mapping[WargameUnit, Sequence[Row]], rows: Sequence[Row], rules: AttackRules
) -> dict[str, int]:
    """Saves of the wounded units; returns how many models of each are removed, once all are rolled."""
    await saves(game, [row for own in wounded.values() for row in own if row.wounded], list(wounded), rules)
    lost = {unit: rules.losses(rows, unit) for unit in wounded}
    return {unit.id: remove(game, unit, dead) for unit, dead in lost.items()}


def _losses(rows: Sequence[Row], targets: Sequence[WargameUnit], casualties: Mapping[str, int]) -> str:
    """`A loses 3 models, B is wiped out`; who attacked whom if nobody fell."""
    found: list[str] = []
    for unit in targets:
        lost = casualties[unit.id]
        if lost and not unit.alive:
            found.append(is_wiped_out(unit))
        elif lost:
            found.append(f"{does(unit.name, 'loses')} {count(lost, 'model')}")
    return joined(", ", found) or _none_lost(rows, targets)


def _none_lost(rows: Sequence[Row], targets: Sequence[WargameUnit]) -> str:
    """`B loses no models to A`; of units that strike each other `A and B fight: no losses`."""
    names = listed(unit.name for unit in targets)
    others = {row.attacker.id: row.attacker.name for row in rows if row.attacker not in targets}
    if not targets:
        return "nobody is attacked: no losses"
    if not others or any(row.attacker in targets for row in rows):
        return f"{names} fight: no losses"
    return f"{does((unit.name for unit in targets), 'loses')} no models to {listed(others.values())}"


def of_all(units: Sequence[WargameUnit], result: AttackResult) -> FightResult:
    """A result in which every unit of the fight stands, attacked or not."""
    nothing = {u.id: 0 for u in units}
    return {
        "units": [u.id for u in units],
        "hits": result["hits"],
        "wounds": {**nothing, **result["wounds"]},
        "casualties": {**nothing, **result["casualties"]},
    }


_MANY = 4
"""Rows of dice from which a result begins with what they come to."""


async def to_hit(game: Game, rows: Sequence[Row], rules: AttackRules) -> None:
    """To Hit: the dice of the models assigned in each row; writes the hits of the rows."""

    def batch(row: Row) -> Batch:
        one, two, each = row.attacker, row.target, rules.dice(row.attacker)
        if not row.models * each:
            return NO_DICE
        lines = rules.to_hit(game.options, row)
        target = shown_number(game, row, "hits on", f"to_hit[{row.label}]", lines, _named(one, "hits", two))
        label = f"{count(row.models, 'model')} × {each}"
        thrown = [Line(label, row.models * each, "Basic Characteristics", reason="# models × #")]
        name = f"{possessive(one.name)} dice on {two.name}"
        dice = game.tally(f"dice[{row.label}]", thrown, lo=0, low_rule="To Hit", name=name, unit="dice")
        whose, alone = f"{one.name} on {two.name}", f"{does(one.name, 'attacks')} {two.name}"
        return Batch(row.label, one.side, dice, target, whose, alone, pair=(one.id, two.id))

    odds = partial(throw_odds, game, "to_hit", rows, rules)
    for row, results in zip(
        rows, await throw_all(game, "to_hit", rows, batch, partial(_told, game.table.title, "hit"), odds), strict=True
    ):
        row.hits = sum(results)
    for target in dict.fromkeys(row.target for row in rows):
        taken = sum(row.hits for row in rows if row.target is target)
        if taken:
            game.show(target, "hits", "Hits taken", taken)


async def to_wound(game: Game, rows: Sequence[Row], rules: AttackRules) -> None:
    """To Wound: one die a hit, in the order dealt; writes the models wounded and the Wounds of the targets."""

    def batch(row: Row) -> Batch:
        one, two = row.attacker, row.target
        if not row.dealt:
            return NO_DICE
        lines = rules.to_wound(game.options, row)
        target = shown_number(game, row, "wounds on", f"to_wound[{row.label}]", lines, _named(one, "wounds", two))
        whose, alone = f"{one.name} on {two.name}", f"{one.name} against {two.name}"
        return Batch(row.label, one.side, len(row.dealt), target, whose, alone, row.dealt, (one.id, two.id))

    odds = partial(throw_odds, game, "to_wound", rows, rules)
    for row, results in zip(
        rows,
        await throw_all(game, "to_wound", rows, batch, partial(_told, game.table.title, "Wound"), odds),
        strict=True,
    ):
        row.wounded = picked_out(row.dealt, results, keep=True)
    for target in dict.fromkeys(row.target for row in rows):
        taken = sum(len(row.wounded) for row in rows if row.target is target)
        game.change(target, "wounds", target.wounds + taken, "wounded")


async def saves(game: Game, rows: Sequence[Row], wounded: Sequence[WargameUnit], rules: AttackRules) -> None:
    """Defensive Saves: one die a Wound, for rows in the order of the `wounded` units; writes the models that fail."""

    def batch(row: Row) -> Batch:
        one, two = row.attacker, row.target
        name = _named(two, "saves", one, " against")
        target = shown_number(game, row, "saved on", f"save[{row.label}]", rules.save(game.options, row), name)
        if not may_save(game.options, target):
            row.failed = row.wounded
            game.note(
                f"{does(two.name, 'has')} no save against {one.name}: 7+ is not rolled here", ruling="save_on_7plus"
            )
            return NO_DICE
        who = f"{two.name} against {one.name}"
        return Batch(who, two.side, len(row.wounded), target, who, who, row.wounded, (two.id, one.id), "lost")

    def tell(thrown: Sequence[Row], results: Sequence[Results], last: bool) -> str:
        for row, made in zip(thrown, results, strict=True):
            row.failed = picked_out(row.wounded, made, keep=False)
        saved = [
            f"{does(row.target.name, 'saves')} {sum(made)} of {len(made)} against {row.attacker.name}"
            for row, made in zip(thrown, results, strict=True)
        ]
        return joined("; ", [*(_losses_in_words(rows, wounded, rules) if last else ()), *saved])

    odds = partial(throw_odds, game, "save", rows, rules)
    thrown = await throw_all(game, "save", rows, batch, tell, odds)
    if not (any(thrown) if game.options["throw"] == "stage" else thrown[-1]):
        # No throw was the last one, which tells the losses.
        game.note(joined("; ", _losses_in_words(rows, wounded, rules)))


def _losses_in_words(rows: Sequence[Row], wounded: Sequence[WargameUnit], rules: AttackRules) -> list[str]:
    """What each wounded unit loses: those that are wiped out first, those that lose nobody last."""
    gone: list[str] = []
    hurt: list[str] = []
    whole: list[str] = []
    for unit in wounded:
        dead = rules.losses(rows, unit).total
        if dead >= unit.models:
            gone.append(is_wiped_out(unit))
            continue
        if not dead:
            whole.append(f"{does(unit.name, 'loses')} no model")
        else:
            models = unit.models - dead
            left = says(f"{models} of {unit.start_models} left", unit, "models", models)
            lost = says(
                f"{does(unit.name, 'loses')} {count(dead, 'model')}", unit, "casualties", unit.casualties + dead
            )
            hurt.append(joined(", ", (lost, left)))
    return gone + hurt + whole


def _told(
    titled: Callable[[str], str], noun: str, thrown: Sequence[Row], results: Sequence[Results], last: bool
) -> str:
    """How many dice of each attacker did it, on whom; of many first what they come to, by side, and who did nothing is
    left out."""
    by_unit: dict[str, list[str]] = {}
    by_side: dict[str, int] = {}
    many = len(thrown) >= _MANY
    for row, made in zip(thrown, results, strict=True):
        number, one = sum(made), row.attacker
        by_side[one.side] = by_side.get(one.side, 0) + number
        if many and not number:
            continue
        told = by_unit.setdefault(one.name, [])
        told.append(f"{number if told else count(number, noun)} on {row.target.name}")
    each = "; ".join(f"{name}: {', '.join(told)}" for name, told in by_unit.items())
    sides = ", ".join(f"{titled(side)} {count(number, noun)}" for side, number in by_side.items() if many)
    return joined(". ", filter(None, (sides, each)))


def _named(one: WargameUnit, verb: str, two: WargameUnit, to: str = "") -> str:
    """The name of a target number: `First Squad hits Gutripper Boyz on`."""
    return f"{does(one.name, verb)}{to} {two.name} on"
