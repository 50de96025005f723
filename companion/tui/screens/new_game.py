"""A new game: which one, who plays and begins, with which units, and what is agreed before the first round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import choice
from typing import TYPE_CHECKING

from textual import on, work
from textual.content import Content

from companion.engine.errors import InvalidInput
from companion.engine.ruleset import RuleOption, Ruleset
from companion.engine.state.table import Unit
from companion.frontend.setup import COLOURS, Player, Setup, Snapshot
from companion.frontend.values import option_word, typed_option
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
from companion.tui.screens.asking import PickOne, TextPrompt
from companion.tui.screens.new_game_rows import Form, Place, form_rows
from companion.tui.screens.page import Page
from companion.tui.text import plain
from companion.tui.widgets.lines import Row

if TYPE_CHECKING:
    from companion.store import RosterSummary

_DONE = "(done)"


class NewGameScreen(Page[Path]):
    """The whole form is one list; enter sets the marked cell. Closes with the file of the new game."""

    heading = "New game"

    def __init__(self, saves: Path) -> None:
        super().__init__("New game")
        self.saves = saves
        self.games: list[Ruleset] = []
        self.rosters: list[RosterSummary] = []
        self.setup: Setup | None = None
        self.all_options = False
        self.form.starts = self._starts
        self._before: list[Snapshot] = []

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
        rosters = [*store.list_rosters(self.saves), *store.list_rosters(store.ready_dir())]
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

        self.open_over(PickOne("Which game?", choices), chosen)

    def _start_over(self, ruleset: Ruleset) -> None:
        try:
            setup = Setup(ruleset)
        except InvalidInput as fault:
            self.complain(refusal(fault))
            return
        setup.name = f"{setup.players[0].name} and {setup.players[-1].name}"
        self.setup, self._before = setup, []
        self.hint = "nothing is written before Enter on the last line"
        self.redraw(Place("add", setup.players[0].side))

    # -- the form -------------------------------------------------------------------------------------------------

    def lines_for(self, width: int) -> Iterator[Row]:
        """The lines of the form; none before a game is chosen."""
        if self.setup is not None:
            fitting = len(self._fitting(self.setup))
            yield from form_rows(Form(self.setup, self.form.edit, self.label, width, fitting, self.all_options))

    def _fitting(self, setup: Setup) -> list[RosterSummary]:
        return [roster for roster in self.rosters if roster.ruleset == setup.ruleset.id]

    def band_words(self) -> tuple[str, str]:
        """What stands in the way of a start; who comes with how many units."""
        setup = self.setup
        if setup is None:
            return "Choose a game", ""
        edit = self.form.edit
        fault = edit.check(edit.text.strip()) if edit is not None else next(iter(setup.faults()), "")
        counts = ", ".join(f"{player.name} {len(player.playing)}" for player in setup.players)
        return f"{fault}: put that right, then start" if fault else "Start the game", counts

    def place(self) -> Place:
        """What the cursor stands on."""
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

    def moved(self) -> None:
        """The reason of an option stands below."""
        option = self._option()
        self.remark(f"{option.label}: {option.why}" if option is not None else "")

    def _option(self) -> RuleOption | None:
        place = self.place()
        return self.setup.ruleset.option(place.of) if self.setup is not None and place.kind == "option" else None

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
            return bool(self._before)
        return super().is_enabled(command)

    def _spare(self) -> bool:
        return self.setup is not None and len(self.setup.players) > 2

    def short(self, command: Command) -> str:
        """What the keys are for here."""
        words = {DUPLICATE: "another one", DELETE: "take off", NEW: "blank unit", UNITS: "adjust unit"}
        if command is BACK and self.form.edit is None:
            return "close, asks" if self._before else "close"
        return words.get(command, super().short(command))

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
        self._before.append(before)
        self.complain("")
        self.redraw(keep)

    @handles(UNDO)
    def undo(self) -> None:
        """Takes the last change back."""
        if self.setup is not None and self._before:
            self.setup.restore(self._before.pop())
            self.redraw()

    @handles(BACK)
    def go_back(self) -> None:
        """Closes the form; asks first where something was chosen."""
        self._sure(lambda: self.close_with(None))

    def _sure(self, act: Callable[[], object]) -> None:
        if not self._before:
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
                "unit": self._adjust,
                "add": self._ask_template,
                "blank": self._blank,
                "roster": self._ask_roster,
            }
            acts[place.kind](player)
        elif place.kind == "option":
            self._set_option(setup, setup.ruleset.option(place.of))
        else:
            plain_acts: dict[str, Callable[[], object]] = {
                "game": self._ask_game,
                "name": self._type_name,
                "more_players": lambda: self.change(Setup.add_player),
                "begins": self._next_first,
                "roll": lambda: self._begin(choice(setup.players)),
                "options": self._show_options,
                "start": self._start,
            }
            plain_acts[place.kind]()

    # -- names, colours, who begins -------------------------------------------------------------------------------

    def _type_name(self) -> None:
        def put(text: str) -> None:
            self.change(lambda setup: setattr(setup, "name", text))

        if self.setup is not None:
            self.form.begin(Place("name"), self.setup.name, put, _needed)

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

    # -- units ----------------------------------------------------------------------------------------------------

    def _ask_template(self, player: Player) -> None:
        """Adds one unit after the other, until enough are chosen."""
        setup = self.setup
        if setup is None:
            return

        def chosen(template: Unit | str | None) -> None:
            if isinstance(template, Unit):
                self.change(lambda setup: setup.add(player, template), Place("add", player.side))
                self._ask_template(player)

        choices: list[tuple[Unit | str, Content]] = [(t, plain(t.name, "bold")) for t in setup.templates]
        question = f"Which units for {player.name}? {len(player.playing)} so far"
        self.open_over(PickOne(question, [*choices, (_DONE, plain("that is all"))]), chosen)

    @handles(NEW)
    def new_unit(self) -> None:
        """A blank unit for the marked player."""
        player = self.player() or (self.setup.players[0] if self.setup is not None else None)
        if player is not None:
            self._blank(player)

    def _blank(self, player: Player) -> None:
        made: list[Unit] = []
        self.change(lambda setup: made.append(setup.blank(player)))
        if made:
            self._open_form(made[0], player, new=True)

    def _adjust(self, player: Player) -> None:
        unit = self.unit()
        if unit is not None:
            self._open_form(unit, player)

    @handles(UNITS)
    def adjust(self) -> None:
        """Changes the marked unit."""
        player = self.player()
        if player is not None:
            self._adjust(player)

    def _open_form(self, unit: Unit, player: Player, new: bool = False) -> None:
        from companion.tui.screens.unit_form import UnitForm

        before = self.setup.snapshot() if self.setup is not None else None
        stood = unit.dump(whole=True)

        def closed(_: object) -> None:
            if before is not None and not new and unit.dump(whole=True) != stood:
                self._before.append(before)
            self.redraw(Place("unit", player.side, unit.id))

        self.open_over(UnitForm(unit, new=new), closed)

    @handles(TICK)
    def tick(self) -> None:
        """Takes the marked unit along, or leaves it at home."""
        player, unit = self.player(), self.unit()
        if player is not None and unit is not None:
            self.change(lambda _: player.tick(unit))

    @handles(DUPLICATE)
    def duplicate(self) -> None:
        """Another one of the marked unit."""
        player, unit = self.player(), self.unit()
        if player is not None and unit is not None:
            self.change(lambda setup: setup.add(player, unit))
            self.redraw(Place("unit", player.side, player.units[-1].id))

    @handles(DELETE)
    def delete(self) -> None:
        """Takes the marked unit or player off."""
        player, unit = self.player(), self.unit()
        if player is not None and unit is not None:
            self.change(lambda _: player.units.remove(unit))
        elif player is not None:
            self.change(lambda setup: setup.remove_player(player))

    # -- rosters --------------------------------------------------------------------------------------------------

    def _ask_roster(self, player: Player) -> None:
        if self.setup is not None:
            choices = [(r.file, plain(f"{r.name} — {r.units} units")) for r in self._fitting(self.setup)]
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
        from companion.frontend.names import roster_file

        file = roster_file(self.saves, name)
        try:
            store.write_roster(store.Roster(ruleset, name, units), file)
        except OSError as fault:
            self.in_app(self.complain, f"it could not be written: {fault}")
            return
        self.in_app(self.remark, f"{name} is kept as {file.name}")

    # -- options --------------------------------------------------------------------------------------------------

    def _show_options(self) -> None:
        self.all_options = True
        if self.setup is not None:
            self.redraw(Place("option", "", self.setup.ruleset.options[0].name))
            self.moved()

    def _starts(self, character: str) -> bool:
        """A digit on a number begins another number."""
        option = self._option()
        number = option is not None and isinstance(option.default, int) and not isinstance(option.default, bool)
        if self.setup is None or option is None or not number or option.choices or not character.isdigit():
            return False
        self._type_option(self.setup, option, "")
        return True

    def _set_option(self, setup: Setup, option: RuleOption) -> None:
        value = setup.options.get(option.name, option.default)
        words = list(option.choices) or ([True, False] if isinstance(option.default, bool) else [])
        if len(words) == 2:
            other = words[1] if value == words[0] else words[0]
            self.change(lambda setup: setup.options.__setitem__(option.name, option.checked(other)))
        elif words:
            choices = [(str(word), str(word).replace("_", " ")) for word in words]
            self.open_over(
                PickOne(option.label, choices, str(value), text=plain(option.why, "$quiet")),
                lambda text: self._put_option(option, text) if text is not None else None,
            )
        else:
            self._type_option(setup, option, option_word(value))

    def _type_option(self, setup: Setup, option: RuleOption, text: str) -> None:
        def check(typed: str) -> str:
            try:
                typed_option(option, typed)
            except InvalidInput as fault:
                return refusal(fault)
            return ""

        place = Place("option", "", option.name)
        self.form.begin(place, text, lambda typed: self._put_option(option, typed), check)

    def _put_option(self, option: RuleOption, text: str) -> None:
        self.change(lambda setup: setup.options.__setitem__(option.name, typed_option(option, text)))

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
            file = store.create_session(setup.table(), self.saves, setup.name)
        except OSError as fault:
            self.in_app(self.complain, f"it could not be written: {fault}")
            return
        self.in_app(self.close_with, file)


def _needed(text: str) -> str:
    return "" if text.strip() else "it needs a name"
