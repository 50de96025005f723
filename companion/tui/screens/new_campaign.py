"""A new campaign: its game and name, who plays with which roster, and the house rules for all its battles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import ClassVar

from companion.engine.ruleset import RuleOption
from companion.frontend.campaigns import AFTERMATH
from companion.frontend.form import NAMELESS, Act, Text, option_field
from companion.frontend.saying.sentences import fault_of
from companion.frontend.setup import Setup
from companion.store.joining import create_campaign
from companion.tui.background import in_background
from companion.tui.commands import BACK
from companion.tui.forms.form import Form, go
from companion.tui.forms.game_choice import GameChoice
from companion.tui.screens.joining import Joiner, joiner_rows
from companion.tui.screens.list_panel import SIDES
from companion.tui.text import plain
from companion.tui.widgets.lines import Row, below_gap, gap, heading

_VALUE = 24
"""Cells for the value of a house rule, at least."""


class NewCampaignForm(Form[Path]):
    """Closes with the file of the new campaign."""

    heading = "New campaign"
    words: ClassVar = {BACK: "close"}

    def __init__(self, saves: Path) -> None:
        super().__init__("New campaign: battles whose rosters carry over")
        self.saves = saves
        self.choice = GameChoice(self, saves, self._begun)
        self.name_text = "Our campaign"
        self.players: list[Joiner] = []
        self.options: dict[str, bool | int | str] = {}
        self.fresh = self._chosen()

    def shown(self) -> None:
        self.choice.look()

    def _begun(self, setup: Setup) -> None:
        self.players = [Joiner(player.name, place) for place, player in enumerate(setup.players)]
        self.options = {option.name: option.default for option in self._asked()}
        self.fresh = self._chosen()
        self.screen.redraw()

    def _chosen(self) -> object:
        """Whatever leaving, or another game, would throw away."""
        return self.name_text, [(one.name, one.file) for one in self.players], dict(self.options)

    def _asked(self) -> list[RuleOption]:
        options = self.choice.setup.ruleset.options if self.choice.setup is not None else ()
        return [one for one in options if one.ask_at_setup or one.name.startswith(AFTERMATH)]

    # -- the form -------------------------------------------------------------------------------------------------

    def label_cells(self) -> int:
        """House rules have long names: as much as is left beside their values."""
        longest = max((len(option.label) for option in self._asked()), default=0)
        return max(super().label_cells(), min(longest, self.screen.size.width - SIDES - _VALUE))

    def lines_for(self, width: int) -> Iterator[Row]:
        setup = self.choice.setup
        if setup is None:
            return
        yield self.row(Act(key="game", label="game", shown=setup.ruleset.title, do=self.choice.ask))
        name, put = self.name_text, partial(setattr, self, "name_text")
        yield self.row(Text(key="name", label="name of the campaign", value=name, put=put, needed=NAMELESS))
        yield from below_gap("WHO PLAYS   three and more take turns; the odd one rests")
        for joiner in self.players:
            drop = partial(self.players.remove, joiner) if len(self.players) > 2 else None
            yield from joiner_rows(self, joiner, self.choice.fitting(), drop)
        add = Text(key="add", put=self._add_player, needed=NAMELESS)
        yield Row(add, self.content(add, plain("+ one more player", "bold")))
        yield gap()
        asked = self._asked()
        if asked:
            yield heading("HOUSE RULES   for every battle")
        for option in asked:
            yield self.row(option_field(option, self.options[option.name], partial(self._opt, option)))
        yield gap()
        yield go("Begin the campaign", self._begin)

    def _add_player(self, name: str) -> None:
        self.players.append(Joiner(name, max((one.place for one in self.players), default=-1) + 1))

    def _opt(self, option: RuleOption, value: bool | int | str) -> str:
        fault = fault_of(option.checked, value)
        if not fault:
            self.options[option.name] = value
        return fault

    # -- writing --------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        setup = self.choice.setup
        if setup is None:
            return

        def write() -> Path:
            joining = [one.joining(setup) for one in self.players]
            return create_campaign(self.saves, self.name_text, setup.ruleset.id, self.options, joining)

        self.screen.remark("Writing the campaign…")
        in_background(self.screen, "write", write, self._written, lambda faults: self.screen.complain(faults[0]))

    def _written(self, file: Path) -> None:
        host = self.screen.host
        self.screen.close_with(file)
        for notice in [notice for one in self.players for notice in one.notices]:
            host.say(notice)
