"""Manual adjustments inside an open procedure, each imposed again at its own place when the procedure is replayed."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.context import Context
from companion.engine.inputs import Adjust, RunPoint, TakenInput
from companion.engine.state.paths import option_of
from companion.engine.state.table import AnyTable


class Placements:
    """The adjustments that are still to be imposed on one replay, in the order they were made.

    A stretch is what the rules do between two answers. An adjustment belongs to the stretch after the answer `after`
    and comes after `changes` changes of it, or at its end if the rules now make fewer. An adjustment of an option
    comes after so many `steps` of the whole procedure.
    """

    def __init__(self, inputs: Sequence[TakenInput]) -> None:
        made = [(i.input, i.place) for i in inputs if isinstance(i.input, Adjust)]
        self._fields = [pair for pair in made if not pair[1].steps]
        self._options = [pair for pair in made if pair[1].steps]

    @property
    def empty(self) -> bool:
        """Whether nothing is left to impose."""
        return not self._fields and not self._options

    def impose_due(self, context: Context[AnyTable], after: str, changes: int) -> None:
        """Imposes those whose place is here: `changes` changes into the stretch after the answer to `after`."""
        while self._options and self._options[0][1].steps <= context.steps_entered:
            self._impose(context, self._options.pop(0)[0])
        while self._fields and self._fields[0][1].after == after and self._fields[0][1].changes <= changes:
            self._impose(context, self._fields.pop(0)[0])

    def end_stretch(self, context: Context[AnyTable], after: str) -> None:
        """The rules ask again or are done: what belongs to this stretch and was not reached in it comes now."""
        while self._fields and self._fields[0][1].after == after:
            self._impose(context, self._fields.pop(0)[0])

    def _impose(self, context: Context[AnyTable], made: Adjust) -> None:
        context.impose(made.of, made.field, made.value, made.why)


def place_of(made: Adjust, context: Context[AnyTable], after: str, changes: int) -> RunPoint:
    """The place of an adjustment that comes now."""
    if made.of == "table" and option_of(made.field) is not None:
        return RunPoint(steps=context.steps_entered)
    return RunPoint(after, changes)
