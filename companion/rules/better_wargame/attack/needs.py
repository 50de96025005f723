"""The numbers that an attacker needs against each target, shown beside every prompt of the fight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.engine.state.changes import Line, Tally
from companion.rules.better_wargame.attack.rows import Row
from companion.rules.better_wargame.attack.rules import AttackRules
from companion.rules.better_wargame.attack.throws import need
from companion.rules.better_wargame.units import Game


def show_numbers(game: Game, rows: Sequence[Row], rules: AttackRules) -> None:
    """Shows with each attacker what it needs against each target, before anybody decides."""
    lines = {"hits on": rules.to_hit, "wounds on": rules.to_wound, "saved on": rules.save}
    for row in rows:
        row.needs = {words: sum(line.value for line in of(game.options, row)) for words, of in lines.items()}
        _show(game, row)


def _show(game: Game, row: Row) -> None:
    text = ", ".join(f"{words} {need(number)}" for words, number in row.needs.items())
    game.show(row.attacker, f"against[{row.target.id}]", f"Against {row.target.name}", text)


def shown_number(game: Game, row: Row, words: str, key: str, lines: Iterable[Line], name: str) -> Tally:
    """A target number with its reasons, under `key`; shown as `words` anew where it is no longer what was shown."""
    target = game.tally(key, lines, name=name)
    if row.needs.get(words) != target:
        row.needs[words] = int(target)
        _show(game, row)
    return target
