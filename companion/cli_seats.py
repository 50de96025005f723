"""Sharing a table: the command `serve`, and the way into a seat."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import shlex
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli_streams import OK, any_text, asked, say, tell
from companion.engine.errors import InvalidInput
from companion.frontend.session_files import session_file

if TYPE_CHECKING:
    from companion.frontend.app_player import SideByApp
    from companion.seats.lines import Message
    from companion.seats.owner import Owner
    from companion.seats.seat import Seat
    from companion.seats.web.server import Web


def seat_at(file: Path, seat: str) -> Seat:
    """Takes a seat at the table that is shared. Raises InvalidInput, with the seats there are if none is named so."""
    from companion.seats.address import address_of
    from companion.seats.seat import Seat

    return Seat(address_of(file), seat)


def shared(file: Path) -> bool:
    """Whether the table of this session is shared now."""
    from companion.seats.address import address_of
    from companion.seats.channel import Channel, Gone

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
    from companion.seats.lines import LOOK, TABLE
    from companion.store import open_session

    opened = open_session(file, read_only=True)
    seats = [*(side.name for side in opened.session.table.sides.values()), TABLE, LOOK]
    opened.close()
    tell(f"{opened.session.table.name} is shared. Which seat?", *(f"  {n}  {name}" for n, name in enumerate(seats, 1)))
    typed = asked("> ").strip()
    return seats[int(typed) - 1] if typed.isdecimal() and 0 < int(typed) <= len(seats) else typed


def serve(args: argparse.Namespace) -> int:
    """Shares the table of a session, until Ctrl+C: with phones in the local network, and with terminals here."""
    from companion.seats.owner import Owner
    from companion.store import CannotOpen, open_session, saves_dir

    any_text()
    file = session_file(args.file, saves_dir(args.saves))
    try:
        opened = open_session(file)
    except CannotOpen as fault:
        return say(*(str(wrong) for wrong in fault.diagnostics))
    try:
        if opened.read_only:
            raise InvalidInput("this table cannot be shared", hint=opened.session.read_only)
        owner = Owner(opened)
        sides = opened.session.table.sides
        tell(f"{opened.session.table.name} is shared. Ctrl+C ends it; nothing is lost.", "")
        for name in [*(side.name for side in sides.values()), "table", "look"]:
            tell(f"  companion {shlex.quote(args.file)} --seat {shlex.quote(name)}")
        tell("")
        asyncio.run(_until_stopped(owner, args))
    finally:
        opened.close()
    return OK


async def _until_stopped(owner: Owner, args: argparse.Namespace) -> None:
    """Shares until somebody ends it, or nobody has sat at the table for as long as was said."""
    from companion.seats.server import Server

    server = Server(owner, tell)
    running = asyncio.ensure_future(server.run())
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, running.cancel)
    listens = asyncio.ensure_future(server.listens.wait())
    _ = await asyncio.wait((running, listens), return_when=asyncio.FIRST_COMPLETED)
    watching = asyncio.ensure_future(_until_idle(owner, args.idle, running)) if args.idle else None
    web = await _web(owner, args)
    if web is not None:
        web.stopping = running.cancel
    try:
        with contextlib.suppress(asyncio.CancelledError):
            await running
    finally:
        if watching is not None:
            watching.cancel()
        if web is not None:
            await web.stop()


async def _until_idle(owner: Owner, seconds: float, running: asyncio.Future[None]) -> None:
    since = time.monotonic()
    while time.monotonic() - since < seconds:
        await asyncio.sleep(min(1.0, seconds))
        if any(owner.seats().values()):
            since = time.monotonic()
    running.cancel()


async def _web(owner: Owner, args: argparse.Namespace) -> Web | None:
    """Serves browsers and says how one comes to each seat; None where there is nothing to serve them with."""
    if args.terminals:
        return None
    from companion.seats.web import check_installed

    try:
        check_installed()
    except InvalidInput as fault:
        tell(f"Terminals of this machine only: {fault.with_hint}", "")
        return None
    from companion.seats.web.server import HERE, Web

    web = Web(owner, owner.opened.file.resolve(), HERE if args.here else args.address)
    try:
        await web.start()
    except OSError as fault:
        tell(f"Terminals of this machine only: phones cannot be served ({fault.strerror or fault}).", "")
        return None
    owner.share = web.share
    for line in _how_to_join(web.share({"what": "codes"})):
        tell(line)
    return web


def _how_to_join(standing: Message) -> list[str]:
    """A QR code and an address for each seat, and what to do where a phone cannot reach them."""
    from companion.seats.web.qr import ansi_rows

    lines = []
    for seat in standing["seats"]:
        lines += [seat["title"].upper(), f"  {seat['url']}"]
        if seat["seat"] not in ("table", "look") and sys.stdout.isatty():
            lines += [f"  {row}" for row in ansi_rows(seat["url"])]
        lines += [f"  or http://{standing['root']} and the code {seat['code']}", ""]
    about = (
        "These addresses are for this machine alone."
        if standing["here_only"]
        else "Does not open on a phone: allow Python in the firewall; a guest Wi-Fi keeps devices apart, use a hotspot."
    )
    return [*lines, f"The codes work once, for {standing['code_seconds']} seconds.", about, ""]
