"""Waiting for what another thread or process does, for longer than the busiest machine takes: only a fault costs it."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

_LOOKS: Final = 3000
_BETWEEN: Final = 0.03
"""Seconds."""
PATIENCE: Final = 90
"""Seconds in which a program ends that is about to."""


def wait_for(seen: Callable[[], object], told: Callable[[], object] = lambda: "never came") -> None:
    """Until it is so; fails with what is told."""
    for _ in range(_LOOKS):
        if seen():
            return
        time.sleep(_BETWEEN)
    raise AssertionError(told())


async def until(seen: Callable[[], object], told: Callable[[], object] = lambda: "never came") -> None:
    """The same where a loop runs; what is seen and told may be awaited."""
    for _ in range(_LOOKS):
        if await _now(seen()):
            return
        await asyncio.sleep(_BETWEEN)
    raise AssertionError(await _now(told()))


async def _now(found: object) -> object:
    return await found if isinstance(found, Awaitable) else found
