"""The steps of a procedure in one row: two that are done, the current one in capitals, and those to come that fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content

from companion.tui.look.colours import QUIET, STRONG
from companion.tui.look.rows import wrapped

DONE, NOW, TO_COME, SKIPPED = "done", "now", "todo", "skipped"
_GAP = 3


class StepWord(NamedTuple):
    """The title of a step, and whether it is done, now, todo or skipped."""

    title: str
    state: str


def place(steps: Sequence[StepWord], short: bool = False) -> str:
    """`7 of 18`, `7/18`; empty if no step is current."""
    here = next((at for at, step in enumerate(steps, 1) if step.state == NOW), 0)
    return "" if not here else f"{here}/{len(steps)}" if short else f"{here} of {len(steps)}"


def step_row(steps: Sequence[StepWord], width: int) -> Content:
    """`✓ Pools   SPLIT IN SECRET   Reveal   7 of 18`; skipped steps are left out, the place is at the right."""
    here = next((at for at, step in enumerate(steps) if step.state == NOW), None)
    if here is None:
        return Content("")
    at_right = place(steps, short=width < 60)
    room = width - len(at_right) - 2
    now = Content.styled(steps[here].title.upper(), STRONG)
    shown = wrapped(now, room)[0]
    ahead = [step for step in steps[here + 1 :] if step.state == TO_COME][:1]
    reserve = _GAP + len(ahead[0].title) if ahead else 0
    done = [step for step in steps[:here] if step.state == DONE][-2:]
    for step in reversed(done):
        before = Content.assemble((f"✓ {step.title}", QUIET), " " * _GAP, shown)
        if before.cell_length + reserve > room:
            break
        shown = before
    for step in steps[here + 1 :]:
        if step.state != TO_COME:
            continue
        if shown.cell_length + _GAP + Content(step.title).cell_length > room:
            break
        shown = Content.assemble(shown, " " * _GAP, (step.title, QUIET))
    return Content.assemble(shown, " " * max(1, width - shown.cell_length - len(at_right)), (at_right, QUIET))
