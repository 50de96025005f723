"""The numbers that an attacker needs against each target, shown beside every prompt of the fight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from companion.engine.state.changes import Line, Tally, added_up
from companion.rules.better_wargame.attack.numbers import Options
from companion.rules.better_wargame.attack.rows import Row
from companion.rules.better_wargame.attack.rules import AttackRules
from companion.rules.better_wargame.attack.throws import need
from companion.rules.better_wargame.units import Game


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


def shown_number(game: Game, row: Row, words: str, key: str, lines: Iterable[Line], name: str) -> Tally:
    """A target number with its reasons, under `key`; shown as `words` from now on."""
    target = game.tally(key, lines, name=name)
    row.needs[words] = int(target)
    return target
