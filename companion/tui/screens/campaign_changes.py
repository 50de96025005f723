"""What changes a campaign and plays its battles, one thing at a time in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from textual.content import Content

from companion.tui.screens.opening import OpeningScreen
from companion.tui.text import plain

if TYPE_CHECKING:
    from companion.store.battles import BattlePlan
    from companion.store.campaigns import Transaction
    from companion.store.fielding import Unfit
    from companion.store.format.campaign import Campaign


class CampaignChanges:
    """Changes the campaign in this file, over this screen; its battles are played in the saves."""

    def __init__(self, screen: OpeningScreen, file: Path, saves: Path) -> None:
        self.screen = screen
        self.file = file
        self.saves = saves

    def transact(self, act: Callable[[Transaction], object], said: str = "") -> None:
        """One change of the campaign in the background."""

        from companion.store.campaigns import changing

        told: list[str] = []

        def change() -> None:
            with changing(self.file) as made:
                act(made)
            told.extend([*made.notices, said] if said else made.notices)

        self.screen.change_files(change, told)

    def play_battle(self, plan: BattlePlan) -> None:
        """Plans a battle, makes its session and opens it."""
        from companion.store.campaigns import read_campaign
        from companion.store.diagnostics import CannotOpen
        from companion.store.fielding import unfit

        try:
            found = unfit(read_campaign(self.file), plan.rosters)
        except (CannotOpen, OSError):
            # The opening says why.
            found = []
        values = [one for one in found if one.of not in plan.without]
        if values:
            self._ask_mending(plan, values)
        else:
            self._begin(plan, mending=False)

    def _ask_mending(self, plan: BattlePlan, values: Sequence[Unfit]) -> None:
        """What a battle cannot begin with: set to what can be, or changed by hand first."""
        from companion.frontend.saying.campaigns import mending_words

        first, words = values[0], mending_words(values)
        choices: list[tuple[str | None, str]] = [("mend", f"Set {words}, and begin")] if words else []
        choices += [("edit", f"Change it by hand: {first.whose}"), (None, "No battle now")]

        def chosen(act: str) -> None:
            if act == "mend":
                self._begin(plan, mending=True)
            else:
                from companion.store.campaigns import read_campaign

                self.show_unit(read_campaign(self.file), first.roster, first.of)

        text = Content("\n").join(plain(str(one)) for one in values)
        self.screen.ask("The battle cannot begin yet", choices, chosen, text=text)

    def show_unit(self, campaign: Campaign, roster: str, of: str) -> None:
        """A unit of a roster, or the roster itself, to read and to change."""
        from companion.tui.forms.form_screen import FormScreen
        from companion.tui.screens.roster_unit import RosterForm

        self.screen.open_over(FormScreen(RosterForm(self.file, campaign, roster, of)), after=self.screen.look)

    def _begin(self, plan: BattlePlan, mending: bool) -> None:
        from companion.store.battles import make_session, plan_battle
        from companion.store.campaigns import changing
        from companion.store.fielding import mend, unfit

        def made_session() -> Path:
            with changing(self.file) as made:
                if mending:
                    mend(made, unfit(made.campaign, plan.rosters), "no battle could begin with it")
                of = plan_battle(made, plan)
            return make_session(self.file, made.campaign, of)

        self.screen.open_game(plan.title or "the next battle", made_session)
