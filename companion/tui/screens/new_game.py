"""A new game: which one, who plays and begins, with which units, and what is agreed before the first round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import choice
from typing import Any, ClassVar

from textual.content import Content

from companion.engine.state.table import Unit
from companion.engine.wording import count
from companion.frontend.form import NAMELESS, Act, Field, Text
from companion.frontend.roster_lines import roster_text
from companion.frontend.saying.sentences import fault_of
from companion.frontend.setup import Player, Setup
from companion.tui.background import in_background
from companion.tui.commands import BACK, COPY_LINES, NEW, SAVE_ROSTER, TICK, UNDO, UNITS, Command
from companion.tui.forms.form import PAGE_LABELS, Form
from companion.tui.forms.game_choice import GameChoice
from companion.tui.forms.roster_files import RosterFiles
from companion.tui.screens.new_game_rows import Columns, Place, Shown, option_row, player_mark, unit_words
from companion.tui.screens.new_game_units import NewGameUnits
from companion.tui.text import plain
from companion.tui.widgets.lines import Row, gap

_PARTS = 4
"""What is to be filled in: name, players and rules, each of which may be wrong while it is typed; and units."""


class NewGameForm(Form[Path]):
    """The whole form is one list; enter sets the marked cell. Closes with the file of the new game."""

    heading = "New game"
    page = True
    labels = PAGE_LABELS
    words: ClassVar = {NEW: "blank unit", UNITS: "adjust unit", BACK: "close"}

    def __init__(self, saves: Path) -> None:
        super().__init__("New game")
        self.saves = saves
        self.choice = GameChoice(self, saves, self._begun)
        self.rosters = RosterFiles(self, saves)
        self.units = NewGameUnits(self, self.choice, self.rosters, self.change)
        self.all_options = False
        """Whether all options are listed, or only those that every new game asks for."""
        self._wrong = ""
        self._faults: list[str] = []
        """What is wrong with what is being typed, and what is in the way of a start."""

    def shown(self) -> None:
        self.lines.typing.pastes = self._pasted
        self.choice.look()

    @property
    def setup(self) -> Setup | None:
        """What the game will be, once one was chosen."""
        return self.choice.setup

    def _begun(self, setup: Setup) -> None:
        self.hint = "nothing is written before Enter on the last line"
        self.screen.redraw(Place("add", setup.players[0].side))

    # -- what the cursor is on, and changes -----------------------------------------------------------------------

    def player(self) -> Player | None:
        """The player whose cell is marked."""
        field, setup = self.marked(), self.setup
        side = field.key.side if field is not None and isinstance(field.key, Place) else ""
        return next((p for p in setup.players if p.side == side), None) if setup is not None else None

    def unit(self) -> Unit | None:
        """The unit that is marked."""
        field, player = self.marked(), self.player()
        return next((u for u in player.units if field == Place("unit", player.side, u.id)), None) if player else None

    def change(self, act: Callable[[Setup], object], keep: Place | None = None) -> None:
        """Does something to the setup, and draws the form."""
        fault = self.choice.made.tried(act)
        self.screen.redraw(keep)
        self.screen.complain(fault)

    # -- rows -----------------------------------------------------------------------------------------------------

    def lines_for(self, width: int) -> Iterator[Row]:
        setup = self.setup
        if setup is None:
            return
        longest = max((words.cell_length for words in self._in_halves(setup)), default=0)
        columns = Columns(self.label, width, longest)
        fitting = len(self.choice.fitting())
        title = Content.assemble(
            plain(setup.ruleset.title, "bold"),
            plain(f"   {count(fitting, 'roster')} on this machine" if fitting else "   ", "$quiet"),
        )
        yield columns.whole("game", Act(key=Place("game"), do=self.choice.ask), title)
        name = Text(key=Place("name"), value=setup.title, put=self._rename, needed=NAMELESS)
        yield columns.whole("name", name, self.content(name, plain(setup.title, "bold")))
        yield gap()
        pairs = columns.pairs(setup.players)
        for pair in pairs:
            yield from columns.rows("players" if pair is pairs[0] else "", [self._player(setup, p) for p in pair])
        if len(setup.players) < setup.ruleset.most_sides:
            more = Act(key=Place("more_players"), do=lambda: self.change(Setup.add_player))
            yield columns.whole("", more, plain("+ player", "$quiet"))
        if setup.ruleset.has_first_player:
            yield from columns.rows("begins", [self._begins(setup)])
        for pair in pairs:
            yield gap()
            yield columns.heads("units" if pair is pairs[0] else "", pair)
            drawn = [[self._unit(player, unit) for unit in player.units] for player in pair]
            for row in range(max(map(len, drawn))):
                yield from columns.rows("", [[units[row]] if row < len(units) else [] for units in drawn])
            adding = [self._adding(player, bool(fitting)) for player in pair]
            # A line has the whole width while it is typed.
            typed = next((cell for cells in adding for cell in cells if self._is_typed(cell)), None)
            yield from [columns.whole("", *typed)] if typed else columns.rows("", adding, between=2)
        yield gap()
        yield from self._options(setup, columns)
        yield gap()
        start = Act(key=Place("start"), do=self._start)
        yield columns.whole("", start, Content.styled("Start the game", "bold"))

    def _in_halves(self, setup: Setup) -> Iterator[Content]:
        """What stands side by side for two players and may be long: names of players and of units."""
        for player in setup.players:
            yield Content("   ").join(shown for _, shown in self._player(setup, player))
            yield from (unit_words(player, unit) for unit in player.units)

    def _player(self, setup: Setup, player: Player) -> list[Shown]:
        drop = partial(setup.tried, lambda setup: setup.remove_player(player)) if len(setup.players) > 2 else None

        def put(text: str) -> str:
            return setup.tried(lambda _: setattr(player, "name", text))

        name = Text(key=Place("player", player.side), value=player.name, put=put, needed=NAMELESS, drop=drop)
        shown = self.content(name, plain(player.name, f"bold $name-{player.colour}"))
        recolour = partial(self.change, lambda setup: setup.recolour(player))
        colour = Act(key=Place("colour", player.side), do=recolour)
        return [(name, Content.assemble(player_mark(setup, player), shown)), (colour, plain(player.colour, "$quiet"))]

    def _begins(self, setup: Setup) -> list[Shown]:
        first = next((player for player in setup.players if player.side == setup.first), setup.players[0])

        def roll(setup: Setup) -> None:
            setup.first = choice(setup.players).side

        words = Content.assemble(player_mark(setup, first), plain(first.name, f"$name-{first.colour}"))
        return [
            (Act(key=Place("begins"), do=partial(self.change, Setup.next_first)), words),
            (Act(key=Place("roll"), do=partial(self.change, roll)), plain("or roll", "$quiet")),
        ]

    def _unit(self, player: Player, unit: Unit) -> Shown:
        field = Act(
            key=Place("unit", player.side, unit.id),
            do=partial(self.units.open_form, unit, player),
            drop=partial(self.choice.made.tried, lambda _: player.units.remove(unit)),
            again=partial(self.units.copy, unit, player),
        )
        return field, unit_words(player, unit)

    def _adding(self, player: Player, rosters: bool) -> list[Shown]:
        line = self._line(player)
        cells: list[tuple[Field, str]] = [
            (Act(key=Place("add", player.side), do=partial(self.units.ask_template, player)), "+ unit"),
            (line, "+ line"),
        ]
        if rosters:
            cells.append((Act(key=Place("roster", player.side), do=partial(self.units.ask_roster, player)), "+ roster"))
        return [(field, self.content(field, plain(word, "$quiet"))) for field, word in cells]

    def _is_typed(self, cell: Shown) -> bool:
        edit = self.lines.typing.edit
        return edit is not None and edit.field == cell[0] == Place("line", cell[0].key.side)

    def _line(self, player: Player) -> Field:
        """The cell in which units are typed, a line each; an empty one ends it."""
        lines = self.choice.made.lines()

        def put(text: str) -> str:
            return self.choice.made.tried(lambda setup: setup.add_lines(player, text)) if text else ""

        def check(text: str) -> str:
            return fault_of(lines.read, text) if text else ""

        def like(text: str) -> str:
            return lines.doubt(text) or lines.told(text)

        key = Place("line", player.side)
        return Text(key=key, put=put, check=check, like=like, doubt=lines.doubt, whole=lines.whole)

    def _options(self, setup: Setup, columns: Columns) -> Iterator[Row]:
        asked, known = setup.asked(), setup.ruleset.options
        shown = [one for one in known if self.all_options or one in asked or one.name in setup.options]
        # Those that are asked for are first, until all are listed as the ruleset has them.
        shown = shown if self.all_options else sorted(shown, key=lambda one: one not in asked)
        for option in shown:
            yield option_row(self, setup, option, "rules" if option is shown[0] else "", columns)
        if rest := len(known) - len(shown):
            words = plain(f"{rest} more, as the rulebook has them", "$quiet")
            yield columns.whole("" if shown else "rules", Act(key=Place("options"), do=self.show_options), words)

    # -- drawing --------------------------------------------------------------------------------------------------

    def drawn_anew(self) -> None:
        edit, setup = self.lines.typing.edit, self.setup
        self._wrong = edit.field.fault(edit.text.strip()) if edit is not None else ""
        self._faults = setup.faults() if setup is not None else []
        missing = bool(self._wrong) + bool(self._faults)
        self.count = f"{_PARTS - missing} of {_PARTS} filled in" if setup is not None else ""

    def band_words(self) -> tuple[str, str]:
        setup = self.setup
        if setup is None:
            return "Choose a game", ""
        fault = self._wrong or next(iter(self._faults), "")
        counts = ", ".join(f"{player.name} {len(player.playing)}" for player in setup.players)
        return f"{fault}: put that right, then start" if fault else "Start the game", counts

    def was_set(self, field: Field, value: Any) -> None:
        if isinstance(field.key, Place) and field.key.kind == "line" and value:
            self.type(field, "")

    def _pasted(self, text: str) -> bool:
        """Lines that are pasted are units of the marked player, the first of them behind what is typed of it.

        In a field that is no unit they are what is typed there.
        """
        player, edit = self.player(), self.lines.typing.edit
        if player is None or (edit is not None and edit.field != Place("line", player.side)):
            return False
        before, begun = len(player.units), "" if edit is None else edit.text
        self.lines.typing.edit = None
        self.change(lambda setup: setup.add_lines(player, begun + text))
        if many := len(player.units) - before:
            back = "them" if many > 1 else "it"
            self.screen.remark(f"{count(many, 'unit')} for {player.name}; u takes {back} back")
        elif edit is not None:
            self.lines.typing.edit = edit
            self.screen.redraw()
        return True

    def _rename(self, text: str) -> str:
        return (
            "" if text == self.choice.made.title else self.choice.made.tried(lambda setup: setattr(setup, "name", text))
        )

    def show_options(self) -> None:
        """Lists all of them from now on."""
        self.all_options = True
        self.screen.redraw(Place("option", "", self.choice.made.ruleset.options[0].name))
        self.screen.moved()

    # -- commands -------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """Copies, ticks and changes need a unit; a roster needs units."""
        if command in (TICK, UNITS):
            return self.unit() is not None
        if command in (SAVE_ROSTER, COPY_LINES):
            player = self.player()
            return player is not None and bool(player.units)
        if command is NEW:
            return self.setup is not None
        return command is not UNDO or self.is_dirty()

    def is_dirty(self) -> bool:
        return self.setup is not None and bool(self.setup.before)

    def do_undo(self) -> None:
        self.choice.made.undo()
        self.screen.redraw()

    async def band_tapped(self) -> None:
        self._start()

    # -- units ----------------------------------------------------------------------------------------------------

    def do_new(self) -> None:
        self.units.blank(self.player() or self.choice.made.players[0])

    def do_units(self) -> None:
        field = self.marked()
        if isinstance(field, Act):
            field.do()

    def do_tick(self) -> None:
        player, unit = self.player(), self.unit()
        if player is not None and unit is not None:
            self.change(lambda _: player.tick(unit))

    def do_save_roster(self) -> None:
        if (player := self.player()) is not None:
            self.rosters.keep(self.choice.made.ruleset.id, player.units, player.name)

    def do_copy_lines(self) -> None:
        if (player := self.player()) is not None:
            self.rosters.show_lines(roster_text(self.choice.made.lines(), player.units), player.name)

    # -- the start ------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        setup = self.setup
        if setup is None or not self.lines.typing.finish():
            return
        from companion.store.manage import create_session

        faults = setup.faults()
        if faults:
            self.screen.complain("; ".join(faults[:3]))
            return
        self.screen.remark("Writing the game…")
        in_background(
            self.screen,
            "write",
            lambda: create_session(setup.table(), self.saves, setup.title),
            self.screen.close_with,
            lambda faults: self.screen.complain(f"it could not be written: {faults[0]}"),
        )
