"""How a fight stands: who is in it, and of each the numbers that its decisions hang on.

A procedure declares its fighters once (`Context.fight`). The rest is derived whenever somebody looks, so that it is
true after adjustments and rulings too: fields that are declared for a fight, conditions, the last number of each kind
that was computed of a fighter (`Context.tally` with `of`), and what the procedure shows besides (`Context.show`, and
the rows of `Context.fight`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from companion.engine.frozen import frozen
from companion.engine.keys import counted
from companion.engine.state.changes import Tally
from companion.engine.state.declarations import StandingRow
from companion.engine.state.entity import Condition, Entity, holds
from companion.engine.state.table import Unit


@frozen
class Standing:
    """One fighter: `of` is its id, `role` its part in the fight (attacker, defender, assists)."""

    of: str
    side: str
    name: str
    role: str
    rows: tuple[StandingRow, ...]


Shown = tuple[str, int | str | Callable[[], int | str]]
"""A row that a procedure shows, but for its key: label, and value or what gives it."""


@dataclass(slots=True)
class Fight:
    """The fighters of one procedure by id, with what was computed and shown of each.

    `counted` are the numbers that were computed while it stood, in order: whose, under which key, and the number.
    `shown` are rows by fighter and key. `weighs` are fields of each role that this fight hangs on.
    """

    fighters: dict[str, tuple[Unit, str]]
    rows: Callable[[Unit], Iterable[StandingRow]] | None = None
    weighs: Mapping[str, Collection[str]] = field(default_factory=dict)
    counted: list[tuple[str, str, Tally]] = field(default_factory=list)
    shown: dict[str, dict[str, Shown]] = field(default_factory=dict)

    @property
    def numbers(self) -> dict[str, dict[str, Tally]]:
        """The numbers of each fighter; of one key the last counts."""
        found: dict[str, dict[str, Tally]] = {}
        for of, key, made in self.counted:
            if of in self.fighters:
                found.setdefault(of, {})[counted(key)[0]] = made
        return found

    def standings(self) -> tuple[Standing, ...]:
        """Every fighter as it stands now, in the order declared."""
        numbers = self.numbers
        return tuple(
            Standing(of, unit.side, unit.name, role, tuple(self._rows(of, unit, numbers.get(of, {}))))
            for of, (unit, role) in self.fighters.items()
        )

    def _rows(self, of: str, unit: Unit, numbers: Mapping[str, Tally]) -> Iterator[StandingRow]:
        weighs = self.weighs.get(self.fighters[of][1], ())
        for row in unit.standing_rows():
            yield row._replace(weighs=True) if row.key in weighs else row
        conditions = tuple(conditions_of(unit))
        if conditions:
            yield StandingRow("conditions", "Conditions", ", ".join(conditions), conditions=conditions)
        shown = self.shown.get(of, {})
        for key, made in numbers.items():
            if key not in shown:
                yield StandingRow(key, made.row or key.replace("_", " "), int(made))
        for key, (label, value) in shown.items():
            yield StandingRow(key, label, value() if callable(value) else value)
        if self.rows is not None:
            yield from self.rows(unit)


def conditions_of(entity: Entity) -> Iterator[str]:
    return (words for _, words in conditions_held(entity))


def conditions_held(entity: Entity) -> Iterator[tuple[Condition, str]]:
    """The conditions that an entity has now, each with its words; of markers and of a list how many."""
    for condition in entity.conditions:
        if holds(entity, condition):
            value = entity.get(condition.field)
            many = f" {value}" if condition.holds == "count" and value != 1 else ""
            several = f" ({len(value)})" if condition.holds == "list" and len(value) > 1 else ""
            yield condition, condition.label + many + several
