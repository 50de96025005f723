"""Odds as a last resort: every option is played out again and again on a copy of the table, with random dice.

For what no formula works out in time (`TooLarge`). The same position gives the same numbers: they follow from a fixed
seed. What is asked on the way is answered as usual, dice apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from random import Random

from companion.engine.drawing import LOTS, averaged
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

ALL_ANSWERS = 3_000
"""What is answered in all plays together, what was before them included, some 200 ms: of long ones there are fewer, if
not fewer than `FEWEST`."""

Ends = dict[str, int]
"""How much each unit has left, by its id; 0 of one that is no longer in play."""


def sampled(run: Run, request: Request[object]) -> Odds | None:
    """Odds of the open request by playing it out; None in a secret, and if its options are too many to compare.

    They are not exact and say how far off they may be: 95 of 100 chances are within `error`.
    """
    options = [None] if request.dice else options_of(request)
    if (run.driver.request is not None and run.driver.request.slots) or not options:
        return None
    copy = run_copy(run)
    inputs, frame, before = list(copy.inputs), copy.context.frames[-1].path, _ends(copy)
    times = max(FEWEST, PLAYED // len(options) // LOTS * LOTS)
    found: dict[Given, list[Ends]] = {option: [] for option in options}
    for option, ends in found.items():
        while len(ends) < times:
            answers = len(inputs) + _play_out(copy, frame, option, Random(len(ends)))
            if not found[options[0]]:
                times = max(FEWEST, min(times, ALL_ANSWERS // (answers * len(options)) // LOTS * LOTS))
            ends.append(_ends(copy))
            copy = from_start(copy, inputs)
    hurt = [of for of in before if any(end[of] != before[of] for ends in found.values() for end in ends)]
    drawn = [_drawn(run, request, before[of], option, of, ends) for option, ends in found.items() for of in hurt]
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
    run: Run, request: Request[object], before: int, option: Given, of: str, ends: Sequence[Ends]
) -> tuple[list[Chance], float]:
    """What becomes of one unit by one option, and how far off these chances may be."""
    unit = run.table.unit(of)
    mine = request.side != "" and run.table.alliance(unit.side) == run.table.alliance(request.side)
    lots = [Counter(end[of] for end in ends[lot::LOTS]) for lot in range(LOTS)]
    size = len(ends) // LOTS
    means, error = averaged([{left: count / size for left, count in lot.items()} for lot in lots])
    lost = sorted((before - left, p) for left, p in means.items())
    rows = [Chance(option, "taken" if mine else "dealt", p, of, number) for number, p in lost]
    return [*rows, Chance(option, "falls", means.get(0, 0.0), of)], error


def _play_out(run: Run, frame: str, value: object, rng: Random) -> int:
    """Gives this answer (None: dice) and plays until the procedure that asks, at this frame, is over. Returns how often
    it answered, at least once."""
    answers = 0
    # A refusal of the rules ends the play there.
    with suppress(InvalidInput):
        while answers < MOST_ANSWERS:
            request = run.driver.request
            if request is None or request.slots or all(each.path != frame for each in run.context.frames):
                break
            chosen = value if answers == 0 and value is not None else _answer(request, rng)
            answers += 1
            run.take(Answer("", chosen))
    return max(1, answers)


def _ends(run: Run) -> Ends:
    # Whoever is in action has not fallen, whatever its trackers say.
    return {unit.id: max(1, left(unit)) if unit.alive else 0 for unit in run.table.units.values()}


def _answer(request: Request[object], rng: Random) -> object:
    usual = None if request.dice else request.granted()
    return usual.value if usual is not None else request.random(rng)
