"""A new campaign: its game and name, who plays with which roster, and the house rules for all its battles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from textual import work

from companion import store
from companion.engine.errors import InvalidInput
from companion.engine.ruleset import RuleOption, Ruleset
from companion.frontend.campaigns import AFTERMATH
from companion.frontend.games import games_at_hand
from companion.frontend.setup import Setup
from companion.frontend.values import option_word, typed_option
from companion.frontend.wording import fault_of, refusal
from companion.store.joining import create_campaign
from companion.store.rosters import RosterSummary
from companion.tui.commands import BACK, DELETE, Command, handles
from companion.tui.screens.asking import PickOne, TextPrompt
from companion.tui.screens.form_panel import LABEL, FormPanel, Line, gap, go, heading, labelled
from companion.tui.screens.joining import Joiner, joiner_lines, rosters_for
from companion.tui.screens.opening import faults_of
from companion.tui.text import plain


class NewCampaignScreen(FormPanel[Path]):
    """Closes with the file of the new campaign."""

    heading = "New campaign"

    def __init__(self, saves: Path) -> None:
        super().__init__("New campaign: battles whose rosters carry over")
        self.saves = saves
        self.games: list[Ruleset] = []
        self.setup: Setup | None = None
        self.name_text = "Our campaign"
        self.players: list[Joiner] = []
        self.rosters: list[RosterSummary] = []
        self.options: dict[str, bool | int | str] = {}
        self._fresh: object = None

    def on_mount(self) -> None:
        """Looks for games in the background."""
        super().on_mount()
        self.remark("Looking for games…")
        self._look()

    @work(thread=True, exclusive=True, group="games")
    def _look(self) -> None:
        self.in_app(self._found, *games_at_hand())

    def _found(self, games: list[Ruleset], faults: list[str]) -> None:
        self.games = games
        self.complain("; ".join(faults))
        self._ask_game()

    def _ask_game(self) -> None:
        def chosen(of: str | None) -> None:
            if of is not None and (self.setup is None or of != self.setup.ruleset.id):
                self._sure(lambda: self._start_over(next(game for game in self.games if game.id == of)))
            elif self.setup is None:
                self.close_with(None)

        choices = [(g.id, plain(g.title, "bold").append(plain(f"  {g.covers}", "$quiet"))) for g in self.games]
        now = self.setup.ruleset.id if self.setup is not None else None
        self.open_over(PickOne("Which game?", choices, now, on_top=self.setup is None), chosen)

    def _start_over(self, ruleset: Ruleset) -> None:
        try:
            self.setup = Setup(ruleset)
        except InvalidInput as fault:
            self.complain(refusal(fault))
            return
        self.players = [Joiner(player.name, place) for place, player in enumerate(self.setup.players)]
        self.options = {option.name: option.default for option in self._asked(ruleset)}
        self.rosters = rosters_for(ruleset.id, self.saves)
        self._fresh = self._chosen()
        self.redraw()

    def _chosen(self) -> object:
        """Whatever leaving, or another game, would throw away."""
        return self.name_text, [(one.name, one.file) for one in self.players], dict(self.options)

    def _is_dirty(self) -> bool:
        return self.setup is not None and self._chosen() != self._fresh

    @staticmethod
    def _asked(ruleset: Ruleset) -> list[RuleOption]:
        return [one for one in ruleset.options if one.ask_at_setup or one.name.startswith(AFTERMATH)]

    # -- the form -------------------------------------------------------------------------------------------------

    def form(self) -> Iterator[Line]:
        """Nothing before a game is chosen."""
        if self.setup is None:
            return
        yield labelled("game", "Game", self.setup.ruleset.title, self._ask_game)
        yield labelled("name", "Name of the campaign", self.name_text, self._ask_name)
        yield gap("players")
        yield heading("WHO PLAYS   three and more take turns; the odd one rests")
        for joiner in self.players:
            yield from joiner_lines(self, joiner, self.rosters)
        yield Line("add", plain("+ one more player", "bold"), self._add_player)
        yield gap("options")
        asked = self._asked(self.setup.ruleset)
        if asked:
            yield heading("HOUSE RULES   for every battle")
        wide = max([LABEL, *(len(option.label) for option in asked)])
        for option in asked:
            now = option_word(self.options[option.name])
            yield labelled(f"option {option.name}", option.label, now, self._asking(option), wide=wide)
        yield gap("go")
        yield go("Begin the campaign", self._begin)

    def moved(self) -> None:
        """What a house rule means is under the list."""
        key = str(self.lines.value)
        options = self.setup.ruleset.options if self.setup is not None else ()
        self.remark(next((one.why for one in options if key == f"option {one.name}"), ""))

    def _ask_name(self) -> None:
        def rename(text: str) -> None:
            self.name_text = text

        self.ask_text("What is the campaign called?", self.name_text, rename)

    def _add_player(self) -> None:
        def named(name: str) -> None:
            self.players.append(Joiner(name, max((one.place for one in self.players), default=-1) + 1))

        self.ask_text("Who plays too?", "", named)

    def _asking(self, option: RuleOption) -> Callable[[], None]:
        def typed(text: str | None) -> None:
            if text is not None:
                self.options[option.name] = typed_option(option, text)
                self.redraw()

        def ask() -> None:
            now = option_word(self.options[option.name])
            words = list(option.choices) or (["yes", "no"] if isinstance(option.default, bool) else [])
            if words:
                choices = [(str(word), str(word)) for word in words]
                self.open_over(PickOne(option.label, choices, now, text=plain(option.why, "$quiet")), typed)
            else:
                self.open_over(TextPrompt(option.label, now, check=partial(fault_of, typed_option, option)), typed)

        return ask

    def _marked_player(self) -> Joiner | None:
        word, _, place = str(self.lines.value).partition(" ")
        return next((one for one in self.players if word in ("player", "roster") and str(one.place) == place), None)

    def is_enabled(self, command: Command) -> bool:
        """Two players stay."""
        if command is DELETE:
            return self._marked_player() is not None and len(self.players) > 2
        return super().is_enabled(command)

    def short(self, command: Command) -> str:
        """Players are taken off here; leaving asks where something was chosen."""
        if command is BACK:
            return "close, asks" if self._is_dirty() else "close"
        return "take off" if command is DELETE else super().short(command)

    @handles(DELETE)
    def delete(self) -> None:
        """Takes the marked player off."""
        joiner = self._marked_player()
        if joiner is not None:
            self.players.remove(joiner)
            self.redraw()

    def go_back(self) -> None:
        """Asks before what was chosen is thrown away."""
        self._sure(lambda: self.close_with(None))

    def _sure(self, act: Callable[[], object]) -> None:
        if not self._is_dirty():
            act()
            return
        choices = [(None, "No, go on with it"), ("yes", "Yes, throw it away")]
        self.open_over(PickOne("Throw away what you have set up?", choices), lambda yes: act() if yes else None)

    # -- writing --------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        if self.setup is not None:
            self.remark("Writing the campaign…")
            self._write(self.setup)

    @work(thread=True, exclusive=True, group="write")
    def _write(self, setup: Setup) -> None:
        try:
            joining = [one.joining(setup) for one in self.players]
            file = create_campaign(self.saves, self.name_text, setup.ruleset.id, self.options, joining)
        except (store.CannotOpen, InvalidInput, OSError) as fault:
            self.in_app(self.complain, faults_of(fault)[0])
            return
        host = self.host
        self.in_app(self.close_with, file)
        for notice in [notice for one in self.players for notice in one.notices]:
            self.in_app(host.say, notice)
