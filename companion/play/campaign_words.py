"""The words of `companion campaign`: its actions and their flags."""

from __future__ import annotations

import argparse
from typing import Final

from companion.frontend.saying.sentences import titled

ACTIONS: Final = {
    "new": "a campaign for two or more players",
    "list": "the campaigns in the folder of saves",
    "show": "standings, rosters, battles",
    "unit": "the life of a unit: its totals, then its story",
    "next": "make the session of the next battle; without --roster, suggest who should fight whom",
    "close": "write what a finished battle leaves to its rosters",
    "record": "a battle that was fought without a session",
    "reopen": "take a closed battle back",
    "result": "mend the result of a closed battle",
    "void": "let a battle count no more",
    "edit": "change values of a roster by hand",
    "rulings": "the rulings book: what the players decided against the app, and notes",
    "join": "one more player joins",
    "leave": "a player takes part no more",
    "check": "is every roster what the ledger leads to",
    "export": "the whole campaign as one zip",
    "import": "a campaign from a zip",
}


def add_words(parser: argparse.ArgumentParser) -> None:
    """Adds the actions to the parser of the command."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    added = {
        name: actions.add_parser(name, help=text, description=f"{titled(text)}.") for name, text in ACTIONS.items()
    }
    for one in added.values():
        one.add_argument("--saves", metavar="DIR", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    for name in (
        "show",
        "unit",
        "next",
        "close",
        "record",
        "reopen",
        "result",
        "void",
        "edit",
        "rulings",
        "join",
        "leave",
        "check",
        "export",
    ):
        added[name].add_argument("campaign", metavar="CAMPAIGN", help="its name, folder or file")
    for name in ("close", "reopen", "result", "void"):
        added[name].add_argument("battle", metavar="BATTLE", help="its number, id or title")
    added["show"].add_argument(
        "--after", default="", metavar="BATTLE", help="the rosters as they were after this battle, and nothing else"
    )
    added["unit"].add_argument("unit", metavar="UNIT", help="its id or name; ROSTER.ID where several have the same")
    _new(added["new"])
    _next(added["next"])
    for name in ("close", "reopen"):
        _rosters(added[name], "only for this roster; may be given again")
    for name in ("close", "record", "result"):
        won = added[name].add_mutually_exclusive_group(required=name != "close")
        won.add_argument("--won", action="append", default=[], metavar="ROSTER", help="who won, where players say so")
        won.add_argument("--drawn", action="store_true", help="nobody won")
        if name == "result":
            won.add_argument("--none", action="store_true", help="no result: it counts in no standings")
    for name in ("reopen", "result", "void"):
        added[name].add_argument("--yes", action="store_true", help="do it, not only show what it would do")
        added[name].add_argument(
            "--mend", action="store_true", help="set what cannot be then, as a purse below 0, to the nearest that can"
        )
    for name in ("result", "void"):
        added[name].add_argument("--why", default="", metavar="TEXT", help="the reason, for the ledger")
    _rulings(added["rulings"])
    _record(added["record"])
    _edit(added["edit"])
    _join(added["join"])
    added["leave"].add_argument("player", metavar="PLAYER", help="the name of the player")
    added["export"].add_argument("file", nargs="?", default="", metavar="ZIP", help="its file")
    added["import"].add_argument("file", metavar="ZIP", help="a file that companion campaign export wrote")


def _new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--game", required=True, metavar="ID", help="as companion list --rulesets shows them")
    parser.add_argument("--player", action="append", default=[], metavar="NAME", help="once a player, in their order")
    _rosters(parser, "once a player: a roster file, or example", metavar="FILE")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule for all battles"
    )


def _next(parser: argparse.ArgumentParser) -> None:
    _rosters(parser, "who fights, once a roster; or --suggested")
    parser.add_argument("--suggested", action="store_true", help="make the first battle that is suggested")
    parser.add_argument("--title", default="", metavar="TEXT", help="what the battle is called")
    parser.add_argument("--practice", action="store_true", help="a battle that counts for nothing")
    parser.add_argument("--first", default="", metavar="ROSTER", help="who has the first turn, where the game asks")
    parser.add_argument("--without", action="append", default=[], metavar="UNIT", help="a unit that stays at home")


def _record(parser: argparse.ArgumentParser) -> None:
    _rosters(parser, "who fought, once a roster")
    parser.add_argument("--title", default="", metavar="TEXT", help="what the battle is called")
    parser.add_argument("--practice", action="store_true", help="a battle that counts for nothing")
    _changes(parser)


def _rulings(parser: argparse.ArgumentParser) -> None:
    act = parser.add_mutually_exclusive_group()
    act.add_argument("--note", default="", metavar="TEXT", help="keep these words")
    act.add_argument("--accept", default="", metavar="N", help="an imported ruling holds from now on; or all")
    act.add_argument("--drop", default="", metavar="N", help="a ruling holds no more")
    parser.add_argument("--why", default="", metavar="TEXT", help="the reason, for the ledger")
    parser.add_argument("--who", default="", metavar="TEXT", help="who says so")


def _edit(parser: argparse.ArgumentParser) -> None:
    _changes(parser)


def _changes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="UNIT.FIELD=VALUE",
        help="a value of a unit, or of a roster by its id (rhea.gold=62); nothing behind = takes it away",
    )
    parser.add_argument("--why", default="", metavar="TEXT", help="the reason, for the ledger")


def _join(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("player", metavar="PLAYER", help="the name of the player")
    parser.add_argument("--roster", default="example", metavar="FILE", help="a roster file, or example")


def _rosters(parser: argparse.ArgumentParser, help: str, metavar: str = "ROSTER") -> None:
    parser.add_argument("--roster", action="append", default=[], metavar=metavar, help=help)
