"""A new game: which one, who plays and begins, with which units, and what is agreed before the first round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import choice
from typing import TYPE_CHECKING, Any, Final

from textual import on, work
from textual.content import Content

from companion.engine.errors import InvalidInput
from companion.engine.ruleset import RuleOption, Ruleset
from companion.frontend.form import NAMELESS, Act, Field, Text, option_field
from companion.frontend.setup import COLOURS, Player, Setup
from companion.frontend.wording import refusal
from companion.tui.commands import (
    BACK,
    NEW,
    SAVE_ROSTER,
    TICK,
    UNDO,
    UNITS,
    Command,
    handles,
)
from companion.tui.look.band import Band
from companion.tui.screens.asking import PickOne
from companion.tui.screens.new_game_rows import Form, Place, form_rows
from companion.tui.screens.new_game_units import NewGameUnits
from companion.tui.text import plain
from companion.tui.widgets.lines import Row

if TYPE_CHECKING:
    from companion.store import RosterSummary


_TYPED: Final = ("name", "player", "option")
_PARTS: Final = len(_TYPED) + 1
"""What is to be filled in: name, players and rules, each of which may be wrong while it is typed; and units."""


class NewGameScreen(NewGameUnits):
    """The whole form is one list; enter sets the marked cell. Closes with the file of the new game."""

    heading = "New game"

    def __init__(self, saves: Path) -> None:
        super().__init__(saves)
        self.games: list[Ruleset] = []
        self._wrong = ""
        self._faults: list[str] = []
        """What is wrong with what is being typed, and what is in the way of a start."""
        self.all_options = False
        """Whether all options are listed, or only those that every new game asks for."""

    def on_mount(self) -> None:
        """Looks for games and rosters in the background."""
        super().on_mount()
        self.remark("Looking for games…")
        self._look()

    @work(thread=True, exclusive=True, group="games")
    def _look(self) -> None:
        from companion import store
        from companion.frontend.games import games_at_hand

        games, faults = games_at_hand()
        rosters = store.rosters_at_hand(self.saves)
        self.in_app(self._found, games, rosters, faults)

    def _found(self, games: list[Ruleset], rosters: list[RosterSummary], faults: list[str]) -> None:
        self.games, self.rosters = games, rosters
        self.complain("; ".join(faults))
        self._ask_game()

    def _ask_game(self) -> None:
        choices = [
            (g.id, Content.assemble(plain(g.title, "bold"), plain(f"  {g.covers}", "$quiet"))) for g in self.games
        ]

        def chosen(of: str | None) -> None:
            if of is None and self.setup is None:
                self.close_with(None)
            elif of is not None and (self.setup is None or self.setup.ruleset.id != of):
                self._sure(lambda: self._start_over(next(g for g in self.games if g.id == of)))

        now = self.setup.ruleset.id if self.setup is not None else None
        self.open_over(PickOne("Which game?", choices, now, on_top=self.setup is None), chosen)

    def _start_over(self, ruleset: Ruleset) -> None:
        try:
            setup = Setup(ruleset)
        except InvalidInput as fault:
            self.complain(refusal(fault))
            return
        self.setup, self.before = setup, []
        self.hint = "nothing is written before Enter on the last line"
        self.redraw(Place("add", setup.players[0].side))

    # -- the form -------------------------------------------------------------------------------------------------

    def lines_for(self, width: int) -> Iterator[Row]:
        """The lines of the form; none before a game is chosen."""
        if self.setup is not None:
            fitting = len(self.fitting(self.setup))
            yield from form_rows(
                Form(self.setup, self.form.edit, self.field, self.label, width, fitting, self.all_options)
            )

    def redraw(self, keep: object = None) -> None:
        """Draws the form, and says how much of it is filled in."""
        edit, setup = self.form.edit, self.setup
        self._wrong = edit.check(edit.text.strip()) if edit is not None else ""
        self._faults = setup.faults() if setup is not None else []
        marked = self.place().kind if self._wrong else ""
        missing = sum((marked in _TYPED, bool(self._faults)))
        self.count = f"{_PARTS - missing} of {_PARTS} filled in" if setup is not None else ""
        super().redraw(keep)

    def band_words(self) -> tuple[str, str]:
        """What is in the way of a start; who comes with how many units."""
        setup = self.setup
        if setup is None:
            return "Choose a game", ""
        fault = self._wrong if self.form.edit is not None else next(iter(self._faults), "")
        counts = ", ".join(f"{player.name} {len(player.playing)}" for player in setup.players)
        return f"{fault}: put that right, then start" if fault else "Start the game", counts

    def field(self, place: Place) -> Field:
        """What is set or done in a cell."""
        setup, player = self.setup, self.player_of(place)
        assert setup is not None
        unit = self.unit_of(place)
        if place.kind == "option":
            option = setup.ruleset.option(place.of)
            return option_field(
                option, setup.options.get(option.name, option.default), partial(self._opt, option), place
            )
        if place.kind == "name":
            return Text(key=place, value=setup.title, put=self._rename, needed=NAMELESS)
        if player is None:
            return Act(key=place, do=self._acts()[place.kind])
        if place.kind == "player":
            drop = partial(self.tried, partial(Setup.remove_player, player=player)) if self._spare() else None
            name = partial(self._name_player, player)
            return Text(key=place, value=player.name, put=name, needed=NAMELESS, drop=drop)
        acts = {"colour": self._next_colour, "add": self.ask_template, "blank": self.blank, "roster": self.ask_roster}
        if unit is None:
            return Act(key=place, do=partial(acts[place.kind], player))
        return Act(
            key=place,
            do=partial(self.open_form, unit, player),
            drop=partial(self.take_home, unit, player),
            again=partial(self.copied, unit, player),
        )

    def _acts(self) -> dict[str, Callable[[], object]]:
        return {
            "game": self._ask_game,
            "more_players": lambda: self.change(Setup.add_player),
            "begins": self._next_first,
            "roll": lambda: self._begin(choice(self.setup.players)) if self.setup is not None else None,
            "options": self.show_options,
            "start": self._start,
        }

    def show_options(self) -> None:
        """Lists all of them from now on."""
        self.all_options = True
        if self.setup is not None:
            self.redraw(Place("option", "", self.setup.ruleset.options[0].name))
            self.moved()

    # -- commands -------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """Copies, ticks and changes need a unit; a roster needs units."""
        if self.form.edit is not None:
            return super().is_enabled(command)
        if command in (TICK, UNITS):
            return self.unit() is not None
        if command is SAVE_ROSTER:
            player = self.player()
            return player is not None and bool(player.units)
        if command is NEW:
            return self.setup is not None
        if command is UNDO:
            return bool(self.before)
        return super().is_enabled(command)

    def _spare(self) -> bool:
        return self.setup is not None and len(self.setup.players) > 2

    def short(self, command: Command) -> str:
        """What the keys are for here."""
        words = {NEW: "blank unit", UNITS: "adjust unit"}
        if command is BACK and self.form.edit is None:
            return "close, asks" if self.before else "close"
        return words.get(command, super().short(command))

    @handles(UNDO)
    def undo(self) -> None:
        """Takes the last change back."""
        if self.setup is not None and self.before:
            self.setup.restore(self.before.pop())
            self.redraw()

    @handles(BACK)
    def go_back(self) -> None:
        """Closes the form; asks first if something was chosen."""
        self._sure(lambda: self.close_with(None))

    def _sure(self, act: Callable[[], object]) -> None:
        if not self.before:
            act()
            return
        choices = [(False, "No, go on with it"), (True, "Yes, throw it away")]
        self.open_over(PickOne("Throw away what you have set up?", choices), lambda yes: act() if yes else None)

    @on(Band.Pressed)
    def _band_pressed(self) -> None:
        self._start()

    # -- names, colours, who begins -------------------------------------------------------------------------------

    def _rename(self, text: str) -> str:
        if self.setup is None or text == self.setup.title:
            return ""
        return self.tried(lambda setup: setattr(setup, "name", text))

    def _name_player(self, player: Player, text: str) -> str:
        return self.tried(lambda _: setattr(player, "name", text))

    def _opt(self, option: RuleOption, value: Any) -> str:
        return self.tried(lambda setup: setup.options.__setitem__(option.name, option.checked(value)))

    def _next_colour(self, player: Player) -> None:
        def recolour(setup: Setup) -> None:
            taken = {other.colour for other in setup.players if other is not player}
            at = COLOURS.index(player.colour)
            turned = [*COLOURS[at + 1 :], *COLOURS[: at + 1]]
            player.colour = next(colour for colour in turned if colour not in taken)

        self.change(recolour)

    def _next_first(self) -> None:
        if self.setup is not None:
            sides = [player.side for player in self.setup.players]
            self._begin(self.setup.players[(sides.index(self.setup.first) + 1) % len(sides)])

    def _begin(self, player: Player) -> None:
        self.change(lambda setup: setattr(setup, "first", player.side))

    # -- the start ------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        setup = self.setup
        if setup is None or not self.form.finish():
            return
        faults = setup.faults()
        if faults:
            self.complain("; ".join(faults[:3]))
        else:
            self.remark("Writing the game…")
            self._write(setup)

    @work(thread=True, exclusive=True, group="write")
    def _write(self, setup: Setup) -> None:
        from companion import store

        try:
            file = store.create_session(setup.table(), self.saves, setup.title)
        except OSError as fault:
            self.in_app(self.complain, f"it could not be written: {fault}")
            return
        self.in_app(self.close_with, file)
