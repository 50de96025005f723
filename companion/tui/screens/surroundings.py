"""What stands around the request: head, steps, how the fight stands, the last result, odds, what happened."""

from __future__ import annotations

from collections.abc import Iterator

from textual.geometry import Size

from companion.engine import log
from companion.engine.log import LogLine
from companion.tui.controller import SessionController
from companion.tui.screens.guide_mode import Mode
from companion.tui.sizes import NORMAL, ROOMY, SPACED, TALL, WIDE
from companion.tui.text import plain
from companion.tui.widgets.board import happened_content, odds_content, steps_line
from companion.tui.widgets.fight import fight_content
from companion.tui.widgets.heads import guide_head
from companion.tui.widgets.plain import PlainStatic
from companion.tui.widgets.rolled import result_content

_UNCROWDED = 5
"""Lines of a fight and its result beside which there is room for more."""


class Surroundings:
    """The widgets around the request, drawn from the session for the size of the screen."""

    def __init__(self) -> None:
        self.head = PlainStatic(id="head")
        self.steps = PlainStatic(id="steps")
        self.fight = PlainStatic(id="fight")
        self.result = PlainStatic(id="result")
        self.odds = PlainStatic(id="odds", classes="panel")
        self.happened = PlainStatic(id="happened", classes="panel")

    def above(self) -> Iterator[PlainStatic]:
        """Those above the request, from the top."""
        yield from (self.head, self.steps, self.fight, self.result)

    def show(self, controller: SessionController, mode: Mode, size: Size, odds_open: bool) -> None:
        """Draws all of it; `odds_open` says whether the odds are shown where they have no place of their own."""
        self.show_head(controller, size.width)
        session = controller.session
        width, few, many = size.width - 2, *_room(size.height)
        self.steps.show(steps_line(session.run.steps() if session.run is not None else [], width))
        self.fight.show(fight_content(session.table, session.standings, width, many))
        result = session.last_result
        self.result.show(result_content(session.table, result, width, few) if result is not None else "")
        for part in (self.steps, self.fight, self.result):
            part.set_class(not part.shown.plain, "empty")
        # A long fight with a long result leaves no room on a small screen for what happened before.
        taken = sum(part.shown.plain.count("\n") + 1 for part in (self.fight, self.result) if part.shown.plain)
        crowded = size.height < ROOMY and taken > _UNCROWDED
        self.happened.set_class(crowded and size.width >= NORMAL, "empty")
        lines = [] if mode in ("sealed", "reveal") else _log_lines(controller)
        self.happened.show(happened_content(lines, max(2, self.happened.content_size.height), width))
        self._show_odds(controller, mode, size.width >= WIDE, odds_open)

    def show_head(self, controller: SessionController, width: int) -> None:
        """The title of the procedure and what is on the disk."""
        self.head.show(guide_head(controller, width))

    def _show_odds(self, controller: SessionController, mode: Mode, wide: bool, odds_open: bool) -> None:
        session = controller.session
        if wide and session.run is not None and session.run.procedure is session.ruleset.aftermath:
            # An aftermath has no odds; what it did so far stands beside it.
            size = self.odds.content_size
            lines = happened_content(log.open_lines(session), max(8, size.height), max(12, size.width))
            self.odds.set_class(not lines.plain, "empty")
            self.odds.show(lines)
            return
        odds = controller.hooks.odds() if (wide or odds_open) and mode == "ask" else None
        self.odds.set_class(odds is None and wide, "empty")
        self.odds.show(
            odds_content(odds, max(12, self.odds.content_size.width))
            if odds is not None
            else plain("No chances are known for this.", "$quiet")
        )


def _log_lines(controller: SessionController) -> list[LogLine]:
    session = controller.session
    if session.run is not None:
        return log.open_lines(session)
    return log.entry_lines(session, len(session.entries) - 1) if session.entries else []


def _room(height: int) -> tuple[int, int]:
    """Lines for the last result and for the fight above the request, which needs most of the screen."""
    return (3, 4) if height < TALL else (4, 5) if height < ROOMY else (5, 8) if height < SPACED else (8, 14)
