"""How rows are resolved, in melee and when firing alike: to hit, hits dealt, to wound, saves, removal together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypedDict

from companion.engine.state.changes import Line, Tally
from companion.engine.wording import count, possessive, verb
from companion.rules.better_wargame.attack.allocation import deal_hits
from companion.rules.better_wargame.attack.casualties import Losses, remove
from companion.rules.better_wargame.attack.numbers import Options
from companion.rules.better_wargame.attack.rows import Row, picked_out
from companion.rules.better_wargame.attack.throws import NO_DICE, Batch, Results, need, target_words, throw_all
from companion.rules.better_wargame.turn.phases import enters
from companion.rules.better_wargame.units import Game, WargameUnit

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


class AttackResult(TypedDict):
    """What came of an attack: hits as [attacker, target, number] a row; Wounds and casualties by unit id."""

    hits: list[list[str | int]]
    wounds: dict[str, int]
    casualties: dict[str, int]


class FightResult(AttackResult):
    """What came of one melee or firefight, with the ids of all units in it."""

    units: list[str]


async def resolve(game: Game, rows: Sequence[Row], rules: AttackRules) -> AttackResult:
    """Resolves the rows all at once: nothing is removed before every save is rolled."""
    hit_step, deal_step, wound_step, save_step = rules.steps
    strikes = any(row.models and rules.dice(row.attacker) for row in rows)
    if enters(game, hit_step, strikes, "nobody has dice to roll"):
        await _to_hit(game, rows, rules)
    hit = any(row.hits for row in rows)
    if enters(game, deal_step, hit, "nobody was hit"):
        await deal_hits(game, rows, {row.target.id: rules.can_be_hit(row.target) for row in rows})
    if enters(game, wound_step, hit, "nobody was hit"):
        await _to_wound(game, rows, rules)
    targets = [u for u in game.table.in_order() if any(row.target is u for row in rows)]
    wounds = {u.id: sum(len(row.wounded) for row in rows if row.target is u) for u in targets}
    casualties = dict.fromkeys(wounds, 0)
    if enters(game, save_step, any(wounds.values()), "nobody was wounded"):
        wounded = [u for u in targets if wounds[u.id]]
        await _saves(game, [row for u in wounded for row in rows if row.target is u and row.wounded], wounded, rules)
        for unit, lost in [(u, rules.losses(rows, u)) for u in wounded]:
            casualties[unit.id] = remove(game, unit, lost)
    hits: list[list[str | int]] = [[r.attacker.id, r.target.id, r.hits] for r in rows if r.models]
    return {"hits": hits, "wounds": wounds, "casualties": casualties}


def of_all(units: Sequence[WargameUnit], result: AttackResult) -> FightResult:
    """A result in which every unit of the fight stands, attacked or not."""
    nothing = {u.id: 0 for u in units}
    return {
        "units": [u.id for u in units],
        "hits": result["hits"],
        "wounds": {**nothing, **result["wounds"]},
        "casualties": {**nothing, **result["casualties"]},
    }


def show_numbers(game: Game, rows: Sequence[Row], rules: AttackRules) -> None:
    """Shows with each attacker what it needs against each target, before anybody decides."""
    lines = {"hits on": rules.to_hit, "wounds on": rules.to_wound, "saved on": rules.save}
    for row in rows:
        row.needs = {words: sum(line.value for line in of(game.options, row)) for words, of in lines.items()}
        _show(game, row)


def _show(game: Game, row: Row) -> None:
    text = ", ".join(f"{words} {need(number)}" for words, number in row.needs.items())
    game.show(row.attacker, f"against[{row.target.id}]", f"Against {row.target.name}", text)


def _number(game: Game, row: Row, words: str, target: Tally) -> Tally:
    """A target number, shown anew where it is no longer what was shown."""
    if row.needs.get(words) != target:
        row.needs[words] = int(target)
        _show(game, row)
    return target


async def _to_hit(game: Game, rows: Sequence[Row], rules: AttackRules) -> None:
    def batch(row: Row) -> Batch:
        one, two, each = row.attacker, row.target, rules.dice(row.attacker)
        if not row.models * each:
            return NO_DICE
        target = _number(
            game,
            row,
            "hits on",
            game.tally(
                f"to_hit[{row.label}]",
                rules.to_hit(game.options, row),
                name=_named(one, "hit", two),
            ),
        )
        lines = [Line(f"{count(row.models, 'model')} × {each}", row.models * each, "Basic Characteristics")]
        name = f"{possessive(one.name)} dice on {two.name}"
        dice = game.tally(f"dice[{row.label}]", lines, lo=0, name=name, unit="dice")
        words = f"{one.name} {verb(one.name, 'attacks', 'attack')} {two.name}: roll to hit, {target_words(target)}"
        return Batch(row.label, one.side, dice, target, words, f"{one.name} on {two.name} {target_words(target)}")

    def tell(thrown: Sequence[Row], results: Sequence[Results], last: bool) -> str:
        return "; ".join(
            f"{row.attacker.name}: {count(sum(made), 'hit')} on {row.target.name}"
            for row, made in zip(thrown, results, strict=True)
        )

    for row, results in zip(rows, await throw_all(game, "to_hit", rows, batch, tell), strict=True):
        row.hits = sum(results)
    for target in dict.fromkeys(row.target for row in rows):
        taken = sum(row.hits for row in rows if row.target is target)
        if taken:
            game.show(target, "hits", "Hits taken", taken)


async def _to_wound(game: Game, rows: Sequence[Row], rules: AttackRules) -> None:
    def batch(row: Row) -> Batch:
        one, two = row.attacker, row.target
        if not row.dealt:
            return NO_DICE
        target = _number(
            game,
            row,
            "wounds on",
            game.tally(
                f"to_wound[{row.label}]",
                rules.to_wound(game.options, row),
                name=_named(one, "wound", two),
            ),
        )
        models = _numbered(row.dealt)
        words = f"{one.name} against {two.name}: roll to wound, {target_words(target)}, for {models}"
        short = f"{one.name} on {two.name} {target_words(target)}, {models}"
        return Batch(row.label, one.side, len(row.dealt), target, words, short)

    def tell(thrown: Sequence[Row], results: Sequence[Results], last: bool) -> str:
        return "; ".join(
            f"{row.attacker.name}: {count(sum(made), 'Wound')} on {row.target.name}"
            for row, made in zip(thrown, results, strict=True)
        )

    for row, results in zip(rows, await throw_all(game, "to_wound", rows, batch, tell), strict=True):
        row.wounded = picked_out(row.dealt, results, keep=True)
    for target in dict.fromkeys(row.target for row in rows):
        taken = sum(len(row.wounded) for row in rows if row.target is target)
        game.change(target, "wounds", target.wounds + taken, "wounded")


async def _saves(game: Game, rows: Sequence[Row], wounded: Sequence[WargameUnit], rules: AttackRules) -> None:
    def batch(row: Row) -> Batch:
        one, two = row.attacker, row.target
        target = _number(
            game,
            row,
            "saved on",
            game.tally(
                f"save[{row.label}]",
                rules.save(game.options, row),
                name=_named(two, "save", one, " against"),
            ),
        )
        if not may_save(game.options, target):
            row.failed = row.wounded
            has = verb(two.name, "has", "have")
            game.note(f"{two.name} {has} no save against {one.name}: 7+ is not rolled here", ruling="save_on_7plus")
            return NO_DICE
        who, models = f"{two.name} against {one.name}", _numbered(row.wounded)
        words = f"{who}: roll saves, {target_words(target)}, for {models}"
        return Batch(who, two.side, len(row.wounded), target, words, f"{who} {target_words(target)}, {models}")

    def tell(thrown: Sequence[Row], results: Sequence[Results], last: bool) -> str:
        for row, made in zip(thrown, results, strict=True):
            row.failed = picked_out(row.wounded, made, keep=False)
        saved = [
            f"{row.target.name} {verb(row.target.name, 'saves', 'save')} {sum(made)} of {len(made)} "
            f"against {row.attacker.name}"
            for row, made in zip(thrown, results, strict=True)
        ]
        return "; ".join([*(_losses_told(rows, wounded, rules) if last else ()), *saved])

    thrown = await throw_all(game, "save", rows, batch, tell)
    if not (any(thrown) if game.options["throw"] == "stage" else thrown[-1]):
        # No throw was the last one, which tells the losses.
        game.note("; ".join(_losses_told(rows, wounded, rules)))


def may_save(options: Options, target: Tally) -> bool:
    """Whether a save of this number is rolled at all, by the option `save_on_7plus`."""
    return target < 7 or options["save_on_7plus"] != "none"


def _losses_told(rows: Sequence[Row], wounded: Sequence[WargameUnit], rules: AttackRules) -> list[str]:
    """What each wounded unit loses, those that are wiped out first."""
    gone, hurt = [], []
    for unit in wounded:
        dead = rules.losses(rows, unit).total
        if dead >= unit.models:
            gone.append(f"{unit.name} {verb(unit.name, 'is', 'are')} wiped out")
        else:
            loses = verb(unit.name, "loses", "lose")
            hurt.append(f"{unit.name} {loses} {count(dead, 'model')}, {unit.models - dead} of {unit.start_models} left")
    return gone + hurt


def _named(one: WargameUnit, does: str, two: WargameUnit, to: str = "") -> str:
    """The name of a target number: `First Squad hits Gutripper Boyz on`."""
    return f"{one.name} {verb(one.name, does + 's', does)}{to} {two.name} on"


def _numbered(models: Sequence[int]) -> str:
    return ("model " if len(models) == 1 else "models ") + " ".join(map(str, models))
