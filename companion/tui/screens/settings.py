"""What players set once for all their games: colours, what moves, and the key of every command."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from textual import events
from textual.content import Content
from textual.widget import Widget

from companion.frontend.form import Act, Field, Flag
from companion.tui.base_screen import Panel
from companion.tui.commands import ACCEPT, BACK, COMMANDS, DELETE, Command, key_name
from companion.tui.forms.form import PAGE_LABELS, Form
from companion.tui.keymap import key_fault, keys_with
from companion.tui.look.rows import headed
from companion.tui.settings import SWITCHES, THEMES, Settings, Switch
from companion.tui.text import plain
from companion.tui.widgets.lines import Cell, Row, below_gap, gap
from companion.tui.widgets.plain import PlainStatic

_THEME_HELP = {
    "": "as fits the terminal",
    "dark": "light on dark",
    "light": "dark on light",
    "contrast": "the highest contrast",
    "terminal": "the terminal's own 16 colours",
}


class SettingsForm(Form[None]):
    """Enter changes the marked line at once; `Del` gives a command its own key back."""

    heading = "Settings"
    page = True
    labels = PAGE_LABELS
    words: ClassVar = {DELETE: "own key back"}

    def __init__(self) -> None:
        super().__init__("Settings")
        self.hint = "kept at once, for all your games"

    def lines_for(self, width: int) -> Iterator[Row]:
        settings = self.screen.host.settings
        wide = self.label_cells()
        for name in ("", *THEMES):
            head = self.label("colours" if not name else "")
            chosen = settings.theme == name
            field = Act(key=name, shown=name or "automatic", do=partial(self._change, replace(settings, theme=name)))
            value = plain(field.words(), "bold" if chosen else "")
            words = Content.assemble(
                "  ", value.extend_right(12 - value.cell_length), plain(_THEME_HELP[name], "$quiet")
            )
            words = words.append(plain("   ✓ chosen" if chosen else ""))
            yield _marked(field, value, wide + 2, headed(head, words, width))
        yield gap()
        for switch in SWITCHES:
            on = getattr(settings, switch.name)
            flag = Flag(key=switch, value=on, put=partial(self._turn, switch), shown="on" if on else "off")
            value = plain(flag.words(), "bold")
            words = value.extend_right(5 - value.cell_length).append(plain(switch.help, "$quiet"))
            drawn = headed(self.label(switch.label).append("  "), words, width)
            yield _marked(flag, value, wide + 2, drawn)
        yield from below_gap("KEYS   Enter and the new key; Del gives a command its own key back")
        for command in COMMANDS.values():
            keys = " ".join(key_name(key) for key in keys_with(command, settings.keys))
            other = command.id in settings.keys
            words = plain(f"{command.name}: {command.help}", "$quiet")
            value = plain(keys, "bold $accent" if other else "bold")
            head = value.extend_right(max(1, wide - value.cell_length))
            give_back = partial(self._give, command, command.keys[0]) if other else None
            field = Act(key=command, do=partial(self._ask_key, command), drop=give_back)
            yield _marked(field, value, 0, headed(head, words, width))

    def band_words(self) -> tuple[str, str]:
        field = self.marked()
        of = field.key if field is not None else None
        if isinstance(of, Command):
            return f"Another key for “{of.name}”", "Enter, then the key"
        if isinstance(of, Switch):
            return f"Turn {of.label} {'off' if getattr(self.screen.host.settings, of.name) else 'on'}", "Enter"
        return ("These colours", "Enter") if self.is_enabled(ACCEPT) else ("The colours that are chosen", "")

    def is_enabled(self, command: Command) -> bool:
        """Colours that are chosen are not chosen again."""
        field = self.marked()
        return command is not ACCEPT or field is None or field.key != self.screen.host.settings.theme

    def moved(self) -> bool:
        """The band says what enter does; below the rows stands what came of a key."""
        self.screen.redraw()
        return True

    def _change(self, settings: Settings) -> None:
        self.screen.host.change_settings(settings)
        self.screen.redraw()

    def _turn(self, switch: Switch, on: bool) -> None:
        turned: dict[str, Any] = {switch.name: on}
        self._change(replace(self.screen.host.settings, **turned))

    def _ask_key(self, command: Command) -> None:
        def given(key: str) -> None:
            fault = self._give(command, key)
            self.screen.complain(fault)
            if not fault:
                self.screen.remark(f"{key_name(key)} is “{command.name}” from now on, everywhere")
            self.screen.redraw()

        self.screen.open_over(KeyPrompt(command), given)

    def _give(self, command: Command, key: str) -> str:
        """Gives a command this key, which may be its own again, unless another has it now."""
        settings = self.screen.host.settings
        others = {of: other for of, other in settings.keys.items() if of != command.id}
        fault = key_fault(command, key, others)
        if not fault:
            self.screen.host.change_settings(settings.with_key(command.id, "" if key == command.keys[0] else key))
        return fault


def _marked(field: Field, value: Content, at: int, drawn: Content) -> Row:
    """A row of which the cursor marks and fills only the value, which begins `at` cells in."""
    return Row(None, drawn, cells=(Cell(field, value, at, beside=at > 0),))


class KeyPrompt(Panel[str]):
    """Closes with the name of the next key, whatever it is, or with None for escape."""

    heading = "Another key"
    DEFAULT_CSS: ClassVar[str] = """
    KeyPrompt .key { width: 100%; background: $background; padding: 1 2; text-style: bold; }
    """

    def __init__(self, command: Command) -> None:
        super().__init__()
        self.line = PlainStatic(plain(f"Press the key for “{command.name}”. Esc leaves it as it is."), classes="key")

    def body(self) -> Iterator[Widget]:
        yield self.line

    def on_mount(self) -> None:
        self.show_keys()

    def is_enabled(self, command: Command) -> bool:
        """Every other key is the one that is asked for."""
        return command is BACK

    def on_key(self, event: events.Key) -> None:
        """No binding gets it."""
        event.stop()
        event.prevent_default()
        self.close_with(None if event.key == "escape" else event.key)
