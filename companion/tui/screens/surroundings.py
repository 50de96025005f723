"""What stands around the request: head, steps, stage, last result, band; as much of it as the rows allow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual.content import Content
from textual.geometry import Size

from companion.engine import log
from companion.engine.log import LogLine
from companion.engine.session import Session
from companion.engine.standing import Standing
from companion.frontend.entry_texts import Texts
from companion.tui.controller import SessionController
from companion.tui.look.band import LEAST_HEIGHT_FOR_THREE, Band
from companion.tui.look.rows import BLANK, wrapped
from companion.tui.look.step_row import place, step_row
from companion.tui.screens.acting import acting
from companion.tui.screens.guide_mode import Mode
from companion.tui.screens.since_the_roll import losses, loudest, revealed
from companion.tui.sizes import NORMAL, ROOMY, SPACED
from companion.tui.text import plain
from companion.tui.widgets.board import happened_since, step_words
from companion.tui.widgets.chances import Foreseen
from companion.tui.widgets.fighter_card import fighter_cards
from companion.tui.widgets.heads import guide_head
from companion.tui.widgets.plain import PlainStatic
from companion.tui.widgets.rolled import LABEL, fall_rows, last_rows
from companion.tui.widgets.secrets import hand_over, reveal
from companion.tui.widgets.stage import least_rows, stage, survivors

_CARD = 31
_AROUND_CARDS = 6
"""Rows above and below the cards."""
_ACTING_ROWS = 2
"""Rows from which a unit that acts is shown, with those it touches."""
_EVERYTHING = 99
CARDS_FROM = 140
"""Columns from which both fighters have a whole card beside the request, where there are rows enough."""


class Surroundings:
    """The widgets around the request, drawn from the session for the size of the screen."""

    def __init__(self) -> None:
        self.head = PlainStatic(id="head")
        self.steps = PlainStatic(id="steps")
        self.fight = PlainStatic(id="fight")
        self.fall = PlainStatic(id="fall")
        self.result = PlainStatic(id="result")
        self.band = Band()
        self.foreseen = Foreseen()
        self.texts = Texts()
        self.cards = (PlainStatic(id="left-card"), PlainStatic(id="right-card"))

    def above(self) -> Iterator[PlainStatic]:
        """Those above all columns, from the top."""
        yield from (self.head, self.steps, self.fight)

    def show_head(self, controller: SessionController, width: int) -> None:
        """The title of the procedure and what is on the disk."""
        run = controller.session.run
        steps = step_words(run.steps()) if run is not None else []
        self.head.show(guide_head(controller, width, "" if self.steps.display else place(steps)))

    def centre(self, controller: SessionController, size: Size) -> int:
        """Columns of the request: less than all where both fighters have a whole card beside it."""
        beside = size.width >= CARDS_FROM and size.height >= SPACED and len(_sides(controller)) == 2
        return size.width - 2 * _CARD if beside else size.width

    def show(self, controller: SessionController, mode: Mode, size: Size, wanted: int, whole: int) -> None:
        """Draws all of it; `wanted` are the rows that the request needs below the band, `whole` those to show it whole.

        Where nobody fights, those who act have the rows that the whole request leaves.
        """
        session = controller.session
        run = session.run
        steps = step_words(run.steps()) if run is not None else []
        self.steps.display = size.height >= LEAST_HEIGHT_FOR_THREE and bool(place(steps))
        self.steps.show(step_row(steps, size.width - 2))
        self.show_head(controller, size.width)

        lost = losses(controller)
        centre = self.centre(controller, size)
        columns = centre < size.width
        card = (size.width - centre) // 2
        for side, widget in zip(_sides(controller) if columns else ("", ""), self.cards, strict=True):
            widget.display = columns
            if columns:
                own = [one for one in session.standings if one.side == side]
                texts = self.texts.of(controller.hooks)
                draw_card = partial(fighter_cards, session.table, own, card - 4, size.height - _AROUND_CARDS)
                widget.show(draw_card(losses=lost, texts=texts))

        result = session.last_result
        fallen, word = loudest(controller, lost)
        tall = size.height >= LEAST_HEIGHT_FOR_THREE
        band = self.band.row_count(centre)
        room = size.height - 1 - int(self.steps.display) - band - 1 - wanted
        fall = fall_rows(session.table, fallen, centre, word=word, losses=lost, large_letters=tall)
        room -= len(fall)
        given = revealed(controller)
        shown, now = reveal(session.table, given), hand_over(session)
        few = 4 if tall and (fall or result is not None) else 2
        if result is not None:
            # Its sentence is whole on the smallest screen.
            few = max(few, min(4, len(wrapped(plain(result.text), centre - 2 - len(LABEL)))))
        aftermath = run is not None and run.procedure is session.ruleset.aftermath
        many = 4 if size.width < NORMAL and size.height < SPACED else 14 if aftermath else 7
        # The stage comes first: who fights, with what, and in what state; but a result is told whole.
        hidden = columns or (bool(fall) and size.height < SPACED)
        least = 0 if hidden else least_rows(session.standings)
        kept = 5 if result is None else least + int(tall)
        most_last = max(1, min(room - kept, many if size.height >= ROOMY else few))
        # What a closed procedure came to stands below.
        told_below = mode == "end" and bool(session.entries) and bool(log.summary(session, session.entries[-1]))
        without = {one.key for one in given} | _sealed(session)
        # What was sealed tells enough of what came before it.
        lines = [] if told_below else [one for one in _log_lines(controller) if not (given and one.kind == "answer")]
        revealed_at = max((one.at_event for one in given), default=0)
        luck = self.foreseen.words(session, fallen, word)
        request = session.request
        acts: tuple[Standing, ...] = ()
        if not session.standings and mode == "ask":
            acts = acting(session)
        draw_stage = partial(
            stage,
            session.table,
            () if hidden else session.standings or acts,
            size.width - 2,
            losses=lost,
            tallies=request.tally if request is not None and mode == "ask" else (),
        )
        seen = {"life"} if session.standings and (columns or not hidden) else set()

        def fitted(beside: set[str]) -> tuple[list[Content], list[Content]]:
            since = happened_since(lines, without, beside, revealed_at)
            draw = partial(last_rows, session.table, result, since, centre - 2, shown=shown, now=now, luck=luck)
            draw = partial(draw, staged=not hidden)
            last = draw(most_last) or draw(max(1, min(room, few)))
            if hidden and not columns:
                alive = survivors(session.table, session.standings, lost, centre - 2)
                last = [*last, BLANK, *alive] if alive and len(last) + len(alive) + 2 < room else last
            most = max(min(least, room - len(last)), room - len(last) - (2 if tall else 0))
            if acts:
                left = room + wanted - whole - len(last)
                return last, draw_stage(left) if left >= _ACTING_ROWS else []
            return last, draw_stage(min(most, 12 if size.height >= ROOMY else 5))

        last, fight = fitted(seen | {"standing"})
        if not columns and not acts and fight != draw_stage(_EVERYTHING):
            # The stage has no room for all that stands: sentences say it.
            last, fight = fitted(seen)
        self._place(fight, fall, last, room - len(last) - len(fight))

    def _place(self, fight: list[Content], fall: list[Content], last: list[Content], spare: int) -> None:
        """Shows the parts with blank rows between them, as many as are to spare."""
        parts = [(self.fight, fight), (self.fall, fall), (self.result, last)]
        gaps = [0, 0, 0, 0]
        wanting = [place for place, (_, rows) in enumerate(parts) if rows] + [3]
        order = [*reversed(wanting), *([3] if spare > len(wanting) + 2 else []), *([2] if spare > 12 and last else [])]
        for at in order:
            if spare > 0:
                gaps[at] += 1
                spare -= 1
        for (widget, rows), gap in zip(parts, gaps, strict=False):
            widget.display = bool(rows)
            widget.show([*[BLANK] * gap, *rows] if widget is not self.fall else rows)
            if widget is self.fall:
                widget.styles.margin = (gap, 0, 0, 0)
        self.band.styles.margin = (gaps[3], 0, 0, 0)


def _sides(controller: SessionController) -> tuple[str, ...]:
    """The sides of those who fight, in the order of the table."""
    session = controller.session
    here = {one.side for one in session.standings}
    return tuple(side for side in session.table.sides if side in here)


def _sealed(session: Session) -> set[str]:
    return set(session.run.sealed_keys()) if session.run is not None else set()


def _log_lines(controller: SessionController) -> list[LogLine]:
    session = controller.session
    if session.run is not None:
        return log.open_lines(session)
    return log.entry_lines(session, len(session.entries) - 1) if session.entries else []
