"""A screen that opens games: in the background, with the keys waiting until the table stands."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from textual.content import Content

from companion.tui.base_screen import MainScreen
from companion.tui.text import plain
from companion.tui.widgets.plain import PlainStatic

if TYPE_CHECKING:
    from companion.frontend.opened import OpenSession


class AtWork:
    """What is done with files, one thing at a time: games are opened and files changed while keys wait."""

    def __init__(self, screen: OpeningScreen) -> None:
        self.screen = screen
        self.opening = ""
        """What is being opened, in words."""
        self._changes = 0

    @property
    def still(self) -> bool:
        """Whether nothing is being opened or changed."""
        return not self.opening and not self._changes

    def open_game(self, name: str, file: Callable[[], Path]) -> None:
        """Opens a game in the background; `file` makes it first, if it is not there yet. Keys wait for it."""
        if self.opening:
            return
        self.screen.host.keys.hold()
        self.waits_for(name)
        self.screen.show_keys()
        self.screen.run_worker(lambda: self._open(name, file), thread=True, exclusive=True, group="open")

    def _open(self, name: str, file: Callable[[], Path]) -> None:
        made, screen = opened_or_faults(file), self.screen
        if isinstance(made, list):
            screen.in_app(screen.not_opened, name, made)
        else:
            screen.in_app(screen.call_later, self._opened, made)

    async def _opened(self, opened: OpenSession) -> None:
        self.screen.away = False
        self.screen.opened(opened.file)
        await self.screen.host.open_session(opened)
        self.screen.host.keys.go_on()

    def waits_for(self, name: str) -> None:
        """A game is being opened: that is said, and nothing else is opened meanwhile."""
        self.opening = f"Opening {name} …"
        self.screen.state.show(plain(self.opening, "bold $accent"))

    def failed(self) -> None:
        """It could not be opened; keys go on."""
        self.opening = ""
        self.screen.look()
        self.screen.host.keys.go_on()

    def change(self, change: Callable[[], Path | None], said: str = "") -> None:
        """Changes files in the background. Keys wait until the list shows what they are now; then `said` is said."""
        self.screen.host.keys.hold()
        self._changes += 1
        self.screen.run_worker(lambda: self._carry_out(change, said), thread=True, group="change")

    def _carry_out(self, change: Callable[[], Path | None], said: str) -> None:
        from companion import store
        from companion.engine.errors import InvalidInput, NotSaved

        try:
            made = change()
        except (OSError, ValueError, InvalidInput, NotSaved, store.CannotOpen) as fault:
            self.screen.in_app(self._changed, None, " ".join(faults_of(fault)), True)
        else:
            self.screen.in_app(self._changed, made, said)

    def _changed(self, made: Path | None, said: str, bad: bool = False) -> None:
        self._changes -= 1
        self.screen.look_again(made)
        if said:
            # On the screen that the change may have opened.
            self.screen.host.say(said, bad=bad)


class OpeningScreen(MainScreen):
    """A list of games with one line of state at the foot, which says what is being opened or done."""

    def __init__(self) -> None:
        super().__init__()
        self.at_work = AtWork(self)
        self.away = False
        self.looks = 0
        self.state = PlainStatic(id="state")

    def look(self) -> None:
        """Reads the files again, in the background. What an earlier look reads is out of date."""
        self.looks += 1
        look = self.looks
        self.run_worker(lambda: self.read_files(look), thread=True, group="look")

    def read_files(self, look: int) -> None:
        """In a thread: reads the files and has them shown, if this is still the last look."""
        raise NotImplementedError

    def looked(self) -> None:
        """What the files say is shown. Keys go on, unless something is being opened or changed."""
        if self.at_work.still:
            self.host.keys.go_on()

    def look_again(self, mark: Path | None) -> None:
        """Other files may be there now; the mark goes to this one."""
        self.look()

    def on_screen_suspend(self) -> None:
        """What is shown may be out of date when one comes back to it."""
        self.away = True

    def on_screen_resume(self) -> None:
        """What was played shows."""
        if self.away:
            self.away = False
            self.look()

    def opened(self, file: Path) -> None:
        """This game was opened."""
        self.at_work.opening = ""
        self.state.show("")

    def not_opened(self, name: str, faults: list[str]) -> None:
        """Says why a file cannot be opened; it is left as it is."""
        self.at_work.failed()
        self.state.show(plain(f"✗ {name} cannot be opened", "bold $error"))
        text = Content("\n").join(plain(f) for f in faults[:12])
        self.ask(f"{name} cannot be opened; it was left as it is", [(None, "Back")], text=text)
        self.show_keys()


def opened_or_faults(file: Callable[[], Path]) -> OpenSession | list[str]:
    """The open game in this file, or what is wrong with it, a sentence each."""
    from companion import store
    from companion.engine.errors import InvalidInput, NotSaved

    try:
        opened = store.open_session(file())
        return _at_its_table(opened) if opened.read_only else opened
    except (store.CannotOpen, InvalidInput, NotSaved, OSError) as fault:
        return faults_of(fault)


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


def faults_of(fault: Exception) -> list[str]:
    """What is wrong, a sentence each."""
    from companion import store
    from companion.engine.errors import InvalidInput
    from companion.frontend.saying.sentences import refusal

    if isinstance(fault, store.CannotOpen):
        return [str(one) for one in fault.diagnostics]
    return [refusal(fault) if isinstance(fault, InvalidInput) else str(fault)]
