"""The numbered parts of a procedure, and which of them a running procedure has passed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.engine.errors import RuleFault
from companion.engine.frozen import frozen
from companion.engine.standing import Fight

StepState = Literal["done", "now", "todo", "skipped"]


@frozen
class Step:
    """One numbered part of a procedure, with the rulebook's own id."""

    id: str
    title: str


def short_number(step: str) -> str:
    """The number of a step as rulebooks print it: `UAP.30` of `UAP.30.action`, nothing of `effect`."""
    return ".".join(part for part in step.split(".") if not (part.isalpha() and part.islower()))


@frozen
class StepView:
    """A step for the step list, with the reason if it was skipped."""

    id: str
    title: str
    state: StepState
    why: str = ""


@dataclass(slots=True)
class Frame:
    """One procedure that is running.

    `visits` has every step that it entered, with None, or passed over, with the reason; `now` is the one it entered
    last. `fight` is the one declared here, or in a procedure around it. `step` and `step_title` are the step that was
    current when it began and the title of the procedure that declares it: they are again when it ends. `about` has the
    ids that it was called with.
    """

    name: str
    title: str
    path: str
    steps: Mapping[str, Step]
    visits: dict[str, str | None]
    now: str
    fight: Fight | None
    step: Step
    step_title: str
    about: tuple[str, ...] = ()

    def views(self) -> list[StepView]:
        """Its declared steps in order, each with its state."""
        return [StepView(step.id, step.title, *self._state(step.id)) for step in self.steps.values()]

    def _state(self, step: str) -> tuple[StepState, str]:
        if step not in self.visits:
            return "todo", ""
        why = self.visits[step]
        if why is not None:
            return "skipped", why
        return "now" if step == self.now else "done", ""


NO_STEP = Step("", "")


def declaring(frames: Sequence[Frame], step: str) -> Frame:
    """The innermost of these procedures that declares the step. Raises RuleFault if none does."""
    for frame in reversed(frames):
        if step in frame.steps:
            return frame
    raise RuleFault(f"{frames[-1].name} declares no step {step!r}")
