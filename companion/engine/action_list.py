"""The actions of a game as data: one entry each, from which `Ruleset.actions` and `Ruleset.action` follow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from companion.engine.aftermath import aftermath_actions
from companion.engine.frozen import frozen
from companion.engine.procedure import Procedure
from companion.engine.requests import Option
from companion.engine.ruleset import START, Action, ActionKind, Ruleset
from companion.engine.state.table import AnyTable

T = TypeVar("T", bound=AnyTable)


def nothing(table: object) -> None:
    """No side in particular, and no reason against it: anyone may start it."""


def other_phase(table: AnyTable, phases: Sequence[str]) -> str:
    """Why an action is closed that has other phases than the present one."""
    return f"this is the {table.spec.phase(table.phase).title}"


@frozen
class ActionEntry(Generic[T]):
    """One action. Its functions get the table at rest; what they return is what `Action` holds.

    `why_not` says why it is closed, whatever is chosen, or None; an entry with `phases` is closed in all others and not
    asked there. `title` is a function if its words depend on the table. An entry with a `param` has `values`, which are
    made only while it is not closed. If none of them is open, `none_open` closes the action. `code` is the code of a
    value that is not among them, `closed_code` of being closed, `none_open_code` of `none_open`. `kind` and `verb` are
    as `Action` has them.
    """

    name: str
    title: str | Callable[[T], str]
    procedure: Procedure[..., object]
    why_not: Callable[[T], str | None] = nothing
    by: Callable[[T], str | None] = nothing
    param: str = ""
    values: Callable[[T], Iterable[Option[str]]] | None = None
    none_open: str = ""
    code: str = ""
    closed_code: str = ""
    none_open_code: str = ""
    kind: ActionKind = "turn"
    verb: str = START
    phases: tuple[str, ...] = ()

    def action(self, table: T, why: str | None) -> Action:
        """What it is on this table, where it is closed for this reason."""
        closed_code = self.closed_code
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


def played_after(table: AnyTable) -> Sequence[Action]:
    """The aftermath of the game of this table, where it has one and a side owes it."""
    game = table.spec
    played = game.aftermath if isinstance(game, Ruleset) else None
    return aftermath_actions(table, played) if played is not None else ()


class ActionList(Generic[T]):
    """The entries of a game in the order in which they are listed, and after them what `last` makes: its aftermath.

    `over` is why all of them are closed once the game is over; empty if they are not. `elsewhere` says why those are
    that have other phases.
    """

    def __init__(
        self,
        *entries: ActionEntry[T],
        last: Callable[[T], Sequence[Action]] = played_after,
        over: str = "",
        elsewhere: Callable[[T, Sequence[str]], str] = other_phase,
    ) -> None:
        self._entries = {entry.name: entry for entry in entries}
        self._last, self._over, self._elsewhere = last, over, elsewhere

    def all(self, table: T) -> Sequence[Action]:
        """Every action, open and closed: `Ruleset.actions`."""
        return [*(self._made(entry, table) for entry in self._entries.values()), *self._last(table)]

    def named(self, table: T, name: str) -> Action | None:
        """The action of that name alone, or None if it is none of the entries: `Ruleset.action`."""
        entry = self._entries.get(name)
        return None if entry is None else self._made(entry, table)

    def _made(self, entry: ActionEntry[T], table: T) -> Action:
        if self._over and table.over_why:
            return entry.action(table, self._over)
        if entry.phases and table.phase not in entry.phases:
            return entry.action(table, self._elsewhere(table, entry.phases))
        return entry.action(table, entry.why_not(table))
