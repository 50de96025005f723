"""The whole game as sentences, to filter; and the way back to a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from companion.engine import log
from companion.engine.log import LogLine
from companion.tui.base_screen import Panel
from companion.tui.controller import SessionController
from companion.tui.text import plain, side_label, side_mark, side_style
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.plain import PlainStatic

_STYLES = {"start": "bold", "end": "$quiet", "ruling": "bold $warning", "undone": "$quiet italic", "answer": "$quiet"}


class LogScreen(Panel[None]):
    """Every sentence, the newest at the foot."""

    heading = "Log"
    commands: ClassVar[tuple[str, ...]] = ("accept", "by_unit", "by_side", "by_round", "everything", "back", "help")

    def __init__(self, seat: SessionController) -> None:
        super().__init__()
        self.seat = seat
        self.told: list[LogLine] = []
        self.unit: str | None = None
        self.side: str | None = None
        self.round: int | None = None

    def body(self) -> Iterable[Widget]:
        """What is shown, and the lines."""
        with Vertical(classes="sheet wide"):
            self.title_line = PlainStatic(classes="sheet-title")
            yield self.title_line
            self.lines = LineList(id="log-lines")
            yield self.lines

    def on_mount(self) -> None:
        """The newest line is marked."""
        self.told = log.lines(self.seat.session)
        self._show()
        self.lines.action_edge(1)
        self.lines.focus()

    def _show(self) -> None:
        table = self.seat.session.table
        shown: list[Content] = [Content.styled("The game so far", "bold")]
        if self.unit is not None:
            shown.append(plain(table.title(self.unit), "bold"))
        if self.side is not None:
            shown.append(side_label(table, self.side))
        if self.round is not None:
            shown.append(plain(f"round {self.round}", "bold"))
        self.title_line.show(Content(" · ").join(shown))
        rows = [self._row(place, line) for place, line in enumerate(self.told) if self._fits(line)]
        self.lines.show(rows or [Row(None, plain("Nothing to show here."), heading=True)])
        self.show_keys()

    def _fits(self, line: LogLine) -> bool:
        table = self.seat.session.table
        sides = {table.units[u].side for u in line.of if u in table.units} | {line.side}
        return (
            (self.unit is None or self.unit in line.of)
            and (self.side is None or self.side in sides)
            and (self.round is None or self.round == line.round)
        )

    def _row(self, place: int, line: LogLine) -> Row:
        table = self.seat.session.table
        mark = (f"{side_mark(table, line.side)} ", side_style(table, line.side)) if line.side in table.sides else "  "
        step = plain(f"{line.step:<7} " if line.step else "", "$quiet")
        head = "" if line.kind in ("start", "end") else "  "
        return Row(
            place,
            Content.assemble(
                plain(f"R{line.round} ", "$quiet"), mark, head, step, plain(line.text, _STYLES.get(line.kind, ""))
            ),
        )

    # -- filters --------------------------------------------------------------------------------------------------

    def _filter(self, question: str, choices: list[tuple[Any, Any]], field: str) -> None:
        from companion.tui.screens.asking import PickOne

        def chosen(value: Any) -> None:
            if value is not None:
                setattr(self, field, None if value == "*" else value)
                self._show()

        self.open_over(PickOne(question, [*choices, ("*", "All of them")], getattr(self, field)), chosen)

    def do_by_unit(self) -> None:
        """Lines of one unit."""
        table = self.seat.session.table
        self._filter(
            "Which unit?",
            [
                (u.id, Content.assemble((f"{side_mark(table, u.side)} ", side_style(table, u.side)), plain(u.name)))
                for u in table.units.values()
            ],
            "unit",
        )

    def do_by_side(self) -> None:
        """Lines of one side."""
        table = self.seat.session.table
        self._filter("Which side?", [(s, side_label(table, s)) for s in table.sides], "side")

    def do_by_round(self) -> None:
        """Lines of one round."""
        rounds = sorted({line.round for line in self.told})
        self._filter("Which round?", [(r, f"Round {r}") for r in rounds], "round")

    def do_everything(self) -> None:
        """Every line."""
        self.unit = self.side = self.round = None
        self._show()

    # -- back to a line -------------------------------------------------------------------------------------------

    def can(self, command: str) -> bool:
        """There must be a line, and a game that may be changed."""
        if command == "accept":
            return not self.seat.read_only and isinstance(self.lines.value, int)
        if command == "everything":
            return (self.unit, self.side, self.round) != (None, None, None)
        return command in self.commands

    def short(self, command: str) -> str:
        """Enter goes back in time."""
        return "take play back to here" if command == "accept" else super().short(command)

    @on(LineList.Chosen)
    def _chosen(self) -> None:
        if self.can("accept"):
            self.do_accept()

    def do_accept(self) -> None:
        """Asks, then undoes everything from the procedure of this line on."""
        from companion.tui.screens.asking import PickOne

        line = self.told[self.lines.value]
        count = undos_to(self.seat, line.entry)
        if count == 0:
            return
        first = next(one for one in self.told if one.entry == line.entry)
        inputs = "1 input" if count == 1 else f"{count} inputs"
        self.open_over(
            PickOne(
                f"Take play back to before this? {inputs} will be undone; redo puts them back.",
                [(None, "No, leave it as it is"), (count, f"Yes, undo {inputs}")],
                told=plain(first.text, "bold"),
            ),
            self._back,
        )

    async def _back(self, count: int | None) -> None:
        if count is None:
            return
        attempt = self.seat.attempt(lambda s: s.undo(count))
        if not attempt.ok:
            self.host.tell(attempt.fault, bad=True)
            return
        self.close_with(None)


def undos_to(seat: SessionController, entry: int) -> int:
    """How many inputs lie between now and the moment before this entry began."""
    session = seat.session
    open_ = 0 if session.run is None else 1 + len(session.run.inputs)
    return open_ + sum(e.weight for e in session.entries[entry:])
