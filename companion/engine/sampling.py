"""Odds as a last resort: every option is played out again and again on a copy of the table, with random dice.

For what no formula works out in time (`TooLarge`). The same position gives the same numbers: they follow from a fixed
seed. What is asked on the way is answered as usual, dice apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from companion.engine.drawing import LOTS, averaged, seeded
from companion.engine.errors import InvalidInput
from companion.engine.inputs import Answer
from companion.engine.look_ahead import from_start, options_of, run_copy
from companion.engine.odds import Chance, Given, Heading, Odds
from companion.engine.requests import Request
from companion.engine.run import Run
from companion.engine.state.health import left
from companion.engine.state.phrases import unasked

PLAYED = 280
"""How often all options together are played out, each as often as the others and at least `FEWEST` times."""

FEWEST = 40

MOST_ANSWERS = 60
"""What is asked of one play, dice included; longer ones count as they stand then."""

Ends = dict[str, int]
"""How much each unit has left, by its id; 0 of one that is no longer in play."""


def sampled(run: Run, request: Request[object]) -> Odds | None:
    """Odds of the open request by playing it out; None in a secret, and if its options are too many to compare.

    They are not exact and say how far off they may be: 95 of 100 chances are within `error`.
    """
    options = [None] if request.dice else options_of(request)
    if (run.request is not None and run.request.slots) or not options:
        return None
    plays = _Plays(run)
    times = max(FEWEST, PLAYED // len(options) // LOTS * LOTS)
    found = {option: [plays.end(option, seeded(n)) for n in range(times)] for option in options}
    hurt = [of for of in plays.before if any(end[of] != plays.before[of] for ends in found.values() for end in ends)]
    drawn = [_drawn(run, request, plays, option, of, ends) for option, ends in found.items() for of in hurt]
    rows = [row for each, _ in drawn for row in each]
    table = run.table
    columns = dict.fromkeys((row.measure, row.of) for row in rows)
    return Odds(
        unasked(request.title),
        "what is left of each",
        tuple(rows),
        tuple(
            Heading(measure, of, f"{{}} {'falls' if measure == 'falls' else 'loses'}", table.title(of))
            for measure, of in columns
        ),
        (f"{times} times played out with random dice, all else as usual",),
        exact=False,
        error=max((error for _, error in drawn), default=0.0),
    )


def _drawn(
    run: Run, request: Request[object], plays: _Plays, option: Given, of: str, ends: Sequence[Ends]
) -> tuple[list[Chance], float]:
    """What becomes of one unit by one option, and how far off these chances may be."""
    unit, before = run.table.unit(of), plays.before[of]
    mine = isinstance(request.by, str) and run.table.alliance(unit.side) == run.table.alliance(request.by)
    lots = [Counter(end[of] for end in ends[lot::LOTS]) for lot in range(LOTS)]
    size = len(ends) // LOTS
    means, error = averaged([{left: count / size for left, count in lot.items()} for lot in lots])
    lost = sorted((before - left, p) for left, p in means.items())
    rows = [Chance(option, "taken" if mine else "dealt", p, of, number) for number, p in lost]
    return [*rows, Chance(option, "falls", means.get(0, 0.0), of)], error


class _Plays:
    """A copy of a run that is played out again and again from where it stands."""

    def __init__(self, run: Run) -> None:
        self.run = run_copy(run)
        self.inputs = list(self.run.inputs)
        self.frame = self.run.context.frames[-1].path
        self.before = self._ends()

    def end(self, value: object, rng: Random) -> Ends:
        """What is left once this answer is given (None: dice) and the procedure that asks is over."""
        try:
            for answers in range(MOST_ANSWERS):
                request = self.run.request
                if request is None or request.slots or self._is_over():
                    break
                chosen = value if answers == 0 and value is not None else _answer(request, rng)
                self.run.take(Answer("", chosen))
        except InvalidInput:
            # A refusal of the rules ends the play there.
            pass
        found = self._ends()
        self.run = from_start(self.run, self.inputs)
        return found

    def _is_over(self) -> bool:
        return all(frame.path != self.frame for frame in self.run.context.frames)

    def _ends(self) -> Ends:
        # Whoever is in action has not fallen, whatever its trackers say.
        return {unit.id: max(1, left(unit)) if unit.alive else 0 for unit in self.run.table.units.values()}


def _answer(request: Request[object], rng: Random) -> object:
    usual = None if request.dice else request.granted()
    return usual.value if usual is not None else request.random(rng)
