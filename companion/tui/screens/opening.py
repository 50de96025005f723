"""A screen that opens games: in the background, with the keys waiting until the table stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual.content import Content

from companion.tui.background import in_background
from companion.tui.base_screen import MainScreen
from companion.tui.text import plain
from companion.tui.widgets.plain import PlainStatic

if TYPE_CHECKING:
    from companion.frontend.opened import OpenSession


class OpeningScreen(MainScreen):
    """A list of games with one line of state at the foot, which says what is being opened or done.

    One thing at a time is done with files: games are opened and files changed while keys wait.
    """

    def __init__(self) -> None:
        super().__init__()
        self.opening = ""
        """What is being opened, in words."""
        self.state = PlainStatic(id="state")

    def look(self) -> None:
        """Reads the files again, in the background. What an earlier look reads is out of date."""
        _ = self.run_worker(self.read_files, group="look", exclusive=True)

    async def read_files(self) -> None:
        """Reads the files in a thread, and shows them."""
        raise NotImplementedError

    def look_again(self, mark: Path | None) -> None:
        """Other files may be there now; the mark goes to this one."""
        self.look()

    async def came_back(self) -> None:
        self.look()

    def open_game(self, name: str, file: Callable[[], Path]) -> None:
        """Opens a game in the background; `file` makes it first, if it is not there yet. Keys wait for it."""
        if self.opening:
            return
        self.opening = f"Opening {name} …"
        self.state.show(plain(self.opening, "bold $accent"))
        self.show_keys()
        in_background(self, "open", lambda: opened_game(file()), self.opened, partial(self.not_opened, name))

    async def opened(self, opened: OpenSession) -> None:
        """This game was opened; what was said before is over."""
        self.away = False
        self.opening = ""
        self.state.show("")
        self.tell("", bad=False)
        await self.host.open_session(opened)

    async def not_opened(self, name: str, faults: list[str]) -> None:
        """Says why a file cannot be opened; it is left as it is."""
        self.opening = ""
        self.look()
        self.state.show(plain(f"✗ {name} cannot be opened", "bold $error"))
        text = Content("\n").join(plain(f) for f in faults[:12])
        self.ask(f"{name} cannot be opened; it was left as it is", [(None, "Back")], text=text)
        self.show_keys()

    def ask_name(self, what: str, file: Path, called: str) -> None:
        """Asks for another name for this file of a game or campaign, and gives it."""
        from companion.store.manage import rename_file

        question, rename = f"Another name for this {what}", partial(rename_file, file)
        self.ask_text(question, lambda name: self.change_files(partial(rename, name)), called)

    def change_files(self, change: Callable[[], Path | None], said: Sequence[str] = ()) -> None:
        """Changes files in the background. Keys wait until the list shows what they are now; then `said` is said."""

        def wrong(faults: list[str]) -> None:
            self._changed([" ".join(faults)], None, bad=True)

        in_background(self, "change", change, partial(self._changed, said), wrong, exclusive=False)

    def _changed(self, said: Sequence[str], made: Path | None, *, bad: bool = False) -> None:
        self.look_again(made)
        for words in said:
            # On the screen that the change may have opened.
            self.host.say(words, bad=bad)


def opened_game(file: Path) -> OpenSession:
    """The open game in this file. Raises what opening does."""
    from companion.store.opening import open_session

    opened = open_session(file)
    return _at_its_table(opened) if opened.read_only else opened


def _at_its_table(opened: OpenSession) -> OpenSession:
    """Where a process shares this game, the table's own seat there."""
    from companion.engine.errors import InvalidInput
    from companion.seats.lines import address_of

    if address_of(opened.file).is_file():
        from companion.seats.lines import TABLE
        from companion.seats.seat import Seat

        with suppress(InvalidInput):
            seat = Seat(address_of(opened.file), TABLE)
            _ = opened.close()
            return seat
    return opened
