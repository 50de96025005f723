"""A new game: which one, who plays, with which units, and what is freeze before the first round."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on, work
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from companion.engine.ruleset import RuleOption, Ruleset
from companion.engine.state.table import Unit
from companion.frontend.setup import COLOURS, Player, Setup
from companion.tui.base_screen import Panel
from companion.tui.screens.asking import PickOne, TextPrompt
from companion.tui.text import plain, titled
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.plain import PlainStatic

if TYPE_CHECKING:
    from companion.store import RosterSummary


class NewGameScreen(Panel[Path]):
    """One list holds the whole form; enter sets the marked line. Closes with the file of the new game."""

    heading = "New game"
    commands: ClassVar[tuple[str, ...]] = ("accept", "duplicate", "delete", "save_roster", "back", "help")

    def __init__(self, saves: Path) -> None:
        super().__init__()
        self.saves = saves
        self.games: list[Ruleset] = []
        self.rosters: list[RosterSummary] = []
        self.setup: Setup | None = None

    def body(self) -> Iterable[Widget]:
        """The form and a line for what is missing."""
        with Vertical(classes="sheet"):
            yield PlainStatic(Content.styled("New game", "bold"), classes="sheet-title")
            self.lines = LineList(id="form")
            yield self.lines
            self.note = PlainStatic("Looking for games…", classes="note")
            yield self.note

    def on_mount(self) -> None:
        """Looks for games and rosters, behind."""
        self.lines.focus()
        self._look()
        self.show_keys()

    @work(thread=True, exclusive=True, group="games")
    def _look(self) -> None:
        from companion import store
        from companion.engine import registry
        from companion.engine.errors import InvalidInput

        games, troubles = [], []
        for name in registry.names():
            try:
                games.append(registry.find(name))
            except (InvalidInput, ImportError) as fault:
                troubles.append(str(fault))
        rosters = [*store.list_rosters(self.saves), *store.list_rosters(store.ready_dir())]
        self.app.call_from_thread(self._found, games, rosters, troubles)

    def _found(self, games: list[Ruleset], rosters: list[RosterSummary], troubles: list[str]) -> None:
        self.games, self.rosters = games, rosters
        self._say("; ".join(troubles), bad=bool(troubles))
        self._ask_game()

    def _ask_game(self) -> None:
        choices = [
            (g.id, Content.assemble(plain(g.title, "bold"), plain(f"  {g.covers}", "$quiet"))) for g in self.games
        ]

        def chosen(of: str | None) -> None:
            if of is not None:
                self.setup = Setup(next(g for g in self.games if g.id == of))
                self.setup.name = f"{self.setup.players[0].name} and {self.setup.players[-1].name}"
                self._show()
            elif self.setup is None:
                self.close_with(None)

        self.open_over(PickOne("Which game?", choices), chosen)

    # -- the form -------------------------------------------------------------------------------------------------

    def _show(self, keep: Any = None) -> None:
        setup = self.setup
        if setup is None:
            return
        rows = [_line(("game",), "Game", setup.ruleset.title), _line(("name",), "Name of this game", setup.name)]
        for place, player in enumerate(setup.players):
            style = f"$side-{player.colour}"
            rows.append(Row(None, Content(""), heading=True))
            rows.append(Row(None, plain(f"PLAYER {place + 1}", style), heading=True))
            rows += [_line(("player", place), "Name", player.name), _line(("colour", place), "Colour", player.colour)]
            rows += [
                Row(("unit", place, u.id), Content.assemble("  ", plain(u.name, f"bold {style}"))) for u in player.units
            ]
            rows.append(Row(("add", place), plain("  + add a unit", "bold")))
            if any(r.ruleset == setup.ruleset.id for r in self.rosters):
                rows.append(Row(("roster", place), plain("  + add the units of a roster", "bold")))
        if setup.asked():
            rows.append(Row(None, Content(""), heading=True))
            rows.append(Row(None, Content("TO SETTLE FIRST"), heading=True))
        for option in setup.asked():
            rows.append(_line(("option", option.name), option.label, _word(setup.options[option.name])))
        rows.append(Row(None, Content(""), heading=True))
        rows.append(Row(("start",), Content.styled("▶ Start the game", "bold $accent")))
        self.lines.show(rows, keep=keep)
        self.show_keys()

    def _say(self, text: str, bad: bool = False) -> None:
        self.note.show(plain(("✗ " if bad else "") + text, "bold $error" if bad else "$quiet"))

    def _marked(self, what: str) -> tuple[Player, Unit | None] | None:
        value = self.lines.value
        if self.setup is None or not isinstance(value, tuple) or value[0] != what:
            return None
        player = self.setup.players[value[1]]
        return player, next((u for u in player.units if what == "unit" and u.id == value[2]), None)

    def can(self, command: str) -> bool:
        """Copies and removals need a unit; a roster needs units."""
        if command == "accept":
            return self.setup is not None
        if command in ("duplicate", "delete"):
            return self._marked("unit") is not None
        if command == "save_roster":
            return self._roster_player() is not None
        return True

    def short(self, command: str) -> str:
        """Copies and removals are of units here."""
        return {"accept": "set", "duplicate": "another one", "delete": "take off"}.get(command, super().short(command))

    @on(LineList.Moved)
    def _moved(self) -> None:
        self.show_keys()

    @on(LineList.Chosen, "#form")
    def _chosen(self) -> None:
        self.do_accept()

    def do_accept(self) -> None:
        """Sets the marked line."""
        value = self.lines.value
        if self.setup is not None and isinstance(value, tuple):
            getattr(self, f"_set_{value[0]}")(*value[1:])

    # -- the lines ------------------------------------------------------------------------------------------------

    def _set_game(self) -> None:
        self._ask_game()

    def _prompt(self, question: str, start: str, done: Callable[[str], None]) -> None:
        def said(text: str | None) -> None:
            if text is not None:
                done(text)
                self._show()

        self.open_over(TextPrompt(question, start), said)

    def _set_name(self) -> None:
        setup = self._setup()
        self._prompt("What is this game called?", setup.name, lambda t: setattr(setup, "name", t))

    def _set_player(self, place: int) -> None:
        player = self._setup().players[place]
        self._prompt("Who plays?", player.name, lambda t: setattr(player, "name", t))

    def _set_colour(self, place: int) -> None:
        player = self._setup().players[place]

        def chosen(colour: str | None) -> None:
            if colour is not None:
                player.colour = colour
                self._show()

        choices = [(c, plain(c, f"bold $side-{c}")) for c in COLOURS]
        self.open_over(PickOne("Which colour?", choices, player.colour), chosen)

    def _set_unit(self, place: int, of: str) -> None:
        from companion.tui.screens.unit_form import UnitForm

        unit = next(u for u in self._setup().players[place].units if u.id == of)
        self.open_over(UnitForm(unit), lambda _: self._show())

    def _set_add(self, place: int) -> None:
        setup = self._setup()
        choices = [(t, plain(t.name, "bold")) for t in setup.templates]

        def chosen(template: Unit | None) -> None:
            if template is not None:
                made = setup.add(setup.players[place], template)
                self._show(("add", place))
                self._say(f"{made.name} is added; enter on it changes its values")

        self.open_over(PickOne("Which kind of unit?", choices), chosen)

    def _set_roster(self, place: int) -> None:
        setup = self._setup()
        fitting = [r for r in self.rosters if r.ruleset == setup.ruleset.id]
        choices = [(r.file, plain(f"{r.name} — {r.units} units")) for r in fitting]
        self.open_over(
            PickOne("Which roster?", choices),
            lambda file: self._read_roster(file, setup.players[place]) if file is not None else None,
        )

    @work(thread=True, exclusive=True, group="roster")
    def _read_roster(self, file: Path, player: Player) -> None:
        from companion import store

        try:
            roster = store.read_roster(file)
        except (store.CannotOpen, OSError) as fault:
            self.app.call_from_thread(self._say, str(fault), True)
            return
        self.app.call_from_thread(self._roster_read, roster.units, player)

    def _roster_read(self, units: list[Unit], player: Player) -> None:
        for unit in units:
            self._setup().add(player, unit)
        self._show()

    def _set_option(self, name: str) -> None:
        setup = self._setup()
        option = next(o for o in setup.asked() if o.name == name)

        def said(text: str | None) -> None:
            if text is not None:
                setup.set_option(option, text)
                self._show()

        words = list(option.choices) or (["yes", "no"] if isinstance(option.default, bool) else [])
        if words:
            choices = [(str(w), _word(w)) for w in words]
            told = plain(option.why, "$quiet")
            self.open_over(PickOne(option.label, choices, _word(setup.options[name]), told=told), said)
        else:
            self.open_over(
                TextPrompt(_question(option), str(setup.options[name]), check=lambda t: setup.set_option(option, t)),
                said,
            )

    def _set_start(self) -> None:
        faults = self._setup().faults()
        if faults:
            self._say("; ".join(faults[:3]), bad=True)
        else:
            self._say("Writing the game…")
            self._write()

    @work(thread=True, exclusive=True, group="write")
    def _write(self) -> None:
        from companion import store

        setup = self._setup()
        try:
            file = store.create_session(setup.table(), self.saves, setup.name)
        except OSError as fault:
            self.app.call_from_thread(self._say, f"it could not be written: {fault}", True)
            return
        self.app.call_from_thread(self.close_with, file)

    # -- units and rosters ----------------------------------------------------------------------------------------

    def do_duplicate(self) -> None:
        """Another one of the marked unit."""
        marked = self._marked("unit")
        if marked is not None and marked[1] is not None:
            player = marked[0]
            made = self._setup().add(player, marked[1])
            self._show(("unit", self._setup().players.index(player), made.id))

    def do_delete(self) -> None:
        """Takes the marked unit off."""
        marked = self._marked("unit")
        if marked is not None and marked[1] is not None:
            marked[0].units.remove(marked[1])
            self._show()

    def _roster_player(self) -> Player | None:
        value = self.lines.value
        if self.setup is None or not isinstance(value, tuple) or len(value) < 2 or not isinstance(value[1], int):
            return None
        player = self.setup.players[value[1]]
        return player if player.units else None

    def do_save_roster(self) -> None:
        """Keeps the units of the marked player as a roster."""
        player = self._roster_player()
        if player is not None:
            self.open_over(
                TextPrompt("What is this roster called?", player.name),
                lambda name: self._save_roster(name, player) if name else None,
            )

    @work(thread=True, exclusive=True, group="write")
    def _save_roster(self, name: str, player: Player) -> None:
        from companion import store
        from companion.frontend.names import roster_file

        setup = self._setup()
        file = roster_file(self.saves, name)
        try:
            store.write_roster(store.Roster(setup.ruleset.id, name, list(player.units)), file)
        except OSError as fault:
            self.app.call_from_thread(self._say, f"it could not be written: {fault}", True)
            return
        self.app.call_from_thread(self._say, f"{name} is kept as {file.name}")

    def _setup(self) -> Setup:
        assert self.setup is not None
        return self.setup


def _line(value: tuple[Any, ...], label: str, text: str) -> Row:
    return Row(value, Content.assemble(plain(f"{titled(label):<24} ", "$quiet"), plain(text, "bold")))


def _word(value: Any) -> str:
    return "yes" if value is True else "no" if value is False else str(value)


def _question(option: RuleOption) -> str:
    span = f" ({option.lo} to {option.hi})" if option.lo is not None and option.hi is not None else ""
    return f"{option.label}{span}"
