"""Keys one at a time: the next one waits until the last has done all that it does.

Textual hands a burst of keys on faster than widgets and screens follow: the second key of `1`, enter would reach the
list that the first one has just left, and a key typed while a screen opens would be lost. Here it waits for the screen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractContextManager, suppress
from typing import Any, Final

from textual.events import Callback, Event, Key
from textual.message_pump import MessagePump
from textual.worker import Worker, WorkerError

WAITED_FOR = frozenset({"games", "write", "roster", "edit", "bin", "change"})
"""Groups of threads whose end a key waits for: what they read or write is what the next key is meant for."""

LINE_FEED: Final = "ctrl+j"
"""What Enter arrives as when it was typed before the app had the terminal: until then, the terminal ends lines."""

_LAYOUTS = 2
"""A list knows its width once it is laid out, and then whether it has a bar, which takes of its width."""

_LONGEST_PAINTING = 0.5
"""Seconds after which a key waits no longer for what is to be painted before it."""

_CALM_ROUNDS = 2
"""Rounds through the widgets without a message in any queue, after which nothing is under way any more."""


def meant(key: Event) -> Event:
    """The key that was meant by one that arrives: a line feed is Enter, and everything else is itself."""
    if not (isinstance(key, Key) and key.key == LINE_FEED):
        return key
    enter = Key("enter", "\r")
    enter.time = key.time
    return enter


class KeyQueue:
    """Keys that wait. `dispatch` hands one to the app; `pumps` are what it may set to work, innermost first.

    `workers` are the threads and tasks of the app. While `one_frame` is open nothing is painted: what a key does is
    seen at once, and the screen is drawn once for it. `lay_out` asks the screen that the key has opened to lay itself
    out, and says whether there is one. `painted` returns when what is drawn is on the terminal.
    """

    def __init__(
        self,
        dispatch: Callable[[Event], Awaitable[None]],
        pumps: Callable[[], Iterable[MessagePump]],
        workers: Callable[[], Iterable[Worker[Any]]],
        one_frame: Callable[[], AbstractContextManager[None]],
        lay_out: Callable[[], bool],
        painted: Callable[[], Awaitable[object]],
    ) -> None:
        self._dispatch = dispatch
        self._pumps = pumps
        self._workers = workers
        self._one_frame = one_frame
        self._lay_out = lay_out
        self._painted = painted
        self._in_frame = False
        self._once_drawn: list[Callable[[], None]] = []
        self._keys: asyncio.Queue[Event] = asyncio.Queue()
        self._free = asyncio.Event()
        self._free.set()
        self._at_work: Event | None = None

    @property
    def idle(self) -> bool:
        """Whether every key has done what it does."""
        return self._keys.empty() and self._at_work is None

    @property
    def pressed(self) -> float | None:
        """When the key that is at work was pressed, on the clock of events; None while none is at work."""
        return self._at_work.time if self._at_work is not None else None

    @property
    def held(self) -> bool:
        """Whether keys wait until something has been opened or changed."""
        return not self._free.is_set()

    def put(self, key: Event) -> None:
        """A key was pressed."""
        self._keys.put_nowait(meant(key))

    def hold(self) -> None:
        """Keys wait from now on: something is being opened."""
        self._free.clear()

    def go_on(self) -> None:
        """Keys go on."""
        self._free.set()

    def once_drawn(self, call: Callable[[], None]) -> None:
        """Calls this before what is drawn now can be painted; the next key waits until it is."""
        if self._in_frame:
            self._once_drawn.append(call)
        else:
            call()

    async def run(self) -> None:
        """Hands the keys over; never returns."""
        while True:
            key = await self._keys.get()
            self._at_work = key
            await self._free.wait()
            self._in_frame = True
            with self._one_frame():
                await self._dispatch(key)
                await self._settled()
                for _ in range(_LAYOUTS):
                    if not self._lay_out():
                        break
                    await self._settled()
                self._in_frame = False
            await self._drawn()
            while waited_for := [w for w in self._workers() if w.group in WAITED_FOR and not w.is_finished]:
                for worker in waited_for:
                    # One that fails or is cancelled says so itself.
                    with suppress(WorkerError):
                        await worker.wait()
                await self._settled()
            self._at_work = None

    async def _drawn(self) -> None:
        calls, self._once_drawn = self._once_drawn, []
        for call in calls:
            call()
        if calls:
            # A screen that is closed meanwhile is painted no more, and says so to nobody.
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._painted(), _LONGEST_PAINTING)

    async def _settled(self) -> None:
        calm = 0
        while calm < _CALM_ROUNDS:
            pumps = list(self._pumps())
            calm = calm + 1 if all(pump.message_queue_size == 0 for pump in pumps) else 0
            for pump in pumps:
                await _flushed(pump)


async def _flushed(pump: MessagePump) -> None:
    """Returns when the pump has handled what was in its queue, or is gone."""
    done = asyncio.Event()
    # As `call_later` does, which would have Textual look up the parameters of `set` each time.
    if not pump.post_message(Callback(done.set)):
        return
    while not done.is_set() and pump.is_attached:
        await asyncio.sleep(0)
