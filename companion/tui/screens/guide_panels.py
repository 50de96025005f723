"""The panels that the guide opens over itself: reasons, odds, steps, earlier answers, a ruling, leaving, the table."""

from __future__ import annotations

from companion.engine.odds_use import ASKED, SHOWN, odds_use
from companion.tui.commands import ANSWERS, KIT, LEAVE, ODDS, OVERRULE, STEPS, TABLE, UNITS, WHY, handles
from companion.tui.controller import SessionController
from companion.tui.request_odds import RequestOdds
from companion.tui.screens.play_screen import PlayScreen
from companion.tui.widgets.board import step_content
from companion.tui.widgets.heads import inner_title


class GuidePanels(PlayScreen):
    """A play screen with an open procedure. `ruling` is the reason of a ruling that the next answer is, or None."""

    def __init__(self, controller: SessionController) -> None:
        super().__init__(controller)
        self.ruling: str | None = None
        self.looked = ""
        """The key of the request whose odds somebody has asked for."""
        self.odds = RequestOdds(self, controller, self.odds_arrived)

    async def odds_arrived(self) -> None:
        """The odds of the open request are known now."""

    @handles(TABLE)
    def go_to_table(self) -> None:
        """The table, while the procedure waits."""
        self.host.back_to_table()

    @handles(WHY)
    def show_reasons(self) -> None:
        """Where the numbers come from."""
        from companion.tui.screens.reasons import ReasonsScreen

        self.open_over(ReasonsScreen(self.controller))

    @handles(ODDS)
    async def show_odds(self) -> None:
        """The odds of every choice, what they assume, and what best play is; the app may pick one."""
        from companion.tui.screens.odds import PICK, OddsPanel

        request, found = self.controller.session.request, self.odds.found
        if request is not None and found is None and not self.odds_open():
            await self._look(request.key)
            return
        if request is None or found is None:
            self.odds.awaited = not self.odds.done
            self.host.say(
                "There are no odds for what stands now." if self.odds.done else "The odds are being worked out."
            )
            return

        async def picked(choice: str | None) -> None:
            if choice == PICK:
                await self.pick()
            elif choice is not None:
                self.odds.want_goal(choice)

        self.open_over(OddsPanel(self.controller, request, found), picked)

    def odds_open(self) -> bool:
        """Whether the odds of the open request may be worked out: those that are asked for, once they were."""
        session = self.controller.session
        use = odds_use(session.table)
        return use == SHOWN or (use == ASKED and session.request is not None and self.looked == session.request.key)

    async def _look(self, key: str) -> None:
        """Asks for the odds: the log says so, and what is typed stays."""
        attempt = self.controller.attempt(lambda session: session.look_at_odds())
        if not attempt.ok:
            self.host.say(attempt.fault, bad=True)
            return
        self.looked = key
        self.keep_drawn()
        await self.show_play()
        self.odds.awaited = True

    def keep_drawn(self) -> None:
        """What is drawn stands for this moment too."""

    async def pick(self) -> None:
        """Answers as best play does: the app draws from the mix, and nobody sees what."""
        request, found = self.controller.session.request, self.odds.found
        if request is not None and found is not None:
            mix = [(request.answer_for(option, found.options()), p) for option, p in found.mix]
            await self.went_on(self.controller.attempt(lambda session: session.draw(mix)))

    @handles(STEPS)
    def show_steps(self) -> None:
        """Every step, with what was skipped and why."""
        from companion.tui.screens.reading import ReadingPanel

        run = self.controller.session.run
        if run is not None:
            steps = [[step_content(step)] for step in run.steps()]
            self.open_over(ReadingPanel("Steps", f"{inner_title(run)}: the steps", steps))

    @handles(OVERRULE)
    def overrule(self) -> None:
        """Asks for the reason of a ruling; the next answer stands then."""
        from companion.tui.screens.asking import TextPrompt

        async def decided(why: str | None) -> None:
            if why is not None:
                self.ruling = why
                await self.show_play()

        self.open_over(TextPrompt("A ruling: why do you decide otherwise?", "the players decided"), decided)

    @handles(ANSWERS)
    def show_answers(self) -> None:
        """Earlier answers of this procedure."""
        from companion.tui.screens.answers import AnswersScreen

        self.open_over(AnswersScreen(self.controller))

    @handles(KIT)
    def show_kit(self) -> None:
        """Victory points, if they may be counted now."""
        self.open_kit()

    @handles(LEAVE)
    async def leave(self) -> None:
        """Asks whether to keep what happened; where players gave nothing yet, there is nothing to keep."""
        from companion.tui.screens.asking import PickOne

        async def chosen(how: str | None) -> None:
            if how is not None:
                await self.went_on(self.controller.attempt(lambda s: s.leave(how == "keep")))

        run = self.controller.session.run
        if run is not None and not run.inputs:
            await chosen("back")
            return

        choices = [
            ("keep", "Leave, and keep what happened so far"),
            ("back", "Leave, and take it all back"),
            (None, "Stay in the procedure"),
        ]
        self.open_over(PickOne("Leave this procedure?", choices), chosen)

    @handles(UNITS)
    def show_units(self) -> None:
        """The table over the guide, to adjust units."""
        from companion.tui.screens.table import TableScreen

        self.open_over(TableScreen(self.controller, overlay=True))
