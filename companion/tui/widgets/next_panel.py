"""The next thing to do at the table: one line, and the actions that may be started."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from companion.engine.ruleset import Action
from companion.tui.text import plain, titled
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.plain import PlainStatic

RESUME: Final = "(resume)"
"""The value of the row that leads back into the open procedure."""

FOLDED: Final = "(closed)"
"""The value of the row that stands for all closed actions."""


class NextPanel(Vertical):
    """A line and a list under it. What is chosen in the list is a message of the list, `#actions`."""

    def __init__(self) -> None:
        super().__init__(id="next", classes="panel")
        self.line = PlainStatic(id="next-line")
        self.last = PlainStatic(id="last-result")
        self.actions = LineList(id="actions", numbered=True, one_click=True)
        self._offered: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        """What came of the last roll, the line, the list."""
        yield self.last
        yield self.line
        yield self.actions

    def show_waiting(self, standing: str, overlay: bool) -> None:
        """A procedure is open: the only thing to do is to go on with it."""
        self._offered = ()
        tail = "  waits" if overlay else "  — carry on"
        self.line.show(Content.assemble(("▶ ", "bold $accent"), plain(standing, "bold"), (tail, "bold")))
        label = plain("Back to it" if overlay else "Continue", "bold")
        self.actions.show([Row(RESUME, Content.assemble(("1 ", "bold"), label))])

    def show_actions(self, line: str, actions: Sequence[Action], suggested: Action | None) -> None:
        """What to do next, in one line; the open actions, tools for out of turn last; the closed ones behind one row.

        Where other actions are open than before, the mark goes to the suggested one.
        """
        self.line.show(Content.assemble(("▶ ", "bold $accent"), plain(line, "bold")))
        tools_last = sorted(actions, key=lambda action: action.kind == "out_of_turn")
        offered = [action for action in tools_last if action.open]
        closed = [action for action in tools_last if not action.open]
        rows = [_row(number, action) for number, action in enumerate(offered, 1)]
        if closed:
            rows.append(Row(FOLDED, plain(f"… {len(closed)} closed", "$quiet")))
        self.actions.show(rows)
        names = tuple(action.name for action in offered)
        if names != self._offered:
            self._offered = names
            self.actions.mark(suggested.name if suggested is not None else next(iter(names), FOLDED))

    def show_last(self, text: str) -> None:
        """What came of the last roll of the procedure that ended last, in one line."""
        self.last.show(Content.assemble(("last: ", "$quiet"), plain(text)) if text else "")
        self.last.set_class(not text, "empty")


def _row(number: int, action: Action) -> Row:
    head = f"{number} " if number < 10 else "  "
    tool = plain(
        " (out of turn)" if action.kind == "out_of_turn" and "out of turn" not in action.title else "", "$quiet"
    )
    return Row(action.name, Content.assemble((head, "bold"), plain(titled(action.title)), tool))
