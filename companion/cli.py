"""The command line. Start-up is imports, so each command imports what it needs when it is called."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import companion
from companion.cli_streams import give_up_output, open_closed
from companion.cli_words import WORDS
from companion.engine.errors import InvalidInput
from companion.frontend.wording import with_hint

if TYPE_CHECKING:
    from companion.report.blocks import Block

OK, FAILED, USAGE = 0, 1, 2
"""Exit status: all is well; something was found or failed; the command cannot be carried out as it was typed."""

PIPE_CLOSED: Final = 141
"""The status a shell gives a program whose reader went away."""

ABOUT = """Two people, their miniatures and dice, and the rules led step by step.

  companion [FILE]                       open the app, at once on a session
  companion play FILE [--plain | --json] play without a screen: text lines for people, JSON lines for programs
  companion list [--rulesets]            sessions, the last played first; or the games there are
  companion new                          make a session; asks for what the flags leave open
  companion check FILE...                every fault of a file with its line
  companion restore FILE [GENERATION]    what is kept of a file; compares with one, and goes back to it
  companion verify FILE...               plays sessions and campaigns again: does all come out as it is written?
  companion verify-dice FILE             whether the app's own dice follow from the seed it committed to
  companion rules GAME [SHEET]           the tables of a game
  companion odds FILE | GAME ...         chances of what stands in a session, or of dice and numbers
  companion report FILE                  a battle to read: Markdown, or one HTML page with pictures
  companion chronicle CAMPAIGN           a campaign to read, likewise
  companion campaign ACTION              battles whose rosters carry over: new, next, close, list and more
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Carries out one command line; returns the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    lost = open_closed()
    try:
        status = _carry_out(words)
        sys.stdout.flush()
        if lost and status == OK:
            return _say("there is nowhere to write to: the standard output is closed", status=FAILED)
    except InvalidInput as fault:
        return _say(with_hint(fault))
    except BrokenPipeError:
        give_up_output()
        return PIPE_CLOSED
    except OSError as fault_:
        status = _say(f"cannot go on: {fault_.strerror or fault_}", status=FAILED)
        give_up_output()
    except KeyboardInterrupt:
        return _say("stopped", status=FAILED)
    return status


def _carry_out(words: list[str]) -> int:
    top = argparse.ArgumentParser("companion", add_help=False, allow_abbrev=False)
    top.add_argument("--saves", metavar="DIR")
    early, rest = top.parse_known_args(words[: _command_at(words)])
    at = _command_at(words)
    if at < len(words):
        command = words[at]
        parser = argparse.ArgumentParser(f"companion {command}", description=COMMANDS[command].__doc__)
        WORDS[command](parser)
        parser.add_argument("--saves", metavar="DIR", default=early.saves, help="the folder of sessions")
        if rest:
            parser.error(f"unknown before {command}: " + " ".join(rest))
        return COMMANDS[command](parser.parse_args(words[at + 1 :]))
    parser = argparse.ArgumentParser(
        "companion", description=ABOUT, usage=argparse.SUPPRESS, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="a session to open")
    parser.add_argument("--saves", metavar="DIR", help="the folder of sessions")
    parser.add_argument("--version", action="version", version=f"companion {companion.__version__}")
    return _app(parser.parse_args(words))


def _command_at(words: Sequence[str]) -> int:
    """The place of the command among the words; their number where the app itself is called."""
    place = 0
    while place < len(words) and words[place].startswith("-"):
        place += 2 if words[place] == "--saves" else 1
    return place if place < len(words) and words[place] in COMMANDS else len(words)


def _app(args: argparse.Namespace) -> int:
    """Opens the app."""
    from companion.store import saves_dir

    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        return _say(
            "the app needs a terminal that can draw; here, play as text: companion play FILE --plain"
            " (companion list shows the sessions)"
        )
    saves = saves_dir(args.saves)
    file = _session(args.file, saves) if args.file else None
    from companion.tui import run_app

    return run_app(saves, file)


def _session(name: str, saves: Path) -> Path:
    """The file meant by a path, or the name of a session in the folder. Raises InvalidInput if there is none."""
    for file in (Path(name), saves / name, saves / f"{name}.toml"):
        if file.is_file():
            return file
    raise InvalidInput(f"there is no file {name}", hint="companion list shows the sessions")


def _play(args: argparse.Namespace) -> int:
    """Plays a session without a screen: as text lines for people, or as JSON lines for programs."""
    from random import Random

    from companion.store import CannotOpen, open_session, saves_dir

    try:
        opened = open_session(
            _session(args.file, saves_dir(args.saves)), rng=None if args.seed is None else Random(args.seed)
        )
    except CannotOpen as fault:
        return _say(*(str(wrong) for wrong in fault.diagnostics))
    try:
        if args.json:
            from companion.play import json_lines

            json_lines.play(opened, sys.stdin.buffer, sys.stdout.buffer)
        else:
            from shutil import get_terminal_size

            from companion.play import plain

            _any_text()
            plain.play(opened, sys.stdin, sys.stdout, get_terminal_size().lines)
    finally:
        opened.close()
    return OK


def _list(args: argparse.Namespace) -> int:
    """Lists the sessions, the last played first, or the games."""
    from companion.play.listing import ruleset_lines, session_lines
    from companion.store import saves_dir

    _any_text()
    for line in ruleset_lines() if args.rulesets else session_lines(saves_dir(args.saves)):
        print(_indented(line))
    return OK


def _check(args: argparse.Namespace) -> int:
    """Says every fault of sessions, their logs, rosters and campaigns with its line, and changes nothing."""
    from companion.frontend.clean import clean
    from companion.store import check_file
    from companion.store.disk import read_start

    _any_text()
    status = OK
    for name in args.file:
        file = Path(name)
        try:
            read_start(file, 1)
        except OSError as fault:
            status = max(status, _say(f"{name}: cannot be read: {fault.strerror or fault}"))
            continue
        faults = check_file(file)
        for found in faults:
            print(clean(str(found)))
        if faults:
            status = max(status, FAILED)
        else:
            print(f"{clean(name)}: no faults")
    return status


def _restore(args: argparse.Namespace) -> int:
    """Lists what is kept of a session, campaign or roster, compares with one, and with --yes goes back to it."""
    from companion.play.restoring import lines
    from companion.store import CannotOpen, saves_dir

    _any_text()
    saves = saves_dir(args.saves)
    try:
        for line in lines(args.file, saves, args.generation, sure=args.yes):
            print(_indented(line))
    except CannotOpen as fault:
        return _say(*(str(wrong) for wrong in fault.diagnostics))
    except OSError as fault_:
        return _say(f"cannot be written: {fault_}")
    return OK


def _verify(args: argparse.Namespace) -> int:
    """Plays sessions and campaigns again by the rules of today: exact, unverified or diverged, and where."""
    from companion.frontend.clean import clean
    from companion.store import verify_file

    _any_text()
    status = OK
    for name in args.file:
        made = verify_file(Path(name))
        for found in made.found:
            print(clean(str(found)))
        print(clean(f"{name}: {made.verdict} ({made.procedures} procedures, {made.inputs} inputs)"))
        if made.verdict != "exact":
            status = FAILED
    return status


def _verify_dice(args: argparse.Namespace) -> int:
    """Checks that the app's own dice of a session follow from the seed that it committed to: docs/dice.md."""
    from companion.play.dice_checks import verify
    from companion.store import CannotOpen, saves_dir

    _any_text()
    try:
        fine, lines = verify(_session(args.file, saves_dir(args.saves)), args.hash)
    except CannotOpen as fault:
        return _say(*(str(wrong) for wrong in fault.diagnostics))
    print(*map(_indented, lines), sep="\n")
    return OK if fine else FAILED


def _new(args: argparse.Namespace) -> int:
    """Makes a session. What no flag says is asked on a terminal; elsewhere it is as in the game's ready example."""
    from companion.play.new_game import Asker, Flags, new_session
    from companion.store import saves_dir

    _any_text()
    options = dict(word.partition("=")[::2] for word in args.option)
    flags = Flags(args.game, args.name, args.player, args.roster, args.units, options, args.first)
    asker = Asker(input if sys.stdin.isatty() else None, print)
    try:
        file = new_session(flags, saves_dir(args.saves), asker)
    except OSError as fault:
        return _say(f"cannot be written: {fault}")
    except EOFError:
        return _say("stopped: nothing was made", status=FAILED)
    print(file)
    return OK


def _rules(args: argparse.Namespace) -> int:
    """Prints the tables of a game as the app uses them."""
    from shutil import get_terminal_size

    from companion.engine.registry import find
    from companion.play.sheets import chosen, sheet_lines

    _any_text()
    for place, sheet in enumerate(chosen(find(args.game), args.sheet)):
        print(*([""] if place else []), *sheet_lines(sheet, max(20, get_terminal_size().columns)), sep="\n")
    return OK


def _odds(args: argparse.Namespace) -> int:
    """Chances of what stands in a session; or of a game: companion odds bushido --attack 3 --defence 2."""
    from companion.engine.registry import names
    from companion.play import odds
    from companion.store import CannotOpen, saves_dir

    _any_text()
    general = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    general.add_argument("--json", action="store_true", default=args.json)
    general.add_argument("--saves", default=args.saves)
    general.add_argument("--goal", default=args.goal)
    general.add_argument("--help", "-h", action="store_true")
    chosen, words = general.parse_known_args(args.words)
    try:
        if args.what not in names():
            if words:
                raise InvalidInput(f"{words[0]!r} says nothing about a session")
            file = _session(args.what, saves_dir(chosen.saves))
            print(*odds.of_session(file, chosen.goal, chosen.json), sep="\n")
        elif chosen.help:
            print(*odds.help_lines(args.what), sep="\n")
            return OK
        else:
            if chosen.goal:
                raise InvalidInput("--goal is for what stands in a session")
            print(*odds.lines(odds.of_game(args.what, words), chosen.json), sep="\n")
    except CannotOpen as fault:
        return _say(*(str(wrong) for wrong in fault.diagnostics))
    return OK


def _campaign(args: argparse.Namespace) -> int:
    """Campaigns: battles whose rosters carry over."""
    from companion.play.campaign import Faulty, run
    from companion.play.new_game import Asker
    from companion.store import CannotOpen, saves_dir

    _any_text()
    asker = Asker(input if sys.stdin.isatty() else None, print)
    try:
        for line in run(args, saves_dir(args.saves), asker):
            print(_indented(line))
    except CannotOpen as fault:
        return _say(*(str(wrong) for wrong in fault.diagnostics))
    except OSError as fault_:
        return _say(f"cannot be written: {fault_}")
    except EOFError:
        return _say("stopped: nothing was made", status=FAILED)
    except Faulty:
        return FAILED
    return OK


def _report(args: argparse.Namespace) -> int:
    """Tells a battle: its course, losses, strength by round, who fought whom, rulings, aftermath."""
    from companion.report.writing import report_of
    from companion.store import saves_dir

    return _written(args, lambda: report_of(_session(args.file, saves_dir(args.saves))))


def _chronicle(args: argparse.Namespace) -> int:
    """Tells a campaign: standings, battles, careers, the fallen, rivalries, rulings."""
    from companion.play.campaign import named
    from companion.report.writing import chronicle_of
    from companion.store import saves_dir

    return _written(args, lambda: chronicle_of(named(args.campaign, saves_dir(args.saves))))


def _written(args: argparse.Namespace, make: Callable[[], Sequence[Block]]) -> int:
    """Writes a page to where the flags say, or prints it as Markdown."""
    from companion.report.markdown import markdown
    from companion.report.writing import write_page
    from companion.store import CannotOpen

    _any_text()
    try:
        blocks = make()
        if not args.html and not args.markdown:
            print(markdown(blocks), end="")
        for out, as_html in ((args.html, True), (args.markdown, False)):
            if out:
                print(write_page(blocks, Path(out), as_html=as_html))
    except CannotOpen as fault:
        return _say(*(str(wrong) for wrong in fault.diagnostics))
    except OSError as fault_:
        return _say(f"cannot be written: {fault_}")
    return OK


COMMANDS: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "play": _play,
    "list": _list,
    "new": _new,
    "check": _check,
    "restore": _restore,
    "verify": _verify,
    "verify-dice": _verify_dice,
    "rules": _rules,
    "odds": _odds,
    "report": _report,
    "chronicle": _chronicle,
    "campaign": _campaign,
}


def _indented(line: str) -> str:
    """A line fit for the terminal; what is below another line stands in by four columns or more."""
    from companion.frontend.clean import clean

    words = line.lstrip(" ")
    indent = len(line) - len(words)
    return (" " * max(4, indent) if indent else "") + clean(words)


def _any_text() -> None:
    """Output never fails for a sign that the terminal's encoding lacks, input never for a byte that is none."""
    for stream in (sys.stdout, sys.stdin):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _say(*lines: str, status: int = USAGE) -> int:
    from companion.frontend.clean import clean

    with suppress(OSError):
        for line in lines:
            print(f"companion: {clean(line)}", file=sys.stderr, flush=True)
    return status
