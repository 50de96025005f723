"""What the Campaign screen and everything that it asks share: its file, and one change of it at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.tui.screens.opening import OpeningScreen

if TYPE_CHECKING:
    from companion.store.battles import BattlePlan
    from companion.store.campaigns import Transaction


class CampaignBase(OpeningScreen):
    """A screen that changes a campaign and plays its battles."""

    def __init__(self, file: Path, saves: Path) -> None:
        super().__init__()
        self.file = file
        self.saves = saves

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

        from companion.store.battles import make_session, plan_battle
        from companion.store.campaigns import changing

        def made_session() -> Path:
            with changing(self.file) as made:
                of = plan_battle(made, plan)
            return make_session(self.file, made.campaign, of)

        self.open_game(plan.title or "the next battle", made_session)
