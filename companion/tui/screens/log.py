"""The whole game as sentences, to filter and to search; beside it the table as it was at the marked line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, ClassVar

from textual import on
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget

from companion.engine import log
from companion.engine.log import LogLine, told
from companion.engine.progress import short_number
from companion.tui.board.listing import board_rows
from companion.tui.cards import condition_words, gauge
from companion.tui.commands import ACCEPT, FILTER, FIND, FROM_HERE, Command, handles
from companion.tui.controller import Attempt, SessionController
from companion.tui.look.rows import headed
from companion.tui.past_controller import PastController
from companion.tui.screens.list_panel import ListPanel
from companion.tui.text import plain, side_label, side_mark, side_style, titled
from companion.tui.widgets.lines import GUTTER, LineList, Row
from companion.tui.widgets.plain import PlainStatic
from companion.tui.widgets.strength import StrengthChart

_STYLES = {"start": "bold", "end": "$quiet", "ruling": "bold $warning", "undone": "$quiet italic", "answer": "$quiet"}
_ALL = "*"
_NOTHING_YET = "Nothing has happened yet."


class LogScreen(ListPanel[int]):
    """The sentences of the story, the newest at the foot; with `kept` those that only keep count too, as where words
    are searched for. `unit`, `side`, `round` and `words` filter; None or empty is all of them.

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
        self.unit: str | None = None
        self.side: str | None = None
        self.round: int | None = None
        self.wanted = ""
        self.story = frozenset(told(self.log_lines))
        self.kept = False
        self.strength = StrengthChart(self.past)
        self.then = PlainStatic(id="log-then")
        self.table = LineList(id="log-table", cursor=False)
        self._rows: list[Row] = []

    def inside(self) -> Iterable[Widget]:
        """Strength over time, the lines, and the table as it was."""
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
        self.title_line.show(self._title())
        return self._built(max(40, self.lines.size.width))

    def _built(self, width: int) -> list[Row]:
        room = max(20, width - GUTTER - 1)
        rows = [self._row(place, line, room) for place, line in enumerate(self.log_lines) if self._fits(place)]
        return rows or [Row(None, plain(self.nothing if self.log_lines else _NOTHING_YET), heading=True)]

    def _title(self) -> Content:
        table = self.controller.session.table
        parts: list[Content] = [Content.styled("The game so far", "bold")]
        if self.unit is not None:
            parts.append(plain(table.title(self.unit), "bold"))
        if self.side is not None:
            parts.append(side_label(table, self.side))
        if self.round is not None:
            parts.append(plain(table.spec.round_named(self.round), "bold"))
        if self.wanted:
            parts.append(plain(f"“{self.wanted}”", "bold"))
        folded = 0 if self.kept or self.wanted else len(self.log_lines) - len(self.story)
        if folded and len(parts) == 1:
            parts.append(plain(f"the story, {folded} lines of bookkeeping under f", "$quiet"))
        return Content(" · ").join(parts)

    def _fits(self, place: int) -> bool:
        return (place in self.story or self.kept or bool(self.wanted)) and self._passes(self.log_lines[place])

    def _passes(self, line: LogLine) -> bool:
        table = self.controller.session.table
        sides = {table.units[u].side for u in line.of if u in table.units} | {line.side}
        return (
            (self.unit is None or self.unit in line.of)
            and (self.side is None or self.side in sides)
            and (self.round is None or self.round == line.round)
            and self.wanted.casefold() in line.text.casefold()
        )

    def _row(self, place: int, line: LogLine, width: int) -> Row:
        table = self.controller.session.table
        mark = (f"{side_mark(table, line.side)} ", side_style(table, line.side)) if line.side in table.sides else "  "
        step = plain(f"{short_number(line.step):<6} " if line.step else "", "$quiet")
        indent = "" if line.kind in ("start", "end") else "  "
        text = plain(line.text, _STYLES.get(line.kind, ""))
        number = plain(f"{table.spec.round_word[0].upper()}{line.round} ", "$quiet")
        head = Content.assemble(number, mark, indent, step)
        return Row(place, headed(head, text, width))

    # -- the table as it was --------------------------------------------------------------------------------------

    def moved(self) -> None:
        """Another line: the table as it was there."""
        if self.lines.value is not None:
            self.past.go(self.past.place_of(self.log_lines[self.lines.value]))
            self.show_then()

    def show_then(self) -> None:
        """Draws the table as it was, or where there is no room the units that the line is about."""
        self.strength.draw()
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
        head = f"Line {self.past.place} of {self.past.now} · as it was"
        rows = [Row(None, plain(head, "bold"), heading=True), Row(None, Content(""), heading=True)]
        return [*rows, *board_rows(self.looking, width)]

    @on(StrengthChart.Clicked)
    def _chart_clicked(self, message: StrengthChart.Clicked) -> None:
        message.stop()
        shown = [row.value for row in self.lines.rows if row.value is not None]
        if shown:
            self.lines.mark(min(shown, key=lambda n: abs(self.past.place_of(self.log_lines[n]) - message.place)))

    # -- filters --------------------------------------------------------------------------------------------------

    def _ask(self, question: str, choices: list[tuple[Any, Any]], now: Any, put: Callable[[Any], None]) -> None:
        def chosen(value: Any) -> None:
            put(None if value == _ALL else value)
            self._filtered()

        self.ask(question, [*choices, (_ALL, "All of them")], chosen, now)

    def _filtered(self) -> None:
        self.redraw()
        self.moved()

    @handles(FIND)
    def find(self) -> None:
        """Lines with some words in them."""

        def typed(text: str) -> None:
            self.wanted = text
            self._filtered()

        self.ask_text("Find in the log", typed, self.wanted)

    @handles(FILTER)
    def filter(self) -> None:
        """Asks for one unit, side or round, or for every line."""
        choices: list[tuple[Callable[[], None], str]] = [
            (self._by_unit, "One unit"),
            (self._by_side, "One side"),
            (self._by_round, f"One {self._round_word}"),
        ]
        if self.wanted or (self.unit, self.side, self.round) != (None, None, None):
            choices.append((self._show_all, "No filter"))
        if len(self.story) < len(self.log_lines):
            kept = "The story alone" if self.kept else "Bookkeeping too: every counter and every no"
            choices.append((self._fold, kept))
        self.ask("Which lines?", choices, lambda act: act())

    def _fold(self) -> None:
        self.kept = not self.kept
        self._filtered()

    def _by_unit(self) -> None:
        table = self.controller.session.table
        units = [
            (u.id, Content.assemble((f"{side_mark(table, u.side)} ", side_style(table, u.side)), plain(u.name)))
            for u in table.units.values()
        ]
        self._ask("Which unit?", units, self.unit, partial(setattr, self, "unit"))

    def _by_side(self) -> None:
        table = self.controller.session.table
        sides = [(s, side_label(table, s)) for s in table.sides]
        self._ask("Which side?", sides, self.side, partial(setattr, self, "side"))

    def _by_round(self) -> None:
        rounds = sorted({line.round for line in self.log_lines})
        choices = [(r, f"{titled(self._round_word)} {r}") for r in rounds]
        self._ask(f"Which {self._round_word}?", choices, self.round, partial(setattr, self, "round"))

    @property
    def _round_word(self) -> str:
        return self.controller.session.ruleset.round_word

    def _show_all(self) -> None:
        self.unit = self.side = self.round = None
        self.wanted = ""
        self._filtered()

    # -- to a line ------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """There must be a line, and for play to go on from it a game that may be changed."""
        if command is FROM_HERE:
            return not self.controller.read_only and self.lines.value is not None
        return super().is_enabled(command)

    @handles(ACCEPT)
    def accept(self) -> None:
        """To the table as it was at this line."""
        self.close_with(self.past.place_of(self.log_lines[self.lines.value]))

    @handles(FROM_HERE)
    def from_here(self) -> None:
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
