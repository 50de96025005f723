"""Leadership Tests: a d6 against the leadership of a unit, with no modifiers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from companion.engine.dice import D6, Dice
from companion.engine.reading import TOTAL
from companion.engine.state.changes import Line
from companion.engine.state.phrases import dice_said, joined, phrase
from companion.engine.wording import does
from companion.rules.better_wargame.odds.leadership import leadership_odds
from companion.rules.better_wargame.units import Game, WargameUnit, passes

Events = list[str]
"""What happened in a phase, for its outcome: `suppressed:ID`, `break:ID:pass` and the like, in order."""


Words = Callable[[WargameUnit, bool], str]
"""What came of one unit's test, in words that begin with its name."""


class Tests(NamedTuple):
    """Leadership tests that were rolled in one throw, or after one: what each unit needs and its face, by its id."""

    units: Sequence[WargameUnit]
    needs: Mapping[str, int]
    faces: Mapping[str, int]

    def passed(self, unit: WargameUnit) -> bool:
        """Whether a unit passed its test."""
        return passes(self.needs[unit.id], self.faces[unit.id])

    def events(self, kind: str) -> Events:
        """What the outcome of a phase says of them: `rally:ID:pass`."""
        return [f"{kind}:{unit.id}:{pass_or_fail(self.passed(unit))}" for unit in self.units]

    def tell(self, game: Game, words: Words, events: Sequence[str] = ()) -> None:
        """Tells what came of them, those that failed first; `events` is what the outcome says."""
        texts = [
            joined(
                ": ",
                (
                    words(unit, self.passed(unit)),
                    phrase(dice_said(str(self.faces[unit.id])), f" against {self.needs[unit.id]}+"),
                ),
            )
            for unit in sorted(self.units, key=self.passed)
        ]
        game.result(joined("; ", texts), mark="passed", events=list(events))


async def leadership_tests(
    game: Game,
    name: str,
    units: Sequence[WargameUnit],
    what: str,
    stake: Callable[[WargameUnit], str],
    again: Tests | None = None,
) -> Tests:
    """Rolls a Leadership test for each of these units in one throw.

    `what` is rolled, `stake` says what hangs on it for each; `again` are the tests that these units roll again, for the
    same numbers.
    Units of both sides stand beside the prompt. Tell the result next.
    """
    sides = tuple(dict.fromkeys(unit.side for unit in units))
    if len(sides) > 1 and game.current_fight() is None:
        game.fight({"tested": units})
    needs = again.needs if again else {unit.id: _needed(game, unit) for unit in units}
    if len(units) == 1:
        (one,) = units
        title, beside = f"roll {what}: {one.name} on {needs[one.id]}+, {stake(one)}", [""]
    else:
        title, beside = f"roll {what}", [f"{needs[unit.id]}+, {stake(unit)}" for unit in units]
    rolled = await game.roll(
        name,
        by=sides[0] if len(sides) == 1 else sides,
        title=title,
        dice=[
            Dice(unit.name, D6, 1, unit.side, frozenset(range(needs[unit.id], 7)), words, TOTAL, needs[unit.id])
            for unit, words in zip(units, beside, strict=True)
        ],
        again=[(again.faces[unit.id],) for unit in units] if again else (),
    ).with_odds(partial(leadership_odds, name, units, needs))
    return Tests(units, needs, {unit.id: int(faces[0]) for unit, faces in zip(units, rolled, strict=True)})


def _needed(game: Game, unit: WargameUnit) -> int:
    """The number that the die of a unit has to reach, which no modifier changes."""
    lines = [Line("leadership", unit.leadership, "Leadership Tests")]
    return int(game.tally(f"leadership[{unit.id}]", lines, name=f"{does(unit.name, 'passes')} on"))


def batches(
    game: Game, units: Iterable[WargameUnit], due: Callable[[WargameUnit], bool]
) -> Iterator[list[WargameUnit]]:
    """The units that test in one throw, of those `due` then: all together, or one by one with `throw = "row"`."""
    waiting = [unit for unit in units if due(unit)]
    for batch in [waiting] if game.options["throw"] == "stage" else [[unit] for unit in waiting]:
        if still := [unit for unit in batch if due(unit)]:
            yield still


def a_or_many(units: Sequence[WargameUnit], test: str) -> str:
    """A test as it is rolled: `a Break Test`, or `Break Tests` for several units."""
    return f"a {test}" if len(units) == 1 else f"{test}s"


def pass_or_fail(passed: bool) -> str:
    """How an event ends."""
    return "pass" if passed else "fail"
