"""Every step of the open procedure: what is done, what comes, what was skipped and why."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.steps import StepView
from companion.tui.screens.list_panel import ListPanel
from companion.tui.widgets.board import step_content
from companion.tui.widgets.lines import LineList, Row


class StepsScreen(ListPanel[None]):
    """The whole list of steps."""

    heading = "Steps"
    nothing = "This procedure has no steps."

    def __init__(self, title: str, steps: Sequence[StepView]) -> None:
        super().__init__(f"{title}: the steps", lines=LineList(cursor=False))
        self.steps = steps

    def rows(self) -> Sequence[Row]:
        """A row a step."""
        return [Row(None, step_content(step)) for step in self.steps]
