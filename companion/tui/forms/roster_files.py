"""Rosters in a form: one is read, and units are kept as one, in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.engine.state.table import Unit
from companion.engine.wording import count
from companion.tui.background import in_background
from companion.tui.forms.form import Form
from companion.tui.screens.list_panel import ReadingPanel
from companion.tui.text import plain

if TYPE_CHECKING:
    from companion.store.listing import RosterSummary
    from companion.store.rosters import Roster


class RosterFiles:
    """Asks which roster, or what one is called; the form says what came of it."""

    def __init__(self, form: Form[Any], saves: Path) -> None:
        self.form = form
        self.saves = saves

    def ask(self, rosters: Sequence[RosterSummary], then: Callable[[str, list[Unit]], object]) -> None:
        """Asks for one of these; `then` gets its name and units."""

        def chosen(file: Path) -> None:
            from companion.store.rosters import read_roster

            in_background(self.form.screen, "roster", lambda: read_roster(file), read, self._wrong)

        def read(roster: Roster) -> None:
            then(roster.name, roster.units)
            if roster.notices:
                self.form.screen.remark("; ".join(roster.notices))

        choices = [(roster.file, f"{roster.name}   {count(roster.units, 'unit')}") for roster in rosters]
        self.form.screen.ask("Which roster?", choices, chosen)

    def _wrong(self, faults: list[str]) -> None:
        self.form.screen.complain("\n".join(faults))

    def show_lines(self, text: str, name: str) -> None:
        """The units of a roster as lines of text: in the clipboard, and to read where the terminal has none."""
        self.form.screen.app.copy_to_clipboard(text)
        rows = [(plain(line),) for line in text.splitlines()]
        title = f"{name} as text: copied, to paste into a message, or here on + line"
        self.form.screen.open_over(ReadingPanel("As text", title, rows))

    def keep(self, ruleset: str, units: Sequence[Unit], name: str) -> None:
        """Asks what the roster of these units is called, and writes it."""

        def typed(name: str) -> None:
            from companion.store.folders import roster_file
            from companion.store.rosters import Roster, write_roster

            file, roster = roster_file(self.saves, name), Roster(ruleset, name, list(units))
            in_background(
                self.form.screen,
                "write",
                lambda: write_roster(roster, file),
                lambda _: self.form.screen.remark(f"{name} is kept as {file.name}"),
                lambda faults: self.form.screen.complain(f"it could not be written: {faults[0]}"),
            )

        self.form.screen.ask_text("What is this roster called?", typed, name)
