"""What carries out each command, and `main`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import companion
from companion.cli import seats, serving
from companion.cli.meant import session_meant
from companion.cli.streams import (
    FAILED,
    OK,
    any_text,
    asked,
    give_up_output,
    open_closed,
    say,
    tell,
)
from companion.cli.words import GENERAL, SAVES, WORDS, add_words, complete, shell_words
from companion.engine.errors import InvalidInput, NotSaved
from companion.play import Faulty
from companion.store.diagnostics import CannotOpen
from companion.store.folders import saves_dir

if TYPE_CHECKING:
    from companion.frontend.opened import OpenSession
    from companion.play.new_game import Asker
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
        complete(COMMANDS)
    lost = open_closed()
    try:
        status = _carry_out(words)
        sys.stdout.flush()
        if lost and status == OK:
            return say("there is nowhere to write to: the standard output is closed", status=FAILED)
    except InvalidInput as fault:
        return say(fault.with_hint)
    except CannotOpen as broken:
        return say(*map(str, broken.diagnostics))
    except NotSaved as unsaved:
        return say(str(unsaved), status=FAILED)
    except Faulty as found:
        return found.status
    except EOFError:
        return say("stopped: nothing was made", status=FAILED)
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
    add_words(top, [SAVES])
    at = _command_at(words)
    early, rest = top.parse_known_args(words[:at])
    if at < len(words):
        command = words[at]
        parser = _Parser(f"companion {command}", description=COMMANDS[command].__doc__)
        add_words(parser, [*WORDS[command], SAVES])
        parser.set_defaults(saves=early.saves)
        if rest:
            parser.error(f"unknown before {command}: " + " ".join(rest))
        args = parser.parse_args(words[at + 1 :])
        any_text()
        done = COMMANDS[command](args)
        if isinstance(done, int):
            return done
        for line in done:
            tell(line)
        return OK
    parser = _Parser(
        "companion", description=ABOUT, usage=argparse.SUPPRESS, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_words(parser, [*GENERAL, SAVES])
    parser.add_argument("--version", action="version", version=f"companion {companion.__version__}")
    return seats.app(parser.parse_args(words))


def _command_at(words: Sequence[str]) -> int:
    """The place of the command among the words; their number if the app itself is called."""
    place = 0
    while place < len(words) and words[place].startswith("-"):
        place += 2 if words[place] == "--saves" else 1
    return place if place < len(words) and words[place] in COMMANDS else len(words)


Lines = Iterator[str]


def _session(args: argparse.Namespace) -> Path:
    """The session file that is meant, by its path or its name in the folder."""
    return session_meant(args.file, args.saves)


def _writes(work: Callable[[argparse.Namespace], Lines]) -> Callable[[argparse.Namespace], Lines]:
    """A command that writes files: what cannot be written is said with its folder."""

    @wraps(work)
    def guarded(args: argparse.Namespace) -> Lines:
        try:
            yield from work(args)
        except OSError as fault:
            # The file of another name that is written first is nobody's business: its folder is what is wrong.
            folder = f" in {os.path.dirname(fault.filename) or '.'}" if isinstance(fault.filename, str) else ""
            raise InvalidInput(f"cannot be written{folder}: {fault.strerror or fault}") from fault

    return guarded


def _play(args: argparse.Namespace) -> int:
    """Plays a session without a screen: as text lines for people, or as JSON lines for programs."""
    from random import Random

    from companion.store.opening import open_session

    opened: OpenSession
    if args.seat:
        opened = seats.seat_at(_session(args), args.seat)
    else:
        opened = open_session(_session(args), rng=None if args.seed is None else Random(args.seed))
    try:
        if args.json:
            from companion.play import json_lines

            json_lines.play(opened, sys.stdin.buffer, sys.stdout.buffer)
        else:
            from datetime import datetime
            from shutil import get_terminal_size

            from companion.play import plain

            now = datetime.now().astimezone()
            plain.play(opened, sys.stdin, sys.stdout, get_terminal_size().lines, now)
    finally:
        opened.close()
    return OK


def _list(args: argparse.Namespace) -> Lines:
    """Lists the sessions, the last played first, or the games."""
    from companion.play.filing import ruleset_lines, session_lines

    return ruleset_lines() if args.rulesets else session_lines(saves_dir(args.saves))


@_writes
def _new(args: argparse.Namespace) -> Lines:
    """Makes a session. What no flag says is asked on a terminal; elsewhere it is as in the game's ready example."""
    from companion.play.new_game import Flags, new_session

    options = dict(word.partition("=")[::2] for word in args.option)
    flags = Flags(args.game, args.name, args.player, args.roster, args.units, options, args.first)
    yield str(new_session(flags, saves_dir(args.saves), _asker()))


def _asker() -> Asker:
    from companion.play.new_game import Asker

    return Asker(asked if sys.stdin.isatty() else None, tell)


@_writes
def _copy(args: argparse.Namespace) -> Lines:
    """Copies a session with its open procedure, or a campaign with all its sessions."""
    from companion.play.filing import copied

    return copied(args.name, args.new, saves_dir(args.saves))


@_writes
def _rename(args: argparse.Namespace) -> Lines:
    """Gives a session or a campaign another name."""
    from companion.play.filing import renamed

    return renamed(args.name, args.new, saves_dir(args.saves))


@_writes
def _delete(args: argparse.Namespace) -> Lines:
    """Moves a session or a campaign to the bin; companion bin takes it out again."""
    from companion.play.filing import deleted

    return deleted(args.name, saves_dir(args.saves), sure=args.yes)


@_writes
def _bin(args: argparse.Namespace) -> Lines:
    """Lists what is in the bin; with a name takes one out of it, with --delete as well deletes it for good."""
    from companion.play.filing import bin_lines

    if args.delete and not args.name:
        raise InvalidInput("which one is to be deleted for good?", hint="companion bin lists them")
    return bin_lines(args.name, saves_dir(args.saves), for_good=args.delete)


def _check(args: argparse.Namespace) -> Lines:
    """Says every fault of sessions, their logs, rosters and campaigns with its line, and changes nothing."""
    from companion.store.disk import read_start
    from companion.store.verify import check_file

    worst = OK
    for name in args.file:
        try:
            read_start(Path(name), 1)
        except OSError as fault:
            worst = max(worst, say(f"{name}: cannot be read: {fault.strerror or fault}"))
            continue
        faults = check_file(Path(name))
        yield from map(str, faults) if faults else [f"{name}: no faults"]
        worst = max(worst, FAILED if faults else OK)
    if worst:
        raise Faulty(worst)


@_writes
def _restore(args: argparse.Namespace) -> Lines:
    """Lists what is kept of a session, campaign or roster, compares with one, and with --yes goes back to it."""
    from companion.play.filing import kept_lines

    return kept_lines(args.file, saves_dir(args.saves), args.generation, sure=args.yes)


def _verify(args: argparse.Namespace) -> Lines:
    """Plays sessions and campaigns again by the rules of today: exact, unverified or diverged, and where."""
    from companion.store.verify import verify_file

    fine = True
    for name in args.file:
        try:
            file = session_meant(name, args.saves)
        except InvalidInput:
            file = Path(name)
        made = verify_file(file)
        yield from map(str, made.found)
        yield f"{name}: {made.verdict} ({made.procedures} procedures, {made.inputs} inputs)"
        fine = fine and made.verdict == "exact"
    if not fine:
        raise Faulty


def _verify_dice(args: argparse.Namespace) -> Lines:
    """Checks that the app's own dice of a session follow from the seed that it committed to: docs/dice.md."""
    from companion.play.dice_checks import verify

    return _found(*verify(_session(args), args.hash))


def _rules(args: argparse.Namespace) -> Lines:
    """Prints the tables of a game as the app uses them."""
    from shutil import get_terminal_size

    from companion.engine.registry import find
    from companion.frontend.saying.sheets import chosen, sheet_lines

    for place, sheet in enumerate(chosen(find(args.game), args.sheet)):
        yield from [""] if place else []
        yield from sheet_lines(sheet, max(20, get_terminal_size().columns))


def _odds(args: argparse.Namespace) -> Sequence[str]:
    """Chances of the open request of a session; or of a game: companion odds bushido --attack 3 --defence 2."""
    from companion.engine.registry import names
    from companion.play import odds

    general = _Parser(add_help=False, allow_abbrev=False)
    general.add_argument("--json", action="store_true", default=args.json)
    general.add_argument("--saves", default=args.saves)
    general.add_argument("--goal", default=args.goal)
    general.add_argument("--help", "-h", action="store_true")
    chosen, words = general.parse_known_args(args.words)
    if args.what not in names():
        if words:
            raise InvalidInput(f"{words[0]!r} says nothing about a session")
        return odds.of_session(session_meant(args.what, chosen.saves), chosen.goal, chosen.json)
    if chosen.help:
        return odds.help_lines(args.what)
    if chosen.goal:
        raise InvalidInput("--goal is for what stands in a session")
    return odds.lines(odds.of_game(args.what, words), chosen.json)


@_writes
def _campaign(args: argparse.Namespace) -> Lines:
    """Campaigns: battles whose rosters carry over."""
    from companion.play.campaign import run

    return run(args, saves_dir(args.saves), _asker())


@_writes
def _report(args: argparse.Namespace) -> Lines:
    """Tells a battle: its course, losses, strength by round, who fought whom, rulings, aftermath."""
    from companion.report.writing import battle_in, report_of, write_card

    file = _session(args)
    if args.card:
        yield str(write_card(battle_in(file), Path(args.card), light=args.light))
    if not args.card or args.html or args.markdown:
        yield from _page(args, report_of(file))


@_writes
def _chronicle(args: argparse.Namespace) -> Lines:
    """Tells a campaign: standings, battles, careers, the fallen, rivalries, rulings."""
    from companion.play.campaign import named
    from companion.report.writing import chronicle_of

    yield from _page(args, chronicle_of(named(args.campaign, saves_dir(args.saves))))


def _page(args: argparse.Namespace, blocks: Sequence[Block]) -> Lines:
    """Writes a page to where the flags say, or prints it as Markdown."""
    from companion.report.markdown import markdown
    from companion.report.writing import write_page

    for out, as_html in ((args.html, True), (args.markdown, False)):
        if out:
            yield str(write_page(blocks, Path(out), as_html=as_html))
    if not args.html and not args.markdown:
        yield from markdown(blocks).splitlines()


def _doctor(args: argparse.Namespace) -> Lines:
    """Looks at terminal, colours, size, signs, folder and versions; exit status 1 if something is to be looked at."""
    from companion.play.doctor import lines

    return _found(*lines(saves_dir(args.saves), os.environ, sys.stdout))


def _found(fine: bool, lines: Iterable[str]) -> Lines:
    yield from lines
    if not fine:
        raise Faulty


def _completion(args: argparse.Namespace) -> Sequence[str]:
    """Prints what a shell reads to complete commands, sessions and games: eval "$(companion completion bash)"."""
    return shell_words(args.shell).splitlines()


COMMANDS: Final[Mapping[str, Callable[[argparse.Namespace], int | Iterable[str]]]] = {
    "play": _play,
    "serve": serving.serve,
    "list": _list,
    "new": _new,
    "copy": _copy,
    "rename": _rename,
    "delete": _delete,
    "bin": _bin,
    "check": _check,
    "restore": _restore,
    "verify": _verify,
    "verify-dice": _verify_dice,
    "rules": _rules,
    "odds": _odds,
    "report": _report,
    "chronicle": _chronicle,
    "campaign": _campaign,
    "doctor": _doctor,
    "completion": _completion,
}
"""What carries out each command: it says lines, or the exit status where it has said all itself."""
