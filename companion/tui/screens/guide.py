"""The guide: leads through the open procedure, one request at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import ClassVar

from textual import events, on
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
    KIT,
    LEAVE,
    PEEK,
    QUIT,
    REDO,
    ROLL,
    TABLE,
    TAKE_OVER,
    UNDO,
    WHY,
    Command,
    handles,
)
from companion.tui.controller import Attempt, SessionController
from companion.tui.look.key_row import Key
from companion.tui.request_odds import RequestOdds
from companion.tui.screens.guide_keys import GuideKeys
from companion.tui.screens.guide_mode import Mode, does_something, mode_of, offers_odds, sealed_elsewhere
from companion.tui.screens.middle import Middle
from companion.tui.screens.play_screen import PlayScreen
from companion.tui.screens.rulings import ask_meaning
from companion.tui.screens.surroundings import Surroundings
from companion.tui.sizes import by_touch
from companion.tui.widgets.body import Body
from companion.tui.widgets.confirming import DoBody
from companion.tui.widgets.dice import TYPED_ALREADY
from companion.tui.widgets.request_panel import UNSEEN, RequestPanel
from companion.tui.widgets.submit_button import SubmitButton

_THUMBS = (TABLE, WHY, UNDO, HELP)
"""What a thumb does beside answering; all else is behind the last."""


class GuideScreen(PlayScreen):
    """One procedure from its first request to its summary."""

    heading = "Guide"
    parts: ClassVar = {"keys": GuideKeys}

    def __init__(self, controller: SessionController) -> None:
        super().__init__(controller)
        self.ruling: str | None = None
        """The reason of a ruling that the next answer is."""
        self.odds = RequestOdds(self, controller, self._odds_arrived)
        self.keys = GuideKeys(self, self.odds, self._rule, self._stands_as_drawn)
        self.now = Middle(controller)
        self.around = Surroundings()
        self.here = ""
        """The key of the secret that is answered on this screen, though others have their own."""
        self._drawn: object = None
        self._drawing = asyncio.Lock()

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

    @property
    def panel(self) -> RequestPanel | None:
        """The open request, where one is asked here."""
        return self.now.panel

    # -- drawing --------------------------------------------------------------------------------------------------

    def mode(self) -> Mode:
        """What belongs in the middle now; secrets that are sealed on other screens are asked here if it is wanted."""
        mode, secret = mode_of(self.controller), self.controller.session.secret
        if mode == "ask" and secret is not None and secret.key != self.here and sealed_elsewhere(self.controller):
            return "watch"
        return mode

    async def show_play(self) -> None:
        """Draws everything for the moment; the middle is made again only if something else is asked.

        One drawing at a time: a panel that closes and a key may ask for it at once.
        """
        async with self._drawing:
            mode = self.mode()
            if mode == "rest":
                self.host.back_to_table()
                return
            drawn = self._drawing_of(mode)
            # First of all, so that nothing shows the chances of the request before.
            self._want_odds(mode)
            if drawn != self._drawn:
                self._drawn = drawn
                await self._show_middle(mode)
            self.host.look()
            self._show_around()
            self._aim()
            self.show_keys()

    async def _rule(self, why: str) -> None:
        self.ruling = why
        await self.show_play()

    async def _stands_as_drawn(self) -> None:
        """Draws what is around the request: the moment is another, and the question stands as it was drawn."""
        self._drawn = self._drawing_of(self.mode())
        await self.show_play()

    def _drawing_of(self, mode: Mode) -> object:
        """What the middle is drawn for: if it is another, it is made again."""
        session = self.controller.session
        # While the very same is asked, what is half typed stays, whatever others seal meanwhile.
        stands = len(session.entries) if mode == "ask" else (self.controller.moment(), *session.sealed)
        return mode, stands, self.ruling, session.request, by_touch(self.size)

    def _want_odds(self, mode: Mode) -> None:
        """Has the odds of the open request worked out; they are drawn when they are there."""
        if mode == "ask" and offers_odds(self.controller) and self.odds.open:
            self.odds.want((self.controller.moment(), id(self.controller.session.request)))
        else:
            self.odds.drop()

    async def _odds_arrived(self) -> None:
        """Draws the chances with the choices."""
        if self.panel is not None and self.odds.found is not None:
            self.panel.show_odds(self.odds.found)
            self._show_around()
        self.host.look()
        if self.odds.awaited and self.is_current:
            self.odds.awaited = False
            await self.keys.show_odds()

    async def _show_middle(self, mode: Mode) -> None:
        self.set_focus(None)
        before, session = self.panel, self.controller.session
        with self.app.batch_update():
            await self.now.show(mode, self.ruling, self.odds.found, best=self.host.settings.best)
            if session.seat and before is not None and self.panel is not None and before.asks_as(self.panel):
                self.panel.answer_body.goes_on_from(before.answer_body)
        if self.now.notice is not None:
            self.around.band.show(*self.now.notice.band)
        self._show_band()
        if self.panel is not None:
            self.host.keys.once_drawn(self.panel.drawn)

    def _aim(self) -> None:
        target = self.now.target()
        if target is not None and self.focused is not target:
            self.set_focus(target)

    def show_head(self) -> None:
        """The title of the procedure and what is on the disk."""
        self.around.show_head(self.controller, self.size.width)

    def _show_around(self) -> None:
        """Everything but the middle, as much of it as fits."""
        wanted, whole = self.now.rows(self.around.centre(self.controller, self.size))
        self.around.show(self.controller, self.mode(), self.size, wanted, whole)

    def on_screen_suspend(self) -> None:
        """Another screen may look at the table as it was."""
        self.odds.pause()

    async def on_resize(self) -> None:
        """More or less fits; a screen that is turned in the hand has other rows to tap, and what is typed stays."""
        if self._drawn is not None:
            if self._drawn != self._drawing_of(self.mode()):
                await self.show_play()
            self._show_band()
            if self.panel is not None:
                self.panel.make_room()
            self._show_around()

    @on(Body.Stands)
    def _show_band(self) -> None:
        """What is asked, and how far the answer is."""
        if self.panel is not None:
            progress = self.panel.answer_body.progress
            self.around.show_band(self.controller, self.size, ruling=self.ruling is not None, progress=progress)

    # -- answering ------------------------------------------------------------------------------------------------

    @on(Body.Answered)
    async def _answered(self, message: Body.Answered) -> None:
        message.stop()
        if self.panel is not None and not self.panel.may_answer(self.host.keys.pressed or message.time):
            self.tell(UNSEEN, bad=True)
            return
        self.tell("", bad=False)
        request, ruled = self.controller.session.request, self.ruling is not None
        attempt = self.controller.answer(message.value, self.ruling)
        if attempt.ok:
            await self.went_on(attempt)
            if ruled and request is not None:
                ask_meaning(self.controller.book, request.key, self.ask, self._kept)
        elif self.panel is not None:
            self._want_odds(self.mode())
            self.panel.answer_body.complain(attempt.fault)
            self.show_keys()

    @on(Body.ClosedWanted)
    @handles(CLOSED)
    def show_closed(self) -> None:
        """The options that are closed, each with its reason."""
        from companion.tui.screens.reading import closed_panel

        if self.panel is not None:
            self.open_over(closed_panel("Closed", self.panel.answer_body.closed_away))

    @on(Input.Changed)
    def _typed(self) -> None:
        """Letters belong to a field as soon as something stands in it; what is typed outlasts a look elsewhere."""
        if self.panel is not None:
            self.controller.keep_draft(self.panel.answer_body.draft())
        self.show_keys()

    async def on_screen_resume(self) -> None:
        """Dice that were typed in big letters meanwhile stand here too."""
        # Textual calls the handler of the class above by itself, after this one.
        body = self.panel.answer_body if self.panel is not None else None
        if body is not None and body.draft() != self.controller.draft():
            body.take_draft(self.controller.draft())

    def _kept(self, words: str) -> None:
        if words:
            self.host.say(words)

    async def went_on(self, attempt: Attempt) -> None:
        """What was asked is answered, or undone."""
        if attempt.ok:
            self.ruling = None
        else:
            self.host.say(attempt.fault, bad=True)
        await self.show_play()

    def on_click(self, event: events.Click) -> None:
        """A tap on the middle is done at the end."""
        if self.mode() == "end" and self.now.region.contains(event.screen_x, event.screen_y):
            self.host.back_to_table()

    # -- commands -------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """What the keys do depends on what is in the middle."""
        if command is CLOSED:
            return self.panel is not None and bool(self.panel.answer_body.closed_away)
        if command in (UNDO, REDO, TAKE_OVER):
            return super().is_enabled(command)
        if command is HERE:
            return self.mode() == "watch" and not self.controller.read_only and sealed_elsewhere(self.controller)
        return does_something(command, self.controller, self.mode())

    def known_odds(self) -> Odds | None:
        """Those worked out for this request."""
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
        if command is ACCEPT:
            if self.mode() == "end" or self.controller.session.secret is not None:
                return "table" if self.mode() == "end" else "seal"
            return self.panel.answer_body.accepts if self.panel is not None else "take"
        if command is PEEK and self.panel is not None:
            return "show" if self.panel.answer_body.masked else "hide"
        request = self.controller.session.request
        if command is ROLL and request is not None and request.act == "draw":
            return "app draws"
        return super().short(command)

    @on(SubmitButton.Pressed)
    @handles(ACCEPT)
    def accept(self) -> None:
        """Enter: gives the answer, or goes back to the table."""
        if self.mode() == "end":
            self.host.back_to_table()
        elif self.panel is not None:
            self.panel.answer_body.submit()

    @handles(HERE)
    async def answer_here(self) -> None:
        """The secrets are asked on this screen, one after the other."""
        secret = self.controller.session.secret
        self.here = secret.key if secret is not None else ""
        await self.show_play()

    @handles(ROLL)
    async def roll(self) -> None:
        """Lets the app roll, unless dice are typed already."""
        body = self.panel.answer_body if self.panel is not None else None
        if body is not None and not body.untouched():
            body.complain(TYPED_ALREADY)
            return
        await self.went_on(self.controller.answer("roll"))

    @handles(PEEK)
    def peek(self) -> None:
        """Shows or hides the secret entry."""
        if self.panel is not None:
            self.panel.answer_body.peek()
            self.show_keys()

    @on(DoBody.KitWanted)
    @handles(KIT)
    def show_kit(self) -> None:
        """Victory points, if they may be counted now."""
        self.play.kit()
