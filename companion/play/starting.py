"""At rest: what may be started, as lines, and which action a typed line means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.engine.errors import InvalidInput
from companion.engine.ruleset import Action
from companion.engine.state.table import AnyTable
from companion.frontend.hooks import Hooks
from companion.frontend.naming import entity_names, meant, typed_words
from companion.frontend.numbers import item_at
from companion.frontend.wording import next_words, spaced, titled
from companion.play.table_text import where

MOST_NAMED: Final = 4
"""More values of an action than this are only counted: they are listed when the action is chosen."""


def rest_lines(hooks: Hooks) -> list[str]:
    """Where the game stands, what to do next, and every action that may be started now, by number."""
    table, ruleset = hooks.session.table, hooks.session.ruleset
    lines = [where(table)]
    actions = hooks.actions()
    open_ = [action for action in actions if action.open]
    if table.over is not None:
        lines.append(hooks.next_action().words)
    elif ruleset.next_action is not None:
        # The round was named just now.
        line = hooks.next_action()
        lines.append(next_words(table, line) if line.by else titled(line.words))
    for place, action in enumerate(open_, 1):
        labels = [option.label for option in action.values if option.why_not is None]
        values = ", ".join(labels) if len(labels) <= MOST_NAMED else f"{len(labels)} to choose from"
        lines.append(f"  {place}. {action.title}" + (f" ({spaced(action.param)}: {values})" if labels else ""))
    closed = len(actions) - len(open_)
    if closed and (open_ or table.over is None):
        lines.append(f"  {closed} closed; closed says why.")
    return lines


def action_meant(actions: Sequence[Action], table: AnyTable, line: str) -> tuple[Action, str]:
    """The action that a line names by number, name or title, and what the line gives for its parameter.

    The line is not blank. Raises InvalidInput if it names none.
    """
    for action in actions:
        if line.strip().casefold() in (action.name.casefold(), action.title.casefold()):
            return action, ""
    first, *others = typed_words(line)
    rest = " ".join(others)
    for action in actions:
        if first.casefold() == action.name.casefold():
            return action, rest
    open_ = [action for action in actions if action.open]
    numbered = item_at(open_, first)
    if numbered is not None:
        return numbered, rest
    if not meant(entity_names(table), first):
        begun = meant({action.name: (action.title,) for action in open_}, first)
        if len(begun) == 1:
            return next(action for action in open_ if action.name == begun[0]), rest
    raise InvalidInput(f"{first!r} is nothing that can be started", hint="the number of a line; help lists the words")
