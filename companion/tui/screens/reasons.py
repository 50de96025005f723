"""Where the numbers of the open procedure come from, and how to overrule one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from companion.engine.state.changes import Tally
from companion.frontend.numbers import is_whole, whole
from companion.tui.base_screen import Panel
from companion.tui.controller import SessionController
from companion.tui.text import plain
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.plain import PlainStatic


def tally_row(tally: Tally) -> Row:
    """A number with a line for each of its reasons and the rule that says so."""
    lines = [Content.assemble(plain(tally.name, "bold"), (f"  {int(tally)}", "bold $accent"), plain(f" {tally.unit}"))]
    for reason in tally.lines:
        rule = plain(f"   {reason.rule}", "$quiet") if reason.rule else Content("")
        value = "" if tally.ranked else f"{reason.value:+d}".replace("-", "−")
        lines.append(Content.assemble(f"  {value:>4}  ", plain(reason.label), rule))
    return Row(tally.key, Content("\n").join(lines))


class ReasonsScreen(Panel[None]):
    """Every number of this procedure, the newest first."""

    heading = "Why"
    commands: ClassVar[tuple[str, ...]] = ("accept", "back", "help")

    def __init__(self, seat: SessionController) -> None:
        super().__init__()
        self.seat = seat

    def body(self) -> Iterable[Widget]:
        """The numbers and a line for what went wrong."""
        with Vertical(classes="sheet"):
            yield PlainStatic(Content.styled("Where the numbers come from", "bold"), classes="sheet-title")
            self.lines = LineList()
            yield self.lines
            self.note = PlainStatic(classes="note")
            yield self.note

    def on_mount(self) -> None:
        """Shows the numbers: those of the standing request first."""
        self._show()
        self.lines.focus()

    def _show(self) -> None:
        self.lines.show(
            [tally_row(t) for t in self._tallies()]
            or [Row(None, plain("No number was computed in this procedure yet."), heading=True)]
        )
        self.show_keys()

    def _tallies(self) -> list[Tally]:
        run = self.seat.session.run
        if run is None:
            return []
        request = self.seat.session.request
        first = list(request.tally) if request is not None else []
        shown = {t.key for t in first}
        return [*first, *(t for t in reversed(list(run.context.tallies.values())) if t.key not in shown)]

    def can(self, command: str) -> bool:
        """There must be a number to overrule, and a game that may be changed."""
        return command != "accept" or (not self.seat.read_only and isinstance(self.lines.value, str))

    def short(self, command: str) -> str:
        """Enter overrules."""
        return "overrule this number" if command == "accept" else super().short(command)

    @on(LineList.Chosen)
    def _chosen(self) -> None:
        if self.can("accept"):
            self.do_accept()

    def do_accept(self) -> None:
        """Asks for another number and the reason."""
        from companion.tui.screens.asking import TextPrompt

        tally = next(t for t in self._tallies() if t.key == self.lines.value)
        self.open_over(
            TextPrompt(
                f"{tally.name} is {int(tally)}. A ruling: another number, then the reason", "", check=_number_first
            ),
            lambda said: self._overrule(tally, said),
        )

    def _overrule(self, tally: Tally, said: str | None) -> None:
        if said is None:
            return
        number, _, why = said.partition(" ")
        attempt = self.seat.attempt(
            lambda s: s.overrule(tally.key, whole(number), why.strip() or "the players decided")
        )
        if attempt.ok:
            self.close_with(None)
        else:
            self.note.show(plain(f"✗ {attempt.fault}", "bold $error"))


def _number_first(text: str) -> str:
    return "" if is_whole(text.partition(" ")[0]) else "A whole number comes first, such as: 3 the banner counts"
