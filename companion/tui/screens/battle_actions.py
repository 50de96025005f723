"""What players may do with a battle of a campaign: play, close, take back; what depends on it is shown first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from textual.content import Content

from companion.engine.errors import InvalidInput
from companion.frontend.campaigns import reopened
from companion.frontend.form import right
from companion.frontend.saying.campaigns import effect_lines, mending_words, roster_lines_after
from companion.store.battles import make_session, session_of
from companion.store.campaigns import Transaction
from companion.store.closing import Effect, close
from companion.store.effects import correct, correcting, reopening, void, voiding
from companion.store.fielding import Unfit
from companion.store.format.campaign import Campaign, Outcome
from companion.store.ledger import OPEN, closing, state_of
from companion.store.restore import restore
from companion.tui.screens.campaign_changes import CampaignChanges
from companion.tui.screens.campaign_rows import Seen
from companion.tui.screens.list_panel import ReadingPanel
from companion.tui.text import plain


class BattleActions:
    """The questions about one battle, over the Campaign screen."""

    def __init__(self, changes: CampaignChanges, seen: Seen, of: str) -> None:
        self.changes = changes
        self.screen = changes.screen
        self.seen = seen
        self.campaign = seen.campaign
        self.of = of
        self.battle = seen.campaign.battles[of]

    def ask(self) -> None:
        """What is to be done with it; only what can be done now."""
        campaign, of, battle = self.campaign, self.of, self.battle
        session = session_of(self.changes.file, battle)
        is_open = state_of(campaign, of) == OPEN
        closed = any(closing(campaign, of, one) is not None for one in battle.base)
        acts: list[tuple[Callable[[], None], str]] = []
        if session is not None or (is_open and battle.session):
            said = "Play it: its session is made anew" if session is None else "Play on" if is_open else "Look at it"
            acts.append((self._open, said))
        if is_open:
            acts.append((self._ask_result, "Close it, and say who won if it was broken off"))
        if closed:
            acts.append((self._show_after, "The rosters as they were after it"))
        if closed and battle.session:
            acts.append((self._ask_reopen, "Reopen it: take back what it left, and ask again"))
        if battle.result is not None and not is_open and not battle.voided:
            acts.append((self._ask_correction, "Another result: who won was recorded wrongly"))
        if not battle.voided:
            acts.append((self._ask_void, "Void it: it counts no more"))
        self.screen.ask(battle.title, acts, lambda act: act())

    def _open(self) -> None:
        file, of = self.changes.file, self.of
        self.screen.open_game(
            self.battle.title, lambda: session_of(file, self.battle) or make_session(file, self.campaign, of)
        )

    def _show_after(self) -> None:
        lines = [[plain(line)] for line in roster_lines_after(self.campaign, self.of)]
        title = f"The rosters as they were after {self.battle.title}"
        self.screen.open_over(ReadingPanel("The rosters then", title, lines))

    # -- its end --------------------------------------------------------------------------------------------------

    def _results(self) -> list[tuple[Outcome, str]]:
        """Everything that players may say of how it ended."""
        names = {one: self.campaign.rosters[one].name for one in self.battle.base}
        won = [(Outcome((one,), by_hand=True), f"{name} won") for one, name in names.items()]
        return [*won, (Outcome(drawn=True, by_hand=True), "Nobody won")]

    def _ask_result(self) -> None:
        head = self.seen.sessions.get(self.of)
        if head is not None and head.over:
            self._close(None)
            return
        said = "Closed as it stands now, it has no aftermath. Ended on its table (G, over because), it has one."
        text = plain(said, "$quiet")
        self.screen.ask(f"How did {self.battle.title} end?", self._results(), self._close, text=text)

    def _close(self, result: Outcome | None) -> None:
        def act(made: Transaction) -> None:
            session = session_of(self.changes.file, made.campaign.battles[self.of])
            if session is None:
                raise OSError(f"the session of {self.battle.title} is missing")
            close(made, self.of, restore(session).session, result=result)

        self.changes.transact(act, "Closed: what it left is in the rosters")

    def _ask_correction(self) -> None:
        text = Content("Later battles stand; the standings follow, and marks for winning where they are given.")
        self.screen.ask(f"How did {self.battle.title} end?", self._results(), self._show_correction, text=text)

    def _show_correction(self, result: Outcome) -> None:
        made = correcting(self.campaign, self.of, result)
        lines = [plain(line) for line in effect_lines(self.campaign, "", made, "")]
        self.screen.ask(
            f"Correct the result of {self.battle.title}?",
            [(None, "No, leave it as it is"), *yes_rows("correct it", made.unfit)],
            lambda mending: self.changes.transact(lambda made: correct(made, self.of, result, mending=mending)),
            text=Content("\n").join(lines or [plain("Nothing changes.")]),
        )

    # -- taking it back -------------------------------------------------------------------------------------------

    def _ask_reopen(self) -> None:
        effect = reopening(self.campaign, self.of)
        title = self.battle.title
        choices: list[tuple[Callable[[], None] | None, str]] = [(None, "No, leave it as it is")]
        if effect.dependents:
            choices.append((self._ask_void, "See what voiding would do"))
            question = f"{title} cannot be reopened: others were built on it. Edit the units, or void it."
        else:
            choices += [(partial(self._reopen, mending), said) for mending, said in yes_rows("reopen it", effect.unfit)]
            question = f"Reopen {title}? This is taken back, and its last question is asked again."
        self.screen.ask(question, choices, lambda act: act(), text=effect_content(self.campaign, effect))

    def _reopen(self, mending: bool) -> None:
        def reopened_session() -> Path:
            """Takes the last answer of its aftermath back with it."""
            session = reopened(self.changes.file, self.of, mending=mending).session
            if session is None:
                raise InvalidInput(f"{self.battle.title} is reopened, but its session is missing", "close or void it")
            return session

        self.screen.open_game(self.battle.title, reopened_session)

    def _ask_void(self) -> None:
        title = self.battle.title
        effect = voiding(self.campaign, self.of)

        def why(mending: bool, text: str) -> None:
            self.changes.transact(lambda made: void(made, self.of, text, mending), f"{title} is voided")

        def sure(mending: bool) -> None:
            self.screen.ask_text("Why? The chronicle says so. It may stay empty.", partial(why, mending), check=right)

        self.screen.ask(
            f"Void {title}? It counts no more. Later dice stand; this is taken back.",
            [(None, "No, it counts"), *yes_rows("void it", effect.unfit)],
            sure,
            text=effect_content(self.campaign, effect),
        )


def effect_content(campaign: Campaign, effect: Effect) -> Content:
    """The battles that were built on it, and every value that changes, a line each."""
    lines = [plain(line) for line in effect_lines(campaign, "", effect, "")]
    return Content("\n").join(lines or [plain("Nothing in the rosters changes.", "$quiet")])


def yes_rows(do: str, values: Sequence[Unfit]) -> list[tuple[bool, str]]:
    """The answers that say yes to what would leave these values: True sets them right with it, False leaves them."""
    words = mending_words(values)
    if not words:
        return [(False, f"Yes, {do}")]
    return [(True, f"Yes, {do}, and set {words}"), (False, f"Yes, {do}, and leave it so")]
