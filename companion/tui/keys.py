"""Keys one at a time: the next one waits until the last has done all that it does.

Textual hands a burst of keys on faster than widgets and screens follow: the second key of `1`, enter would reach the
list that the first one has just left, and a key typed while a screen opens would be lost. Here it waits for the screen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

from textual.app import App
from textual.events import Callback, Event, Key, Resize
from textual.message_pump import MessagePump
from textual.messages import Update
from textual.screen import Screen
from textual.worker import Worker, WorkerError

WAITED_FOR = frozenset({"open", "look", "share", "games", "write", "roster", "edit", "bin", "change"})
"""Groups of workers whose end a key waits for: what they open, read or write is what the next key is meant for."""

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
    """Keys that wait; `dispatch` hands one to the app."""

    def __init__(self, app: App[Any], dispatch: Callable[[Event], Awaitable[None]]) -> None:
        self._app = app
        self._dispatch = dispatch
        self._laid_out: Sequence[Screen[object]] = ()
        """The screens that were open when the key that is at work was pressed."""
        self._in_frame = False
        self._once_drawn: list[Callable[[], None]] = []
        self._keys: asyncio.Queue[Event] = asyncio.Queue()
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
    def waited_for(self) -> list[Worker[Any]]:
        """What keys wait for."""
        return [worker for worker in self._app.workers if worker.group in WAITED_FOR and not worker.is_finished]

    def put(self, key: Event) -> None:
        """A key was pressed."""
        self._keys.put_nowait(meant(key))

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
            await self._work_done()
            self._in_frame = True
            with self.one_frame():
                await self._dispatch(key)
                await self._settled()
                for _ in range(_LAYOUTS):
                    if not self._lay_out():
                        break
                    await self._settled()
                self._in_frame = False
            await self._drawn()
            await self._work_done()
            self._at_work = None

    async def _work_done(self) -> None:
        while waited_for := self.waited_for:
            for worker in waited_for:
                # One that fails or is cancelled says so itself.
                with suppress(WorkerError):
                    await worker.wait()
            await self._settled()

    @contextmanager
    def one_frame(self) -> Iterator[None]:
        """Nothing is painted meanwhile; then all that a key did in one frame."""
        app = self._app
        self._laid_out = app.screen_stack
        before = app.screen, app.screen.size
        with app.batch_update():
            yield
        if (app.screen, app.screen.size) != before:
            # What another screen, or this one in another size, had drawn of itself was not painted. Without the message
            # it would be after the layout that may still be due, and so in a second frame.
            app.screen.refresh()
            app.screen.post_message(Update(app.screen))
        app.screen.check_idle()

    def _lay_out(self) -> bool:
        """Asks the screen that the key has opened to lay itself out; False if there is none."""
        screen = self._app.screen
        if screen in self._laid_out:
            return False
        # Textual lays a screen out once what it has drawn is to be painted, or once it has another size.
        screen.post_message(Resize(self._app.size, self._app.size))
        return True

    async def _drawn(self) -> None:
        calls, self._once_drawn = self._once_drawn, []
        for call in calls:
            call()
        if calls:
            # A screen that is closed meanwhile is painted no more, and says so to nobody.
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._app.screen.wait_for_refresh(), _LONGEST_PAINTING)

    async def _settled(self) -> None:
        calm = 0
        while calm < _CALM_ROUNDS:
            # The widgets that a key may set to work: what has the focus, and all around it.
            pumps = [*(self._app.focused or self._app.screen).ancestors_with_self]
            calm = calm + 1 if all(pump.message_queue_size == 0 for pump in pumps) else 0
            for pump in pumps:
                await _flushed(pump)
            # Where the app ends, or a screen could not open, nobody handles what is in a queue: others go on meanwhile.
            await asyncio.sleep(0)


async def _flushed(pump: MessagePump) -> None:
    """Returns when the pump has handled what was in its queue, or is gone."""
    done = asyncio.Event()
    # As `call_later` does, which would have Textual look up the parameters of `set` each time.
    if not pump.post_message(Callback(done.set)):
        return
    while not done.is_set() and pump.is_attached:
        await asyncio.sleep(0)
