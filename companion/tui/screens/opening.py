"""A screen that opens games: in the background, with the keys waiting until the table stands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from textual import work
from textual.content import Content

from companion.tui.base_screen import MainScreen
from companion.tui.text import plain
from companion.tui.widgets.plain import PlainStatic

if TYPE_CHECKING:
    from companion.frontend.opened import OpenSession


class OpeningScreen(MainScreen):
    """A list of games with one line of state at the foot, which says what is being opened or done."""

    def __init__(self) -> None:
        super().__init__()
        self.busy = ""
        self.away = False
        self.looks = 0
        self._changes = 0
        self.state = PlainStatic(id="state")

    def look(self) -> None:
        """Reads the files again, in the background. What an earlier look reads is out of date."""
        self.looks += 1
        self._look(self.looks)

    @work(thread=True, group="look")
    def _look(self, look: int) -> None:
        self.read_files(look)

    def read_files(self, look: int) -> None:
        """In a thread: reads the files and has them shown, if this is still the last look."""
        raise NotImplementedError

    def looked(self) -> None:
        """What the files say is shown. Keys go on, unless something is being opened or changed."""
        if not self.busy and not self._changes:
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

    def open_game(self, name: str, file: Callable[[], Path]) -> None:
        """Opens a game in the background; `file` makes it first, if it is not there yet. Keys wait for it."""
        if self.busy:
            return
        self.host.keys.hold()
        self.waits_for(name)
        self.show_keys()
        self._open(name, file)

    @work(thread=True, exclusive=True, group="open")
    def _open(self, name: str, file: Callable[[], Path]) -> None:
        made = opened_or_faults(file)
        if isinstance(made, list):
            self.in_app(self.not_opened, name, made)
        else:
            self.in_app(self.call_later, self._opened, made)

    async def _opened(self, opened: OpenSession) -> None:
        self.away = False
        self.opened(opened.file)
        await self.host.open_session(opened)
        self.host.keys.go_on()

    def waits_for(self, name: str) -> None:
        """A game is being opened: that is said, and nothing else is opened meanwhile."""
        self.busy = f"Opening {name} …"
        self.state.show(plain(self.busy, "bold $accent"))

    def opened(self, file: Path) -> None:
        """This game was opened."""
        self.busy = ""
        self.state.show("")

    def not_opened(self, name: str, faults: list[str]) -> None:
        """Says why a file cannot be opened; it is left as it is."""
        from companion.tui.screens.asking import PickOne

        self.busy = ""
        self.look()
        self.host.keys.go_on()
        self.state.show(plain(f"✗ {name} cannot be opened", "bold $error"))
        text = Content("\n").join(plain(f) for f in faults[:12])
        self.open_over(PickOne(f"{name} cannot be opened; it was left as it is", [(None, "Back")], text=text))
        self.show_keys()

    def change(self, change: Callable[[], Path | None], said: str = "") -> None:
        """Changes files in the background. Keys wait until the list shows what they are now; then `said` is said."""
        self.host.keys.hold()
        self._changes += 1
        self._carry_out(change, said)

    @work(thread=True, group="change")
    def _carry_out(self, change: Callable[[], Path | None], said: str) -> None:
        from companion import store
        from companion.engine.errors import InvalidInput, NotSaved

        made: Path | None = None
        try:
            made = change()
        except (OSError, ValueError, InvalidInput, NotSaved, store.CannotOpen) as fault:
            self.in_app(self._changed, None, " ".join(faults_of(fault)), True)
        else:
            self.in_app(self._changed, made, said)

    def _changed(self, made: Path | None, said: str, bad: bool = False) -> None:
        self._changes -= 1
        self.look_again(made)
        if said:
            # On the screen that the change may have opened.
            self.host.say(said, bad=bad)


def opened_or_faults(file: Callable[[], Path]) -> OpenSession | list[str]:
    """The open game in this file, or what is wrong with it, a sentence each."""
    from companion import store
    from companion.engine.errors import InvalidInput, NotSaved

    try:
        return store.open_session(file())
    except (store.CannotOpen, InvalidInput, NotSaved, OSError) as fault:
        return faults_of(fault)


def faults_of(fault: Exception) -> list[str]:
    """What is wrong, a sentence each."""
    from companion import store
    from companion.engine.errors import InvalidInput
    from companion.frontend.wording import refusal

    if isinstance(fault, store.CannotOpen):
        return [str(one) for one in fault.diagnostics]
    return [refusal(fault) if isinstance(fault, InvalidInput) else str(fault)]
