"""The units of a new game: from templates, blank ones, from rosters; ticked, copied, adjusted, kept as a roster."""

from __future__ import annotations

from pathlib import Path

from textual import work
from textual.content import Content

from companion.engine.state.table import Unit
from companion.engine.wording import count
from companion.frontend.explaining import NOTHING, Explained, explained_by
from companion.frontend.setup import Player, Setup
from companion.tui.commands import NEW, SAVE_ROSTER, TICK, UNITS, handles
from companion.tui.screens.asking import PickOne, TextPrompt
from companion.tui.screens.new_game_base import NewGameBase
from companion.tui.screens.new_game_rows import Place
from companion.tui.text import plain

_DONE = "(done)"


class NewGameUnits(NewGameBase):
    """The part of the form in which units are put together."""

    # -- units ----------------------------------------------------------------------------------------------------

    def ask_template(self, player: Player) -> None:
        """Adds one unit after the other, until enough are chosen."""
        setup = self.setup
        if setup is None:
            return

        def chosen(template: Unit | str | None) -> None:
            if isinstance(template, Unit):
                self.change(lambda setup: setup.add(player, template), Place("add", player.side))
                self.ask_template(player)

        choices: list[tuple[Unit | str, Content]] = [(t, plain(t.name, "bold")) for t in setup.templates]
        question = f"Which units for {player.name}? {len(player.playing)} so far"
        self.open_over(PickOne(question, [*choices, (_DONE, plain("that is all"))]), chosen)

    @handles(NEW)
    def new_unit(self) -> None:
        """A blank unit for the marked player."""
        player = self.player() or (self.setup.players[0] if self.setup is not None else None)
        if player is not None:
            self.blank(player)

    def blank(self, player: Player) -> None:
        """Adds a blank unit and opens its form."""
        made: list[Unit] = []
        self.change(lambda setup: made.append(setup.blank(player)))
        if made:
            self.open_form(made[0], player, new=True)

    @handles(UNITS)
    def adjust(self) -> None:
        """Changes the marked unit."""
        player, unit = self.player(), self.unit()
        if player is not None and unit is not None:
            self.open_form(unit, player)

    def open_form(self, unit: Unit, player: Player, new: bool = False) -> None:
        """Opens the form of a unit of this player."""
        from companion.tui.screens.unit_form import UnitForm

        before = self.setup.snapshot() if self.setup is not None else None
        stood = unit.dump(whole=True)

        def closed(_: object) -> None:
            if before is not None and not new and unit.dump(whole=True) != stood:
                self.before.append(before)
            self.redraw(Place("unit", player.side, unit.id))

        self.open_over(UnitForm(unit, new=new, explain=self._tables), closed)

    def _tables(self) -> Explained:
        setup = self.setup
        return explained_by(setup.ruleset, setup.options) if setup is not None else NOTHING

    @handles(TICK)
    def tick_unit(self) -> None:
        """Takes the marked unit along, or leaves it at home."""
        player, unit = self.player(), self.unit()
        if player is not None and unit is not None:
            self.change(lambda _: player.tick(unit))

    def copied(self, unit: Unit, player: Player) -> str:
        """Another one of a unit; the mark is on it."""
        fault = self.tried(lambda setup: setup.add(player, unit))
        self.redraw(Place("unit", player.side, player.units[-1].id))
        return fault

    def take_home(self, unit: Unit, player: Player) -> str:
        """Takes a unit off."""
        return self.tried(lambda _: player.units.remove(unit))

    # -- rosters --------------------------------------------------------------------------------------------------

    def ask_roster(self, player: Player) -> None:
        """Asks for a roster; its units join this player."""
        if self.setup is not None:
            choices = [(r.file, plain(f"{r.name}   {count(r.units, 'unit')}")) for r in self.fitting(self.setup)]
            self.open_over(
                PickOne("Which roster?", choices),
                lambda file: self._read_roster(file, player) if file is not None else None,
            )

    @work(thread=True, exclusive=True, group="roster")
    def _read_roster(self, file: Path, player: Player) -> None:
        from companion import store

        try:
            roster = store.read_roster(file)
        except (store.CannotOpen, OSError) as fault:
            self.in_app(self.complain, str(fault))
            return
        self.in_app(self._add_units, roster.name, roster.units, player)
        if roster.notices:
            self.in_app(self.remark, "; ".join(roster.notices))

    def _add_units(self, name: str, units: list[Unit], player: Player) -> None:
        def add(setup: Setup) -> None:
            player.roster = name
            for unit in units:
                setup.add(player, unit)

        self.change(add)

    @handles(SAVE_ROSTER)
    def save_roster(self) -> None:
        """Keeps the units of the marked player as a roster."""
        setup, player = self.setup, self.player()
        if setup is not None and player is not None:
            units = list(player.units)
            self.open_over(
                TextPrompt("What is this roster called?", player.name),
                lambda name: self._save_roster(setup.ruleset.id, name, units) if name else None,
            )

    @work(thread=True, exclusive=True, group="write")
    def _save_roster(self, ruleset: str, name: str, units: list[Unit]) -> None:
        from companion import store
        from companion.store.folders import roster_file

        file = roster_file(self.saves, name)
        try:
            store.write_roster(store.Roster(ruleset, name, units), file)
        except OSError as fault:
            self.in_app(self.complain, f"it could not be written: {fault}")
            return
        self.in_app(self.remark, f"{name} is kept as {file.name}")
