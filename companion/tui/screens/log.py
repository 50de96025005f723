"""The whole game as sentences, to filter; and the way back to a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual.content import Content

from companion.engine import log
from companion.engine.log import LogLine
from companion.tui.commands import ACCEPT, BY_ROUND, BY_SIDE, BY_UNIT, EVERYTHING, Command, handles
from companion.tui.controller import SessionController
from companion.tui.screens.asking import PickOne
from companion.tui.screens.list_panel import ListPanel
from companion.tui.text import plain, side_label, side_mark, side_style
from companion.tui.widgets.lines import LineList, Row

_STYLES = {"start": "bold", "end": "$quiet", "ruling": "bold $warning", "undone": "$quiet italic", "answer": "$quiet"}
_ALL = "*"


class LogScreen(ListPanel[None]):
    """Every sentence, the newest at the foot. `unit`, `side` and `round` filter; None is all of them."""

    heading = "Log"
    size_classes: ClassVar[str] = "sheet wide"

    def __init__(self, controller: SessionController) -> None:
        super().__init__(lines=LineList(id="log-lines"))
        self.controller = controller
        self.log_lines: list[LogLine] = log.lines(controller.session)
        self.unit: str | None = None
        self.side: str | None = None
        self.round: int | None = None

    def on_mount(self) -> None:
        """The newest line is marked."""
        super().on_mount()
        self.lines.action_edge(1)

    def rows(self) -> Sequence[Row]:
        """A row a sentence that passes the filters; its value is the place of the sentence in the log."""
        self.title_line.show(self._title())
        return [self._row(place, line) for place, line in enumerate(self.log_lines) if self._fits(line)]

    def _title(self) -> Content:
        table = self.controller.session.table
        parts: list[Content] = [Content.styled("The game so far", "bold")]
        if self.unit is not None:
            parts.append(plain(table.title(self.unit), "bold"))
        if self.side is not None:
            parts.append(side_label(table, self.side))
        if self.round is not None:
            parts.append(plain(f"round {self.round}", "bold"))
        return Content(" · ").join(parts)

    def _fits(self, line: LogLine) -> bool:
        table = self.controller.session.table
        sides = {table.units[u].side for u in line.of if u in table.units} | {line.side}
        return (
            (self.unit is None or self.unit in line.of)
            and (self.side is None or self.side in sides)
            and (self.round is None or self.round == line.round)
        )

    def _row(self, place: int, line: LogLine) -> Row:
        table = self.controller.session.table
        mark = (f"{side_mark(table, line.side)} ", side_style(table, line.side)) if line.side in table.sides else "  "
        step = plain(f"{line.step:<7} " if line.step else "", "$quiet")
        indent = "" if line.kind in ("start", "end") else "  "
        text = plain(line.text, _STYLES.get(line.kind, ""))
        return Row(place, Content.assemble(plain(f"R{line.round} ", "$quiet"), mark, indent, step, text))

    # -- filters --------------------------------------------------------------------------------------------------

    def _ask(self, question: str, choices: list[tuple[Any, Any]], now: Any, put: Callable[[Any], None]) -> None:
        def chosen(value: Any) -> None:
            if value is not None:
                put(None if value == _ALL else value)
                self.redraw()

        self.open_over(PickOne(question, [*choices, (_ALL, "All of them")], now), chosen)

    @handles(BY_UNIT)
    def filter_unit(self) -> None:
        """Lines of one unit."""
        table = self.controller.session.table
        units = [
            (u.id, Content.assemble((f"{side_mark(table, u.side)} ", side_style(table, u.side)), plain(u.name)))
            for u in table.units.values()
        ]

        def put(unit: str | None) -> None:
            self.unit = unit

        self._ask("Which unit?", units, self.unit, put)

    @handles(BY_SIDE)
    def filter_side(self) -> None:
        """Lines of one side."""
        table = self.controller.session.table

        def put(side: str | None) -> None:
            self.side = side

        self._ask("Which side?", [(s, side_label(table, s)) for s in table.sides], self.side, put)

    @handles(BY_ROUND)
    def filter_round(self) -> None:
        """Lines of one round."""
        rounds = sorted({line.round for line in self.log_lines})

        def put(number: int | None) -> None:
            self.round = number

        self._ask("Which round?", [(r, f"Round {r}") for r in rounds], self.round, put)

    @handles(EVERYTHING)
    def filter_nothing(self) -> None:
        """Every line."""
        self.unit = self.side = self.round = None
        self.redraw()

    # -- back to a line -------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """There must be a line, and a game that may be changed."""
        if command is ACCEPT and self.controller.read_only:
            return False
        if command is EVERYTHING:
            return (self.unit, self.side, self.round) != (None, None, None)
        return super().is_enabled(command)

    def short(self, command: Command) -> str:
        """Enter goes back in time."""
        return "take play back to here" if command is ACCEPT else super().short(command)

    @handles(ACCEPT)
    def accept(self) -> None:
        """Asks, then undoes everything from the procedure of this line on."""
        line = self.log_lines[self.lines.value]
        count = undos_to(self.controller, line.entry)
        if count == 0:
            return
        first = next(one for one in self.log_lines if one.entry == line.entry)
        inputs = "1 input" if count == 1 else f"{count} inputs"
        self.open_over(
            PickOne(
                f"Take play back to before this? {inputs} will be undone; redo brings them back.",
                [(None, "No, leave it as it is"), (count, f"Yes, undo {inputs}")],
                text=plain(first.text, "bold"),
            ),
            self._undo,
        )

    def _undo(self, count: int | None) -> None:
        if count is None:
            return
        attempt = self.controller.attempt(lambda s: s.undo(count))
        if attempt.ok:
            self.close_with(None)
        else:
            self.complain(attempt.fault)


def undos_to(controller: SessionController, entry: int) -> int:
    """How many inputs lie between now and the moment before this entry began."""
    session = controller.session
    unfinished = 0 if session.run is None else 1 + len(session.run.inputs)
    return unfinished + sum(e.weight for e in session.entries[entry:])
