"""Which game a form sets up: looked for in the background, asked for, and not changed before players are sure."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.content import Content

from companion.engine.errors import InvalidInput
from companion.engine.ruleset import Ruleset
from companion.frontend.saying.sentences import refusal
from companion.frontend.setup import Setup
from companion.tui.background import in_background
from companion.tui.forms.form import Form
from companion.tui.text import plain

if TYPE_CHECKING:
    from companion.store.listing import RosterSummary


class GameChoice:
    """The games and rosters at hand, and the setup of the game that was chosen.

    `begun` is told that there is another setup.
    """

    def __init__(self, form: Form[Any], saves: Path, begun: Callable[[Setup], object]) -> None:
        self.form = form
        self.saves = saves
        self.begun = begun
        self.games: list[Ruleset] = []
        self.rosters: list[RosterSummary] = []
        self.setup: Setup | None = None

    @property
    def made(self) -> Setup:
        """The setup for what is done with it, which nobody can before; what is `tried` on it `u` takes back."""
        assert self.setup is not None
        return self.setup

    def look(self) -> None:
        """Looks for games and rosters in the background, then asks."""
        self.form.screen.remark("Looking for games…")
        in_background(self.form.screen, "games", self._read, self._found, self._found)

    def _read(self) -> list[str]:
        from companion.engine.registry import games_at_hand
        from companion.store.listing import rosters_at_hand

        self.games, faults = games_at_hand()
        self.rosters = rosters_at_hand(self.saves)
        return faults

    def _found(self, faults: list[str]) -> None:
        self.form.screen.complain("; ".join(faults))
        self.ask()

    def fitting(self) -> list[RosterSummary]:
        """The rosters of the game that is set up."""
        setup = self.setup
        return [roster for roster in self.rosters if setup is not None and roster.ruleset == setup.ruleset.id]

    def ask(self) -> None:
        """Asks for the game; without one the form closes."""
        now = self.setup.ruleset.id if self.setup is not None else None
        titles = [(g, plain(g.title, "bold"), plain(f"  {g.covers}", "$quiet")) for g in self.games]
        choices = [(game.id, Content.assemble(title, covers)) for game, title, covers in titles]

        def left() -> None:
            if now is None:
                self.form.screen.close_with(None)

        def chosen(of: str) -> None:
            if of != now:
                ruleset = next(game for game in self.games if game.id == of)
                self.form.sure(self.form.is_dirty(), lambda: self._start_over(ruleset))

        self.form.screen.ask("Which game?", choices, chosen, now, after=left, on_top=now is None)

    def _start_over(self, ruleset: Ruleset) -> None:
        try:
            self.setup = Setup(ruleset)
        except InvalidInput as fault:
            self.form.screen.complain(refusal(fault))
        else:
            self.begun(self.setup)
