"""The words of each command on the command line; the docstring of what carries it out in `cli.py` describes it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Final

FILED: Final = "a session file or its name in the folder; a campaign: its name, folder or file"

SHELLS: Final = ("bash", "zsh", "fish", "powershell")
SEAT: Final = "take a seat at a table that is shared: a side, table for all of them, or look"
BY_APP: Final = "the app plays the side that --seat names: at the table that is shared, else on this screen"
TEMPER: Final = "how it plays: careful (to survive), steady (for wounds, the usual one) or bold (to kill)"
IDLE: Final = "share without a terminal that watches: ends when nobody has sat for so long"
ROLLS: Final = "it has the program roll its dice too"


def _play_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a session file, or the name of one in the folder")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--plain", action="store_true", help="text lines for people (the default)")
    way.add_argument("--json", action="store_true", help="JSON lines for programs: docs/protocol.md")
    parser.add_argument("--seed", type=int, metavar="N", help="make the app's own dice repeatable")
    parser.add_argument("--seat", metavar="NAME", default="", help=SEAT)


def _serve_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a session file, or the name of one in the folder")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--here", action="store_true", help="for this machine only: nothing in the network reaches it")
    where.add_argument("--address", metavar="IP", default="", help="the address of this machine that phones come to")
    parser.add_argument("--terminals", action="store_true", help="serve no browsers: seats are other terminals here")
    parser.add_argument("--idle", type=float, default=0, metavar="SECONDS", help=IDLE)


def _list_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rulesets", action="store_true", help="the games, and what each covers")


def _new_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", default="", metavar="ID", help="as companion list --rulesets shows them")
    parser.add_argument("--name", default="", help="what the session is called")
    parser.add_argument("--player", action="append", default=[], metavar="NAME", help="once a side, in their order")
    parser.add_argument(
        "--roster",
        action="append",
        default=[],
        metavar="FILE",
        help="once a side: a roster file, a text with a line a unit, or example",
    )
    parser.add_argument(
        "--units",
        action="append",
        default=[],
        metavar="LIST",
        help="once a side: which units of it, such as 'ann, speeder*2'",
    )
    parser.add_argument("--first", default="", metavar="NAME", help="who has the first turn, where the game asks")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")


def _copy_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help=FILED)
    parser.add_argument("new", nargs="?", default="", metavar="NEW", help="what the copy is called")


def _rename_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help=FILED)
    parser.add_argument("new", metavar="NEW", help="what it is called from now on")


def _delete_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help=FILED)
    parser.add_argument("--yes", action="store_true", help="also a battle that its campaign still counts on")


def _bin_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", default="", metavar="NAME", help="what is to be taken out of the bin")
    parser.add_argument("--delete", action="store_true", help="delete it for good instead; nothing brings it back")


def _check_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="+", metavar="FILE")


def _restore_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="a session, campaign or roster: its file, or its name in the folder"
    )
    parser.add_argument("generation", nargs="?", default="", metavar="GENERATION", help="its name or number")
    parser.add_argument("--yes", action="store_true", help="go back to it; what stands there now is kept first")


def _verify_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a session file, or the name of one in the folder")
    parser.add_argument("--hash", default="", metavar="HEX", help="the hash that was shown before the first roll")


def _rules_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("sheet", nargs="?", default="", metavar="SHEET", help="one table: its id or title")


def _odds_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", metavar="FILE|GAME", help="a session, or a game and its dice: companion odds GAME --help"
    )
    parser.add_argument("--json", action="store_true", help="the odds line of docs/protocol.md")
    parser.add_argument(
        "--goal",
        default="",
        help="what best play is for: wounds (dealt less taken), trade (fall of the enemy less own fall), kill, survive",
    )
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="...", help="its dice and numbers")


def _report_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a session file, or the name of one in the folder")
    _page_words(parser)
    parser.add_argument(
        "--card", default="", metavar="OUT", help="write the match card: one SVG picture of the battle, for friends"
    )
    parser.add_argument("--light", action="store_true", help="the card in light colours")


def _chronicle_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("campaign", metavar="CAMPAIGN", help="its name, folder or file")
    _page_words(parser)


def _page_words(parser: argparse.ArgumentParser) -> None:
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--html", default="", metavar="OUT", help="write one HTML page, with its pictures inside")
    way.add_argument("--markdown", default="", metavar="OUT", help="write Markdown; without either, it is printed")


def _campaign_words(parser: argparse.ArgumentParser) -> None:
    from companion.play.campaign_words import add_words

    add_words(parser)


def _doctor_words(parser: argparse.ArgumentParser) -> None:
    """Nothing but the folder."""


def _completion_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))


WORDS: Final[Mapping[str, Callable[[argparse.ArgumentParser], None]]] = {
    "play": _play_words,
    "serve": _serve_words,
    "list": _list_words,
    "new": _new_words,
    "copy": _copy_words,
    "rename": _rename_words,
    "delete": _delete_words,
    "bin": _bin_words,
    "check": _check_words,
    "restore": _restore_words,
    "verify": _check_words,
    "verify-dice": _verify_words,
    "rules": _rules_words,
    "odds": _odds_words,
    "report": _report_words,
    "chronicle": _chronicle_words,
    "campaign": _campaign_words,
    "doctor": _doctor_words,
    "completion": _completion_words,
}
