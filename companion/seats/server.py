"""The owner as a process: it listens on this machine, with a key that only this user can read."""

from __future__ import annotations

import asyncio
import contextlib
import secrets

from companion.engine.errors import InvalidInput
from companion.frontend.lines_in import parse
from companion.seats.lines import BEAT, LONGEST, Message, Rate, address_of, encode, refused, write_secret
from companion.seats.owner import Owner
from companion.store.disk import remove

_MOST_UNSENT = 64 * 1024 * 1024
"""Bytes that may wait for a seat that does not read."""
_PATIENCE = 10.0
"""Seconds in which a connection must take a seat."""


class Connection:
    """The connection of one seat."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    def send(self, message: Message) -> None:
        """Sends a line; a seat that does not read any more is let go."""
        transport = self._writer.transport
        if transport.is_closing():
            return
        if transport.get_write_buffer_size() > _MOST_UNSENT:
            transport.abort()
            return
        self._writer.write(encode(message))


class Server:
    """Listens for seats of one session."""

    def __init__(self, owner: Owner) -> None:
        self.owner = owner
        self._key = secrets.token_hex(16)
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._serving: set[asyncio.Task[None]] = set()
        self._address = address_of(owner.opened.file)

    async def run(self) -> None:
        """Serves until it is cancelled."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=LONGEST)
        port = self._server.sockets[0].getsockname()[1]
        write_secret(self._address, {"port": port, "key": self._key})
        try:
            await self._beat()
        finally:
            with contextlib.suppress(OSError):
                remove(self._address)
            self._server.close()
            self.owner.close("the table was closed; it goes on when somebody shares it again")
            for writer in self._writers:
                writer.close()
            await asyncio.gather(*self._serving)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            self.owner.beat()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seat, rate, task = Connection(writer), Rate(), asyncio.current_task()
        assert task is not None
        self._writers.add(writer)
        self._serving.add(task)
        try:
            async with asyncio.timeout(_PATIENCE):
                first = parse(await reader.readline())
            if first.get("do") != "join" or not secrets.compare_digest(
                str(first.get("key", "")).encode(), self._key.encode()
            ):
                return
            try:
                self.owner.join(seat, first)
            except InvalidInput as fault:
                seat.send(refused(fault))
                await writer.drain()
                return
            while line := await reader.readline():
                rate.count()
                message = parse(line)
                if message.get("do") != "beat":
                    self.owner.handle(seat, message)
        except (InvalidInput, ValueError, OSError, TimeoutError):
            # What is no line of a seat ends its connection; the table goes on.
            pass
        finally:
            self._writers.discard(writer)
            self._serving.discard(task)
            self.owner.leave(seat)
            writer.close()
