"""Every command of the app, declared once: bindings, key line, palette and help are made from here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from textual.binding import Binding, BindingType


@dataclass(frozen=True, slots=True)
class Command:
    """Something a player may ask for. `keys` in order of preference: later ones work while text is typed."""

    id: str
    keys: tuple[str, ...]
    short: str
    help: str
    footer: bool = True


_ALL = (
    Command("help", ("question_mark", "f1"), "help", "What every key does on this screen"),
    Command("menu", ("ctrl+p",), "menu", "Every command of this moment by name, also for the mouse"),
    Command("accept", ("enter",), "accept", "Do the thing that is marked"),
    Command("undo", ("u", "ctrl+z"), "undo", "Take the last input back; rolls too, as often as you like"),
    Command("redo", ("U", "ctrl+y"), "redo", "Put back what was taken back", footer=False),
    Command("why", ("w", "f2"), "why", "Where the numbers come from, which rule says so, and overrule one"),
    Command("roll", ("r", "f5"), "app rolls", "Let the app roll the dice that are still missing"),
    Command("peek", ("v", "f4"), "show/hide", "Show or hide what you typed in secret"),
    Command("rule", ("o", "f8"), "rule otherwise", "A ruling: give an answer that the app would not allow"),
    Command("answers", ("e", "f7"), "earlier answers", "Change an earlier answer of this procedure", footer=False),
    Command("leave", ("x", "f9"), "leave", "Break this procedure off: keep what happened or take it back"),
    Command("units", ("a", "f3"), "adjust", "See the table and change a unit by hand, without leaving the procedure"),
    Command("fold", ("f6",), "panel", "Show the next panel (small terminals)"),
    Command("more", ("plus",), "one more", "One more of the tracker of the marked unit"),
    Command("less", ("minus",), "one less", "One less of the tracker of the marked unit"),
    Command("touch", ("c",), "contact", "Put the marked unit in contact with another, or part them"),
    Command("log", ("l", "f10"), "log", "The whole game as sentences; take play back to a line"),
    Command("sheets", ("t", "f11"), "tables", "The tables and traits of this game"),
    Command("settings", ("s",), "settings", "Round, phase, whose turn, and the options of this game", footer=False),
    Command("home", ("escape",), "home", "Close this game and go to the list of games; it is saved"),
    Command("table", ("escape",), "table", "See the whole table; the open procedure waits"),
    Command("resume", ("g",), "go on", "Go back to the procedure that waits"),
    Command("back", ("escape",), "back", "Close this panel"),
    Command("new", ("n",), "new game", "Set up a new game"),
    Command("duplicate", ("d",), "duplicate", "Make a copy of this game"),
    Command("rename", ("r",), "rename", "Give this game another name"),
    Command("delete", ("delete", "backspace"), "delete", "Move this game to the bin folder (asks first)"),
    Command("quit", ("q", "ctrl+q"), "quit", "Leave the app; everything is saved"),
    Command("theme", ("f12",), "colours", "Next theme: dark, light, high contrast, the terminal's own", footer=False),
    Command("by_unit", ("f",), "unit", "Show the lines of one unit"),
    Command("by_side", ("s",), "side", "Show the lines of one side"),
    Command("by_round", ("o",), "round", "Show the lines of one round"),
    Command("everything", ("a",), "all", "Show every line again"),
    Command("save_roster", ("ctrl+s",), "save roster", "Keep these units as a roster for next time"),
    Command("yes", ("y",), "yes", "Yes"),
    Command("no", ("n",), "no", "No"),
)

COMMANDS = {c.id: c for c in _ALL}

_SHOWN = {
    "question_mark": "?",
    "plus": "+",
    "minus": "−",
    "escape": "esc",
    "enter": "⏎",
    "delete": "del",
    "backspace": "⌫",
}

_TYPED = {"question_mark": "?", "plus": "+", "minus": "-"}


def key_name(key: str) -> str:
    """A key as it is printed on keyboards."""
    if key in _SHOWN:
        return _SHOWN[key]
    if key.startswith("ctrl+"):
        return "^" + key[5:].upper()
    return key.upper() if key.startswith("f") and key[1:].isdigit() else key


def typed(key: str) -> str | None:
    """The character that a key types, or None where it types none."""
    return _TYPED.get(key, key if len(key) == 1 else None)


def bindings(ids: Iterable[str]) -> list[BindingType]:
    """The bindings of these commands."""
    return [Binding(",".join(COMMANDS[i].keys), f"command('{i}')", COMMANDS[i].short, show=False) for i in ids]
