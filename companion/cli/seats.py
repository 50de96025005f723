"""The app itself, and the way into a seat at a table that is shared."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.meant import session_meant
from companion.cli.streams import OK, USAGE, any_text, asked, say, tell
from companion.engine.errors import InvalidInput
from companion.store.folders import saves_dir

if TYPE_CHECKING:
    from companion.frontend.app_player import SideByApp
    from companion.seats.seat import Seat


def seat_at(file: Path, seat: str) -> Seat:
    """Takes a seat at the table that is shared. Raises InvalidInput, with the seats there are if none is named so."""
    from companion.seats.lines import address_of
    from companion.seats.seat import Seat

    return Seat(address_of(file), seat)


def shared(file: Path) -> bool:
    """Whether the table of this session is shared now."""
    from companion.seats.channel import Channel, Gone
    from companion.seats.lines import address_of

    address = address_of(file)
    if not address.is_file():
        return False
    try:
        Channel(address).close()
    except Gone:
        return False
    return True


def side_by_app(args: argparse.Namespace) -> SideByApp:
    """The side that these words give to the app."""
    from companion.frontend.app_player import USUAL, SideByApp

    return SideByApp(args.seat, args.temper or USUAL, args.rolls)


def by_app(file: Path, args: argparse.Namespace) -> int:
    """Plays a seat at a table that is shared, until it is stopped with Ctrl+C."""
    from companion.seats.by_app import AppAtSeat

    any_text()
    wanted = side_by_app(args)
    seat = seat_at(file, wanted.name)
    try:
        playing = AppAtSeat(seat, wanted.temper, rolls=wanted.rolls, tell=tell)
        tell(f"The app plays {seat.session.table.title(seat.session.seat)}, {wanted.temper}. Ctrl+C ends it.")
        playing.play()
    except KeyboardInterrupt:
        pass
    finally:
        seat.close()
    return OK


def seat_wanted(file: Path) -> str:
    """Asks which seat, where the table of this session is shared now; empty where it is not, or nobody can be asked."""
    if not sys.stdin.isatty() or not shared(file):
        return ""
    from companion.frontend.typed import item_at
    from companion.seats.lines import LOOK, TABLE
    from companion.store.opening import open_session

    opened = open_session(file, read_only=True)
    seats = [*(side.name for side in opened.session.table.sides.values()), TABLE, LOOK]
    opened.close()
    tell(f"{opened.session.table.name} is shared. Which seat?", *(f"  {n}  {name}" for n, name in enumerate(seats, 1)))
    typed = asked("> ").strip()
    return item_at(seats, typed) or typed


def app(args: argparse.Namespace) -> int:
    """Opens the app."""
    saves = saves_dir(args.saves)
    try:
        file = session_meant(args.file, args.saves) if args.file else None
    except InvalidInput:
        raise InvalidInput(
            f"{args.file!r} is no command, and no session has that name",
            hint="companion --help lists the commands, companion list the sessions",
        ) from None
    if (args.temper or args.rolls) and not args.by_app:
        raise InvalidInput("--temper and --rolls are for a side that the app plays", hint="--seat NAME --by-app")
    if args.by_app and (file is None or not args.seat):
        raise InvalidInput("the app plays a side of a session", hint="companion FILE --seat NAME --by-app")
    if args.by_app and file is not None and shared(file):
        return by_app(file, args)
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
        return run_app(saves, file, by_app=side_by_app(args))
    seat = args.seat or (seat_wanted(file) if file is not None else "")
    if seat and file is not None:
        return run_app(saves, seat=seat_at(file, seat))
    return run_app(saves, file)
