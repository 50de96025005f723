"""A browser without a screen: the socket of one seat, and a terminal that shows what comes over it."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import subprocess
from pathlib import Path
from typing import Any

import pyte
import pytest

from companion.seats.process import SharedTable
from tests.examples import present
from tests.seats.shared import KAGU, copied
from tests.waiting import until

aiohttp = pytest.importorskip("aiohttp", reason="the extra `serve` is not installed")


class Served:
    """A copy of a ready game, shared with browsers of this machine by a process of its own."""

    def __init__(self, folder: Path, game: str = KAGU) -> None:
        self.file = copied(folder, game)
        self._said = folder / "said.txt"
        self.process: subprocess.Popen[bytes]
        self.serve()

    def serve(self) -> None:
        """Begins to share, and waits until browsers are served."""
        with self._said.open("ab") as said:
            self.shared = SharedTable(self.file, ("--here",), said.fileno())
        self.process, self.table = self.shared.process, self.shared.seat()
        self.root = str(self.table.share()["root"])
        self.port = int(self.root.rpartition(":")[2])

    def key(self, seat: str) -> str:
        """The key of a seat, as its address has it now."""
        return str(self.standing(seat)["url"]).rpartition("/")[2]

    def standing(self, seat: str) -> dict[str, Any]:
        """How this seat stands."""
        _ = self.table.follow()
        found: dict[str, Any] = next(one for one in self.table.share()["seats"] if one["seat"] == seat)
        return found

    def children(self) -> list[int]:
        """The processes that it has begun and that still run."""
        told = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in told.read_text().split()]

    def end(self) -> None:
        """Ends it, whatever it does. Nothing that anybody sent was written on the screen of who shares."""
        self.table.close()
        self.process.terminate()
        self.shared.end()
        assert self._said.read_text() == ""


class Browser:
    """One browser at one seat."""

    def __init__(self, served: Served, seat: str, columns: int = 45, rows: int = 38) -> None:
        self.served, self.key = served, served.key(seat)
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.code: int | None = None
        """Why the socket was closed, once it is."""
        self.fields: list[dict[str, Any]] = []

    async def __aenter__(self) -> Browser:
        self._client = aiohttp.ClientSession()
        root = f"http://{self.served.root}"
        self._socket = await self._client.ws_connect(f"{root}/W/{self.key}", origin=root)
        await self.say("size", self.screen.columns, self.screen.lines)
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.close()
        await self._reading

    async def _read(self) -> None:
        async for message in self._socket:
            if isinstance(message.data, bytes):
                self._stream.feed(message.data)
            elif (said := json.loads(message.data)).get("type") == "field":
                self.fields.append(said)
        self.code = self._socket.close_code

    def tear(self) -> None:
        """As a lost Wi-Fi does: no word of an end."""
        self._socket.get_extra_info("socket").shutdown(socket.SHUT_RDWR)

    def no_goodbye(self) -> None:
        """Its end is a break, as that of a page that is loaded again in the middle of what is said to it."""
        self._socket.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    async def say(self, *what: object) -> None:
        """What a page says."""
        await self._socket.send_str(json.dumps(what))

    @property
    def text(self) -> str:
        """What is seen."""
        return "\n".join(self.screen.display)

    async def sees(self, *words: str) -> None:
        """Waits until all of these are in view."""
        await until(lambda: all(word in self.text for word in words), lambda: f"{words} not in\n{self.text}")

    async def ended(self) -> int:
        """Waits until the other end has closed the socket; its code."""
        await until(lambda: self.code is not None, lambda: "still open")
        return present(self.code)
