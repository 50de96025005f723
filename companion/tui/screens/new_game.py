"""A new game: which one, who plays, with which units, and what is agreed before the first round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual import work
from textual.content import Content

from companion.engine.errors import InvalidInput
from companion.engine.ruleset import RuleOption, Ruleset
from companion.engine.state.table import Unit
from companion.frontend.setup import COLOURS, Player, Setup
from companion.frontend.values import option_word
from companion.frontend.wording import refusal, titled
from companion.tui.commands import ACCEPT, DELETE, DUPLICATE, SAVE_ROSTER, Command, handles
from companion.tui.screens.asking import PickOne, TextPrompt
from companion.tui.screens.list_panel import ListPanel
from companion.tui.text import plain
from companion.tui.widgets.lines import LineList, Row

if TYPE_CHECKING:
    from companion.store import RosterSummary


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the form, known by its key. `edit` asks for another value; player and unit are whom it is about."""

    key: tuple[str | int, ...]
    edit: Callable[[], None] = field(compare=False)
    player: Player | None = field(default=None, compare=False)
    unit: Unit | None = field(default=None, compare=False)


class NewGameScreen(ListPanel[Path]):
    """One list holds the whole form; enter sets the marked line. Closes with the file of the new game."""

    heading = "New game"
    nothing = ""

    def __init__(self, saves: Path) -> None:
        super().__init__("New game", lines=LineList(id="form"))
        self.saves = saves
        self.games: list[Ruleset] = []
        self.rosters: list[RosterSummary] = []
        self.setup: Setup | None = None

    def on_mount(self) -> None:
        """Looks for games and rosters in the background."""
        super().on_mount()
        self.remark("Looking for games…")
        self._look()

    @work(thread=True, exclusive=True, group="games")
    def _look(self) -> None:
        from companion import store
        from companion.engine import registry

        games, faults = [], []
        for name in registry.names():
            try:
                games.append(registry.find(name))
            except (InvalidInput, ImportError) as fault:
                faults.append(str(fault))
        rosters = [*store.list_rosters(self.saves), *store.list_rosters(store.ready_dir())]
        self.app.call_from_thread(self._found, games, rosters, faults)

    def _found(self, games: list[Ruleset], rosters: list[RosterSummary], faults: list[str]) -> None:
        self.games, self.rosters = games, rosters
        self.complain("; ".join(faults))
        self._ask_game()

    def _ask_game(self) -> None:
        choices = [
            (g.id, Content.assemble(plain(g.title, "bold"), plain(f"  {g.covers}", "$quiet"))) for g in self.games
        ]

        def chosen(of: str | None) -> None:
            if of is not None:
                self._start_over(next(g for g in self.games if g.id == of))
            elif self.setup is None:
                self.close_with(None)

        self.open_over(PickOne("Which game?", choices), chosen)

    def _start_over(self, ruleset: Ruleset) -> None:
        try:
            setup = Setup(ruleset)
        except InvalidInput as fault:
            self.complain(refusal(fault))
            return
        setup.name = f"{setup.players[0].name} and {setup.players[-1].name}"
        self.setup = setup
        self.redraw()

    # -- the form -------------------------------------------------------------------------------------------------

    def rows(self) -> Sequence[Row]:
        """The lines of the form; none before a game is chosen."""
        return [] if self.setup is None else list(self._form(self.setup))

    def _form(self, setup: Setup) -> Iterator[Row]:
        def rename(text: str) -> None:
            setup.name = text

        yield _row(Line(("game",), self._ask_game), "Game", setup.ruleset.title)
        ask_name = self._asking("What is this game called?", lambda: setup.name, rename)
        yield _row(Line(("name",), ask_name), "Name of this game", setup.name)
        for place, player in enumerate(setup.players):
            yield from self._player(setup, place, player)
        if setup.asked():
            yield _gap()
            yield Row(None, Content("TO AGREE ON FIRST"), heading=True)
        for option in setup.asked():
            line = Line(("option", option.name), partial(self._ask_option, setup, option))
            yield _row(line, option.label, option_word(setup.options[option.name]))
        yield _gap()
        yield Row(Line(("start",), lambda: self._start(setup)), Content.styled("▶ Start the game", "bold $accent"))

    def _player(self, setup: Setup, place: int, player: Player) -> Iterator[Row]:
        def rename(text: str) -> None:
            player.name = text

        style = f"$side-{player.colour}"
        yield _gap()
        yield Row(None, plain(f"PLAYER {place + 1}", style), heading=True)
        ask_name = self._asking("Who plays?", lambda: player.name, rename)
        yield _row(Line(("player", place), ask_name, player), "Name", player.name)
        yield _row(Line(("colour", place), lambda: self._ask_colour(player), player), "Colour", player.colour)
        for unit in player.units:
            line = Line(("unit", place, unit.id), partial(self._edit_unit, unit), player, unit)
            yield Row(line, Content.assemble("  ", plain(unit.name, f"bold {style}")))
        add = Line(("add", place), lambda: self._ask_template(setup, player), player)
        yield Row(add, plain("  + add a unit", "bold"))
        if any(r.ruleset == setup.ruleset.id for r in self.rosters):
            roster = Line(("roster", place), lambda: self._ask_roster(setup, player), player)
            yield Row(roster, plain("  + add the units of a roster", "bold"))

    def line(self) -> Line | None:
        """The line under the mark."""
        value = self.lines.value
        return value if isinstance(value, Line) else None

    def is_enabled(self, command: Command) -> bool:
        """Copies and removals need a unit; a roster needs units."""
        line = self.line()
        if command in (DUPLICATE, DELETE):
            return line is not None and line.unit is not None
        if command is SAVE_ROSTER:
            return line is not None and line.player is not None and bool(line.player.units)
        return super().is_enabled(command)

    def short(self, command: Command) -> str:
        """Copies and removals are of units here."""
        return {ACCEPT: "set", DUPLICATE: "another one", DELETE: "take off"}.get(command, super().short(command))

    @handles(ACCEPT)
    def accept(self) -> None:
        """Sets the marked line."""
        line = self.line()
        if line is not None:
            line.edit()

    # -- the lines ------------------------------------------------------------------------------------------------

    def _asking(self, question: str, now: Callable[[], str], put: Callable[[str], None]) -> Callable[[], None]:
        """What asks for a text, keeps it and draws the form again."""

        def typed(text: str | None) -> None:
            if text is not None:
                put(text)
                self.redraw()

        return lambda: self.open_over(TextPrompt(question, now()), typed)

    def _ask_colour(self, player: Player) -> None:
        def chosen(colour: str | None) -> None:
            if colour is not None:
                player.colour = colour
                self.redraw()

        choices = [(c, plain(c, f"bold $side-{c}")) for c in COLOURS]
        self.open_over(PickOne("Which colour?", choices, player.colour), chosen)

    def _edit_unit(self, unit: Unit) -> None:
        from companion.tui.screens.unit_form import UnitForm

        self.open_over(UnitForm(unit), lambda _: self.redraw())

    def _ask_template(self, setup: Setup, player: Player) -> None:
        def chosen(template: Unit | None) -> None:
            if template is not None:
                unit = setup.add(player, template)
                self.redraw()
                self.remark(f"{unit.name} is added; enter on it changes its values")

        self.open_over(PickOne("Which kind of unit?", [(t, plain(t.name, "bold")) for t in setup.templates]), chosen)

    def _ask_roster(self, setup: Setup, player: Player) -> None:
        fitting = [r for r in self.rosters if r.ruleset == setup.ruleset.id]
        choices = [(r.file, plain(f"{r.name} — {r.units} units")) for r in fitting]
        self.open_over(
            PickOne("Which roster?", choices),
            lambda file: self._read_roster(file, setup, player) if file is not None else None,
        )

    @work(thread=True, exclusive=True, group="roster")
    def _read_roster(self, file: Path, setup: Setup, player: Player) -> None:
        from companion import store

        try:
            roster = store.read_roster(file)
        except (store.CannotOpen, OSError) as fault:
            self.app.call_from_thread(self.complain, str(fault))
            return
        self.app.call_from_thread(self._add_units, roster.units, setup, player)

    def _add_units(self, units: list[Unit], setup: Setup, player: Player) -> None:
        for unit in units:
            setup.add(player, unit)
        self.redraw()

    def _ask_option(self, setup: Setup, option: RuleOption) -> None:
        def typed(text: str | None) -> None:
            if text is not None:
                setup.set_option(option, text)
                self.redraw()

        now = option_word(setup.options[option.name])
        words = list(option.choices) or (["yes", "no"] if isinstance(option.default, bool) else [])
        if words:
            choices = [(str(word), str(word)) for word in words]
            self.open_over(PickOne(option.label, choices, now, text=plain(option.why, "$quiet")), typed)
        else:
            self.open_over(TextPrompt(_question(option), now, check=lambda text: setup.set_option(option, text)), typed)

    def _start(self, setup: Setup) -> None:
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
            self.app.call_from_thread(self.complain, f"it could not be written: {fault}")
            return
        self.app.call_from_thread(self.close_with, file)

    # -- units and rosters ----------------------------------------------------------------------------------------

    @handles(DUPLICATE)
    def duplicate(self) -> None:
        """Another one of the marked unit."""
        line, setup = self.line(), self.setup
        if setup is not None and line is not None and line.player is not None and line.unit is not None:
            unit = setup.add(line.player, line.unit)
            self.redraw(Line((*line.key[:2], unit.id), line.edit))

    @handles(DELETE)
    def delete(self) -> None:
        """Takes the marked unit off."""
        line = self.line()
        if line is not None and line.player is not None and line.unit is not None:
            line.player.units.remove(line.unit)
            self.redraw()

    @handles(SAVE_ROSTER)
    def save_roster(self) -> None:
        """Keeps the units of the marked player as a roster."""
        line, setup = self.line(), self.setup
        if setup is not None and line is not None and line.player is not None:
            player = line.player
            self.open_over(
                TextPrompt("What is this roster called?", player.name),
                lambda name: self._save_roster(setup.ruleset.id, name, list(player.units)) if name else None,
            )

    @work(thread=True, exclusive=True, group="write")
    def _save_roster(self, ruleset: str, name: str, units: list[Unit]) -> None:
        from companion import store
        from companion.frontend.names import roster_file

        file = roster_file(self.saves, name)
        try:
            store.write_roster(store.Roster(ruleset, name, units), file)
        except OSError as fault:
            self.app.call_from_thread(self.complain, f"it could not be written: {fault}")
            return
        self.app.call_from_thread(self.remark, f"{name} is kept as {file.name}")


def _row(line: Line, label: str, text: str) -> Row:
    return Row(line, Content.assemble(plain(f"{titled(label):<24} ", "$quiet"), plain(text, "bold")))


def _gap() -> Row:
    return Row(None, Content(""), heading=True)


def _question(option: RuleOption) -> str:
    span = f" ({option.lo} to {option.hi})" if option.lo is not None and option.hi is not None else ""
    return f"{option.label}{span}"
