"""What is opened from the guide: the table, reasons, odds, steps, earlier answers, a ruling; and the way out."""

from __future__ import annotations

from companion.tui.commands import ANSWERS, HERE, KIT, LEAVE, ODDS, OVERRULE, STEPS, TABLE, UNITS, handles
from companion.tui.request_odds import RequestOdds
from companion.tui.screens.middle import Middle
from companion.tui.screens.play_screen import PlayScreen
from companion.tui.widgets.board import step_content
from companion.tui.widgets.guide_band import inner_title


class GuideKeys:
    """The commands that open something over a guide, or leave it."""

    def __init__(self, screen: PlayScreen, odds: RequestOdds, now: Middle) -> None:
        self.screen = screen
        self.controller = screen.controller
        self.odds = odds
        self.now = now

    @handles(TABLE)
    def go_to_table(self) -> None:
        self.screen.host.back_to_table()

    @handles(ODDS)
    async def show_odds(self) -> None:
        """The odds of every choice, what they assume, and what best play is; the app may pick one."""
        if self.controller.session.request is not None and self.odds.found is None and not self.odds.open:
            await self._look_at_odds()
        else:
            self.odds.show(self._pick)

    async def _look_at_odds(self) -> None:
        """Asks for the odds: the log says so, and what is typed stays."""
        attempt = self.odds.look()
        if not attempt.ok:
            self.screen.host.say(attempt.fault, bad=True)
            return
        # The moment is another, and the question stands as it was drawn.
        self.now.drawn = self.now.drawing()
        await self.screen.show_play()
        self.odds.awaited = True

    async def _pick(self) -> None:
        """Answers as best play does: the app draws from the mix, and nobody sees what."""
        request, found = self.controller.session.request, self.odds.found
        if request is not None and found is not None:
            await self.screen.went_on(self.controller.attempt(lambda session: session.draw(found.mix)))

    @handles(STEPS)
    def show_steps(self) -> None:
        from companion.tui.screens.list_panel import ReadingPanel

        run = self.controller.session.run
        if run is not None:
            steps = [[step_content(step)] for step in run.steps()]
            self.screen.open_over(ReadingPanel("Steps", f"{inner_title(run)}: the steps", steps))

    @handles(OVERRULE)
    def overrule(self) -> None:
        """Asks for the reason of a ruling; the next answer stands then."""

        async def ruled(why: str) -> None:
            self.now.ruling = why
            await self.screen.show_play()

        self.screen.ask_text("A ruling: why do you decide otherwise?", ruled, "the players decided")

    @handles(HERE)
    async def answer_here(self) -> None:
        """The secrets are asked on this screen, one after the other."""
        secret = self.controller.session.secret
        self.now.here = secret.key if secret is not None else ""
        await self.screen.show_play()

    @handles(KIT)
    def show_kit(self) -> None:
        self.screen.play.kit()

    @handles(ANSWERS)
    def show_answers(self) -> None:
        from companion.tui.screens.answers import AnswersScreen

        self.screen.open_over(AnswersScreen(self.controller))

    @handles(LEAVE)
    async def leave(self) -> None:
        """Asks whether to keep what happened; where players gave nothing yet, there is nothing to keep."""

        async def chosen(how: str) -> None:
            await self.screen.went_on(self.controller.attempt(lambda s: s.leave(how == "keep")))

        run = self.controller.session.run
        if run is not None and not run.inputs:
            await chosen("back")
            return

        choices = [
            ("keep", "Leave, and keep what happened so far"),
            ("back", "Leave, and take it all back"),
            (None, "Stay in the procedure"),
        ]
        self.screen.ask("Leave this procedure?", choices, chosen)

    @handles(UNITS)
    def show_units(self) -> None:
        from companion.tui.screens.table import TableScreen

        self.screen.open_over(TableScreen(self.controller, overlay=True))
