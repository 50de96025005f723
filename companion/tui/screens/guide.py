"""The guide: leads through the open procedure, one request at a time; and what is opened from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input

from companion.engine.odds import Odds
from companion.tui.commands import (
    ACCEPT,
    BIG,
    CLOSED,
    HELP,
    HERE,
    LEAVE,
    QUIT,
    REDO,
    TABLE,
    TAKE_OVER,
    UNDO,
    WHY,
    Command,
)
from companion.tui.controller import SessionController
from companion.tui.look.key_row import Key
from companion.tui.request_odds import RequestOdds
from companion.tui.screens.guide_mode import does_something, offers_odds, sealed_elsewhere
from companion.tui.screens.middle import AnswerScreen
from companion.tui.screens.surroundings import Surroundings
from companion.tui.sizes import by_touch
from companion.tui.widgets.board import step_content
from companion.tui.widgets.body import Body
from companion.tui.widgets.heads import inner_title


class GuideKeys:
    """The commands that open something over a guide, or leave it."""

    def __init__(self, screen: GuideScreen) -> None:
        self.screen = screen
        self.controller, self.odds, self.now = screen.controller, screen.odds, screen.now

    def do_table(self) -> None:
        self.screen.host.back_to_table()

    async def do_odds(self) -> None:
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

    def do_steps(self) -> None:
        from companion.tui.screens.list_panel import ReadingPanel

        run = self.controller.session.run
        if run is not None:
            steps = [[step_content(step)] for step in run.steps()]
            self.screen.open_over(ReadingPanel("Steps", f"{inner_title(run)}: the steps", steps))

    def do_overrule(self) -> None:
        """Asks for the reason of a ruling; the next answer stands then."""

        async def ruled(why: str) -> None:
            self.now.ruling = why
            await self.screen.show_play()

        self.screen.ask_text("A ruling: why do you decide otherwise?", ruled, "the players decided")

    async def do_here(self) -> None:
        """The secrets are asked on this screen, one after the other."""
        secret = self.controller.session.secret
        self.now.here = secret.key if secret is not None else ""
        await self.screen.show_play()

    def do_answers(self) -> None:
        from companion.tui.screens.answers import AnswersScreen

        self.screen.open_over(AnswersScreen(self.controller))

    async def do_leave(self) -> None:
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

    def do_units(self) -> None:
        from companion.tui.screens.table import TableScreen

        self.screen.open_over(TableScreen(self.controller, overlay=True))


_THUMBS = (TABLE, WHY, UNDO, HELP)
"""What a thumb does beside answering; all else is behind the last."""


class GuideScreen(AnswerScreen):
    """One procedure from its first request to its summary."""

    heading = "Guide"
    parts: ClassVar = {"keys": GuideKeys}

    def __init__(self, controller: SessionController) -> None:
        super().__init__(controller)
        self.odds = RequestOdds(self, controller, self._odds_arrived)
        self.keys = GuideKeys(self)
        self.around = Surroundings(controller)

    def body(self) -> Iterable[Widget]:
        """Head, steps, stage; below them the last result, the band and the request, between the fighters' cards."""
        yield from self.around.above()
        left, right = self.around.cards
        with Horizontal(id="middle"):
            yield left
            with Vertical(id="centre"):
                yield self.around.fall
                yield self.around.result
                yield self.around.band
                yield self.now
            yield right

    # -- drawing --------------------------------------------------------------------------------------------------

    async def show_play(self) -> None:
        """Draws everything for the moment; the middle is made again only if something else is asked."""
        async with self.drawing:
            if self.now.mode() == "rest":
                self.host.back_to_table()
                return
            # First of all, so that nothing shows the chances of the request before.
            self._want_odds()
            if self.now.drawn != self.now.drawing():
                await self.odds.settle()
                # Others may have answered meanwhile.
                self._want_odds()
                await self.now.show(self.odds.found, best=self.host.settings.best)
                if self.now.notice is not None:
                    self.around.band.say(*self.now.notice.band)
                self._show_band()
            self.host.look()
            self._show_around()
            self.now.aim()
            self.show_keys()

    def _want_odds(self) -> None:
        """Has the odds of the open request worked out; they are drawn when they are there."""
        self.odds.follow(self.now.mode() == "ask" and offers_odds(self.controller))

    async def _odds_arrived(self) -> None:
        """Draws the chances with the choices, unless they were drawn with them."""
        async with self.drawing:
            found, panel = self.odds.found, self.panel
            if panel is not None and found is not None and panel.answer_body.odds is not found:
                panel.show_odds(found)
                self._show_around()
        self.host.look()
        if self.odds.awaited and self.is_current:
            self.odds.awaited = False
            await self.keys.do_odds()

    def show_head(self) -> None:
        self.around.show_head(self.size.width)

    def _show_around(self) -> None:
        """Everything but the middle, as much of it as fits."""
        wanted, whole = self.now.rows(self.around.centre(self.size))
        self.around.show(self.now.mode(), self.size, wanted, whole)

    def on_screen_suspend(self) -> None:
        """Another screen may look at the table as it was."""
        self.odds.pause()

    async def on_resize(self) -> None:
        """More or less fits; a screen that is turned in the hand has other rows to tap, and what is typed stays."""
        if self.now.drawn is not None:
            if self.now.drawn != self.now.drawing():
                await self.show_play()
            self._show_band()
            if self.panel is not None:
                self.panel.make_room()
            self._show_around()

    @on(Body.Stands)
    def _show_band(self) -> None:
        """What is asked, and how far the answer is."""
        if self.panel is not None:
            self.around.show_answer(self.panel.answer_body, self.size, ruling=self.now.ruling is not None)

    def was_refused(self) -> None:
        """What was worked out meanwhile may have been dropped."""
        self._want_odds()
        super().was_refused()

    @on(Input.Changed)
    def _typed(self) -> None:
        """Letters belong to a field as soon as something stands in it."""
        self.show_keys()

    async def on_screen_resume(self) -> None:
        """Dice that were typed in big letters meanwhile stand here too."""
        # Textual calls the handler of the class above by itself, after this one.
        self.now.take_draft()

    # -- commands -------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """What the keys do depends on what is in the middle."""
        if command in (CLOSED, UNDO, REDO, TAKE_OVER):
            return super().is_enabled(command)
        if command is HERE:
            return self.now.mode() == "watch" and not self.controller.read_only and sealed_elsewhere(self.controller)
        return does_something(command, self.controller, self.now.mode())

    def known_odds(self) -> Odds | None:
        return self.odds.found

    def in_footer(self, command: Command) -> bool:
        """What answers has the room; big mode is under help, and at the table."""
        if command in (LEAVE, QUIT) and self.foot.live_key(command) != self.host.keys_of(command)[0]:
            # One key for one thing: its other key stays under help.
            return False
        return super().in_footer(command) and command is not BIG

    def footer_keys(self) -> list[Key]:
        """With those of the field or list that takes the answer, behind the one that gives it.

        On a screen that is touched they are always the same.
        """
        if by_touch(self.size):
            return [Key(one.id, "", one.name, self.is_enabled(one)) for one in _THUMBS]
        keys = super().footer_keys()
        hints = self.panel.answer_body.hints() if self.panel is not None else []
        return [*keys[:1], *hints, *keys[1:]]

    def short(self, command: Command) -> str:
        """Enter is named after what it does."""
        return "table" if command is ACCEPT and self.now.mode() == "end" else super().short(command)

    def do_accept(self) -> None:
        """Enter: gives the answer, or goes back to the table."""
        if self.now.mode() == "end":
            self.host.back_to_table()
        else:
            super().do_accept()
