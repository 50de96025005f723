"""The way into a seat at a table that is shared."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli_streams import OK, any_text, asked, tell

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
    from companion.store import open_session

    opened = open_session(file, read_only=True)
    seats = [*(side.name for side in opened.session.table.sides.values()), TABLE, LOOK]
    opened.close()
    tell(f"{opened.session.table.name} is shared. Which seat?", *(f"  {n}  {name}" for n, name in enumerate(seats, 1)))
    typed = asked("> ").strip()
    return item_at(seats, typed) or typed
