"""What browsers are served: the page of each seat under its key, its socket, and where a short code is typed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from ipaddress import ip_address
from logging import CRITICAL, Logger
from pathlib import Path
from typing import Any, Final

from aiohttp import WSMsgType, web

from companion.engine.errors import InvalidInput
from companion.seats.lines import LONGEST, LOOK, TABLE, Message, Rate, address_of, write_secret
from companion.seats.owner import Owner
from companion.seats.web.keys import Keys, is_key
from companion.seats.web.seat_app import CLOSED, SeatApp, command_of
from companion.store import disk

HERE: Final = "127.0.0.1"
PORT: Final = 8765
"""Asked for first: a number that a firewall is opened for once."""
MOST_COLUMNS: Final = 300
MOST_ROWS: Final = 200
_KEPT: Final = 12 * 3600
"""Seconds in which the keys of a process that was killed still hold: phones come back to the same address."""
_PAGE: Final = Path(__file__).parent / "page"
_FILES: Final = {
    "xterm.js": "text/javascript",
    "page.js": "text/javascript",
    "xterm.css": "text/css",
    "page.css": "text/css",
    "mono.woff2": "font/woff2",
    "mono-bold.woff2": "font/woff2",
}
_PACKED: Final = ("font/woff2",)
"""Kinds that are small already."""
_HEADERS: Final = {
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
}
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:;"
    " connect-src 'self' ws://{host}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def network_address() -> str:
    """This machine's address in the local network; that of the machine alone where it is in none."""
    for probe in ("192.0.2.1", "10.255.255.255", "192.168.255.255"):
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            # Nothing is sent: the system only says which address it would send from.
            line.connect((probe, 9))
            found = str(line.getsockname()[0])
            if not (ip_address(found).is_loopback or ip_address(found).is_unspecified):
                return found
    return HERE


def is_here(address: str) -> bool:
    """Whether only this machine reaches what listens there."""
    with contextlib.suppress(ValueError):
        return ip_address(address).is_loopback
    return False


class Web:
    """Serves the seats of one owner to browsers."""

    def __init__(self, owner: Owner, file: Path, address: str = "") -> None:
        """`address` is where it listens: empty for the local network, 127.0.0.1 for this machine alone."""
        self.owner = owner
        self._file, self._wanted = file, address
        self._kept_file = address_of(file).with_suffix(".keys")
        self.port, kept = self._kept()
        self.keys = Keys([*owner.session.table.sides, TABLE, LOOK], time.monotonic, kept)
        self._apps = {seat: SeatApp(command_of(file, seat)) for seat in self.keys.keys}
        self._texts = {name: (_PAGE / name).read_bytes() for name in (*_FILES, "page.html", "code.html")}
        self._runner: web.AppRunner | None = None
        self.address = ""

    # -- beginning and end ----------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listens. Raises OSError if no port is free."""
        app = web.Application(client_max_size=4096)
        app.router.add_get("/", self._code_page)
        app.router.add_post("/code", self._code)
        app.router.add_get("/S/{key}", self._page)
        app.router.add_get("/W/{key}", self._socket)
        app.router.add_get("/F/{name}", self._page_file)
        app.on_response_prepare.append(self._head)
        # No log of what is asked for: it would have the keys, and strangers would write on the screen of who shares.
        nowhere = Logger("strangers", CRITICAL + 1)
        self._runner = web.AppRunner(app, access_log=None, logger=nowhere, handle_signals=False)
        await self._runner.setup()
        self.address = self._wanted or network_address()
        for port in (self.port, 0):
            try:
                site = web.TCPSite(self._runner, self.address, port)
                await site.start()
                break
            except OSError:
                if not port:
                    raise
        self.port = int(self._runner.addresses[0][1])
        self._keep()

    async def stop(self) -> None:
        """Ends every process and every connection; the keys open nothing any more."""
        await asyncio.gather(*(app.stop(CLOSED) for app in self._apps.values()))
        if self._runner is not None:
            await self._runner.cleanup()
        with contextlib.suppress(OSError):
            disk.remove(self._kept_file)

    def _kept(self) -> tuple[int, Mapping[str, str]]:
        """Port and keys of a process that was killed not long ago; else the usual port, and no keys."""
        with contextlib.suppress(OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            found = json.loads(self._kept_file.read_text())
            port, keys = found["port"], found["keys"]
            age = time.time() - self._kept_file.stat().st_mtime
            if 0 <= age < _KEPT and 0 < port < 65536 and all(map(is_key, keys.values())):
                return int(port), keys
        return PORT, {}

    def _keep(self) -> None:
        with contextlib.suppress(OSError):
            write_secret(self._kept_file, {"port": self.port, "keys": self.keys.keys})

    # -- what who shares may ask ----------------------------------------------------------------------------------

    @property
    def root(self) -> str:
        """Where a short code is typed."""
        return f"{self.address}:{self.port}"

    def url(self, seat: str) -> str:
        """The address that opens this seat, in letters that a QR code packs tightly."""
        return f"HTTP://{self.root}/S/{self.keys.keys[seat]}"

    def share(self, what: str, seat: str) -> Message:
        """Does what the table asks: `new`, `codes`, `close` a `seat`; how things stand."""
        if what == "new":
            self.keys.change(*self.keys.keys)
            self._end(*self._apps)
        elif what == "codes":
            self.keys.new_codes()
        elif what == "close":
            if seat not in self._apps:
                raise InvalidInput("there is no such seat")
            self.keys.change(seat)
            self._end(seat)
        elif what:
            raise InvalidInput("sharing knows new, codes, close and stop")
        if what in ("new", "close"):
            self._keep()
        return self.standing()

    def _end(self, *seats: str) -> None:
        self._ends = asyncio.gather(*(self._apps[seat].stop(CLOSED) for seat in seats))

    def standing(self) -> Message:
        """Who looks at each seat, and how one comes to it."""
        now, at, table = time.monotonic(), self.owner.seats(), self.owner.session.table
        seats = []
        for seat, app in self._apps.items():
            looks = app.socket is not None
            seats.append(
                {
                    "seat": seat,
                    "title": table.title(seat) if seat in table.sides else seat,
                    "url": self.url(seat),
                    "code": self.keys.code_of(seat),
                    "kind": app.kind if looks else "",
                    "seconds": int(now - app.since) if looks else 0,
                    "screens": at[seat] - app.alive,
                    "waits": app.alive and not looks,
                }
            )
        here_only = is_here(self.address)
        return {"root": self.root, "here_only": here_only, "code_seconds": self.keys.seconds, "seats": seats}

    # -- what browsers ask ----------------------------------------------------------------------------------------

    def _hosts(self) -> Sequence[str]:
        name = socket.gethostname().casefold()
        names = (self.address, name, f"{name}.local", *(("localhost",) if is_here(self.address) else ()))
        return [f"{one}:{self.port}" for one in names]

    def _check(self, request: web.Request, origin: bool) -> None:
        """Only by the names of this machine, and from its own page: no other page may speak for a browser here."""
        host = request.headers.get("Host", "").casefold()
        if host not in self._hosts():
            raise web.HTTPForbidden
        if origin and request.headers.get("Origin", "").casefold() != f"http://{host}":
            raise web.HTTPForbidden

    async def _head(self, request: web.Request, response: web.StreamResponse) -> None:
        host = request.headers.get("Host", "")
        named = host if host.casefold() in self._hosts() else "'none'"
        response.headers.update(_HEADERS | {"Content-Security-Policy": _POLICY.format(host=named)})

    def _text(self, request: web.Request, name: str, kind: str) -> web.Response:
        response = web.Response(body=self._texts[name], content_type=kind)
        if kind not in _PACKED:
            response.enable_compression()
        return response

    async def _page(self, request: web.Request) -> web.Response:
        self._check(request, origin=False)
        if not self.keys.seat_of(request.match_info["key"]):
            raise web.HTTPNotFound
        return self._text(request, "page.html", "text/html")

    async def _page_file(self, request: web.Request) -> web.Response:
        self._check(request, origin=False)
        kind = _FILES.get(request.match_info["name"])
        if kind is None:
            raise web.HTTPNotFound
        return self._text(request, request.match_info["name"], kind)

    async def _code_page(self, request: web.Request) -> web.Response:
        self._check(request, origin=False)
        return self._text(request, "code.html", "text/html")

    async def _code(self, request: web.Request) -> web.Response:
        self._check(request, origin=True)
        typed = str((await request.post()).get("code", ""))
        key = self.keys.redeem("".join(one for one in typed if one.isdecimal() and one.isascii()))
        raise web.HTTPSeeOther(f"/S/{key}" if key else "/?no")

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        self._check(request, origin=True)
        key = request.match_info["key"]
        seat = self.keys.seat_of(key)
        if not seat:
            raise web.HTTPNotFound
        line = web.WebSocketResponse(max_msg_size=LONGEST, compress=True, heartbeat=20, timeout=2)
        await line.prepare(request)
        kind = "a phone" if "Mobi" in request.headers.get("User-Agent", "") else "a browser"
        await _Conversation(self._apps[seat], line, kind, lambda: bool(self.keys.seat_of(key))).run()
        return line


class _Conversation:
    """What one browser says: arrays of a word and what belongs to it."""

    def __init__(self, app: SeatApp, line: web.WebSocketResponse, kind: str, opens: Callable[[], bool]) -> None:
        """`opens` tells whether its key still opens the seat."""
        self._app, self._line, self._kind, self._opens = app, line, kind, opens
        self._rate = Rate()
        self._attached = False

    async def run(self) -> None:
        """Until the socket ends. What nobody's page sends ends it with the code 1008."""
        try:
            async for message in self._line:
                if message.type is not WSMsgType.TEXT:
                    break
                self._rate.count()
                await self._take(json.loads(message.data))
        except (InvalidInput, ValueError, RecursionError, TypeError, KeyError):
            await self._line.close(code=1008)
        except OSError:
            # Torn off while it was answered.
            pass
        finally:
            self._app.detach(self._line)

    async def _take(self, said: Any) -> None:
        match said:
            case ["size", int(columns), int(rows)] if 0 < columns <= MOST_COLUMNS and 0 < rows <= MOST_ROWS:
                if self._attached:
                    self._app.meta({"type": "resize", "width": columns, "height": rows})
                elif not self._opens():
                    await self._line.close(code=CLOSED)
                else:
                    self._attached = True
                    await self._app.attach(self._line, columns, rows, self._kind)
            case ["keys", str(text)] if self._attached:
                self._app.keys(text)
            case ["field", str(text)] if self._attached:
                self._app.meta({"type": "field", "text": text})
            case ["ping"]:
                await self._line.send_str('{"type": "pong"}')
            case _:
                raise ValueError("no such message")
