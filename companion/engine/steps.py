"""The numbered parts of a procedure, and which of them a running procedure has passed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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


@dataclass(slots=True)
class Visit:
    """What became of a step, and why it was skipped."""

    state: StepState
    why: str = ""


@frozen
class StepView:
    """A step for the step list, with the reason where it was skipped."""

    id: str
    title: str
    state: StepState
    why: str = ""


@dataclass(slots=True)
class Frame:
    """One procedure that is running. `step` is the step that was current when it began: it is again when it ends."""

    name: str
    title: str
    path: str
    step: Step
    steps: Mapping[str, Step]
    visits: dict[str, Visit] = field(default_factory=dict)
    now: Visit | None = None
    fight: Fight | None = None

    def views(self) -> list[StepView]:
        """Its declared steps in order, each with its state."""
        todo = Visit("todo")
        states = ((step, self.visits.get(step.id, todo)) for step in self.steps.values())
        return [StepView(step.id, step.title, visit.state, visit.why) for step, visit in states]


NO_STEP = Step("", "")


def declaring(frames: Sequence[Frame], step: str) -> Frame:
    """The innermost of these procedures that declares the step. Raises RuleFault where none does."""
    for frame in reversed(frames):
        if step in frame.steps:
            return frame
    raise RuleFault(f"{frames[-1].name} declares no step {step!r}")
