"""What is read or written while the screen stays: in a thread, then shown, or said in words why it could not be."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable
from inspect import isawaitable
from typing import TypeVar, cast

from textual.dom import DOMNode

from companion.tui.host import Host

T = TypeVar("T")


def in_background(
    of: DOMNode,
    group: str,
    work: Callable[[], T],
    then: Callable[[T], object],
    wrong: Callable[[list[str]], object] | None = None,
    *,
    exclusive: bool = True,
) -> None:
    """Does this in a thread; `then` gets what came of it, or `wrong` what was in the way, a sentence each; without
    one that is said at the foot of the screen.

    Neither is called once the app has ended. An `exclusive` one takes the place of what its group still does.
    """

    def refused(faults: list[str]) -> None:
        cast(Host, of.app).say(" ".join(faults), bad=True)

    async def run() -> None:
        made = await to_thread(tried, work)
        done = (wrong or refused)(made.faults) if isinstance(made, Wrong) else then(made)
        if isawaitable(done):
            await done

    _ = of.run_worker(run, exclusive=exclusive, group=group)


class Wrong:
    """Why something could not be done, a sentence each."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = faults


def tried(work: Callable[[], T]) -> T | Wrong:
    """What came of work with files, or why it could not be done."""
    # Here and not above: Home is painted before what reads files is imported.
    from companion.engine.errors import InvalidInput, NotSaved
    from companion.frontend.saying.sentences import refusal
    from companion.store.diagnostics import CannotOpen

    try:
        return work()
    except CannotOpen as fault:
        return Wrong([str(one) for one in fault.diagnostics])
    except InvalidInput as fault:
        return Wrong([refusal(fault)])
    except (NotSaved, OSError, ValueError) as fault:
        return Wrong([str(fault)])
