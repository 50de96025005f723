"""What the parts of the New game form share: the setup, its changes with undo, and what the cursor is on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.engine.errors import InvalidInput
from companion.engine.state.table import Unit
from companion.frontend.setup import Player, Setup, Snapshot
from companion.frontend.wording import refusal
from companion.tui.screens.new_game_rows import Place
from companion.tui.screens.page import Page

if TYPE_CHECKING:
    from companion.store.rosters import RosterSummary


class NewGameBase(Page[Path]):
    """A setup that is drawn as a form. Closes with the file of the new game."""

    def __init__(self, saves: Path) -> None:
        super().__init__("New game")
        self.saves = saves
        self.rosters: list[RosterSummary] = []
        self.setup: Setup | None = None
        self.before: list[Snapshot] = []
        """What undo goes back to, the last on top."""

    def place(self) -> Place:
        """What the cursor is on."""
        value = self.form.value
        return value if isinstance(value, Place) else Place("")

    def player(self) -> Player | None:
        """The player whose cell is marked."""
        setup = self.setup
        return next((p for p in setup.players if p.side == self.place().side), None) if setup is not None else None

    def unit(self) -> Unit | None:
        """The unit that is marked."""
        player, of = self.player(), self.place().of
        return next((unit for unit in player.units if unit.id == of), None) if player is not None else None

    def change(self, act: Callable[[Setup], object], keep: Place | None = None) -> None:
        """Does something to the setup that `u` takes back, and draws the form; a refusal is a sentence."""
        setup = self.setup
        if setup is None:
            return
        before = setup.snapshot()
        try:
            act(setup)
        except InvalidInput as fault:
            self.complain(refusal(fault))
            return
        self.before.append(before)
        self.complain("")
        self.redraw(keep)

    def fitting(self, setup: Setup) -> list[RosterSummary]:
        """The rosters of the game that is set up."""
        return [roster for roster in self.rosters if roster.ruleset == setup.ruleset.id]
