"""The units of a new game: chosen from those of the game, blank, copied, from a roster; each with a form of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from textual.content import Content

from companion.engine.state.table import Unit
from companion.frontend.entry_texts import explained_by
from companion.frontend.setup import Player
from companion.tui.forms.form import Form
from companion.tui.forms.game_choice import GameChoice
from companion.tui.forms.roster_files import RosterFiles
from companion.tui.screens.new_game_rows import Place
from companion.tui.screens.unit_form import BLANK_UNIT
from companion.tui.text import plain

_DONE, _BLANK = "(done)", "(blank)"
"""The answers that are no unit."""


class NewGameUnits:
    """What this form does with the units of a player.

    `change` does something to the setup, and draws the form with the mark on what is to be kept.
    """

    def __init__(self, form: Form[Path], choice: GameChoice, rosters: RosterFiles, change: Callable[..., None]) -> None:
        self.form, self.choice, self.rosters, self.change = form, choice, rosters, change

    def ask_template(self, player: Player) -> None:
        """Adds one unit after the other, until enough are chosen."""

        def chosen(template: Unit | str) -> None:
            if template == _BLANK:
                self.blank(player)
            elif isinstance(template, Unit):
                self.change(lambda setup: setup.add(player, template), Place("add", player.side))
                self.ask_template(player)

        choices: list[tuple[Unit | str, Content]] = [(t, plain(t.name, "bold")) for t in self.choice.made.templates]
        question = f"Which units for {player.name}? {len(player.playing)} so far"
        self.form.screen.ask(question, [*choices, (_BLANK, plain(BLANK_UNIT)), (_DONE, plain("that is all"))], chosen)

    def blank(self, player: Player) -> None:
        """Adds a blank unit and opens its form."""
        made: list[Unit] = []
        self.change(lambda setup: made.append(setup.blank(player)))
        if made:
            self.open_form(made[0], player, new=True)

    def open_form(self, unit: Unit, player: Player, new: bool = False) -> None:
        """Opens the form of a unit of this player."""
        from companion.tui.forms.form_screen import FormScreen
        from companion.tui.screens.unit_form import UnitForm

        setup = self.choice.made
        before, stood = setup.snapshot(), unit.dump(whole=True)

        def closed() -> None:
            if not new and unit.dump(whole=True) != stood:
                setup.before.append(before)
            self.form.screen.redraw(Place("unit", player.side, unit.id))

        explain = partial(explained_by, setup.ruleset, setup.options)
        self.form.screen.open_over(FormScreen(UnitForm(unit, new=new, explain=explain)), after=closed)

    def copy(self, unit: Unit, player: Player) -> str:
        """Another one like this. What is wrong, or nothing."""
        fault = self.choice.made.tried(lambda setup: setup.add(player, unit))
        self.form.screen.redraw(Place("unit", player.side, player.units[-1].id))
        return fault

    def ask_roster(self, player: Player) -> None:
        """Asks for a roster; its units join this player."""
        fitting = self.choice.fitting()
        self.rosters.ask(fitting, lambda *read: self.change(lambda setup: setup.add_roster(player, *read)))
