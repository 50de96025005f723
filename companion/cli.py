"""The command line. Start-up is imports, so each command imports what it needs when it is called."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import companion
from companion import cli_files, cli_seats, cli_serve, cli_whole
from companion.cli_streams import (
    FAILED,
    OK,
    USAGE,
    any_text,
    asked,
    give_up_output,
    indented,
    open_closed,
    say,
    tell,
    unwritten,
)
from companion.cli_words import BY_APP, ROLLS, SEAT, TEMPER, WORDS
from companion.engine.errors import InvalidInput, NotSaved
from companion.store.folders import session_file

if TYPE_CHECKING:
    from companion.frontend.opened import OpenSession
    from companion.report.blocks import Block

PIPE_CLOSED: Final = 141
"""The status a shell gives a program whose reader went away."""

ABOUT = """Two people, their miniatures and dice, and the rules led step by step.

  companion [FILE]                       open the app, at once on a session
  companion play FILE [--plain | --json] play without a screen: text lines for people, JSON lines for programs
  companion serve FILE                   share a table: each player on a screen of their own, FILE --seat NAME
  companion list [--rulesets]            sessions, the last played first; or the games there are
  companion new                          make a session; asks for what the flags leave open
  companion copy NAME [NEW]              copies a session or a campaign
  companion rename NAME NEW              gives a session or a campaign another name
  companion delete NAME                  moves a session or a campaign to the bin
  companion bin [NAME]                   what lies in the bin; takes one out of it
  companion check FILE...                every fault of a file with its line
  companion restore FILE [GENERATION]    what is kept of a file; compares with one, and goes back to it
  companion verify FILE...               plays sessions and campaigns again: does all come out as it is written?
  companion verify-dice FILE             whether the app's own dice follow from the seed it committed to
  companion rules GAME [SHEET]           the tables of a game
  companion odds FILE | GAME ...         chances of what stands in a session, or of dice and numbers
  companion report FILE                  a battle to read: Markdown, one HTML page, or its match card to send
  companion chronicle CAMPAIGN           a campaign to read, likewise
  companion campaign ACTION              battles whose rosters carry over: new, next, close, list and more
  companion doctor                       terminal, folder and versions: what to paste into a report
  companion completion SHELL             what a shell reads to complete these words
"""


class _Parser(argparse.ArgumentParser):
    """Reads the words of a command line. What it says of them steers no terminal: a shell may have put names there."""

    def error(self, message: str) -> NoReturn:
        from companion.frontend.clean import clean

        super().error(clean(message))


def main(argv: Sequence[str] | None = None) -> int:
    """Carries out one command line; returns the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    if "_ARGCOMPLETE" in os.environ:
        cli_whole.complete(COMMANDS)
    lost = open_closed()
    try:
        status = _carry_out(words)
        sys.stdout.flush()
        if lost and status == OK:
            return say("there is nowhere to write to: the standard output is closed", status=FAILED)
    except InvalidInput as fault:
        return say(fault.with_hint)
    except NotSaved as unsaved:
        return say(str(unsaved), status=FAILED)
    except BrokenPipeError:
        give_up_output()
        return PIPE_CLOSED
    except OSError as fault_:
        status = say(f"cannot go on: {fault_.strerror or fault_}", status=FAILED)
        give_up_output()
    except KeyboardInterrupt:
        return say("stopped", status=FAILED)
    return status


def _carry_out(words: list[str]) -> int:
    top = _Parser("companion", add_help=False, allow_abbrev=False)
    top.add_argument("--saves", metavar="DIR")
    early, rest = top.parse_known_args(words[: _command_at(words)])
    at = _command_at(words)
    if at < len(words):
        command = words[at]
        parser = _Parser(f"companion {command}", description=COMMANDS[command].__doc__)
        WORDS[command](parser)
        parser.add_argument("--saves", metavar="DIR", default=early.saves, help="the folder of sessions")
        if rest:
            parser.error(f"unknown before {command}: " + " ".join(rest))
        return COMMANDS[command](parser.parse_args(words[at + 1 :]))
    parser = _Parser(
        "companion", description=ABOUT, usage=argparse.SUPPRESS, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="a session to open")
    parser.add_argument("--seat", metavar="NAME", default="", help=SEAT)
    parser.add_argument("--by-app", action="store_true", help=BY_APP)
    parser.add_argument("--temper", metavar="TEMPER", default="", help=TEMPER)
    parser.add_argument("--rolls", action="store_true", help=ROLLS)
    parser.add_argument("--saves", metavar="DIR", help="the folder of sessions")
    parser.add_argument("--version", action="version", version=f"companion {companion.__version__}")
    return _app(parser.parse_args(words))


def _command_at(words: Sequence[str]) -> int:
    """The place of the command among the words; their number if the app itself is called."""
    place = 0
    while place < len(words) and words[place].startswith("-"):
        place += 2 if words[place] == "--saves" else 1
    return place if place < len(words) and words[place] in COMMANDS else len(words)


def _app(args: argparse.Namespace) -> int:
    """Opens the app."""
    from companion.store import saves_dir

    saves = saves_dir(args.saves)
    try:
        file = session_file(args.file, saves) if args.file else None
    except InvalidInput:
        raise InvalidInput(
            f"{args.file!r} is no command, and no session has that name",
            hint="companion --help lists the commands, companion list the sessions",
        ) from None
    if (args.temper or args.rolls) and not args.by_app:
        raise InvalidInput("--temper and --rolls are for a side that the app plays", hint="--seat NAME --by-app")
    if args.by_app and (file is None or not args.seat):
        raise InvalidInput("the app plays a side of a session", hint="companion FILE --seat NAME --by-app")
    if args.by_app and file is not None and cli_seats.shared(file):
        return cli_seats.by_app(file, args)
    # Whoever names a driver, as `textual serve` does, has somewhere to draw.
    if not os.environ.get("TEXTUAL_DRIVER"):
        if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
            return say(
                "the app needs a terminal that can draw; here, play as text: companion play FILE --plain"
                " (companion list shows the sessions)"
            )
        if sys.platform != "win32" and not (sys.__stderr__ is not None and sys.__stderr__.isatty()):
            # On the other stream, which is where the players look.
            tell("companion: the app draws on the standard error, which is no terminal here: start it without 2>")
            return USAGE
    from companion.tui import run_app

    if args.seat and file is None:
        raise InvalidInput("a seat is at the table of a session", hint="companion FILE --seat NAME")
    if args.by_app:
        return run_app(saves, file, by_app=cli_seats.side_by_app(args))
    seat = args.seat or (cli_seats.seat_wanted(file) if file is not None else "")
    if seat and file is not None:
        return run_app(saves, seat=cli_seats.seat_at(file, seat))
    return run_app(saves, file)


def _play(args: argparse.Namespace) -> int:
    """Plays a session without a screen: as text lines for people, or as JSON lines for programs."""
    from random import Random

    from companion.store import CannotOpen, open_session, saves_dir

    file = session_file(args.file, saves_dir(args.saves))
    opened: OpenSession
    try:
        if args.seat:
            opened = cli_seats.seat_at(file, args.seat)
        else:
            opened = open_session(file, rng=None if args.seed is None else Random(args.seed))
    except CannotOpen as fault:
        return say(*(str(wrong) for wrong in fault.diagnostics))
    try:
        if args.json:
            from companion.play import json_lines

            json_lines.play(opened, sys.stdin.buffer, sys.stdout.buffer)
        else:
            from datetime import datetime
            from shutil import get_terminal_size

            from companion.play import plain

            any_text()
            now = datetime.now().astimezone()
            plain.play(opened, sys.stdin, sys.stdout, get_terminal_size().lines, now)
    finally:
        opened.close()
    return OK


def _list(args: argparse.Namespace) -> int:
    """Lists the sessions, the last played first, or the games."""
    from companion.play.filing import ruleset_lines, session_lines
    from companion.store import saves_dir

    any_text()
    for line in ruleset_lines() if args.rulesets else session_lines(saves_dir(args.saves)):
        tell(indented(line))
    return OK


def _verify_dice(args: argparse.Namespace) -> int:
    """Checks that the app's own dice of a session follow from the seed that it committed to: docs/dice.md."""
    from companion.play.dice_checks import verify
    from companion.store import CannotOpen, saves_dir

    any_text()
    try:
        fine, lines = verify(session_file(args.file, saves_dir(args.saves)), args.hash)
    except CannotOpen as fault:
        return say(*(str(wrong) for wrong in fault.diagnostics))
    tell(*map(indented, lines))
    return OK if fine else FAILED


def _new(args: argparse.Namespace) -> int:
    """Makes a session. What no flag says is asked on a terminal; elsewhere it is as in the game's ready example."""
    from companion.play.new_game import Asker, Flags, new_session
    from companion.store import saves_dir

    any_text()
    options = dict(word.partition("=")[::2] for word in args.option)
    flags = Flags(args.game, args.name, args.player, args.roster, args.units, options, args.first)
    asker = Asker(asked if sys.stdin.isatty() else None, tell)
    try:
        file = new_session(flags, saves_dir(args.saves), asker)
    except OSError as fault:
        return unwritten(fault)
    except EOFError:
        return say("stopped: nothing was made", status=FAILED)
    tell(str(file))
    return OK


def _rules(args: argparse.Namespace) -> int:
    """Prints the tables of a game as the app uses them."""
    from shutil import get_terminal_size

    from companion.engine.registry import find
    from companion.play.sheets import chosen, sheet_lines

    any_text()
    for place, sheet in enumerate(chosen(find(args.game), args.sheet)):
        tell(*([""] if place else []), *sheet_lines(sheet, max(20, get_terminal_size().columns)))
    return OK


def _odds(args: argparse.Namespace) -> int:
    """Chances of the open request of a session; or of a game: companion odds bushido --attack 3 --defence 2."""
    from companion.engine.registry import names
    from companion.play import odds
    from companion.store import CannotOpen, saves_dir

    any_text()
    general = _Parser(add_help=False, allow_abbrev=False)
    general.add_argument("--json", action="store_true", default=args.json)
    general.add_argument("--saves", default=args.saves)
    general.add_argument("--goal", default=args.goal)
    general.add_argument("--help", "-h", action="store_true")
    chosen, words = general.parse_known_args(args.words)
    try:
        if args.what not in names():
            if words:
                raise InvalidInput(f"{words[0]!r} says nothing about a session")
            file = session_file(args.what, saves_dir(chosen.saves))
            tell(*odds.of_session(file, chosen.goal, chosen.json))
        elif chosen.help:
            tell(*odds.help_lines(args.what))
            return OK
        else:
            if chosen.goal:
                raise InvalidInput("--goal is for what stands in a session")
            tell(*odds.lines(odds.of_game(args.what, words), chosen.json))
    except CannotOpen as fault:
        return say(*(str(wrong) for wrong in fault.diagnostics))
    return OK


def _campaign(args: argparse.Namespace) -> int:
    """Campaigns: battles whose rosters carry over."""
    from companion.play.campaign import Faulty, run
    from companion.play.new_game import Asker
    from companion.store import CannotOpen, saves_dir

    any_text()
    asker = Asker(asked if sys.stdin.isatty() else None, tell)
    try:
        for line in run(args, saves_dir(args.saves), asker):
            tell(indented(line))
    except CannotOpen as fault:
        return say(*(str(wrong) for wrong in fault.diagnostics))
    except OSError as fault_:
        return unwritten(fault_)
    except EOFError:
        return say("stopped: nothing was made", status=FAILED)
    except Faulty:
        return FAILED
    return OK


def _report(args: argparse.Namespace) -> int:
    """Tells a battle: its course, losses, strength by round, who fought whom, rulings, aftermath."""
    from companion.report.writing import battle_in, report_of, write_card
    from companion.store import saves_dir

    file = session_file(args.file, saves_dir(args.saves))
    if not args.card:
        return _written(args, lambda: report_of(file))
    any_text()

    def drawn() -> Path:
        return write_card(battle_in(file), Path(args.card), light=args.light)

    status = _guarded(lambda: tell(str(drawn())))
    return _written(args, lambda: report_of(file)) if status == OK and (args.html or args.markdown) else status


def _chronicle(args: argparse.Namespace) -> int:
    """Tells a campaign: standings, battles, careers, the fallen, rivalries, rulings."""
    from companion.play.campaign import named
    from companion.report.writing import chronicle_of
    from companion.store import saves_dir

    return _written(args, lambda: chronicle_of(named(args.campaign, saves_dir(args.saves))))


def _doctor(args: argparse.Namespace) -> int:
    """Looks at terminal, colours, size, signs, folder and versions; exit status 1 if something is to be looked at."""
    from companion.play.doctor import lines
    from companion.store import saves_dir

    any_text()
    fine, found = lines(saves_dir(args.saves), os.environ, sys.stdout)
    tell(*found)
    return OK if fine else FAILED


def _completion(args: argparse.Namespace) -> int:
    """Prints what a shell reads to complete commands, sessions and games: eval "$(companion completion bash)"."""
    tell(*cli_whole.shell_words(args.shell).splitlines())
    return OK


def _written(args: argparse.Namespace, make: Callable[[], Sequence[Block]]) -> int:
    """Writes a page to where the flags say, or prints it as Markdown."""
    from companion.report.markdown import markdown
    from companion.report.writing import write_page

    any_text()

    def write() -> None:
        blocks = make()
        if not args.html and not args.markdown:
            tell(*markdown(blocks).splitlines())
        for out, as_html in ((args.html, True), (args.markdown, False)):
            if out:
                tell(str(write_page(blocks, Path(out), as_html=as_html)))

    return _guarded(write)


def _guarded(work: Callable[[], None]) -> int:
    """Does it; says what cannot be opened or written."""
    from companion.store import CannotOpen

    try:
        work()
    except CannotOpen as fault:
        return say(*(str(wrong) for wrong in fault.diagnostics))
    except OSError as fault_:
        return unwritten(fault_)
    return OK


COMMANDS: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "play": _play,
    "serve": cli_serve.serve,
    "list": _list,
    "new": _new,
    "copy": cli_files.copy,
    "rename": cli_files.rename,
    "delete": cli_files.delete,
    "bin": cli_files.bin,
    "check": cli_files.check,
    "restore": cli_files.restore,
    "verify": cli_files.verify,
    "verify-dice": _verify_dice,
    "rules": _rules,
    "odds": _odds,
    "report": _report,
    "chronicle": _chronicle,
    "campaign": _campaign,
    "doctor": _doctor,
    "completion": _completion,
}
