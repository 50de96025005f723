"""The process of one seat and the sockets that look at it, where they come and go at the worst moment."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from companion.seats.web import seat_app
from companion.seats.web.seat_app import CLOSED, ENDED, OTHER_PHONE, SeatApp
from tests.waiting import until

DRAWS = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
sys.stdout.buffer.write(b"__GANGLION__\\n")
while True:
    pid = str(os.getpid()).encode()
    sys.stdout.buffer.write(b"D" + len(pid).to_bytes(4, "big") + pid)
    sys.stdout.buffer.flush()
    time.sleep(0.01)
"""
"""A seat that draws its own number on and on, and does not end when asked to."""


@pytest.fixture(autouse=True)
def _is_ended_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_app, "_ENDING", 0.1)


class Socket:
    """A socket whose browser takes everything at once."""

    def __init__(self) -> None:
        self.drawn: list[bytes] = []
        self.code = 0

    @property
    def closed(self) -> bool:
        return self.code != 0

    async def send_bytes(self, data: bytes) -> None:
        if data.isdigit():
            self.drawn.append(data)

    async def send_str(self, data: str) -> None:
        """Words are of no interest here."""

    async def close(self, code: int) -> None:
        self.code = self.code or code


@asynccontextmanager
async def drawing() -> AsyncIterator[SeatApp]:
    app = SeatApp((sys.executable, "-c", DRAWS))
    yield app
    await app.stop(CLOSED)


async def attached(app: SeatApp) -> Socket:
    """A new browser at this seat."""
    socket = Socket()
    await app.attach(socket, 45, 38, "a phone")
    return socket


async def draws(socket: Socket) -> None:
    """Waits until something more is drawn here."""
    before = len(socket.drawn)
    await until(lambda: len(socket.drawn) > before + 3, lambda: socket.drawn[-3:])


async def test_a_phone_that_comes_back_while_its_process_ends_is_drawn_for() -> None:
    async with drawing() as app:
        first = await attached(app)
        await draws(first)
        app.detach(first)
        ending = asyncio.create_task(app.stop(ENDED))
        await asyncio.sleep(0)
        again = await attached(app)
        await ending
        await draws(again)
        assert not again.closed
        assert set(again.drawn).isdisjoint(first.drawn)


async def test_of_phones_that_come_at_once_the_last_has_the_only_process() -> None:
    async with drawing() as app:
        *early, last = await asyncio.gather(*(attached(app) for _ in range(4)))
        await draws(last)
        assert [one.code for one in early] == [OTHER_PHONE] * 3
        assert {*last.drawn} == {str(app.pid).encode()}


async def test_a_seat_that_is_closed_while_a_phone_comes_begins_nothing() -> None:
    async with drawing() as app:
        coming = asyncio.create_task(attached(app))
        await asyncio.sleep(0)
        await app.stop(CLOSED)
        assert (await coming).closed
        assert not app.alive


async def test_a_browser_that_comes_back_in_time_is_not_cut_off_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_app, "GRACE", 0)
    async with drawing() as app:
        app.detach(await attached(app))
        process, again = app.pid, await attached(app)
        for _ in range(5):
            await asyncio.sleep(0)
        assert not again.closed
        assert app.pid == process
