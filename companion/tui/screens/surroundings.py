"""What is around the request: head, steps, stage, last result, band; as much of it as the rows allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from textual.content import Content
from textual.geometry import Size

from companion.engine import log
from companion.engine.log import LogLine
from companion.engine.session import Session
from companion.engine.standing import Fight, Standing
from companion.engine.state.contacts import units_touching
from companion.engine.state.table import Unit
from companion.frontend.entry_texts import Texts
from companion.frontend.saying.limits import costs_of
from companion.tui.controller import SessionController
from companion.tui.latest_result import losses, loudest, revealed, unsaid
from companion.tui.look.band import LEAST_HEIGHT_FOR_THREE
from companion.tui.look.rows import BLANK, wrapped
from companion.tui.screens.guide_mode import Mode
from companion.tui.sizes import NORMAL, ROOMY, SPACED, by_touch, foot_rows, has_cards, most_large
from companion.tui.text import plain
from companion.tui.widgets.band import Band
from companion.tui.widgets.board import happened_since, place, step_row
from companion.tui.widgets.body import Body
from companion.tui.widgets.fighter_card import fighter_cards
from companion.tui.widgets.guide_band import ONLY_YOU, SECRET, band_words
from companion.tui.widgets.heads import guide_head
from companion.tui.widgets.moment import moment_rows
from companion.tui.widgets.plain import PlainStatic
from companion.tui.widgets.rolled import FALL_ROWS, FALL_ROWS_AT_LEAST, LABEL, fall_rows, last_rows
from companion.tui.widgets.secrets import dice_in, hand_over, reveal, reveal_large
from companion.tui.widgets.stage import is_pair, least_rows, stage, survivors


def acting(session: Session) -> tuple[Standing, ...]:
    """How the units of the open procedure stand, and the living ones in contact with them; nothing without any."""
    return Fight({unit.id: (unit, "") for unit in _units(session)}).standings()


def _units(session: Session) -> Iterator[Unit]:
    units = session.table.units
    named = session.run.about() if session.run is not None else ()
    about = [units[value] for value in named if value in units and units[value].alive]
    yield from about
    for one in about:
        yield from (other for other in units_touching(session.table, one) if other not in about)


_CARD = 31
_AROUND_CARDS = 6
"""Rows above and below the cards."""
_ACTING_ROWS = 2
"""Rows from which a unit that acts is shown, with those it touches."""
_EVERYTHING = 99
_MOMENT_ROWS = 12
"""Rows of a result with large dice and letters at the most, where the fighters stand above it."""


class _Frame(NamedTuple):
    """What is drawn, and the columns it gets. `lost` is what each unit lost since the roll."""

    controller: SessionController
    mode: Mode
    size: Size
    centre: int
    lost: Mapping[str, int]

    @property
    def columns(self) -> bool:
        """Whether the fighters have columns of their own beside the request."""
        return self.centre < self.size.width

    @property
    def tall(self) -> bool:
        """Whether there are rows for the steps and a band of three."""
        return self.size.height >= LEAST_HEIGHT_FOR_THREE


class _Fitting:
    """Shares `room` rows between the last result and the stage, on which the fighters stand.

    If nobody fights, those who act have the rows that the whole request leaves: `less` is the difference of what
    it gets and what it needs.
    """

    def __init__(self, frame: _Frame, falls: bool, room: int, less: int) -> None:
        session = frame.controller.session
        self.frame, self.room, self.less = frame, room, less
        # The stage comes first: who fights, with what, and in what state; but a result is told whole.
        self.hidden = frame.columns or (falls and frame.size.height < SPACED)
        self.least = 0 if self.hidden else least_rows(session.standings)
        self.falls = falls
        self.few = self._few(falls)
        self.acts = () if session.standings or frame.mode != "ask" else acting(session)
        self.given = revealed(frame.controller)
        self.shown = reveal(session.table, self.given)
        self.now = [*(hand_over(session) if frame.mode == "ask" else ()), *dice_in(session)]
        if frame.controller.at_seat and not session.seat:
            # The screen between the players: what they sealed is read across the table.
            large = reveal_large(session.table, self.given, frame.centre - 2)
            self.shown = large if large and self.least + len(large) + 2 <= room else self.shown
        self.lines = self._log_lines()

    def parts(self) -> tuple[list[Content], list[Content]]:
        """The rows of the last result, and those of the stage."""
        standings = self.frame.controller.session.standings
        seen = {"life"} if standings and (self.frame.columns or not self.hidden) else set()
        if self.given:
            # What was revealed has rows of its own.
            seen |= {"answer"}
        last, fight = self._fitted(seen | {"standing"})
        if not self.frame.columns and not self.acts and fight != self._stage(_EVERYTHING):
            # The stage has no room for all that stands: sentences say it.
            last, fight = self._fitted(seen)
        return last, fight

    def _fitted(self, beside: set[str]) -> tuple[list[Content], list[Content]]:
        """Both, without the sentences that what stands `beside` them says as well."""
        frame, room = self.frame, self.room
        last = self._last(beside)
        if self.hidden and not frame.columns:
            session = frame.controller.session
            alive = survivors(session.table, session.standings, frame.lost, frame.centre - 2)
            last = [*last, BLANK, *alive] if alive and len(last) + len(alive) + 2 < room else last
        if self.acts:
            left = room + self.less - len(last)
            return last, self._stage(left) if left >= _ACTING_ROWS else []
        most = max(min(self.least, room - len(last)), room - len(last) - int(frame.tall))
        return last, self._stage(min(most, 12 if frame.size.height >= ROOMY else 7))

    def _stage(self, most: int) -> list[Content]:
        frame, session = self.frame, self.frame.controller.session
        request = session.request
        return stage(
            session.table,
            () if self.hidden else unsaid(session) or self.acts,
            frame.size.width - 2,
            most,
            losses=frame.lost,
            tallies=request.tally if request is not None and frame.mode == "ask" else (),
            spends=costs_of(request) if request is not None and frame.mode == "ask" else (),
        )

    def _last(self, beside: set[str]) -> list[Content]:
        """The last result and what happened since."""
        frame, session = self.frame, self.frame.controller.session
        without = {one.key for one in self.given}.union(session.run.sealed_keys() if session.run is not None else ())
        revealed_at = max((one.at_event for one in self.given), default=0)
        happened = happened_since(self.lines, without, beside, revealed_at)
        draw = partial(
            last_rows,
            session.table,
            session.last_result,
            happened,
            frame.centre - 2,
            shown=self.shown,
            now=self.now,
            staged=not self.hidden,
        )
        if session.last_result is None and self.room <= self.least and not (self.shown or self.now):
            # On the smallest screens what there is to choose comes before what led to it.
            return []
        scarce = self.room <= self.least and frame.mode == "ask" and not self.falls
        if scarce and (by_touch(frame.size) or not (is_pair(session.standings) or self.shown or self.now)):
            # A tap or a key away in the log; what decides is not.
            return []
        return self._moment(happened) or draw(self._most_last()) or draw(max(1, min(self.room, self.few)))

    def _moment(self, happened: Sequence[str]) -> list[Content]:
        """The last result with large dice and letters, where there is room; a fall is told by its own."""
        frame, session = self.frame, self.frame.controller.session
        result = session.last_result
        if result is None or self.falls:
            return []
        most = self.room - self.least - 2 * int(frame.tall) - len(self.shown) - len(self.now)
        most = most if frame.columns else min(most, _MOMENT_ROWS)
        dice = most_large(frame.size)
        rows = moment_rows(session.table, result, frame.lost, frame.centre - 2, most, dice, happened)
        return [*rows, *self.shown, *self.now] if rows else []

    def _few(self, falls: bool) -> int:
        """The rows of the last result on a small screen: its sentence is whole on the smallest."""
        result = self.frame.controller.session.last_result
        few = 4 if self.frame.tall and (falls or result is not None) else 2
        return max(few, self._spoken())

    def _spoken(self) -> int:
        """The rows of its sentence, four at the most."""
        result = self.frame.controller.session.last_result
        return min(4, len(wrapped(plain(result.text), self.frame.centre - 2 - len(LABEL)))) if result is not None else 0

    def _most_last(self) -> int:
        """The rows of the last result at the most."""
        session, size = self.frame.controller.session, self.frame.size
        aftermath = session.run is not None and session.run.procedure is session.ruleset.aftermath
        many = 4 if size.width < NORMAL and size.height < SPACED else 14 if aftermath else 7
        kept = 5 if session.last_result is None else self.least + int(self.frame.tall)
        most = max(1, min(self.room - kept, many if size.height >= ROOMY else self.few))
        if not by_touch(size):
            return most
        # The last row of two fighters, and a blank one, go before a part of what came of the roll.
        return max(most, min(self.room - self.least + int(is_pair(session.standings)), self._spoken()))

    def _log_lines(self) -> list[LogLine]:
        """What the log has of this procedure, or of the one just closed; none if that is told below."""
        session = self.frame.controller.session
        if session.run is not None:
            lines = log.open_lines(session)
        elif session.entries and not (self.frame.mode == "end" and log.summary(session, session.entries[-1])):
            lines = log.entry_lines(session, len(session.entries) - 1)
        else:
            return []
        # What was sealed tells enough of what came before it.
        return [one for one in lines if not (self.given and one.kind == "answer")]


class Surroundings:
    """The widgets around the request, drawn from the session for the size of the screen."""

    def __init__(self, controller: SessionController) -> None:
        self.controller = controller
        self.head = PlainStatic(id="head")
        self.steps = PlainStatic(id="steps")
        self.fight = PlainStatic(id="fight")
        self.fall = PlainStatic(id="fall")
        self.result = PlainStatic(id="result")
        self.band = Band()
        self.texts = Texts()
        self.cards = (PlainStatic(id="left-card"), PlainStatic(id="right-card"))
        self.frame: _Frame | None = None
        """What was drawn last."""
        self.dying: Mapping[str, int] = {}

    def above(self) -> Iterator[PlainStatic]:
        """Those above all columns, from the top."""
        yield from (self.head, self.steps, self.fight)

    def show_head(self, width: int) -> None:
        """The title of the procedure and what is on the disk."""
        run = self.controller.session.run
        steps = run.steps() if run is not None else []
        self.head.show(guide_head(self.controller, width, "" if self.steps.display else place(steps)))

    def centre(self, size: Size) -> int:
        """Columns of the request: less than all if both fighters have a whole card beside it."""
        return size.width - 2 * _CARD if has_cards(size) and len(_sides(self.controller)) == 2 else size.width

    def show_answer(self, body: Body[Any], size: Size, *, ruling: bool) -> None:
        """What is asked of whom and how far it is, on the band above the request; on the cards, until all dice are
        read, how many models of which unit die by the dice that are in.
        """
        dying, session = body.dying(), self.controller.session
        if dying != self.dying:
            self.dying = dying
            if self.frame is not None:
                self._show_cards(self.frame)
        if session.request is None:
            return
        secret = session.secret is not None
        left, right, fill = band_words(session.table, session.request, secret=secret, ruling=ruling)
        room = self.centre(size) - len(left) - 4
        if len(right) > room:
            # The row of steps says it too, the dice are below; that the other looks away goes without saying.
            right = right if ruling or secret or session.request.cost else ""
            right = SECRET if secret and len(SECRET) <= room else right
        if secret and session.seat:
            right = ONLY_YOU
        self.band.say(left, right if ruling else body.progress(room) or right, fill)

    def show(self, mode: Mode, size: Size, wanted: int, whole: int) -> None:
        """Draws all of it; `wanted` are the rows that the request needs below the band, `whole` those to show it whole.

        If nobody fights, those who act have the rows that the whole request leaves.
        """
        controller = self.controller
        self.frame = frame = _Frame(controller, mode, size, self.centre(size), losses(controller))
        session = controller.session
        steps = session.run.steps() if session.run is not None else []
        self.steps.display = frame.tall and not by_touch(size) and bool(place(steps))
        self.steps.show(step_row(steps, size.width - 2))
        self.show_head(size.width)
        self._show_cards(frame)

        fallen, word = loudest(controller, frame.lost)
        draw_fall = partial(fall_rows, session.table, fallen, frame.centre, word=word, losses=frame.lost)
        band = len(self.band.drawn(frame.centre))
        foot = foot_rows(size) if by_touch(size) else 1
        room = size.height - 1 - int(self.steps.display) - band - foot - wanted

        def around(fall: list[Content]) -> tuple[list[Content], list[Content]]:
            return _Fitting(frame, bool(fall), room - len(fall), wanted - whole).parts()

        fall = draw_fall(most=FALL_ROWS if frame.tall else FALL_ROWS_AT_LEAST)
        last, fight = around(fall)
        if fall and not frame.tall and len(last) + len(fight) + len(larger := draw_fall(most=FALL_ROWS - 2)) <= room:
            # On a low screen the letters are large where they take nothing from what is around them.
            fall = larger if around(larger) == (last, fight) else fall
        self._place(fight, fall, last, room - len(fall) - len(last) - len(fight))

    def _show_cards(self, frame: _Frame) -> None:
        """The cards of both fighters, if they have a column each."""
        session = frame.controller.session
        width = (frame.size.width - frame.centre) // 2 - 4
        sides = _sides(frame.controller) if frame.columns else ("", "")
        for side, widget in zip(sides, self.cards, strict=True):
            widget.display = frame.columns
            if frame.columns:
                own = [one for one in session.standings if one.side == side]
                draw_card = partial(fighter_cards, session.table, own, width, frame.size.height - _AROUND_CARDS)
                widget.show(draw_card(losses=frame.lost, dying=self.dying, texts=self.texts.of(frame.controller.hooks)))

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
            widget.show_if_any([*[BLANK] * gap, *rows] if widget is not self.fall else rows)
            if widget is self.fall:
                widget.styles.margin = (gap, 0, 0, 0)
        self.band.styles.margin = (gaps[3], 0, 0, 0)


def _sides(controller: SessionController) -> tuple[str, ...]:
    """The sides of those who fight, in the order of the table."""
    session = controller.session
    here = {one.side for one in session.standings}
    return tuple(side for side in session.table.sides if side in here)
