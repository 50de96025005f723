"""The steps of a procedure, and what happened in it since the last roll."""

from __future__ import annotations

from collections.abc import Container, Sequence

from textual.content import Content

from companion.engine.log import LogLine
from companion.engine.progress import StepView, short_number
from companion.tui.look.colours import QUIET, STRONG
from companion.tui.look.rows import wrapped
from companion.tui.text import clean

_STEP = {"done": ("✓", "$quiet"), "now": ("▸", "bold"), "todo": (" ", ""), "skipped": ("–", "$quiet")}
_GAP = 3
"""Cells between two steps in a row."""


def _title(step: StepView) -> str:
    return clean(step.title or step.id)


def place(steps: Sequence[StepView], short: bool = False) -> str:
    """`7 of 18`, `7/18`; empty if no step is current."""
    here = next((at for at, step in enumerate(steps, 1) if step.state == "now"), 0)
    return "" if not here else f"{here}/{len(steps)}" if short else f"{here} of {len(steps)}"


def step_row(steps: Sequence[StepView], width: int) -> Content:
    """`✓ Pools   SPLIT IN SECRET   Reveal   7 of 18`; skipped steps are left out, the place is at the right."""
    here = next((at for at, step in enumerate(steps) if step.state == "now"), None)
    if here is None:
        return Content("")
    at_right = place(steps, short=width < 60)
    room = width - len(at_right) - 2
    now = Content.styled(_title(steps[here]).upper(), STRONG)
    shown = wrapped(now, room)[0]
    ahead = [step for step in steps[here + 1 :] if step.state == "todo"][:1]
    reserve = _GAP + len(_title(ahead[0])) if ahead else 0
    done = [step for step in steps[:here] if step.state == "done"][-2:]
    for step in reversed(done):
        before = Content.assemble((f"✓ {_title(step)}", QUIET), " " * _GAP, shown)
        if before.cell_length + reserve > room:
            break
        shown = before
    for step in steps[here + 1 :]:
        if step.state != "todo":
            continue
        if shown.cell_length + _GAP + Content(_title(step)).cell_length > room:
            break
        shown = Content.assemble(shown, " " * _GAP, (_title(step), QUIET))
    return Content.assemble(shown, " " * max(1, width - shown.cell_length - len(at_right)), (at_right, QUIET))


def step_content(step: StepView) -> Content:
    """A step of the whole list: done, now, to come, or skipped and why."""
    mark, style = _STEP.get(step.state, (" ", ""))
    why = f" — {step.why}" if step.state == "skipped" and step.why else ""
    named = f"{short_number(step.id)} {step.title}".strip()
    return Content.styled(clean(f"{mark} {named}{why}"), style)


def happened_since(
    lines: Sequence[LogLine], without: Container[str] = (), seen: Container[str] = (), after: int = 0
) -> list[str]:
    """The sentences after the last result, oldest first. An answer is no news: what it led to is.

    Answers with the keys in `without` are shown elsewhere, and so is what is beside one of `seen`, and that the
    game is over; counters and tokens are no news. Only what came after that many events (`after`) counts.
    """
    since: list[LogLine] = []
    for line in reversed(lines):
        if line.kind == "result":
            break
        if line.at < after:
            break
        if line.beside and (line.beside == "end" or line.beside in seen):
            continue
        if line.small and line.kind == "change":
            continue
        if line.kind not in ("answer", "start", "undone", "end") and (not line.key or line.key not in without):
            since.insert(0, line)
    return [line.text for line in since]
