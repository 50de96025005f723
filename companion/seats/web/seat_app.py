"""The app of one seat: a process that draws for a browser, and the socket of the browser that looks at it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from companion.seats.lines import IN_BROWSER

GRACE: Final = 60.0
"""Seconds that a process waits for its browser to come back."""
_SEND: Final = 10.0
"""Seconds in which a browser must take what is sent."""
_PASSED_ON: Final = (
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "SYSTEMROOT",
    "APPDATA",
    "LOCALAPPDATA",
    "USERPROFILE",
)
"""What a seat sees of the environment of who shares."""
_ENDING: Final = 3.0
"""Seconds in which a process that is asked to end must do so; then it is ended."""
_MODES: Final = b"\x1b[?1049h\x1b[?1000h\x1b[?1003h\x1b[?1015h\x1b[?1006h\x1b[?25l\x1b[?2004h\x1b[2J"
"""What the app tells a terminal once only: another browser must hear it too."""
_START: Final = b"__GANGLION__\n"
"""After this line Textual's driver speaks in packets: a letter, four bytes of length, the content."""
_BEGINS: Final = '{"type": "begins"}'
"""What a page is told of a new process: whatever it still shows of an older one is over."""
OTHER_PHONE: Final = 4001
ENDED: Final = 4000
CLOSED: Final = 4002


def command_of(file: Path, seat: str) -> tuple[str, ...]:
    return (sys.executable, "-P", "-m", "companion", str(file), "--seat", seat)


class SeatApp:
    """The process of one seat. It lives on for a while without a browser, and comes back to the same one."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._ending: asyncio.TimerHandle | None = None
        self._beginning = asyncio.Lock()
        """One process is begun at a time, and none is begun while it is asked to end."""
        self.socket: Any = None
        """The `WebSocketResponse` of the browser that looks; None while none does."""
        self.since = 0.0
        """Since when one looks, by the clock that only goes on."""
        self.kind = ""

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        return self._process.pid if self._process is not None and self.alive else 0

    async def attach(self, socket: Any, columns: int, rows: int, kind: str) -> None:
        """A browser of this size looks from now on; whoever looked before is told so."""
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        before, self.socket = self.socket, socket
        self.since, self.kind = time.monotonic(), kind
        if before is not None:
            with contextlib.suppress(Exception):
                await before.close(code=OTHER_PHONE)
        async with self._beginning:
            if self.socket is not socket:
                # Somebody came later, or the seat was closed meanwhile.
                return
            if not self.alive:
                await self._run(columns, rows)
                await socket.send_str(_BEGINS)
                self.meta({"type": "focus"})
                return
        await socket.send_bytes(_MODES)
        self.meta({"type": "resize", "width": columns, "height": rows})
        self.meta({"type": "focus"})
        self.meta({"type": "repaint"})

    def detach(self, socket: Any) -> None:
        """This browser is gone; the process waits a while for it."""
        if self.socket is socket:
            self.socket = None
            loop = asyncio.get_running_loop()
            self._ending = loop.call_later(GRACE, lambda: loop.create_task(self.stop()))

    async def stop(self, code: int = ENDED) -> None:
        """Ends the process, and tells the browser."""
        if self._ending is not None:
            self._ending.cancel()
        socket, self.socket = self.socket, None
        async with self._beginning:
            # Taken away at once: a phone that comes while they end begins its own.
            process, self._process = self._process, None
            reader, self._reader = self._reader, None
        if process is not None and process.returncode is None:
            assert process.stdin is not None
            process.stdin.close()
            for end in (process.terminate, process.kill):
                try:
                    await asyncio.wait_for(process.wait(), _ENDING)
                    break
                except TimeoutError:
                    with contextlib.suppress(ProcessLookupError):
                        end()
            await process.wait()
        if reader is not None:
            reader.cancel()
        if socket is not None:
            with contextlib.suppress(Exception):
                await socket.close(code=code)

    # -- to the app -----------------------------------------------------------------------------------------------

    def keys(self, text: str) -> None:
        """What a terminal would send: keys, taps, the answers to what it is asked."""
        self._packet(b"D", text.encode("utf-8", "replace"))

    def meta(self, what: dict[str, object]) -> None:
        """What Textual's driver is told beside that."""
        self._packet(b"M", json.dumps(what).encode())

    def _packet(self, kind: bytes, content: bytes) -> None:
        if self._process is not None and self.alive:
            assert self._process.stdin is not None
            with contextlib.suppress(OSError, RuntimeError):
                self._process.stdin.write(kind + len(content).to_bytes(4, "big") + content)

    # -- from the app ---------------------------------------------------------------------------------------------

    async def _run(self, columns: int, rows: int) -> None:
        env = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        env |= {
            "TEXTUAL_DRIVER": IN_BROWSER,
            "TEXTUAL_COLOR_SYSTEM": "truecolor",
            "COLORTERM": "truecolor",
            "TERM": "xterm-256color",
            "PYTHONUTF8": "1",
            "COLUMNS": str(columns),
            "ROWS": str(rows),
        }
        pipe = asyncio.subprocess.PIPE
        # What the app says of itself has no place here: no line of it may name a key or a path.
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL, env=env
        )
        self._reader = asyncio.create_task(self._read(self._process))

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Passes on what the app draws, and goes on reading while nobody looks: a full pipe would stop it."""
        assert process.stdout is not None
        try:
            await process.stdout.readuntil(_START)
            while True:
                head = await process.stdout.readexactly(5)
                content = await process.stdout.readexactly(int.from_bytes(head[1:], "big"))
                if process is not self._process:
                    # It is ending; what it still draws is for nobody.
                    continue
                if head[:1] == b"D":
                    await self._send(content)
                elif head[:1] == b"M" and json.loads(content).get("type") == "field":
                    await self._send(content.decode())
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
            pass
        await process.wait()
        socket = self.socket
        if process is self._process and socket is not None:
            self.socket = None
            with contextlib.suppress(Exception):
                await socket.close(code=ENDED)

    async def _send(self, what: bytes | str) -> None:
        socket = self.socket
        if socket is None or socket.closed:
            return
        try:
            act = socket.send_str(what) if isinstance(what, str) else socket.send_bytes(what)
            await asyncio.wait_for(act, _SEND)
        except Exception:
            # Torn, or a browser that takes nothing any more: it joins again.
            self.detach(socket)
            with contextlib.suppress(Exception):
                await asyncio.wait_for(socket.close(), 1)
