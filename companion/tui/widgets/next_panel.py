"""The next thing to do at the table: one line, and the actions that may be started."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from companion.engine.ruleset import Action
from companion.tui.text import plain, titled
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.plain import PlainStatic

RESUME = "(resume)"
"""The value of the row that leads back into the open procedure."""


class NextPanel(Vertical):
    """The line and the list under it. What is chosen in the list is a message of the list, `#actions`."""

    def __init__(self) -> None:
        super().__init__(id="next", classes="panel")
        self.line = PlainStatic(id="next-line")
        self.actions = LineList(id="actions", numbered=True, one_click=True)

    def compose(self) -> ComposeResult:
        """Line and list."""
        yield self.line
        yield self.actions

    def show_waiting(self, standing: str, overlay: bool) -> None:
        """A procedure is open: the only thing to do is to go on with it."""
        tail = "  waits" if overlay else "  — carry on"
        self.line.show(Content.assemble(("▶ ", "bold $accent"), plain(standing, "bold"), (tail, "bold")))
        label = plain("Back to it" if overlay else "Continue", "bold")
        self.actions.show([Row(RESUME, Content.assemble(("1 ", "bold"), label))])

    def show_actions(self, line: str, actions: Sequence[Action]) -> None:
        """What to do next, in one line; the open actions first, the closed ones with their reasons."""
        self.line.show(Content.assemble(("▶ ", "bold $accent"), plain(line, "bold")))
        ordered = sorted(actions, key=lambda action: not action.open)
        self.actions.show([_row(number, action) for number, action in enumerate(ordered, 1)])


def _row(number: int, action: Action) -> Row:
    head = f"{number} " if number < 10 else "  "
    why = plain(f" — {action.why_not}" if action.why_not else "")
    content = Content.assemble((head, "bold"), plain(titled(action.title)), why)
    return Row(action.name, content, closed=not action.open)
