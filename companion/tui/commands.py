"""Every command of the app, declared once: bindings, footer, palette and help are made from here.

A screen takes part in a command with a method of its name: `do_undo` carries UNDO out. The order here is the order of
the footer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from textual.binding import Binding, BindingType


@dataclass(frozen=True, slots=True, eq=False)
class Command:
    """Something a player may ask for.

    `id` is also the id of its binding, by which a keymap rebinds it. `keys` are in order of preference: later ones
    work while text is typed. `footer` says whether the footer has a place for it, `first` whether its keys reach it
    before the widget with the focus. `helps` is what help says where a screen calls it by another short word: pairs of
    that word and the help. Each is declared once: a command is equal to itself alone.
    """

    id: str
    keys: tuple[str, ...]
    short: str
    help: str
    footer: bool = True
    first: bool = False
    helps: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """What it is called where it stands alone: its short word, else its id in words."""
        return self.short or self.id.replace("_", " ")

    @property
    def method(self) -> str:
        """The name of the methods that carry it out."""
        return f"do_{self.id}"


COMMANDS: Final[dict[str, Command]] = {}


def _add(
    of: str, keys: str, short: str, help: str, *, footer: bool = True, first: bool = False, **helps: str
) -> Command:
    by_word = tuple((word.replace("_", " "), words) for word, words in helps.items())
    command = Command(of, tuple(keys.split()), short, help, footer, first, by_word)
    COMMANDS[of] = command
    return command


ACCEPT = _add(
    "accept",
    "enter",
    "accept",
    "Do the thing that is marked",
    from_here="Take play back to this line, or change the answer that led to it",
)
PEEK = _add("peek", "v f4", "show/hide", "Show or hide what you typed in secret")
ROLL = _add(
    "roll",
    "r f5",
    "app rolls",
    "Let the app roll the dice that are still missing",
    app_draws="Let the app draw the token",
    new_codes="Other short codes to type; they hold for two minutes",
)
WHY = _add("why", "w f2", "why", "Where the numbers come from, which rule says so, and overrule one")
UNDO = _add("undo", "u ctrl+z", "undo", "Take the last input back; rolls too, as often as you like")
EARLIER = _add("earlier", "left", "", "One line of the log back", first=True)
LATER = _add("later", "right", "line", "One line of the log on", first=True)
LOSS_BEFORE = _add("loss_before", "comma", "", "The loss before: somebody is hurt or falls", footer=False, first=True)
LOSS_AFTER = _add("loss_after", "full_stop", "loss", "The next loss: somebody is hurt or falls", first=True)
MELEE_BEFORE = _add("melee_before", "pageup", "", "The melee before", footer=False, first=True)
MELEE_AFTER = _add("melee_after", "pagedown", "melee", "The next melee", first=True)
ROUND_BEFORE = _add("round_before", "left_square_bracket", "", "The beginning of the round", footer=False, first=True)
ROUND_AFTER = _add("round_after", "right_square_bracket", "round", "The next round", first=True)
BEGINNING = _add("beginning", "home", "beginning", "The beginning of the game", footer=False, first=True)
LATEST = _add("latest", "end", "last line", "The last line", footer=False, first=True)
GO_TO = _add("go_to", "g", "go to", "Go to a line by its number, to a round, or to the next line about a unit")
FROM_HERE = _add("from_here", "h", "from here", "Take play back to this line, or change the answer that led to it")
NEW = _add(
    "new",
    "n",
    "new game",
    "Set up a new game",
    blank_unit="Add a unit with nothing filled in",
    next_battle="Play the next battle",
    new_addresses="Other addresses for all seats; whoever has joined scans again",
)
NEW_CAMPAIGN = _add("new_campaign", "N", "new campaign", "Set up a campaign: battles whose rosters carry over")
IMPORT = _add("import", "I", "import", "Read a campaign that somebody has exported as a zip", footer=False)
DUPLICATE = _add("duplicate", "d", "duplicate", "Make a copy of this", another_one="Put another one like this there")
RENAME = _add("rename", "R", "rename", "Give this another name")
DELETE = _add(
    "delete",
    "delete backspace",
    "delete",
    "Move this to the bin, or take it off; in the bin, delete it for good (asks first)",
    bin="Move this to the bin (asks first); it can be taken out again",
    take_off="Take this off the list",
    own_key_back="Give this command its own key back",
    close_a_seat="Close a seat: its phone is shown out, and its address is another",
    delete_for_good="Delete this for good (asks first)",
)
BIN = _add("bin", "B", "bin", "See what is in the bin, and take it out again", footer=False)
TICK = _add("tick", "space", "tick", "Take this unit along, or leave it at home")
FIND = _add("find", "slash", "find", "Find something by a part of its name")
SAVE_ROSTER = _add("save_roster", "ctrl+s", "save roster", "Keep these units as a roster for next time")
COPY_LINES = _add("copy_lines", "y", "copy as text", "These units as lines of text, to send and to paste again")
FILTER = _add("filter", "f", "filter", "Show the lines of one unit, side or round, or all bookkeeping too")
LESS = _add(
    "less",
    "minus",
    "one less",
    "One less of what is marked; of a unit on the table one health less, or of the one whose letter follows",
)
MORE = _add(
    "more",
    "plus",
    "one more",
    "One more of what is marked; of a unit on the table one health more, or of the one whose letter follows",
    point="A victory point more for the marked side",
)
SECOND_LESS = _add(
    "second_less",
    "less_than_sign",
    "",
    "One less of the second tracker of the marked unit (morale, ki, suppression), or of the one whose letter follows",
)
SECOND_MORE = _add(
    "second_more",
    "greater_than_sign",
    "second tracker",
    "One more of the second tracker of the marked unit (morale, ki, suppression), or of the one whose letter follows",
)
TOUCH = _add("touch", "i", "contact", "Put the marked unit in contact with another, or part them")
UNITS = _add(
    "units",
    "a f3",
    "adjust",
    "See the table and change a unit; a procedure that is open stays open",
    adjust_unit="Change this unit",
)
MELEES = _add("melees", "m", "melees", "Every melee on the table, with all who stand in it")
CLOSED = _add("closed", "c", "closed", "The actions or answers that are closed now, and why", footer=False)
BIG = _add("big", "b ctrl+b", "big", "The acting unit, its fight and the request in letters read across the table")
KIT = _add("kit", "k", "kit", "Victory points, clocks, what to remember, and the cards of the sides", first=True)
STEPS = _add("steps", "s", "steps", "Every step of this procedure, with what was skipped and why", footer=False)
PAST = _add("past", "p", "past", "The table as it was, line by line; from there play can go on")
LOG = _add(
    "log", "l f10", "log", "The whole game as sentences, and the table as it was at each; take play back to a line"
)
LEAVE = _add(
    "leave",
    "x f9",
    "leave",
    "Break this procedure off: keep what happened or take it back",
    stop_sharing="Share no more; the game goes on here (asks first)",
)
ODDS = _add("odds", "o ctrl+o", "all odds", "The odds of every choice with what they assume, and let the app pick one")
TABLE = _add("table", "escape", "table", "See the whole table; the open procedure waits")
OVERRULE = _add("overrule", "O f8", "overrule", "A ruling: give an answer that the app would not allow")
SHEETS = _add("sheets", "t f11", "tables", "The tables and traits of this game")
ANSWERS = _add("answers", "e f7", "earlier answers", "Change an earlier answer of this procedure", footer=False)
CHANGE_GAME = _add(
    "change_game", "G", "change game", "Round, phase, whose turn, options; units join and leave", footer=False
)
LUCK = _add("luck", "K", "luck", "What each player rolled against what such dice show on average", footer=False)
REPORT = _add(
    "report",
    "W",
    "report",
    "Write this battle or campaign as a page to read",
    footer=False,
    chronicle="Write this campaign as a page to read",
)
REDO = _add("redo", "U ctrl+y", "redo", "Redo what was undone", footer=False)
CAMPAIGN = _add("campaign", "C", "campaign", "Close this game and show its campaign; it is saved")
TAKE_OVER = _add("take_over", "T", "play on here", "Play this game on here, when nothing is in the way any more")
HOME = _add("home", "escape", "home", "Close this game and go to the list of games; it is saved")
SHARE = _add(
    "share", "s", "share", "Share this table: each player decides on a phone or a screen of their own", footer=False
)
MENU = _add("menu", "ctrl+p", "menu", "Every command of this moment by name, also for the mouse")
THEME = _add("theme", "f12", "colours", "Next theme: dark, light, high contrast, the terminal's own", footer=False)
SETTINGS = _add("settings", "S", "settings", "Colours, keys, and what moves: kept for all your games", footer=False)
HERE = _add("here", "A", "here", "Answer the secrets on this screen, handed over as without seats")
BACK = _add("back", "escape", "back", "Go one screen back", now="Back to the game as it is now")
QUIT = _add("quit", "q ctrl+q", "quit", "Leave the app; everything is saved")
HELP = _add("help", "question_mark f1", "help", "What every key does on this screen")

_PRINTED: Final = {
    "slash": "/",
    "question_mark": "?",
    "plus": "+",
    "minus": "−",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "comma": ",",
    "full_stop": ".",
    "escape": "Esc",
    "enter": "Enter",
    "space": "Space",
    "delete": "Del",
    "backspace": "Backspace",
    "left": "←",
    "right": "→",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
}
_TYPED: Final = {name: sign for name, sign in _PRINTED.items() if len(sign) == 1 and sign.isascii()} | {"minus": "-"}
"""Keys with names of their own that type a character."""


def key_name(key: str) -> str:
    """A key as it is printed on keyboards."""
    if key in _PRINTED:
        return _PRINTED[key]
    if key.startswith("ctrl+"):
        return "^" + key[5:].upper()
    return key.upper() if len(key) > 1 and key[0] == "f" else key


def character_of(key: str) -> str | None:
    """The character that a key types, or None if it types none."""
    return _TYPED.get(key, key if len(key) == 1 else None)


def bindings(commands: Iterable[Command]) -> list[BindingType]:
    """The bindings of these commands."""
    return [
        Binding(",".join(c.keys), f"command('{c.id}')", c.short, show=False, id=c.id, priority=c.first)
        for c in commands
    ]
