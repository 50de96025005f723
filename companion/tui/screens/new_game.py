"""A new game: which one, who plays and begins, with which units, and what is agreed before the first round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import choice
from typing import TYPE_CHECKING, Final

from textual import on, work
from textual.content import Content

from companion.engine.errors import InvalidInput
from companion.engine.ruleset import Ruleset
from companion.frontend.setup import COLOURS, Player, Setup
from companion.frontend.wording import refusal
from companion.tui.commands import (
    ACCEPT,
    BACK,
    DELETE,
    DUPLICATE,
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
from companion.tui.screens.new_game_options import NewGameOptions
from companion.tui.screens.new_game_rows import Form, Place, form_rows
from companion.tui.screens.new_game_units import NewGameUnits
from companion.tui.text import plain
from companion.tui.widgets.lines import Row

if TYPE_CHECKING:
    from companion.store import RosterSummary


_TYPED: Final = ("name", "player", "option")
_PARTS: Final = len(_TYPED) + 1
"""What is to be filled in: name, players and rules, each of which may be wrong while it is typed; and units."""


class NewGameScreen(NewGameUnits, NewGameOptions):
    """The whole form is one list; enter sets the marked cell. Closes with the file of the new game."""

    heading = "New game"

    def __init__(self, saves: Path) -> None:
        super().__init__(saves)
        self.games: list[Ruleset] = []
        self._wrong = ""
        self._faults: list[str] = []
        """What is wrong with what is being typed, and what is in the way of a start."""
        self.form.starts = self.starts

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
            yield from form_rows(Form(self.setup, self.form.edit, self.label, width, fitting, self.all_options))

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

    def moved(self) -> None:
        """The reason of an option is below."""
        option = self.option()
        self.remark(f"{option.label}: {option.why}" if option is not None else "")

    # -- commands -------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """Copies, ticks and changes need a unit; a roster needs units."""
        if self.form.edit is not None:
            return command in (ACCEPT, BACK)
        if command in (DUPLICATE, TICK, UNITS):
            return self.unit() is not None
        if command is DELETE:
            return self.unit() is not None or (self.place().kind == "player" and self._spare())
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
        words = {DUPLICATE: "another one", DELETE: "take off", NEW: "blank unit", UNITS: "adjust unit"}
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

    @handles(ACCEPT)
    def accept(self) -> None:
        """Sets the marked cell."""
        setup, place, player = self.setup, self.place(), self.player()
        if setup is None:
            return
        if player is not None:
            acts: dict[str, Callable[[Player], None]] = {
                "player": self._type_player,
                "colour": self._next_colour,
                "unit": self.adjust_unit,
                "add": self.ask_template,
                "blank": self.blank,
                "roster": self.ask_roster,
            }
            acts[place.kind](player)
        elif place.kind == "option":
            self.set_option(setup, setup.ruleset.option(place.of))
        else:
            plain_acts: dict[str, Callable[[], object]] = {
                "game": self._ask_game,
                "name": self._type_name,
                "more_players": lambda: self.change(Setup.add_player),
                "begins": self._next_first,
                "roll": lambda: self._begin(choice(setup.players)),
                "options": self.show_options,
                "start": self._start,
            }
            plain_acts[place.kind]()

    # -- names, colours, who begins -------------------------------------------------------------------------------

    def _type_name(self) -> None:
        def put(text: str) -> None:
            if self.setup is not None and text != self.setup.title:
                self.change(lambda setup: setattr(setup, "name", text))

        if self.setup is not None:
            self.form.begin(Place("name"), self.setup.title, put, _needed)

    def _type_player(self, player: Player) -> None:
        def put(text: str) -> None:
            self.change(lambda _: setattr(player, "name", text))

        self.form.begin(Place("player", player.side), player.name, put, _needed)

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


def _needed(text: str) -> str:
    return "" if text.strip() else "it needs a name"
