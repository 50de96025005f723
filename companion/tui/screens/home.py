"""Home: campaigns and games, the ready ones, and what to press."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.content import Content
from textual.widget import Widget

from companion.tui.commands import (
    ACCEPT,
    BIN,
    DELETE,
    DUPLICATE,
    HELP,
    MENU,
    NEW,
    QUIT,
    RENAME,
    REPORT,
    SETTINGS,
    THEME,
    Command,
)
from companion.tui.screens.home_files import HomeFiles
from companion.tui.screens.home_rows import Place, ReadyGames, head_rows, invited, state_words
from companion.tui.screens.opening import OpeningScreen
from companion.tui.widgets.lines import GUTTER, LineList
from companion.tui.widgets.plain import PlainStatic

if TYPE_CHECKING:
    from companion.frontend.opened import OpenSession
    from companion.store.listing import Overview


class HomeScreen(OpeningScreen):
    """The list of campaigns and games."""

    heading = "Home"
    parts: ClassVar = {"files": HomeFiles}
    words: ClassVar = {DUPLICATE: "copy", DELETE: "bin", NEW: "new", BIN: "open the bin"}

    def __init__(self, saves: Path) -> None:
        super().__init__()
        self.saves = saves
        self.mark_next: Place | None = None
        self.found: Overview | None = None
        self.wanted = ""
        self.head = PlainStatic(Content.styled(" Companion", "bold"), id="head")
        self.lines = LineList(id="games", classes="outdented", one_click=True, numbered=True)
        self.files = HomeFiles(self, saves, self.lines, lambda: self.found)
        self.state.show("Reading your games…")

    def body(self) -> Iterable[Widget]:
        yield self.head
        yield self.lines
        yield self.state

    def on_mount(self) -> None:
        """Looks at the folder; while a game that was asked for by name is being opened, that comes first."""
        self.lines.focus()
        if not self.opening:
            self.look()
        self.show_keys()

    async def came_back(self) -> None:
        self.look()
        self.lines.focus()

    # -- the list -------------------------------------------------------------------------------------------------

    async def read_files(self) -> None:
        if self.found is None:
            # The shell is painted first: what reads files takes longer to import than all that is on the screen.
            painted = asyncio.Event()
            self.call_after_refresh(painted.set)
            await painted.wait()
        self._found(await asyncio.to_thread(self._overview))

    def _overview(self) -> Overview:
        from companion.store.folders import ready_dir
        from companion.store.listing import overview

        return overview(self.saves, ready_dir())

    def look_again(self, mark: Path | None) -> None:
        if mark is not None:
            self.mark_next = Place(mark, "campaign" if mark.name == "campaign.toml" else "session")
            self.wanted = ""
        self.look()
        if self.files.show_made and mark is not None:
            self._show_campaign(mark)
        self.files.show_made = False

    def _found(self, found: Overview) -> None:
        first = self.found is None
        self.found = found
        now = datetime.now().astimezone()
        self.lines.built_by(lambda width: invited(found, width - GUTTER - 1, now, self.wanted), self.mark_next)
        if first and self.mark_next is None:
            # The game to go on with is the first row, if there is one.
            self.lines.action_edge(-1)
        self.mark_next = None
        self._show_state()
        self._show_head()
        self.show_keys()

    def _show_head(self) -> None:
        if self.found is not None:
            self.head.show(head_rows(self.found, self.size))

    def _show_state(self) -> None:
        if self.found is not None and not self.opening:
            self.state.show(state_words(self.found, self.lines.value, self.wanted, self.size.width))

    def on_resize(self) -> None:
        self._show_head()

    # -- opening --------------------------------------------------------------------------------------------------

    @on(LineList.Chosen)
    def _chosen(self, message: LineList.Chosen) -> None:
        self.files.with_place(self.open, message.value)

    def open(self, place: Place) -> None:
        """Opens a game or a campaign; a copy of a ready one."""
        if self.opening:
            return
        if place.kind == "session":
            self.open_game(place.file.stem, partial(self._made, place))
        elif place.ready:
            self.files.copy_campaign(place)
        else:
            self._show_campaign(place.file)

    def _made(self, place: Place) -> Path:
        from companion.store.manage import copy_session

        return copy_session(place.file, self.saves) if place.ready else place.file

    def _show_campaign(self, file: Path) -> None:
        from companion.tui.screens.campaign import CampaignScreen

        self.mark_next = Place(file, "campaign")
        self.open_over(CampaignScreen(file, self.saves))

    async def opened(self, opened: OpenSession) -> None:
        self.mark_next = Place(opened.file)
        await super().opened(opened)

    async def not_opened(self, name: str, faults: list[str]) -> None:
        """The game that was named at the start may be it, and Home may not be shown yet."""
        if not self.is_attached:
            await self.app.push_screen(self)
        await super().not_opened(name, faults)

    # -- commands -------------------------------------------------------------------------------------------------

    def place(self) -> Place | None:
        """What is marked."""
        value = self.lines.value
        return value if isinstance(value, Place) else None

    def is_enabled(self, command: Command) -> bool:
        """Commands on a game need one under the mark; ready ones are not changed."""
        place, value = self.place(), self.lines.value
        if command in (RENAME, DELETE):
            return place is not None and not place.ready and not self.opening
        if command in (DUPLICATE, ACCEPT, REPORT):
            return (place is not None or isinstance(value, ReadyGames)) and not self.opening
        if command is BIN:
            return self.found is not None and self.found.binned > 0 and not self.opening
        return not self.opening or command in (HELP, MENU, THEME, SETTINGS, QUIT)

    def short(self, command: Command) -> str:
        """Enter opens, or makes a game of one's own."""
        if command is ACCEPT:
            place = self.place()
            return "open" if place is not None and not place.ready else "play"
        return super().short(command)

    @on(LineList.Moved)
    def _moved(self) -> None:
        self._show_state()
        self.show_keys()

    def do_accept(self) -> None:
        self.files.with_place(self.open, self.lines.value)

    def do_new(self) -> None:
        from companion.tui.forms.form_screen import FormScreen
        from companion.tui.screens.new_game import NewGameForm

        form = FormScreen(NewGameForm(self.saves))
        self.open_over(form, lambda file: self.open(Place(file)))

    def do_new_campaign(self) -> None:
        from companion.tui.forms.form_screen import FormScreen
        from companion.tui.screens.new_campaign import NewCampaignForm

        form = FormScreen(NewCampaignForm(self.saves))
        self.open_over(form, self._show_campaign)

    def do_find(self) -> None:
        self.ask_text("Find a game by a part of its name", self._find, self.wanted, check=lambda _: "")

    def _find(self, text: str) -> None:
        self.wanted = text
        self.lines.rebuild()
        self._show_state()
