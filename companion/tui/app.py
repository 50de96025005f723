"""The app: themes, the open game, and the way between its screens."""

from __future__ import annotations

import os
import sys
from asyncio import to_thread
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from textual import events, work
from textual.app import App, SystemCommand
from textual.content import Content
from textual.reactive import var
from textual.screen import Screen
from textual.widget import Widget

from companion.tui import collector
from companion.tui.base_screen import BaseScreen, MainScreen
from companion.tui.commands import BIG, MENU, Command, key_name
from companion.tui.host import Host
from companion.tui.keymap import keymap, keys_with
from companion.tui.keys import KeyQueue
from companion.tui.others import Others
from companion.tui.screens.home import HomeScreen
from companion.tui.screens.opening import OpeningScreen
from companion.tui.settings import Settings, read_settings
from companion.tui.sizes import HEIGHTS, WIDTHS
from companion.tui.themes import DEFAULTS, THEMES, first_theme, next_theme

if TYPE_CHECKING:
    from companion.engine.odds import Odds
    from companion.frontend.app_player import SideByApp
    from companion.frontend.opened import OpenSession
    from companion.seats.process import SharedTable
    from companion.tui.controller import SaveState, SessionController

Clock = Callable[[], datetime]
LOOK_EVERY = 1.0
"""Seconds between looks at what other threads and programs did: a snapshot written, a file changed elsewhere."""

HOME_AFTER = 1.0
"""Seconds after which Home is shown and says what is being opened. Most games are before."""

STILL_WRITING = "Still writing {}, then the app ends. Once more ends it now; every input is in the log beside the file."


class CompanionApp(App[int]):
    """Companion for two people at a table, the `Host` of its screens.

    `config` is the file of the settings; without it they are not kept. `now` tells the time, to whoever
    comes back to a game; without it nobody was away.
    """

    CSS_PATH = "app.tcss"
    TITLE = "Companion"
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    save_state: var[SaveState | None] = var(None)
    """Whether the open game is on the disk, in words; screens watch it."""

    def __init__(
        self,
        saves: Path,
        file: Path | None = None,
        config: Path | None = None,
        *,
        now: Clock | None = None,
        seat: OpenSession | None = None,
        by_app: SideByApp | None = None,
    ) -> None:
        no_color = "NO_COLOR" in os.environ
        super().__init__(ansi_color=True if no_color else None)
        self.saves = saves
        self.now = now
        self.first_file = file
        self.seat = seat
        """The seat that this app is; it has no Home then."""
        self.shared: SharedTable | None = None
        """The process that shares the open game, if it was begun here."""
        self.share_words: tuple[str, ...] = ()
        """More words for it on its command line."""
        self._by_app = by_app
        """The side of the first game that the app plays."""
        self.home = HomeScreen(saves)
        self.controller: SessionController | None = None
        self.no_colour_wanted = no_color
        self._reported_trouble = ""
        self._table: Screen[None] | None = None
        self.others = Others(self, lambda: self.controller, lambda: self._table)
        self.fault: BaseException | None = None
        """The error that ended the app, if one has."""
        # What it would print of an error has the values of all variables: one of them may be what a player has sealed.
        self.error_console.quiet = True
        self._last_writes: list[str] = []
        """The names of files that are being written for the last time."""
        self._leaves_when_closed = False
        self._under_game = 2
        self.config = config
        self.settings, self._settings_faults = read_settings(config) if config is not None else (Settings(), [])
        self.animation_level = "full" if self.settings.smooth_scrolling else "none"
        self.keys = KeyQueue(self, super().on_event)
        for theme in THEMES:
            self.register_theme(theme)
        # Set before the first frame and without watchers, so that the stylesheet is parsed once: see `refresh_css`.
        self.set_reactive(App.theme, self._first_theme())
        # What a watcher would do: the terminal's own colours are left to it, and made into no others.
        self.watch_ansi_theme_dark(self.ansi_theme)
        self.watch_ansi_theme_light(self.ansi_theme)
        self._colours = self.get_css_variables()
        self.stylesheet.set_variables(self._colours)

    def _first_theme(self) -> str:
        # Who wants no colours gets none, whatever was set on another day.
        chosen = "" if self.no_colour_wanted else self.settings.theme
        return chosen or first_theme(self.no_colour_wanted, self.console.color_system)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return DEFAULTS

    async def on_mount(self) -> None:
        self.set_keymap(keymap(self.settings.keys))
        if self.seat is not None:
            await self.open_session(self.seat)
        elif self.first_file is None:
            await self.push_screen(self.home)
        else:
            self._open_first(self.first_file)
        # What was typed meanwhile is meant for what stands now, or is being opened.
        self.run_worker(self.keys.run(), group="keys")
        if self._settings_faults:
            self.say("; ".join(self._settings_faults) + ". The defaults stand instead; the file stays.", bad=True)
        self.set_interval(LOOK_EVERY, self._look_elsewhere)

    def _open_first(self, file: Path) -> None:
        """Opens the game that was named at the start, before anything is painted; Home, if that takes a while."""
        self.home.open_game(file.stem, lambda: file)
        self.set_timer(HOME_AFTER, self._show_home)

    async def _show_home(self) -> None:
        if self.home.opening and not self.home.is_attached:
            await self.push_screen(self.home)

    def refresh_css(self, animate: bool = True) -> None:
        """Parses the stylesheet again if its colours changed; Textual asks for it at every start, if none did."""
        colours = self.get_css_variables()
        if colours != self._colours:
            self._colours = colours
            super().refresh_css(animate)

    # -- keys -----------------------------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, (events.Key, events.Paste)) and not event.is_forwarded:
            self.keys.put(event)
        elif not (isinstance(event, events.MouseDown) and self._is_gone(event.x, event.y)):
            await super().on_event(event)

    def _is_gone(self, x: int, y: int) -> bool:
        """Whether what is painted there has left its screen already: Textual would look for what holds it."""
        widget, _ = self.screen.get_widget_and_offset_at(x, y)
        return widget is not None and widget is not self.screen and widget.parent is None

    def keys_of(self, command: Command) -> tuple[str, ...]:
        return keys_with(command, self.settings.keys)

    def do_menu(self) -> None:
        """Every command of this moment, by name."""
        from companion.tui.screens.menu import Menu

        if not Menu.is_open(cast(App[object], self)):
            _ = self.push_screen(Menu())

    action_command_palette = do_menu  # Textual's own has no way out to tap

    def do_settings(self) -> None:
        """Opens the settings over the screen that is shown; what is changed there holds at once."""
        from companion.tui.forms.form_screen import FormScreen
        from companion.tui.screens.settings import SettingsForm

        _ = self.push_screen(FormScreen(SettingsForm()))

    def question(
        self, question: str, choices: Sequence[tuple[Any, str | Content]], at: Any, **more: Any
    ) -> Screen[Any]:
        from companion.tui.screens.asking import PickOne

        return PickOne(question, choices, at, **more)

    def text_question(self, question: str, start: str, **more: Any) -> Screen[str]:
        from companion.tui.screens.asking import TextPrompt

        return TextPrompt(question, start, **more)

    def show_help(
        self, title: str, keys: Sequence[tuple[Command, str, str]], then: Callable[[Command | None], Awaitable[None]]
    ) -> None:
        from companion.tui.screens.help import HelpScreen

        _ = self.push_screen(HelpScreen(title, keys), then)

    # -- messages to the players ----------------------------------------------------------------------------------

    def say(self, text: str, *, bad: bool = False) -> None:
        for screen in reversed(self.screen_stack):
            if isinstance(screen, BaseScreen) and screen.tell(text, bad=bad):
                return

    def bell(self) -> None:
        """Textual rings for an error that nobody handled, while it handles it: the first one ends the app."""
        fault = sys.exception()
        if fault is not None and self.fault is None:
            self.fault = fault
            # Textual's own end waits for the key that raised it.
            self.exit(return_code=1)
        super().bell()

    def last_words(self) -> str:
        """What players read when an error has ended the app; empty if none has."""
        if not self.return_code:
            return ""
        from companion.tui.last_words import last_words

        return last_words(self.fault, self.controller.opened.file if self.controller else None)

    # -- the open game --------------------------------------------------------------------------------------------

    async def open_session(self, opened: OpenSession, typed: str = "") -> None:
        from companion.tui.controller import SessionController
        from companion.tui.screens.table import TableScreen

        self.controller = SessionController(opened)
        self.controller.keep_draft(typed)
        if self._by_app is not None:
            wanted, self._by_app = self._by_app, None
            self.play_by_app(wanted)
        self.others.listen()
        self._under_game = len(self.screen_stack)
        if self.settings.clocks and not opened.read_only:
            self.controller.clocks.switch()
        self._table = TableScreen(self.controller)
        await self.push_screen(self._table)
        if self.controller.session.run is not None and not opened.read_only:
            # A second screen shows the table: what is decided on the first is on its band.
            await self.show_guide()
        if self.settings.big and isinstance(self.screen, BaseScreen) and self.screen.is_enabled(BIG):
            await self.screen.action_command(BIG.id)
        await self._show_recap(opened.played)
        if opened.notices:
            more = len(opened.notices) - 1
            self.say(opened.notices[0] + (f" (and {more} more: change game shows them)" if more else ""))

    @property
    def is_seat(self) -> bool:
        return self.seat is not None

    def tell_page(self, focused: Widget | None) -> None:
        """A terminal shows by itself where one types; the driver of a seat in a browser takes this place."""

    def do_share(self) -> None:
        """Shares the open game and shows how one joins; where it is shared already, shows that."""
        from companion.tui.sharing import share_table

        self.run_worker(share_table(self), group="share")

    def end_sharing(self) -> None:
        from companion.tui.sharing import end_sharing

        self.run_worker(end_sharing(self), group="share")

    async def put_instead(self, opened: OpenSession, typed: str) -> None:
        """Shows the open game through another opening of it: a seat once it is shared, its file once it is not.

        The dice that are typed and not entered stay so.
        """
        self.play_by_app(None)
        self.controller = None
        self.others.listen()
        self.others.hears = False
        while len(self.screen_stack) > self._under_game:
            _ = self.pop_screen()
        await self.open_session(opened, typed)

    async def _show_recap(self, played: str) -> None:
        """What happened, over the game, for those who come back to it after a while."""
        controller, now = self.controller, self.now() if self.now is not None else None
        if controller is None or now is None:
            return
        from companion.report.recap import came_back
        from companion.tui.screens.recap import RecapScreen

        if came_back(controller.session, played, now):
            await self.push_screen(RecapScreen(controller, played, now))

    async def show_guide(self) -> None:
        from companion.tui.screens.guide import GuideScreen

        if self.controller is not None and not isinstance(self.screen, GuideScreen):
            await self.push_screen(GuideScreen(self.controller))

    def do_past(self, place: int | None = None) -> None:
        from companion.tui.screens.past import PastScreen

        if self.controller is not None:
            _ = self.push_screen(PastScreen(self.controller, place))

    def show_big(self, odds: Odds | None) -> None:
        from companion.tui.screens.big import BigScreen

        if self.controller is not None:
            _ = self.push_screen(BigScreen(self.controller, odds))

    def back_to_table(self) -> None:
        from companion.tui.screens.guide import GuideScreen

        if isinstance(self.screen, GuideScreen):
            if self.controller is not None:
                self.controller.ended = None
            _ = self.pop_screen()

    def close_session(self) -> None:
        if self.controller is not None:
            self._close(self.controller, leave=False)
        while len(self.screen_stack) > self._under_game:
            _ = self.pop_screen()
        if len(self.screen_stack) == 1:
            # The game was named when the app was started, and stood before Home was shown.
            _ = self.push_screen(self.home)

    async def show_campaign(self, file: Path) -> None:
        from companion.tui.screens.campaign import CampaignScreen

        self.close_session()
        if not isinstance(self.screen, CampaignScreen):
            await self.push_screen(CampaignScreen(file, self.saves))

    def leave_app(self) -> None:
        if self.controller is None:
            if not self._last_writes or self._leaves_when_closed:
                self.exit(1 if self._last_writes else 0)
            else:
                self._leaves_when_closed = True
                self.say(STILL_WRITING.format(", ".join(self._last_writes)))
            return
        if self.shared is not None:
            self.shared.leave(self.controller.opened)
        self._close(self.controller, leave=True)

    async def action_quit(self) -> None:
        """Textual's own key for the end, which reaches no screen; one with dice that are typed asks first."""
        (self.screen.do_quit if isinstance(self.screen, MainScreen) else self.leave_app)()

    def _close(self, controller: SessionController, leave: bool) -> None:
        self.play_by_app(None)
        self.controller = None
        self._last_writes.append(controller.opened.file.name)
        self._close_file(controller.opened, leave)

    @work(group="close")
    async def _close_file(self, opened: OpenSession, leave: bool) -> None:
        saved = await to_thread(opened.close)
        self._was_closed(opened.file.name, saved, opened.trouble, leave)

    def _was_closed(self, name: str, saved: bool, trouble: str, leave: bool) -> None:
        if name in self._last_writes:
            self._last_writes.remove(name)
        if not saved:
            self.say(
                f"{name} could not be written: {trouble or 'no reason was given'}. "
                "Every input is kept in the log file beside it.",
                bad=True,
            )
        if leave or (self._leaves_when_closed and not self._last_writes):
            self.exit(0 if saved else 1)
        # The app may have ended while the file was being written: then it shows no screen any more.
        elif self.screen_stack and isinstance(self.screen, OpeningScreen):
            self.screen.look()

    def look(self) -> None:
        if self.controller is not None:
            self.save_state = self.controller.save_state()
            self.controller.clocks.turn(self.controller.deciding())
            opened = self.controller.opened
            if opened.saved and opened.trouble not in ("", self._reported_trouble):
                # Saved, and yet something to know: play goes on in another file, a folder that could not be synced.
                self.say(opened.trouble, bad=True)
            self._reported_trouble = opened.trouble
            for fault in self.controller.hooks.news():
                self.say(fault, bad=True)

    def _look_elsewhere(self) -> None:
        """Has a snapshot been written meanwhile, has the file of a read-only game changed?"""
        if not self.keys.waited_for:
            collector.resume()
        self.look()
        if self.shared is not None:
            self.shared.look()
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen):
                screen.second_passed()
        self.others.look()

    def play_by_app(self, wanted: SideByApp | None) -> None:
        self.others.play_by_app(wanted)

    # -- themes and the palette -----------------------------------------------------------------------------------

    def do_theme(self) -> None:
        self.change_settings(replace(self.settings, theme=next_theme(self.theme)))
        self.say(f"Colours: {self.settings.theme}")

    def change_settings(self, settings: Settings) -> None:
        old, self.settings = self.settings, settings
        if settings.keys != old.keys:
            self.set_keymap(keymap(settings.keys))
        self.animation_level = "full" if settings.smooth_scrolling else "none"
        if settings.theme != old.theme:
            self.theme = settings.theme or self._first_theme()
        if self.config is not None:
            self._keep_settings(settings, self.config)

    @work(group="settings", exclusive=True)
    async def _keep_settings(self, settings: Settings, config: Path) -> None:
        from companion.tui.settings import write_settings

        broken, self._settings_faults = bool(self._settings_faults), []
        try:
            old = await to_thread(write_settings, settings, config, keep_old=broken)
        except OSError as fault:
            self.say(f"The settings hold until you leave: {fault}", bad=True)
            return
        if old is not None:
            self.say(f"What {config.name} was before is kept as {old.name}")

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        if isinstance(screen, BaseScreen):
            for command in screen.enabled():
                if command is not MENU:
                    act = partial(screen.call_later, screen.action_command, command.id)
                    name = f"{screen.short(command) or command.name}   {key_name(screen.foot.live_key(command))}"
                    yield SystemCommand(name, screen.foot.help_of(command), act)


_HOST: type[Host] = CompanionApp
"""The type checker compares the app with what screens ask of it."""
