"""What rules change: fields, conditions and contacts, each change recorded with its reason."""

from __future__ import annotations

from companion.engine.errors import InvalidValue, RuleFault
from companion.engine.progress import Progress, TableT
from companion.engine.state.adjustments import adjusted, apply
from companion.engine.state.changes import Change, Tally
from companion.engine.state.contacts import in_contact, put_contact
from companion.engine.state.declarations import specs
from companion.engine.state.entity import Entity, known_condition, with_condition, without_condition
from companion.engine.state.paths import Flags, contact_path, ordered_flags, pair_key
from companion.engine.state.table import OVER, Unit
from companion.engine.values import same


class TableWriter(Progress[TableT]):
    """The part of a `Context` that writes to the table."""

    ended = False
    """Whether the game was ended in this procedure."""

    def change(self, entity: Entity, path: str, value: object, why: str, by: Unit | None = None) -> None:
        """Sets a field (dotted if nested) and records it; `by` is the unit that does it to another.

        Raises RuleFault if the declaration forbids it.
        """
        spec = specs(type(entity)).get(path)
        before = getattr(entity, path) if spec is not None else entity.get(path)
        if before is value or (before == value and same(before, value)):
            return
        try:
            after = entity.checked(path, int(value) if type(value) is Tally else value)
        except InvalidValue as fault:
            raise RuleFault(f"{entity.id}.{path}: {fault.with_hint}") from fault
        if after is not value and before == after and same(before, after):
            return
        if spec is not None:
            setattr(entity, path, after)
        else:
            entity.put(path, after)
        self._changed(Change(entity.id, path, before, after, why, self.at_step.id, False, by.id if by else ""))

    def shift(self, entity: Entity, path: str, number: int, why: str, by: Unit | None = None) -> int:
        """Adds to a number as far as its bounds allow; returns the difference made. `by` as in `change`."""
        spec = specs(type(entity)).get(path)
        before = (getattr(entity, path) if spec is not None else entity.get(path)) or 0
        lo, hi = spec.bounds(entity) if spec is not None else (0, None)
        after = before + int(number)
        if lo is not None and after < lo:
            after = min(lo, before)
        if hi is not None and after > hi:
            after = max(hi, before)
        self.change(entity, path, after, why, by)
        return int(after - before)

    def add_condition(self, unit: Entity, condition: str, why: str, value: object = 1) -> None:
        """Adds a condition: sets its flag or word, adds `value` markers, or appends `value` (or values) to its list.

        Raises RuleFault if the unit has no such condition.
        """
        declared = known_condition(unit, condition)
        self.change(unit, declared.field, with_condition(unit, declared, value), why)

    def remove_condition(self, unit: Entity, condition: str, why: str, value: object = None) -> None:
        """Removes a condition: all of it, or `value` markers, or `value` from its list. Nothing if it is absent.

        Raises RuleFault if the unit has no such condition.
        """
        declared = known_condition(unit, condition)
        self.change(unit, declared.field, without_condition(unit, declared, value), why)

    def connect(self, a: str, b: str, why: str, flags: Flags | None = None) -> None:
        """Two units or models are in contact from now on, with these flags (a_… for the first, b_… for the second)."""
        self._contact(a, b, ordered_flags(a, b, flags or {}), why)

    def disconnect(self, a: str, b: str, why: str) -> None:
        """Two units or models are no longer in contact. Nothing if they were not."""
        if in_contact(self.table, a, b):
            self._contact(a, b, None, why)

    def disconnect_all(self, of: str, why: str) -> None:
        for a, b in [pair for pair in self.table.contacts if of in pair]:
            self._contact(a, b, None, why)

    def forget_turn(self, unit: Unit, why: str) -> None:
        """What lasts a turn or less is over for this unit."""
        for path, value in unit.of_a_turn().items():
            self.change(unit, path, value, why)

    def end_game(self, winner: str | None, why: str, *, idle: bool = False) -> None:
        """The game is over, and this side has won it (None: nobody): its phase is `over`.

        If `idle`, it is nobody's turn any more. What lasts a turn goes when the procedure ends: until then it may
        still be written.
        """
        self.ended = True
        table = self.table
        self.change(table, "over_winner", winner, why)
        self.change(table, "over_why", why, why)
        if idle:
            self.change(table, "active", None, why)
        self.change(table, "phase", OVER, why)

    def _contact(self, a: str, b: str, flags: Flags | None, why: str) -> None:
        key = pair_key(a, b)
        before = self.table.contacts.get(key)
        if before == flags:
            return
        put_contact(self.table, key, flags)
        self._changed(Change("table", contact_path(a, b), before, flags, why, self.at_step.id))

    def _changed(self, change: Change) -> None:
        self._record(change)
        self.rule_changes += 1
        if self.on_progress is not None:
            self.on_progress()

    def impose(self, of: str, path: str, value: object, why: str) -> None:
        """For the engine: a manual adjustment, recorded where it takes effect. Raises InvalidInput."""
        change = adjusted(self.table, of, path, value, why, self.step)
        apply(self.table, change)
        self.events.append(change)
