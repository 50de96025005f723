"""The whole game as sentences, to filter and to search; beside it the table as it was at the marked line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from textual import on
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget

from companion.engine import log
from companion.engine.log import LogLine, told
from companion.engine.state.table import AnyTable
from companion.tui.board.listing import board_rows
from companion.tui.cards import condition_words, gauge
from companion.tui.commands import ACCEPT, FROM_HERE, Command
from companion.tui.controller import Attempt, SessionController
from companion.tui.screens.list_panel import ListPanel
from companion.tui.screens.log_filter import LogFilter
from companion.tui.screens.past_lines import PastController, log_row
from companion.tui.text import plain, side_label, side_sign, side_style, titled
from companion.tui.widgets.lines import GUTTER, LineList, Row, gap, heading
from companion.tui.widgets.plain import PlainStatic
from companion.tui.widgets.strength import StrengthChart

_STYLES = {"start": "bold", "end": "$quiet", "ruling": "bold $warning", "undone": "$quiet italic", "answer": "$quiet"}
_ALL = "*"
_NOTHING_YET = "Nothing has happened yet."


class LogScreen(ListPanel[int]):
    """The sentences of the story, the newest at the foot, as far as `only` lets them through.

    Closes with the place in the past of the line that players want to see the table of.
    """

    heading = "Log"
    size_classes = "sheet wide"
    words: ClassVar = {ACCEPT: "the table then"}
    nothing = "No line fits."
    DEFAULT_CSS = """
    LogScreen #log { height: 1fr; }
    LogScreen #log-lines { width: 1fr; height: 1fr; }
    LogScreen #log-table { width: 44; height: 1fr; border-left: solid $secondary; display: none; }
    LogScreen #log-then { height: auto; max-height: 2; padding: 0 1; }
    LogScreen.-wide #log-table { display: block; }
    LogScreen.-wide #log-then { display: none; }
    """

    def __init__(self, controller: SessionController) -> None:
        super().__init__(lines=LineList(id="log-lines"))
        self.controller = controller
        self.looking = PastController(controller)
        self.past = self.looking.past
        self.log_lines: list[LogLine] = log.lines(controller.session)
        self.only = LogFilter()
        self.story = frozenset(told(self.log_lines))
        self.strength = StrengthChart(self.past)
        self.then = PlainStatic(id="log-then")
        self.table = LineList(id="log-table", cursor=False)
        self._rows: list[Row] = []

    def inside(self) -> Iterable[Widget]:
        yield self.strength
        with Horizontal(id="log"):
            yield self.lines
            yield self.table
        yield self.then

    def on_mount(self) -> None:
        """The newest line is marked. Textual mounts what all panels of this kind have after this."""
        # Not after the next frame: a key that is typed before it would be undone.
        self.lines.built_by(self._built)
        self.call_later(self.lines.action_edge, 1)
        self.table.built_by(self._table_rows)

    # -- lines ----------------------------------------------------------------------------------------------------

    def rows(self) -> Sequence[Row]:
        """A row a sentence that passes the filters; its value is the place of the sentence in the log."""
        self.title_line.say(self._title())
        return self._built(max(40, self.lines.size.width))

    def _built(self, width: int) -> list[Row]:
        room = max(20, width - GUTTER - 1)
        table = self.controller.session.table
        rows = [_line_row(table, place, line, room) for place, line in enumerate(self.log_lines) if self._fits(place)]
        return rows or [heading(self.nothing if self.log_lines else _NOTHING_YET)]

    def _title(self) -> Content:
        said = self.only.said(self.controller.session.table)
        folded = len(self.log_lines) - len(self.story) if self.only.folds and not said else 0
        more = [plain(f"the story, {folded} lines of bookkeeping under f", "$quiet")] if folded else []
        return Content(" · ").join([Content.styled("The game so far", "bold"), *said, *more])

    def _fits(self, place: int) -> bool:
        return not self._folded(place) and self.only.passes(self.log_lines[place], self.controller.session.table)

    def _folded(self, place: int) -> bool:
        return self.only.folds and place not in self.story

    # -- the table as it was --------------------------------------------------------------------------------------

    def moved(self) -> None:
        if self.lines.value is not None:
            place = self.lines.value
            # What is folded below a line came of it: the wounds of `Ann is hurt`.
            while place + 1 < len(self.log_lines) and self._folded(place + 1):
                place += 1
            self.past.go(self.past.place_of(self.log_lines[place]))
            self.show_then()

    def show_then(self) -> None:
        """Draws the table as it was, or where there is no room the units that the line is about."""
        self.strength.redraw()
        self.table.rebuild()
        table, line = self.past.table, self.past.line
        of = [of for of in (line.of if line is not None else ()) if of in table.units]
        words = [plain(f"Line {self.past.place} of {self.past.now}:", "$quiet")]
        if not of:
            phase = table.spec.phase(table.phase).title
            words.append(plain(f"{titled(table.spec.round_named(table.round))}, {phase}", "$quiet"))
        for unit in map(table.unit, of):
            facts = [gauge(unit), *condition_words(unit)]
            standing = "out of action" if not unit.alive else ", ".join(filter(None, facts)) or "unhurt"
            words.append(
                Content.assemble(plain(f"{unit.name} ", f"bold {side_style(table, unit.side)}"), plain(standing))
            )
        self.then.show(Content("  ").join(words))

    def _table_rows(self, width: int) -> Sequence[Row]:
        head = plain(f"Line {self.past.place} of {self.past.now} · as it was", "bold")
        return [heading(head), gap(), *board_rows(self.looking, width)]

    @on(StrengthChart.Clicked)
    def _chart_clicked(self, message: StrengthChart.Clicked) -> None:
        message.stop()
        shown = [row.value for row in self.lines.rows if row.value is not None]
        if shown:
            self.lines.mark(min(shown, key=lambda n: abs(self.past.place_of(self.log_lines[n]) - message.place)))

    # -- filters --------------------------------------------------------------------------------------------------

    def _ask(self, what: str, question: str, choices: Sequence[tuple[Any, str | Content]]) -> None:
        """Asks for one of several to filter by."""

        def chosen(value: Any) -> None:
            only: dict[str, Any] = {what: None if value == _ALL else value}
            self._only(replace(self.only, **only))

        self.ask(question, [*choices, (_ALL, "All of them")], chosen, getattr(self.only, what))

    def _only(self, only: LogFilter) -> None:
        """Shows the lines that this lets through."""
        self.only = only
        self.redraw()
        self.moved()

    def do_find(self) -> None:
        self.ask_text("Find in the log", lambda text: self._only(replace(self.only, words=text)), self.only.words)

    def do_filter(self) -> None:
        """Asks for one unit, side or round, or for every line."""
        table, word = self.controller.session.table, self._round_word
        units = [(unit.id, side_sign(table, unit.side) + plain(unit.name)) for unit in table.units.values()]
        sides = [(side, side_label(table, side)) for side in table.sides]
        rounds = [(n, f"{titled(word)} {n}") for n in sorted({line.round for line in self.log_lines})]
        choices: list[tuple[Callable[[], None], str]] = [
            (partial(self._ask, "unit", "Which unit?", units), "One unit"),
            (partial(self._ask, "side", "Which side?", sides), "One side"),
            (partial(self._ask, "round", f"Which {word}?", rounds), f"One {word}"),
        ]
        if self.only.is_set:
            choices.append((partial(self._only, LogFilter(kept=self.only.kept)), "No filter"))
        if len(self.story) < len(self.log_lines):
            kept = "The story alone" if self.only.kept else "Bookkeeping too: every counter and every no"
            choices.append((partial(self._only, replace(self.only, kept=not self.only.kept)), kept))
        self.ask("Which lines?", choices, lambda act: act())

    @property
    def _round_word(self) -> str:
        return self.controller.session.ruleset.round_word

    # -- to a line ------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """There must be a line, and for play to go on from it a game that may be changed."""
        if command is FROM_HERE:
            return not self.controller.read_only and self.lines.value is not None
        return super().is_enabled(command)

    def do_accept(self) -> None:
        self.moved()
        self.close_with(self.past.place)

    def do_from_here(self) -> None:
        """Takes play back to this line, or changes the answer that led to it; asks first."""
        from companion.tui.screens.past_to_play import ask_from_here

        self.moved()
        if not ask_from_here(self, self.controller, self.past, self._went_back):
            self.remark("Play stands here now.")

    async def _went_back(self, attempt: Attempt) -> None:
        if attempt.ok:
            self.close_with(None)
        else:
            self.complain(attempt.fault)


def _line_row(table: AnyTable, place: int, line: LogLine, width: int) -> Row:
    indent = "" if line.kind in ("start", "end") else "  "
    text = plain(line.text, _STYLES.get(line.kind, ""))
    return log_row(table, place, line, f"{table.spec.round_word[0].upper()}{line.round}", text, width, indent)
