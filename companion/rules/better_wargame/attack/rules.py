"""What an attack needs to know of its phase, the numbers that attackers need, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypedDict

from companion.engine.frozen import frozen
from companion.engine.state.changes import Line, Tally
from companion.rules.better_wargame.attack.numbers import Options
from companion.rules.better_wargame.attack.rows import Losses, Row
from companion.rules.better_wargame.attack.throws import need
from companion.rules.better_wargame.units import Game, WargameUnit

Lines = Callable[[Options, Row], list[Line]]


@frozen
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


def may_save(options: Options, target: int) -> bool:
    """Whether a save of this number is rolled at all, by the option `save_on_7plus`."""
    return target < 7 or options["save_on_7plus"] != "none"


def show_numbers(game: Game, rows: Sequence[Row], rules: AttackRules) -> None:
    """Shows with each attacker what it needs against each target, before anybody decides."""
    for row in rows:
        label = f"Against {row.target.name}"
        game.show(row.attacker, f"against[{row.target.id}]", label, partial(_needs_in_words, game.options, row, rules))


def _needs_in_words(options: Options, row: Row, rules: AttackRules) -> str:
    """`hits on 4+, wounds on 3+, saved on 5+`"""
    return ", ".join(f"{words} {need(number)}" for words, number in counted(options, row, rules).needs.items())


def counted(options: Options, row: Row, rules: AttackRules) -> Row:
    """The same row with its target numbers."""
    words = ("hits on", "wounds on", "saved on")
    return replace(row, needs={each: number_of(options, row, rules, each) for each in words})


def number_of(options: Options, row: Row, rules: AttackRules, words: str) -> int:
    """The target number under these words as it was counted, or as it would be."""
    counted = row.needs.get(words)
    if counted is not None:
        return counted
    lines = {"hits on": rules.to_hit, "wounds on": rules.to_wound, "saved on": rules.save}[words]
    return added_up(lines(options, row))


def added_up(lines: Iterable[Line]) -> int:
    """What lines come to."""
    return sum(line.value for line in lines)


def shown_number(game: Game, row: Row, words: str, key: str, lines: Iterable[Line], name: str) -> Tally:
    """A target number with its reasons, under `key`; shown as `words` from now on."""
    target = game.tally(key, lines, name=name)
    row.needs[words] = int(target)
    return target
