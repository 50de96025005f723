"""The command `serve`: the process that shares a table, and the terminal that watches over it."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import queue
import shlex
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.meant import session_meant
from companion.cli.seats import shared as shared_now
from companion.cli.streams import OK, paint, tell
from companion.engine.errors import InvalidInput, NotSaved

if TYPE_CHECKING:
    from companion.seats.lines import Message
    from companion.seats.owner import Owner
    from companion.seats.process import SharedTable
    from companion.seats.seat import Seat
    from companion.seats.web.server import Web

_LOOK = 0.5
"""Seconds between two looks at what is typed."""
AWAY = "The table does not answer. It is shared again; nothing is lost."
KEYS = "Enter: new codes   n: new addresses   x: end sharing; nothing is lost"


def serve(args: argparse.Namespace) -> int:
    """Shares the table of a session: as the process that does it, or from a terminal that watches over that one."""
    file = session_meant(args.file, args.saves)
    return _shares(file, args) if args.idle else _watches(file, args)


# -- the terminal -------------------------------------------------------------------------------------------------


def _watches(file: Path, args: argparse.Namespace) -> int:
    from companion.seats.process import SharedTable

    if shared_now(file):
        raise InvalidInput("this table cannot be shared", hint=f"it is, already: companion {file.stem} --seat table")
    where = ("--address", args.address) if args.address else ()
    more = (*(word for word in ("--here", "--terminals") if getattr(args, word[2:])), *where)
    shared = SharedTable(file, more, faults=None)
    try:
        seat = shared.seat()
    except InvalidInput:
        shared.end()
        # It has said itself why it cannot.
        return shared.process.returncode or 1
    watch = _Watch(shared, seat)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        watch.begin(args.file)
        watch.run()
    except KeyboardInterrupt:
        pass
    finally:
        shared.stop(seat)
        seat.close()
        shared.end()
    return OK


class _Watch:
    """A terminal at the table: says how one joins and who is there, and begins the process again after a crash."""

    def __init__(self, shared: SharedTable, seat: Seat) -> None:
        self._shared, self._seat = shared, seat
        self._typed: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._said = ""

    def begin(self, name: str) -> None:
        """Says how terminals and browsers join."""
        table = self._seat.session.table
        tell(f"{table.name} is shared.", "")
        for seat in [*(side.name for side in table.sides.values()), "table", "look"]:
            tell(f"  companion {shlex.quote(name)} --seat {shlex.quote(seat)}")
        tell("")
        self._join("codes")
        # No other thread waits for it: it ends with the program.
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self._typed.put(line.strip().casefold())

    def _join(self, what: str) -> None:
        try:
            standing = self._seat.share(what)
            if what == "new":
                standing = self._seat.share("codes")
        except (InvalidInput, NotSaved) as fault:
            reason = fault.with_hint if isinstance(fault, InvalidInput) else str(fault)
            tell(reason, "Terminals of this machine can join." if self._seat.saved else "", "Ctrl+C: end sharing")
        else:
            _tell_how_to_join(standing)
            tell(KEYS, "")

    def run(self) -> None:
        """Until somebody ends it here, or at the table."""
        while self._shared.process.poll() != 0:
            self._shared.look()
            _ = self._seat.follow(_LOOK)
            self._seat.session.heard.clear()
            self._say_who()
            with contextlib.suppress(queue.Empty):
                typed = self._typed.get_nowait()
                if typed == "x":
                    return
                self._join("new" if typed == "n" else "codes")

    def _say_who(self) -> None:
        table, at = self._seat.session.table, self._seat.seats
        here = [f"{table.title(name)} {'is' if at.get(name) else 'is not'} here" for name in table.sides]
        said = "; ".join(here) if self._seat.saved else AWAY
        if said != self._said:
            tell(said)
            self._said = said


def _tell_how_to_join(standing: Message) -> None:
    """A QR code and an address for each seat, and what to do where a phone cannot reach them."""
    from companion.seats.web.qr import ansi_rows

    for seat in standing["seats"]:
        tell(seat["title"].upper(), f"  {seat['url']}")
        if seat["seat"] not in ("table", "look") and sys.stdout.isatty():
            paint(*(f"  {row}" for row in ansi_rows(seat["url"])))
        tell(f"  or http://{standing['root']} and the code {seat['code']}", "")
    tell(f"The codes work once, for {standing['code_seconds']} seconds.")
    tell(
        "These addresses are for this machine alone."
        if standing["here_only"]
        else "Does not open on a phone: allow Python in the firewall; a guest Wi-Fi keeps devices apart, use a hotspot."
    )


# -- the process --------------------------------------------------------------------------------------------------


def _shares(file: Path, args: argparse.Namespace) -> int:
    from companion.seats.owner import Owner
    from companion.store.lock import BUSY
    from companion.store.opening import open_session

    opened = open_session(file)
    try:
        if opened.read_only:
            why = opened.session.read_only
            hint = f"{why}: `s` on its table shares it there" if why == BUSY else why
            raise InvalidInput("this table cannot be shared", hint=hint)
        asyncio.run(_until_stopped(Owner(opened), args))
    finally:
        opened.close()
    return OK


async def _until_stopped(owner: Owner, args: argparse.Namespace) -> None:
    """Shares until somebody ends it, or nobody has sat at the table for as long as was said."""
    from companion.seats.server import Server

    # Browsers first: whoever finds the table can be told their addresses.
    web = await _web(owner, args)
    running: asyncio.Future[Any] = asyncio.ensure_future(Server(owner).run())
    owner.stopping = running.cancel
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, running.cancel)
    watching = asyncio.ensure_future(_until_idle(owner, args.idle, running))
    try:
        with contextlib.suppress(asyncio.CancelledError):
            await running
    finally:
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
    """Serves browsers; None, and the owner says why, where they cannot be."""
    if args.terminals:
        owner.unserved = "it was shared for terminals only"
        return None
    from companion.seats.web import check_installed

    try:
        check_installed()
        from companion.seats.web.server import HERE, Web

        web = Web(owner, owner.opened.file.resolve(), HERE if args.here else args.address)
        await web.start()
    except InvalidInput as fault:
        owner.unserved = fault.with_hint
        return None
    except OSError as fault:
        owner.unserved = fault.strerror or str(fault)
        return None
    owner.share = web.share
    return web
