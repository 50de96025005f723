"""What is read or written while the screen stays: in a thread, then shown, or said in words why it could not be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from companion.tui.base_screen import BaseScreen

T = TypeVar("T")


def in_background(
    screen: BaseScreen[Any],
    group: str,
    work: Callable[[], T],
    then: Callable[[T], object],
    wrong: Callable[[list[str]], object],
    *,
    exclusive: bool = True,
) -> None:
    """Does this in a thread; `then` gets what came of it, or `wrong` what was in the way, a sentence each.

    An `exclusive` one takes the place of what its group still does.
    """

    def run() -> None:
        made = tried(work)
        if isinstance(made, Wrong):
            screen.in_app(wrong, made.faults)
        else:
            screen.in_app(then, made)

    screen.run_worker(run, thread=True, exclusive=exclusive, group=group)


class Wrong:
    """Why something could not be done, a sentence each."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = faults


def tried(work: Callable[[], T]) -> T | Wrong:
    """What came of work with files, or why it could not be done."""
    # Here and not above: Home is painted before what reads files is imported.
    from companion import store
    from companion.engine.errors import InvalidInput, NotSaved
    from companion.frontend.saying.sentences import refusal

    try:
        return work()
    except store.CannotOpen as fault:
        return Wrong([str(one) for one in fault.diagnostics])
    except InvalidInput as fault:
        return Wrong([refusal(fault)])
    except (NotSaved, OSError, ValueError) as fault:
        return Wrong([str(fault)])
