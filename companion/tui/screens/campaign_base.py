"""What the Campaign screen and everything that it asks share: its file, and one change of it at a time."""

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
    from companion.store.format.campaign import Campaign
    from companion.store.unfit_values import Unfit


class CampaignBase(OpeningScreen):
    """A screen that changes a campaign and plays its battles."""

    def __init__(self, file: Path, saves: Path) -> None:
        super().__init__()
        self.file = file
        self.saves = saves

    def not_opened(self, name: str, faults: list[str]) -> None:
        """One sentence is said over the campaign, where everything is that helps; more are a page of their own."""
        if len(faults) > 1:
            super().not_opened(name, faults)
            return
        self.busy = ""
        self.state.show("")
        self.look()
        self.host.keys.go_on()
        self.host.say(faults[0], bad=True)
        self.show_keys()

    def transact(self, act: Callable[[Transaction], None], said: str = "") -> None:
        """One change of the campaign in the background."""

        from companion.store.campaigns import changing

        def change() -> None:
            with changing(self.file) as made:
                act(made)
            for notice in made.notices:
                self.in_app(self.host.say, notice)

        self.change(change, said)

    def play_battle(self, plan: BattlePlan | None) -> None:
        """Plans a battle, makes its session and opens it."""
        if plan is None:
            return

        from companion.store import CannotOpen
        from companion.store.campaigns import read_campaign
        from companion.store.unfit_values import unfit

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
        from companion.frontend.campaign_text import mending_words
        from companion.tui.screens.asking import PickOne

        first, words = values[0], mending_words(values)
        choices: list[tuple[str | None, str]] = [("mend", f"Set {words}, and begin")] if words else []
        choices += [("edit", f"Change it by hand: {first.whose}"), (None, "No battle now")]

        def chosen(act: str | None) -> None:
            if act == "mend":
                self._begin(plan, mending=True)
            elif act == "edit":
                from companion.store.campaigns import read_campaign

                self.show_unit(read_campaign(self.file), first.roster, first.of)

        text = Content("\n").join(plain(str(one)) for one in values)
        self.open_over(PickOne("The battle cannot begin yet", choices, text=text), chosen)

    def show_unit(self, campaign: Campaign, roster: str, of: str) -> None:
        """A unit of a roster, or the roster itself, to read and to change."""
        from companion.tui.forms.form_screen import FormScreen
        from companion.tui.screens.roster_unit import RosterForm

        self.open_over(FormScreen(RosterForm(self.file, campaign, roster, of)), lambda _: self.look())

    def _begin(self, plan: BattlePlan, mending: bool) -> None:
        from companion.store.battles import make_session, plan_battle
        from companion.store.campaigns import changing
        from companion.store.unfit_values import mend, unfit

        def made_session() -> Path:
            with changing(self.file) as made:
                if mending:
                    mend(made, unfit(made.campaign, plan.rosters), "no battle could begin with it")
                of = plan_battle(made, plan)
            return make_session(self.file, made.campaign, of)

        self.open_game(plan.title or "the next battle", made_session)
