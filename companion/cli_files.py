"""The commands that work on the files of a folder: check, verify, restore, copy, rename, delete and the bin."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path

from companion.cli_streams import FAILED, OK, any_text, indented, say, tell, unwritten
from companion.engine.errors import InvalidInput
from companion.store.folders import session_file


def check(args: argparse.Namespace) -> int:
    """Says every fault of sessions, their logs, rosters and campaigns with its line, and changes nothing."""
    from companion.store import check_file
    from companion.store.disk import read_start

    any_text()
    status = OK
    for name in args.file:
        file = Path(name)
        try:
            read_start(file, 1)
        except OSError as fault:
            status = max(status, say(f"{name}: cannot be read: {fault.strerror or fault}"))
            continue
        faults = check_file(file)
        for found in faults:
            tell(str(found))
        if faults:
            status = max(status, FAILED)
        else:
            tell(f"{name}: no faults")
    return status


def restore(args: argparse.Namespace) -> int:
    """Lists what is kept of a session, campaign or roster, compares with one, and with --yes goes back to it."""
    from companion.play.filing import kept_lines

    return _filed(args, lambda saves: kept_lines(args.file, saves, args.generation, sure=args.yes))


def verify(args: argparse.Namespace) -> int:
    """Plays sessions and campaigns again by the rules of today: exact, unverified or diverged, and where."""
    from companion.store import saves_dir, verify_file

    any_text()
    status = OK
    for name in args.file:
        try:
            file = session_file(name, saves_dir(args.saves))
        except InvalidInput:
            file = Path(name)
        made = verify_file(file)
        for found in made.found:
            tell(str(found))
        tell(f"{name}: {made.verdict} ({made.procedures} procedures, {made.inputs} inputs)")
        if made.verdict != "exact":
            status = max(status, FAILED)
    return status


def copy(args: argparse.Namespace) -> int:
    """Copies a session with its open procedure, or a campaign with all its sessions."""
    from companion.play.filing import copied

    return _filed(args, lambda saves: copied(args.name, args.new, saves))


def rename(args: argparse.Namespace) -> int:
    """Gives a session or a campaign another name."""
    from companion.play.filing import renamed

    return _filed(args, lambda saves: renamed(args.name, args.new, saves))


def delete(args: argparse.Namespace) -> int:
    """Moves a session or a campaign to the bin; companion bin takes it out again."""
    from companion.play.filing import deleted

    return _filed(args, lambda saves: deleted(args.name, saves, sure=args.yes))


def bin(args: argparse.Namespace) -> int:
    """Lists what is in the bin; with a name takes one out of it, with --delete as well deletes it for good."""
    from companion.play.filing import bin_lines

    if args.delete and not args.name:
        raise InvalidInput("which one is to be deleted for good?", hint="companion bin lists them")
    return _filed(args, lambda saves: bin_lines(args.name, saves, for_good=args.delete))


def _filed(args: argparse.Namespace, work: Callable[[Path], Iterable[str]]) -> int:
    """Prints what a piece of work with the files of a folder has to say."""
    from companion.store import CannotOpen, saves_dir

    any_text()
    try:
        for line in work(saves_dir(args.saves)):
            tell(indented(line))
    except CannotOpen as fault:
        return say(*(str(wrong) for wrong in fault.diagnostics))
    except OSError as fault_:
        return unwritten(fault_)
    return OK
