"""The actions of a game as data: one entry each, from which `Ruleset.actions` and `Ruleset.action` follow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from companion.engine.frozen import frozen
from companion.engine.procedure import Procedure
from companion.engine.requests import Option
from companion.engine.ruleset import START, Action, ActionKind

T = TypeVar("T")


def anyone(table: object) -> None:
    """No side in particular: anyone may start it."""


@frozen
class ActionEntry(Generic[T]):
    """One action. Its functions get the table at rest; what they return is what `Action` holds.

    `why_not` says why it is closed, whatever is chosen, or None. `title` is a function if its words depend on the
    table. An entry with a `param` has `values`, which are made only while `why_not` says None. If none of them is
    open, `none_open` closes the action. `code` is the code of a value that is not among them, `closed_code` of
    `why_not`, `none_open_code` of `none_open`. `kind` and `verb` are as `Action` has them.
    """

    name: str
    title: str | Callable[[T], str]
    procedure: Procedure[..., object]
    why_not: Callable[[T], str | None]
    by: Callable[[T], str | None] = anyone
    param: str = ""
    values: Callable[[T], Iterable[Option[str]]] | None = None
    none_open: str = ""
    code: str = ""
    closed_code: str = ""
    none_open_code: str = ""
    kind: ActionKind = "turn"
    verb: str = START

    def action(self, table: T) -> Action:
        """What it is on this table."""
        why, closed_code = self.why_not(table), self.closed_code
        values: tuple[Option[str], ...] = ()
        if why is None and self.values is not None:
            values = tuple(self.values(table))
            if all(value.why_not is not None for value in values):
                why, closed_code = self.none_open, self.none_open_code
        title = self.title if isinstance(self.title, str) else self.title(table)
        by = self.by(table)
        return Action(
            self.name, title, self.procedure, by, self.param, values, why, self.code, closed_code, self.kind, self.verb
        )


class ActionList(Generic[T]):
    """The entries of a game in the order in which they are listed, and after them what `last` makes."""

    def __init__(self, *entries: ActionEntry[T], last: Callable[[T], Sequence[Action]]) -> None:
        self._entries = {entry.name: entry for entry in entries}
        self._last = last

    def all(self, table: T) -> Sequence[Action]:
        """Every action, open and closed: `Ruleset.actions`."""
        return [*(entry.action(table) for entry in self._entries.values()), *self._last(table)]

    def named(self, table: T, name: str) -> Action | None:
        """The action of that name alone, or None if it is none of the entries: `Ruleset.action`."""
        entry = self._entries.get(name)
        return None if entry is None else entry.action(table)
