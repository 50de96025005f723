"""The words of each command on the command line, and all in one parser: what a shell completes is made from it.

The docstring of what carries a command out in `commands.py` describes it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

SHELLS: Final = ("bash", "zsh", "fish", "powershell")


class Word(NamedTuple):
    """A word or flag of a command, as argparse takes it."""

    names: tuple[str, ...]
    how: Mapping[str, Any]


class Either(NamedTuple):
    """Flags of which at most one is given, or just one."""

    words: Sequence[Word]
    needed: bool = False


class Actions(NamedTuple):
    """The actions below a command, each with what it does and its words."""

    actions: Mapping[str, tuple[str, Sequence[Word | Either]]]


Words = Iterable[Word | Either | Actions]


def word(*names: str, **how: Any) -> Word:
    """A word that stands at its place, or a flag with a value; without one it is empty."""
    return Word(names, how if "type" in how or names[0][0] != "-" else {"default": "", **how})


def flag(name: str, help: str) -> Word:
    """A flag that stands alone."""
    return Word((name,), {"action": "store_true", "help": help})


def several(name: str, metavar: str, help: str) -> Word:
    """A flag that may be given again."""
    return Word((name,), {"action": "append", "default": [], "metavar": metavar, "help": help})


def add_words(parser: argparse.ArgumentParser, words: Words) -> None:
    """Has a parser know these words."""
    for one in words:
        if isinstance(one, Word):
            parser.add_argument(*one.names, **one.how)
        elif isinstance(one, Either):
            group = parser.add_mutually_exclusive_group(required=one.needed)
            for inner in one.words:
                group.add_argument(*inner.names, **inner.how)
        else:
            below = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
            for name, (help, its) in one.actions.items():
                made = below.add_parser(name, help=help, description=f"{help[0].upper()}{help[1:]}.")
                made.add_argument("--saves", metavar="DIR", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
                add_words(made, its)


# -- campaigns ----------------------------------------------------------------------------------------------------

CAMPAIGN: Final = word("campaign", metavar="CAMPAIGN", help="its name, folder or file")
BATTLE: Final = word("battle", metavar="BATTLE", help="its number, id or title")
GAME: Final = "as companion list --rulesets shows them"
ONLY: Final = several("--roster", "ROSTER", "only for this roster; may be given again")
WON: Final = several("--won", "ROSTER", "who won, where players say so")
DRAWN: Final = flag("--drawn", "nobody won")
DO_IT: Final = (
    flag("--yes", "do it, not only show what it would do"),
    flag("--mend", "set what cannot be then, as a purse below 0, to the nearest that can"),
)
WHY: Final = word("--why", metavar="TEXT", help="the reason, for the ledger")
TITLE: Final = word("--title", metavar="TEXT", help="what the battle is called")
PRACTICE: Final = flag("--practice", "a battle that counts for nothing")
CHANGES: Final = several(
    "--set",
    "UNIT.FIELD=VALUE",
    "a value of a unit, or of a roster by its id (rhea.gold=62); nothing behind = takes it away",
)

ACTIONS: Final[Mapping[str, tuple[str, Sequence[Word | Either]]]] = {
    "new": (
        "a campaign for two or more players",
        (
            word("name", metavar="NAME"),
            word("--game", required=True, metavar="ID", help=GAME),
            several("--player", "NAME", "once a player, in their order"),
            several("--roster", "FILE", "once a player: a roster file, or example"),
            several("--option", "NAME=VALUE", "a house rule for all battles"),
        ),
    ),
    "list": ("the campaigns in the folder of saves", ()),
    "show": (
        "standings, rosters, battles",
        (
            CAMPAIGN,
            word("--after", metavar="BATTLE", help="the rosters as they were after this battle, and nothing else"),
        ),
    ),
    "unit": (
        "the life of a unit: its totals, then its story",
        (CAMPAIGN, word("unit", metavar="UNIT", help="its id or name; ROSTER.ID where several have the same")),
    ),
    "next": (
        "make the session of the next battle; without --roster, suggest who should fight whom",
        (
            CAMPAIGN,
            several("--roster", "ROSTER", "who fights, once a roster; or --suggested"),
            flag("--suggested", "make the first battle that is suggested"),
            TITLE,
            PRACTICE,
            word("--first", metavar="ROSTER", help="who has the first turn, where the game asks"),
            several("--without", "UNIT", "a unit that stays at home"),
        ),
    ),
    "close": ("write what a finished battle leaves to its rosters", (CAMPAIGN, BATTLE, ONLY, Either((WON, DRAWN)))),
    "record": (
        "a battle that was fought without a session",
        (
            CAMPAIGN,
            Either((WON, DRAWN), needed=True),
            several("--roster", "ROSTER", "who fought, once a roster"),
            TITLE,
            PRACTICE,
            CHANGES,
            WHY,
        ),
    ),
    "reopen": ("take a closed battle back", (CAMPAIGN, BATTLE, ONLY, *DO_IT)),
    "result": (
        "mend the result of a closed battle",
        (
            CAMPAIGN,
            BATTLE,
            Either((WON, DRAWN, flag("--none", "no result: it counts in no standings")), needed=True),
            *DO_IT,
            WHY,
        ),
    ),
    "void": ("let a battle count no more", (CAMPAIGN, BATTLE, *DO_IT, WHY)),
    "edit": ("change values of a roster by hand", (CAMPAIGN, CHANGES, WHY)),
    "rulings": (
        "the rulings book: what the players decided against the app, and notes",
        (
            CAMPAIGN,
            Either(
                (
                    word("--note", metavar="TEXT", help="keep these words"),
                    word("--accept", metavar="N", help="an imported ruling holds from now on; or all"),
                    word("--drop", metavar="N", help="a ruling holds no more"),
                )
            ),
            WHY,
            word("--who", metavar="TEXT", help="who says so"),
        ),
    ),
    "join": (
        "one more player joins",
        (
            CAMPAIGN,
            word("player", metavar="PLAYER", help="the name of the player"),
            word("--roster", default="example", metavar="FILE", help="a roster file, or example"),
        ),
    ),
    "leave": (
        "a player takes part no more",
        (CAMPAIGN, word("player", metavar="PLAYER", help="the name of the player")),
    ),
    "check": ("is every roster what the ledger leads to", (CAMPAIGN,)),
    "export": (
        "the whole campaign as one zip",
        (CAMPAIGN, word("file", nargs="?", default="", metavar="ZIP", help="its file")),
    ),
    "import": (
        "a campaign from a zip",
        (word("file", metavar="ZIP", help="a file that companion campaign export wrote"),),
    ),
}

# -- commands -----------------------------------------------------------------------------------------------------

SAVES: Final = word("--saves", metavar="DIR", default=None, help="the folder of sessions")
SESSION: Final = word("file", metavar="FILE", help="a session file, or the name of one in the folder")
FILED: Final = word(
    "name", metavar="NAME", help="a session file or its name in the folder; a campaign: its name, folder or file"
)
SEAT: Final = word(
    "--seat", metavar="NAME", help="take a seat at a table that is shared: a side, table for all of them, or look"
)
GENERAL: Final = (
    word("file", nargs="?", metavar="FILE", help="a session to open"),
    SEAT,
    flag("--by-app", "the app plays the side that --seat names: at the table that is shared, else on this screen"),
    word(
        "--temper",
        metavar="TEMPER",
        help="how it plays: careful (to survive), steady (for wounds, the usual one) or bold (to kill)",
    ),
    flag("--rolls", "it has the program roll its dice too"),
)
"""Those of the app itself."""
PAGE: Final = Either(
    (
        word("--html", metavar="OUT", help="write one HTML page, with its pictures inside"),
        word("--markdown", metavar="OUT", help="write Markdown; without either, it is printed"),
    )
)
FILES: Final = word("file", nargs="+", metavar="FILE")

WORDS: Final[Mapping[str, Words]] = {
    "play": (
        SESSION,
        Either(
            (
                flag("--plain", "text lines for people (the default)"),
                flag("--json", "JSON lines for programs: docs/protocol.md"),
            )
        ),
        word("--seed", type=int, metavar="N", help="make the app's own dice repeatable"),
        SEAT,
    ),
    "serve": (
        SESSION,
        Either(
            (
                flag("--here", "for this machine only: nothing in the network reaches it"),
                word("--address", metavar="IP", help="the address of this machine that phones come to"),
            )
        ),
        flag("--terminals", "serve no browsers: seats are other terminals here"),
        word(
            "--idle",
            type=float,
            default=0,
            metavar="SECONDS",
            help="share without a terminal that watches: ends when nobody has sat for so long",
        ),
    ),
    "list": (flag("--rulesets", "the games, and what each covers"),),
    "new": (
        word("--game", metavar="ID", help=GAME),
        word("--name", help="what the session is called"),
        several("--player", "NAME", "once a side, in their order"),
        several("--roster", "FILE", "once a side: a roster file, a text with a line a unit, or example"),
        several("--units", "LIST", "once a side: which units of it, such as 'ann, speeder*2'"),
        word("--first", metavar="NAME", help="who has the first turn, where the game asks"),
        several("--option", "NAME=VALUE", "an option of the game"),
    ),
    "copy": (FILED, word("new", nargs="?", default="", metavar="NEW", help="what the copy is called")),
    "rename": (FILED, word("new", metavar="NEW", help="what it is called from now on")),
    "delete": (FILED, flag("--yes", "also a battle that its campaign still counts on")),
    "bin": (
        word("name", nargs="?", default="", metavar="NAME", help="what is to be taken out of the bin"),
        flag("--delete", "delete it for good instead; nothing brings it back"),
    ),
    "check": (FILES,),
    "restore": (
        word("file", metavar="FILE", help="a session, campaign or roster: its file, or its name in the folder"),
        word("generation", nargs="?", default="", metavar="GENERATION", help="its name or number"),
        flag("--yes", "go back to it; what stands there now is kept first"),
    ),
    "verify": (FILES,),
    "verify-dice": (SESSION, word("--hash", metavar="HEX", help="the hash that was shown before the first roll")),
    "rules": (
        word("game", metavar="GAME"),
        word("sheet", nargs="?", default="", metavar="SHEET", help="one table: its id or title"),
    ),
    "odds": (
        word("what", metavar="FILE|GAME", help="a session, or a game and its dice: companion odds GAME --help"),
        flag("--json", "the odds line of docs/protocol.md"),
        word(
            "--goal",
            help="what best play is for: "
            "wounds (dealt less taken), trade (fall of the enemy less own fall), kill, survive",
        ),
        word("words", nargs=argparse.REMAINDER, metavar="...", help="its dice and numbers"),
    ),
    "report": (
        SESSION,
        PAGE,
        word("--card", metavar="OUT", help="write the match card: one SVG picture of the battle, for friends"),
        flag("--light", "the card in light colours"),
    ),
    "chronicle": (CAMPAIGN, PAGE),
    "campaign": (Actions(ACTIONS),),
    "doctor": (),
    "completion": (word("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS)),),
}


Commands = Mapping[str, Callable[[argparse.Namespace], object]]


def _sessions(prefix: str, **_: object) -> Iterable[str]:
    from companion.store.folders import saves_dir

    return [file.stem for file in saves_dir().glob("*.toml") if file.suffixes == [".toml"]]


def _games(prefix: str, **_: object) -> Iterable[str]:
    from companion.engine import registry

    return registry.names()


def _campaigns(prefix: str, **_: object) -> Iterable[str]:
    from companion.store.folders import saves_dir

    return [file.parent.name for file in saves_dir().glob("*/campaign.toml")]


COMPLETED: Final[Mapping[str, Callable[..., Iterable[str]]]] = {
    "FILE": _sessions,
    "FILE|GAME": lambda prefix, **_: [*_games(prefix), *_sessions(prefix)],
    "NAME": lambda prefix, **_: [*_sessions(prefix), *_campaigns(prefix)],
    "GAME": _games,
    "ID": _games,
    "CAMPAIGN": _campaigns,
}
"""What completes a word, by what it is called in the help. Any other is completed as a file."""


class _Completed(argparse.ArgumentParser):
    """A parser each of whose words knows what completes it."""

    def add_argument(self, *args: Any, **kwargs: Any) -> argparse.Action:
        action = super().add_argument(*args, **kwargs)
        if isinstance(action.metavar, str) and action.metavar in COMPLETED:
            # argcomplete reads it here.
            action.completer = COMPLETED[action.metavar]  # type: ignore[attr-defined]
        return action


def whole(commands: Commands) -> argparse.ArgumentParser:
    """The command line with each command below it, for reading: `main` makes only what it was called with."""
    top = _Completed("companion", allow_abbrev=False)
    top.add_argument("--version", action="version", version="")
    below = top.add_subparsers(metavar="COMMAND")
    for name, work in commands.items():
        parser = below.add_parser(name, help=work.__doc__)
        add_words(parser, WORDS[name])
        parser.add_argument("--saves", metavar="DIR")
    return top


def complete(commands: Commands) -> None:
    """Answers a shell that asks how the line goes on, and ends the program; argcomplete says so by its variable."""
    import argcomplete

    argcomplete.autocomplete(whole(commands))


def shell_words(shell: str) -> str:
    """What a shell reads once at its start so that it completes the words of `companion`."""
    from argcomplete.shell_integration import shellcode

    return shellcode(["companion"], shell=shell)
