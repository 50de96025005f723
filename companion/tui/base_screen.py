"""What all screens share: commands as keys, the footer, help, and a notice if the terminal is too small."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import isawaitable
from operator import attrgetter
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from companion.tui.commands import (
    ACCEPT,
    BACK,
    COMMANDS,
    HELP,
    MENU,
    SETTINGS,
    THEME,
    Command,
    bindings,
    character_of,
    key_name,
)
from companion.tui.host import Host
from companion.tui.look.colours import MIND_STRONG, STRONG
from companion.tui.look.key_row import Key
from companion.tui.sizes import LEAST_HEIGHT, LEAST_WIDTH, NORMAL, size_classes
from companion.tui.text import plain
from companion.tui.widgets.footer import KeyFooter
from companion.tui.widgets.plain import PlainStatic

R = TypeVar("R")
R2 = TypeVar("R2")


_TOO_SMALL = f"Too small: at least {LEAST_WIDTH} columns and {LEAST_HEIGHT} lines, please. Nothing is lost."


class SessionChanged(Message):
    """The session on the screen is another now: the file of a read-only game was written elsewhere."""


class Foot:
    """Tells the keys of this screen: in the row at its foot, the widget `row`, and in its help."""

    def __init__(self, screen: BaseScreen[Any]) -> None:
        self.screen = screen
        self.row = KeyFooter()

    def live_key(self, command: Command) -> str:
        """The first key of a command that reaches it now: letters belong to a field that takes them."""
        keys = self.screen.host.keys_of(command)
        focused = self.screen.focused
        for key in keys:
            if focused is None or not focused.check_consume_key(key, character_of(key)):
                return key
        return keys[-1]

    def keys(self) -> list[Key]:
        """The keys of this moment, most important first."""
        screen = self.screen
        found = [c for c in screen.enabled() if screen.in_footer(c)]
        shown = [Key(c.id, key_name(self.live_key(c)), screen.short(c)) for c in found]
        # Escape leads where another key leads too: one of them is enough.
        others = {key.short for key in shown if key.key != "Esc"}
        return [key for key in shown if key.key != "Esc" or key.short not in others]

    def draw(self) -> None:
        """Draws the row for this moment."""
        # While the app ends, what a thread has read may still come, and the row is gone.
        if self.row.is_attached:
            self.row.keys(self.screen.footer_keys())

    def help_of(self, command: Command) -> str:
        """What help and the palette say of a command here."""
        return dict(command.helps).get(self.screen.short(command), command.help)

    def do_help(self) -> None:
        """What every key does here; what is chosen there is done: for the mouse, all of it is two taps away."""
        screen = self.screen

        async def chosen(command: Command | None) -> None:
            if command is not None and screen.is_enabled(command):
                await screen.action_command(command.id)

        told = [(c, key_name(self.live_key(c)), self.help_of(c)) for c in screen.enabled() if c is not HELP]
        screen.host.show_help(screen.heading, told, chosen)


def _handlers_of(screen: type[BaseScreen[Any]]) -> dict[Command, str]:
    """What carries each command out, a method of the screen or of a part, in the order of the footer."""
    paths: dict[str, str] = {}
    for base in reversed(screen.__mro__):
        for attribute, part in vars(base).get("parts", {}).items():
            done = dir(part) if isinstance(part, type) else [command.method for command in part]
            paths.update((name, f"{attribute}.{name}") for name in done if name.startswith("do_"))
        own = [(name, method) for name, method in vars(base).items() if name.startswith("do_")]
        # None takes a command away that the classes above have.
        paths.update((name, name if method is not None else "") for name, method in own)
    found = {COMMANDS[name.removeprefix("do_")]: path for name, path in paths.items() if path}
    return {command: found[command] for command in COMMANDS.values() if command in found}


class BaseScreen(Screen[R]):
    """A screen whose keys come from the registry: its method `do_undo` carries UNDO out, and so on.

    Widgets that a screen draws into later are made in its `__init__`, so that they exist whatever comes first.
    """

    AUTO_FOCUS = ""
    heading: str = ""
    """What the help calls this screen."""
    handlers: ClassVar[Mapping[Command, str]] = MappingProxyType({})
    """What carries each command out: a method, or one of a part."""
    words: ClassVar[Mapping[Command, str]] = MappingProxyType({})
    """What commands are called here, if it is not what they are called elsewhere."""
    _acting = False

    parts: ClassVar[Mapping[str, type | Sequence[Command]]] = MappingProxyType({"foot": Foot})
    """The attributes that hold parts of this screen which carry commands out: what kind each is, or what it does."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        cls.handlers = _handlers_of(cls)
        cls.BINDINGS = [*cls.__dict__.get("BINDINGS", ()), *bindings(cls.handlers)]
        super().__init_subclass__(**kwargs)

    def __init__(self) -> None:
        super().__init__()
        self.foot = Foot(self)

    @property
    def host(self) -> Host:
        """The app, as far as screens know it."""
        return cast(Host, self.app)

    def compose(self) -> ComposeResult:
        """The screen's own widgets, the footer, and the notice over everything."""
        # The first frame is already laid out for this size: Textual sets these classes only after it.
        self.add_class(*size_classes(self.app.size))
        yield from self.body()
        yield from self.message_row()
        yield self.foot.row
        yield PlainStatic(_TOO_SMALL, id="too-small")

    def tell(self, text: str, *, bad: bool) -> bool:
        """Shows a message in a row of this screen; False if it has none."""
        return False

    def message_row(self) -> Iterable[Widget]:
        """The row above the keys in which messages stand."""
        return ()

    def body(self) -> Iterable[Widget]:
        """The widgets of this screen."""
        return ()

    def second_passed(self) -> None:
        """About a second went by, for what shows time."""

    # -- commands -------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """Whether a command does something now."""
        return command in self.handlers

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("command", "tapped"):
            return self.is_enabled(COMMANDS[str(parameters[0])])
        return super().check_action(action, parameters)

    async def action_command(self, command: str) -> None:
        """Carries out the command of this id. The footer is drawn once, for what it led to."""
        self._acting = True
        try:
            result = attrgetter(self.handlers[COMMANDS[command]])(self)()
            if isawaitable(result):
                await result
        finally:
            self._acting = False
        self.show_keys()

    def action_tapped(self, command: str) -> None:
        """Carries out a command that was tapped, when the widget that was tapped is done: it may go by the command."""
        self.call_later(self.action_command, command)

    def enabled(self) -> list[Command]:
        """The commands of this moment, in the order of the footer."""
        return [c for c in self.handlers if self.is_enabled(c)]

    def show_keys(self) -> None:
        """Draws the footer for this moment."""
        if not self._acting and self.is_mounted:
            self.foot.draw()

    def footer_keys(self) -> list[Key]:
        """The keys of the footer, most important first."""
        return self.foot.keys()

    def in_footer(self, command: Command) -> bool:
        """Whether the footer has a place for a command."""
        return command.footer

    def short(self, command: Command) -> str:
        """What the footer calls a command here."""
        return self.words.get(command, command.short)

    @on(events.Resize)
    def _show_keys_for_this_size(self) -> None:
        """Which keys the footer has, and in what words, goes by the size too."""
        self.show_keys()

    def on_descendant_focus(self, _: events.DescendantFocus) -> None:
        self.show_keys()
        self.host.tell_page(self.focused)

    @on(events.ScreenResume)
    def _keys_are_here_again(self) -> None:
        self.host.tell_page(self.focused)

    def open_over(
        self, panel: Screen[R2], then: Callable[[R2], Any] | None = None, *, after: Callable[[], Any] | None = None
    ) -> None:
        """Shows a panel over this screen. `then` gets what it closes with; if that is nothing, `after` is called."""

        def closed(made: R2 | None) -> Any:
            if made is not None and then is not None:
                return then(made)
            return after() if after is not None else None

        _ = self.app.push_screen(panel, closed)

    def ask(
        self,
        question: str,
        choices: Sequence[tuple[Any, str | Content]],
        then: Callable[[Any], Any] | None = None,
        at: Any = None,
        *,
        after: Callable[[], Any] | None = None,
        **more: Any,
    ) -> None:
        """Asks for one of several, as `PickOne` does; `then` gets its value. If that is None, `after` is called."""
        self.open_over(self.host.question(question, choices, at, **more), then, after=after)

    def ask_text(self, question: str, then: Callable[[str], Any], start: str = "", **more: Any) -> None:
        """Asks for a line of text, as `TextPrompt` does; `then` gets it."""
        self.open_over(self.host.text_question(question, start, **more), then)


class MainScreen(BaseScreen[None]):
    """A screen that fills the terminal, with a row for messages and the commands of the app itself."""

    parts: ClassVar = {"app": (MENU, THEME, SETTINGS)}

    def __init__(self) -> None:
        super().__init__()
        self.said = PlainStatic(id="said")
        self.away = False
        """Whether another screen is shown over it."""

    def message_row(self) -> Iterable[Widget]:
        yield self.said

    def tell(self, text: str, *, bad: bool) -> bool:
        """A message is above the keys until the next command; an empty one takes it away."""
        mark = Content.styled("✗ ", MIND_STRONG) if bad and text else Content("")
        self.said.show_if_any(Content.assemble(mark, plain(text, MIND_STRONG if bad else STRONG)))
        return True

    def on_screen_suspend(self) -> None:
        self.away = True

    async def on_screen_resume(self) -> None:
        """A new screen has been drawn when it was mounted."""
        if self.away:
            self.away = False
            await self.came_back()

    async def came_back(self) -> None:
        """Draws what may be another now: it was not shown for a while."""

    async def action_command(self, command: str) -> None:
        self.tell("", bad=False)
        await super().action_command(command)

    def do_quit(self) -> None:
        """Ends the app, once the file of the open game is written."""
        self.host.leave_app()


class Panel(BaseScreen[R], ModalScreen[R]):
    """A panel over a screen; escape closes it."""

    def enabled(self) -> list[Command]:
        """Where the row of keys is short, the way out is before what else can be done."""
        found = super().enabled()
        return sorted(found, key=lambda c: c not in (ACCEPT, BACK)) if self.app.size.width < NORMAL else found

    def do_back(self) -> None:
        self.close_with(None)

    def close_with(self, result: R | None) -> None:
        """Closes the panel; whoever opened it gets the result."""
        _ = self.dismiss(result)
