"""Rosters in a form: one is read, and units are kept as one, in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.engine.state.table import Unit
from companion.engine.wording import count
from companion.tui.forms.form import Form
from companion.tui.screens.reading import ReadingPanel
from companion.tui.text import plain

if TYPE_CHECKING:
    from companion.store.listing import RosterSummary


class RosterFiles:
    """Asks which roster, or what one is called; the form says what came of it."""

    def __init__(self, form: Form[Any], saves: Path) -> None:
        self.form = form
        self.saves = saves

    def ask(self, rosters: Sequence[RosterSummary], then: Callable[[str, list[Unit]], object]) -> None:
        """Asks for one of these; `then` gets its name and units."""

        def chosen(file: Path) -> None:
            self.form.screen.run_worker(partial(self._read, file, then), thread=True, exclusive=True, group="roster")

        choices = [(roster.file, f"{roster.name}   {count(roster.units, 'unit')}") for roster in rosters]
        self.form.screen.ask("Which roster?", choices, chosen)

    def _read(self, file: Path, then: Callable[[str, list[Unit]], object]) -> None:
        from companion import store

        try:
            roster = store.read_roster(file)
        except (store.CannotOpen, OSError) as fault:
            self.form.screen.in_app(self.form.screen.complain, str(fault))
            return
        self.form.screen.in_app(then, roster.name, roster.units)
        if roster.notices:
            self.form.screen.in_app(self.form.screen.remark, "; ".join(roster.notices))

    def show_lines(self, text: str, name: str) -> None:
        """The units of a roster as lines of text: in the clipboard, and to read where the terminal has none."""
        self.form.screen.app.copy_to_clipboard(text)
        rows = [(plain(line),) for line in text.splitlines()]
        title = f"{name} as text: copied, to paste into a message, or here on + line"
        self.form.screen.open_over(ReadingPanel("As text", title, rows))

    def keep(self, ruleset: str, units: Sequence[Unit], name: str) -> None:
        """Asks what the roster of these units is called, and writes it."""

        def typed(name: str) -> None:
            work = partial(self._write, ruleset, name, list(units))
            self.form.screen.run_worker(work, thread=True, exclusive=True, group="write")

        self.form.screen.ask_text("What is this roster called?", typed, name)

    def _write(self, ruleset: str, name: str, units: list[Unit]) -> None:
        from companion import store
        from companion.store.folders import roster_file

        file = roster_file(self.saves, name)
        try:
            store.write_roster(store.Roster(ruleset, name, units), file)
        except OSError as fault:
            self.form.screen.in_app(self.form.screen.complain, f"it could not be written: {fault}")
        else:
            self.form.screen.in_app(self.form.screen.remark, f"{name} is kept as {file.name}")
