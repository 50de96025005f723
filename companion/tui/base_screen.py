"""What all screens share: commands as keys, the line of keys, help, and a notice where the terminal is too small."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import ModalScreen, Screen

from companion.tui.commands import COMMANDS, bindings, key_name, typed
from companion.tui.widgets.footer import Key, KeyFooter
from companion.tui.widgets.plain import PlainStatic

if TYPE_CHECKING:
    from companion.tui.app import CompanionApp

R = TypeVar("R")
R2 = TypeVar("R2")

LEAST_WIDTH, LEAST_HEIGHT = 36, 14
"""The smallest terminal in which everything can be reached."""

ROOMY = 30
"""Lines from which there is room to space things out."""

WIDTHS = [(0, "-tiny"), (LEAST_WIDTH, "-narrow"), (80, "-normal"), (104, "-wide")]
HEIGHTS = [(0, "-flat"), (LEAST_HEIGHT, "-low"), (22, "-tall"), (ROOMY, "-high")]
"""The classes that a screen has by its width and height."""


class BaseScreen(Screen[R]):
    """A screen whose keys come from the registry. `commands` lists them in the order the key line shows them."""

    AUTO_FOCUS = ""
    commands: ClassVar[tuple[str, ...]] = ()
    more_bindings: ClassVar[tuple[Binding, ...]] = ()
    heading: ClassVar[str] = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        cls.BINDINGS = [*bindings(cls.commands), *cls.more_bindings]
        super().__init_subclass__(**kwargs)

    @property
    def host(self) -> CompanionApp:
        """The app, by its own type."""
        return cast("CompanionApp", self.app)

    def compose(self) -> ComposeResult:
        """The screen's own widgets, the line of keys, and the notice over everything."""
        # The first frame is already laid out for this size: Textual sets these classes only after it.
        for sizes, length in ((WIDTHS, self.app.size.width), (HEIGHTS, self.app.size.height)):
            self.add_class(max((least, name) for least, name in sizes if least <= length)[1])
        yield from self.body()
        yield KeyFooter()
        yield PlainStatic(
            f"Too small: at least {LEAST_WIDTH} columns and {LEAST_HEIGHT} lines, please. Nothing is lost.",
            id="too-small",
        )

    def body(self) -> Iterable[Any]:
        """The widgets of this screen."""
        return ()

    # -- commands -------------------------------------------------------------------------------------------------

    def can(self, command: str) -> bool:
        """Whether a command does something now."""
        return command in self.commands

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Bindings follow `can`."""
        if action == "command":
            return self.can(str(parameters[0]))
        return super().check_action(action, parameters)

    async def action_command(self, command: str) -> None:
        """Does a command, by its method `do_…`."""
        done = getattr(self, f"do_{command}")()
        if isawaitable(done):
            await done
        self.show_keys()

    def live_key(self, command: str) -> str:
        """The first key of a command that reaches it now: letters belong to a field that takes them."""
        focused = self.focused
        for key in COMMANDS[command].keys:
            if focused is None or not focused.check_consume_key(key, typed(key)):
                return key
        return COMMANDS[command].keys[-1]

    def show_keys(self) -> None:
        """Draws the line of keys for this moment."""
        if not self.is_mounted:
            return
        shown = [c for c in self.commands if self.in_line(c) and self.can(c)]
        self.query_one(KeyFooter).keys([Key(c, key_name(self.live_key(c)), self.short(c)) for c in shown])

    def in_line(self, command: str) -> bool:
        """Whether the key line has a place for a command."""
        return COMMANDS[command].footer

    def short(self, command: str) -> str:
        """What the key line calls a command here."""
        return COMMANDS[command].short

    @on(KeyFooter.Pressed)
    async def _pressed(self, message: KeyFooter.Pressed) -> None:
        if self.can(message.command):
            await self.action_command(message.command)

    def on_descendant_focus(self, _: events.DescendantFocus) -> None:
        """Another field may take other keys."""
        self.show_keys()

    def open_over(self, panel: Screen[R2], then: Callable[[R2 | None], Any] | None = None) -> None:
        """Shows a panel over this screen; `then` gets what it closes with."""
        _ = self.app.push_screen(panel, then)

    def do_help(self) -> None:
        """Shows what every key does here."""
        from companion.tui.screens.help import HelpScreen

        rows = [(key_name(self.live_key(c)), COMMANDS[c].help) for c in self.commands if self.can(c)]
        self.open_over(HelpScreen(self.heading, rows))

    def do_menu(self) -> None:
        """Every command of this moment, by name."""
        self.app.action_command_palette()

    def do_theme(self) -> None:
        """The next theme."""
        self.host.do_theme()

    def do_quit(self) -> None:
        """Leaves the app."""
        self.host.leave_app()


class Panel(BaseScreen[R], ModalScreen[R]):
    """A panel over a screen; escape closes it."""

    commands: ClassVar[tuple[str, ...]] = ("back", "help")

    def do_back(self) -> None:
        """Closes the panel with nothing chosen."""
        self.close_with(None)

    def close_with(self, result: R | None) -> None:
        """Closes the panel; whoever opened it gets the result."""
        _ = self.dismiss(result)
