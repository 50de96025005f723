"""Where the numbers of the open procedure come from, and how to overrule one."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from companion.engine.errors import InvalidInput
from companion.engine.state.changes import Tally
from companion.frontend.numbers import whole
from companion.tui.commands import ACCEPT, Command, handles
from companion.tui.controller import SessionController
from companion.tui.screens.asking import TextPrompt
from companion.tui.screens.list_panel import ListPanel
from companion.tui.text import plain
from companion.tui.widgets.lines import Row


def tally_row(tally: Tally) -> Row:
    """A number with a line for each of its reasons and the rule that says so."""
    lines = [Content.assemble(plain(tally.name, "bold"), (f"  {int(tally)}", "bold $accent"), plain(f" {tally.unit}"))]
    for reason in tally.lines:
        rule = plain(f"   {reason.rule}", "$quiet") if reason.rule else Content("")
        value = "" if tally.ranked else f"{reason.value:+d}".replace("-", "−")
        lines.append(Content.assemble(f"  {value:>4}  ", plain(reason.label), rule))
    return Row(tally.key, Content("\n").join(lines))


class ReasonsScreen(ListPanel[None]):
    """Every number of this procedure: those of the standing request first, then the newest."""

    heading = "Why"
    nothing = "No number was computed in this procedure yet."

    def __init__(self, controller: SessionController) -> None:
        super().__init__("Where the numbers come from")
        self.controller = controller

    def rows(self) -> Sequence[Row]:
        """A row a number."""
        return [tally_row(tally) for tally in self._tallies()]

    def _tallies(self) -> list[Tally]:
        session = self.controller.session
        if session.run is None:
            return []
        first = list(session.request.tally) if session.request is not None else []
        shown = {tally.key for tally in first}
        return [*first, *(t for t in reversed(list(session.run.context.tallies.values())) if t.key not in shown)]

    def is_enabled(self, command: Command) -> bool:
        """There must be a number to overrule, and a game that may be changed."""
        return super().is_enabled(command) and (command is not ACCEPT or not self.controller.read_only)

    def short(self, command: Command) -> str:
        """Enter overrules."""
        return "overrule this number" if command is ACCEPT else super().short(command)

    @handles(ACCEPT)
    def accept(self) -> None:
        """Asks for another number and the reason."""
        tally = next(t for t in self._tallies() if t.key == self.lines.value)
        self.open_over(
            TextPrompt(f"{tally.name} is {int(tally)}. A ruling: another number, then the reason", check=ruling_fault),
            lambda typed: self._overrule(tally, typed) if typed is not None else None,
        )

    def _overrule(self, tally: Tally, typed: str) -> None:
        number, why = typed_ruling(typed)
        attempt = self.controller.attempt(lambda s: s.overrule(tally.key, number, why))
        if attempt.ok:
            self.close_with(None)
        else:
            self.complain(attempt.fault)


def typed_ruling(text: str) -> tuple[int, str]:
    """The number and the reason of a ruling as typed: `3 the banner counts`.

    Raises InvalidInput where no whole number comes first.
    """
    number, _, why = text.strip().partition(" ")
    return whole(number), why.strip() or "the players decided"


def ruling_fault(text: str) -> str:
    """What is wrong with a typed ruling, or nothing."""
    try:
        typed_ruling(text)
    except InvalidInput:
        return "A whole number comes first, such as: 3 the banner counts"
    return ""
