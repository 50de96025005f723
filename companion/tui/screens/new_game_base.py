"""What the parts of the New game form share: the setup, its changes with undo, and what the cursor is on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.engine.state.table import Unit
from companion.frontend.setup import Player, Setup, Snapshot
from companion.frontend.wording import fault_of
from companion.tui.forms.form_screen import FormScreen
from companion.tui.screens.new_game_rows import Place

if TYPE_CHECKING:
    from companion.store.rosters import RosterSummary


class NewGameBase(FormScreen[Path]):
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
        field = self.marked()
        return field.key if field is not None and isinstance(field.key, Place) else Place("")

    def player(self) -> Player | None:
        """The player whose cell is marked."""
        return self.player_of(self.place())

    def player_of(self, place: Place) -> Player | None:
        """The player whose cell this is."""
        setup = self.setup
        return next((p for p in setup.players if p.side == place.side), None) if setup is not None else None

    def unit(self) -> Unit | None:
        """The unit that is marked."""
        return self.unit_of(self.place())

    def unit_of(self, place: Place) -> Unit | None:
        """The unit whose cell this is."""
        player = self.player_of(place)
        return next((unit for unit in player.units if unit.id == place.of), None) if player is not None else None

    def tried(self, act: Callable[[Setup], object]) -> str:
        """Does something to the setup that `u` takes back; what is wrong with it, or nothing."""
        setup = self.setup
        if setup is None:
            return ""
        before = setup.snapshot()
        fault = fault_of(act, setup)
        if not fault:
            self.before.append(before)
        return fault

    def change(self, act: Callable[[Setup], object], keep: Place | None = None) -> None:
        """Does something to the setup, and draws the form."""
        fault = self.tried(act)
        self.redraw(keep)
        self.complain(fault)

    def fitting(self, setup: Setup) -> list[RosterSummary]:
        """The rosters of the game that is set up."""
        return [roster for roster in self.rosters if roster.ruleset == setup.ruleset.id]
