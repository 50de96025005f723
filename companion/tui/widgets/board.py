"""The steps of a procedure, and what happened in it since the last roll."""

from __future__ import annotations

from collections.abc import Container, Sequence

from textual.content import Content

from companion.engine.log import LogLine
from companion.engine.progress import StepView, short_number
from companion.tui.look.step_row import StepWord
from companion.tui.text import clean

_STEP = {"done": ("✓", "$quiet"), "now": ("▸", "bold"), "todo": (" ", ""), "skipped": ("–", "$quiet")}


def step_words(steps: Sequence[StepView]) -> list[StepWord]:
    """The steps as the row of steps takes them."""
    return [StepWord(clean(step.title or step.id), step.state) for step in steps]


def step_content(step: StepView) -> Content:
    """A step of the whole list: done, now, to come, or skipped and why."""
    mark, style = _STEP.get(step.state, (" ", ""))
    why = f" — {step.why}" if step.state == "skipped" and step.why else ""
    return Content.styled(clean(f"{mark} {_named(step)}{why}"), style)


def _named(step: StepView) -> str:
    return f"{short_number(step.id)} {step.title}".strip()


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
