"""Where the rules are: the procedures that run inside one another, their steps, the current one, and what was done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from companion.engine.errors import RuleFault
from companion.engine.frozen import frozen
from companion.engine.standing import Fight
from companion.engine.state.changes import Recorded
from companion.engine.state.table import AnyTable, Unit

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


MOST_DONE = 20_000
"""How much a procedure may change, tell and enter until it asks again; beyond that it is taken to loop."""

TableT = TypeVar("TableT", bound=AnyTable)


class Progress(Generic[TableT]):
    """The part of a `Context` that everything else in it builds on.

    `events` are the changes and notes so far; `frames` the procedures that run, outermost first; `conclusion` what the
    rules have said that it comes to.
    """

    def __init__(self, table: TableT) -> None:
        self.table = table
        self.events: list[Recorded] = []
        self.conclusion: list[str] = []
        self.frames: list[Frame] = []
        self.at_step = NO_STEP
        self.rule_changes = 0
        self.steps_entered = 0
        self.left = MOST_DONE
        """What is left of `MOST_DONE`; the driver sets it again at every request."""
        self.on_progress: Callable[[], None] | None = None
        """Called after every change that the rules make and every step they enter: adjustments take their place."""
        self._step_title = ""
        """The title of the innermost procedure that declares the current step; before any step, of the outermost."""
        self._used: dict[str, int] = {}

    @property
    def options(self) -> Mapping[str, Any]:
        return self.table.options

    @property
    def step(self) -> str:
        """The id of the step that is current; empty before the first."""
        return self.at_step.id

    def enter(self, name: str, title: str, steps: Mapping[str, Step], args: Iterable[object]) -> None:
        """For the engine: a procedure begins. Its path names it and who it is about."""
        about: tuple[str, ...] = ()
        for arg in args:
            # A number is no part of a key, so that dice stay sticky.
            if isinstance(arg, Unit):
                about = (*about, arg.id)
            elif isinstance(arg, str) and arg:
                about = (*about, arg)
        label = f"{name}[{','.join(about)}]" if about else name
        frames, fight = self.frames, None
        if frames:
            above = frames[-1]
            label, fight = f"{above.path}/{label}", above.fight
        self._did_more()
        path, step, step_title = self._unique(label), self.at_step, self._step_title
        frames.append(Frame(name, title, path, steps, {}, "", fight, step, step_title, about))
        if len(frames) == 1 or self.at_step.id in steps:
            self._step_title = title

    def leave(self) -> None:
        """For the engine: the innermost procedure ends, and the step before it is current again."""
        frame = self.frames.pop()
        self.at_step, self._step_title = frame.step, frame.step_title
        # It is over. And its rows mostly hold this context: in a circle, all of a session would wait for the collector.
        frame.fight = None
        if not self.frames:
            # The outermost stays, so that its steps can be shown when it is over.
            self.frames.append(frame)

    def at(self, step: str) -> None:
        """Enters a rulebook step, which this procedure or one that awaits it declares.

        Raises RuleFault if none does.
        """
        frame = self.frames[-1]
        if step not in frame.steps:
            frame = declaring(self.frames, step)
        frame.visits[step] = None
        frame.now = step
        self.at_step, self._step_title = frame.steps[step], frame.title
        self.steps_entered += 1
        self._did_more()
        if self.on_progress is not None:
            self.on_progress()

    def skip(self, step: str, why: str) -> None:
        """Tells the step list that a step is passed over, and why. Raises RuleFault if no procedure declares it."""
        declaring(self.frames, step).visits[step] = why

    def enters(self, step: str, concerned: object, why: str) -> bool:
        """Enters a step that concerns somebody, or passes it over and says why not; returns whether it is entered."""
        if concerned:
            self.at(step)
        else:
            self.skip(step, why)
        return bool(concerned)

    @property
    def entered(self) -> list[str]:
        """The steps of this procedure that were entered so far, in their order."""
        return [step for step, why in self.frames[-1].visits.items() if why is None]

    def current_fight(self) -> Fight | None:
        """The fight of the innermost procedure that declared one; None outside a fight."""
        return self.frames[-1].fight if self.frames else None

    def _record(self, event: Recorded) -> None:
        self.events.append(event)
        self._did_more()

    def _did_more(self) -> None:
        """One more thing was done since a request was asked. Raises RuleFault if that comes to no end."""
        self.left -= 1
        if self.left < 0:
            raise RuleFault(f"{self.frames[-1].name} did {MOST_DONE} things and asked nothing: it comes to no end")

    def _unique(self, key: str) -> str:
        used = self._used
        if key not in used:
            used[key] = 1
            return key
        used[key] += 1
        return f"{key}#{used[key]}"
