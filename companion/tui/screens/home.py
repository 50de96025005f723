"""Home: the games one has, the ready ones, and what to press."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from textual import on, work
from textual.content import Content
from textual.widget import Widget
from textual.worker import get_current_worker

from companion.tui.base_screen import MainScreen
from companion.tui.commands import ACCEPT, DELETE, DUPLICATE, HELP, MENU, NEW, QUIT, RENAME, THEME, Command, handles
from companion.tui.text import clean, plain
from companion.tui.widgets.lines import GUTTER, LineList, Row
from companion.tui.widgets.plain import PlainStatic

if TYPE_CHECKING:
    from companion.frontend.opened import OpenSession
    from companion.store import Summary


class Place(NamedTuple):
    """A file of the list; `ready` ones are copied before they are played."""

    file: Path
    ready: bool


class HomeScreen(MainScreen):
    """The list of games."""

    heading = "Home"

    def __init__(self, saves: Path, file: Path | None) -> None:
        super().__init__()
        self.saves = saves
        self.first_file = file
        self.busy = ""
        self.away = False
        self.mark_next: Place | None = None
        self.names: dict[Place, str] = {}
        self.lines = LineList(id="games", classes="panel")
        self.state = PlainStatic("Reading your games…", id="state")

    def body(self) -> Iterable[Widget]:
        """A head, the list, one line of state."""
        motto = "  miniatures at the table, real dice, every melee led step by step"
        yield PlainStatic(Content.assemble((" COMPANION", "bold $accent"), (motto, "$quiet")), id="head")
        yield self.lines
        yield self.state

    def on_mount(self) -> None:
        """Looks at the folder; opens the file that was asked for."""
        self.lines.focus()
        if self.first_file is not None:
            # The list is read when one comes back to it: a game that was asked for by name comes first.
            self.call_after_refresh(self.open, Place(self.first_file, False))
        else:
            # The shell is painted first: what reads files takes longer to import than all that is on the screen.
            self.call_after_refresh(self.look)
        self.show_keys()

    # -- the list -------------------------------------------------------------------------------------------------

    @work(thread=True, exclusive=True, group="look")
    def look(self) -> None:
        """Reads the folder again, in the background."""
        from companion import store

        found = store.summaries(self.saves)
        ready = sorted(store.summaries(store.ready_dir()), key=lambda s: (bool(s.standing), s.title, s.name))
        # A later look has begun meanwhile: what this one read is out of date.
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._found, found, ready)

    def _found(self, found: list[Summary], ready: list[Summary]) -> None:
        self.names = {Place(s.file, s in ready): s.name for s in [*found, *ready]}
        self.lines.built_by(lambda width: _rows(found, ready, width - GUTTER))
        if self.mark_next is not None:
            self.lines.mark(self.mark_next)
        self.mark_next = None
        if not self.busy:
            self.host.keys.go_on()
            self.state.show(plain(self._hint(bool(found)), "$quiet"))
        self.show_keys()

    def _hint(self, any_found: bool) -> str:
        first = "First time here? Choose a ready game with ↑ ↓ and press enter."
        return "" if any_found else first

    # -- opening --------------------------------------------------------------------------------------------------

    @on(LineList.Chosen)
    def _chosen(self, message: LineList.Chosen) -> None:
        self.open(message.value)

    def open(self, place: Place) -> None:
        """Opens a game in the background; the line at the foot says so, and keys wait for it."""
        if self.busy:
            return
        self.host.keys.hold()
        self.busy = f"Opening {place.file.stem} …"
        self.state.show(plain(self.busy, "bold $accent"))
        self.show_keys()
        self._open(place)

    @work(thread=True, exclusive=True, group="open")
    def _open(self, place: Place) -> None:
        from companion import store

        try:
            file = store.copy_session(place.file, self.saves) if place.ready else place.file
            opened = store.open_session(file)
        except (store.CannotOpen, OSError) as fault:
            faults = [str(f) for f in fault.diagnostics] if isinstance(fault, store.CannotOpen) else [str(fault)]
            self.app.call_from_thread(self._not_opened, place.file, faults)
            return
        self.app.call_from_thread(self.call_later, self._opened, opened)

    async def _opened(self, opened: OpenSession) -> None:
        self.busy = ""
        self.away = False
        self.mark_next = Place(opened.file, False)
        self.state.show("")
        await self.host.open_session(opened)
        self.host.keys.go_on()

    def _not_opened(self, file: Path, faults: list[str]) -> None:
        from companion.tui.screens.asking import PickOne

        self.busy = ""
        self.look()
        self.host.keys.go_on()
        self.state.show(plain(f"✗ {file.name} cannot be opened", "bold $error"))
        text = Content("\n").join(plain(f) for f in faults[:12])
        self.open_over(PickOne(f"{file.name} cannot be opened; it was left as it is", [(None, "Back")], text=text))
        self.show_keys()

    def on_screen_suspend(self) -> None:
        """The list may be out of date when one comes back to it."""
        self.away = True

    def on_screen_resume(self) -> None:
        """What was played shows in the list."""
        if self.away:
            self.away = False
            self.look()
            self.lines.focus()

    # -- commands -------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """Commands on a game need one under the mark; ready ones are not changed."""
        place = self.lines.value
        if command in (RENAME, DELETE):
            return isinstance(place, Place) and not place.ready and not self.busy
        if command in (DUPLICATE, ACCEPT):
            return isinstance(place, Place) and not self.busy
        return not self.busy or command in (HELP, MENU, THEME, QUIT)

    def short(self, command: Command) -> str:
        """Enter opens, or makes a game of one's own."""
        if command is ACCEPT:
            place = self.lines.value
            return "play" if isinstance(place, Place) and place.ready else "open"
        return super().short(command)

    @on(LineList.Moved)
    def _moved(self) -> None:
        self.show_keys()

    @handles(ACCEPT)
    def accept(self) -> None:
        """Opens the marked game."""
        self.open(self.lines.value)

    @handles(NEW)
    def new_game(self) -> None:
        """Sets up a new game."""
        from companion.tui.screens.new_game import NewGameScreen

        self.open_over(NewGameScreen(self.saves), self._made)

    def _made(self, file: Path | None) -> None:
        if file is not None:
            self.open(Place(file, False))

    @handles(DUPLICATE)
    def duplicate(self) -> None:
        """Makes a copy."""
        from companion.store import copy_session

        place = self.lines.value
        self._change(lambda: copy_session(place.file, self.saves))

    @handles(RENAME)
    def rename(self) -> None:
        """Asks for another name."""
        from companion.store import rename_session
        from companion.tui.screens.asking import TextPrompt

        place = self.lines.value
        self.open_over(
            TextPrompt("Another name for this game", self.names.get(place, "")),
            lambda name: self._change(lambda: rename_session(place.file, name)) if name else None,
        )

    @handles(DELETE)
    def delete(self) -> None:
        """Asks, then moves the game to the bin folder."""
        from companion.store import bin_session
        from companion.tui.screens.asking import PickOne

        place = self.lines.value
        name = self.names.get(place, place.file.stem)
        self.open_over(
            PickOne(
                f"Move “{clean(name)}” to the bin folder? Its file can be moved back from there.",
                [(None, "No, keep it"), ("bin", "Yes, to the bin")],
            ),
            lambda yes: self._change(lambda: bin_session(place.file)) if yes else None,
        )

    def _change(self, change: Callable[[], object]) -> None:
        """Changes files in the background. Keys wait until the list shows what they are now."""
        self.host.keys.hold()
        self._carry_out(change)

    @work(thread=True, group="change")
    def _carry_out(self, change: Callable[[], object]) -> None:
        from companion import store

        try:
            change()
        except (OSError, ValueError, store.CannotOpen) as fault:
            self.app.call_from_thread(self.host.say, str(fault), bad=True)
        self.app.call_from_thread(self.look)


def _rows(found: list[Summary], ready: list[Summary], width: int) -> list[Row]:
    rows = [Row(None, plain("YOUR GAMES"), heading=True)] if found else []
    rows += [_row(s, False, width) for s in found]
    if found:
        rows.append(Row(None, Content(""), heading=True))
    rows.append(Row(None, plain("READY TO PLAY — enter makes a game of your own from it"), heading=True))
    return rows + [_row(s, True, width) for s in ready]


def _row(summary: Summary, ready: bool, width: int) -> Row:
    place = Place(summary.file, ready)
    name = plain(summary.name or summary.file.stem, "bold")
    if summary.fault:
        return Row(place, Content.assemble(name, "\n", plain(f"✗ {summary.fault}", "$error")))
    sides = "  ".join(f"{name} {left}" for name, left in summary.sides)
    where = f"over: {summary.over}" if summary.over else f"round {summary.round} · {summary.phase}"
    second = [plain(f"  {sides}")]
    if summary.standing:
        second.append(plain(f"   ▶ {summary.standing} — carry on", "bold $accent"))
    elif not ready:
        second.append(plain(f"   {_when(summary.played)}", "$quiet"))
    campaign = f" · {summary.campaign}" if summary.campaign else ""
    first = Content.assemble(name, plain(f"  {summary.title} · {where}{campaign}", "$quiet"))
    lines = [line.truncate(width, ellipsis=True) for line in (first, Content("").join(second))]
    return Row(place, Content("\n").join(lines))


def _when(played: str) -> str:
    try:
        return f"last played {datetime.fromisoformat(played).astimezone():%d %b %Y, %H:%M}"
    except ValueError:
        return ""
