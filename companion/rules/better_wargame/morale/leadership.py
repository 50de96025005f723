"""Leadership Tests: a d6 against the leadership of a unit, with no modifiers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from companion.engine.dice import D6, Dice
from companion.engine.reading import TOTAL
from companion.engine.state.phrases import dice_said, joined, phrase
from companion.rules.better_wargame.odds.leadership import leadership_odds
from companion.rules.better_wargame.units import Game, WargameUnit, passes

NOT_AGAIN: Final[Mapping[str, int]] = {}

Events = list[str]
"""What happened in a phase, for its outcome: `suppressed:ID`, `break:ID:pass` and the like, in order."""


Words = Callable[[WargameUnit, bool], str]
"""What came of one unit's test, in words that begin with its name."""


class Tests(NamedTuple):
    """Leadership tests that were rolled in one throw, or after one: the face of each unit by its id."""

    units: Sequence[WargameUnit]
    faces: Mapping[str, int]

    def passed(self, unit: WargameUnit) -> bool:
        """Whether a unit passed its test."""
        return passes(unit.leadership, self.faces[unit.id])

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
                    phrase(dice_said(str(self.faces[unit.id])), f" against {unit.leadership}+"),
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
    again: Mapping[str, int] = NOT_AGAIN,
) -> Tests:
    """Rolls a Leadership test for each of these units in one throw.

    `what` is rolled, `stake` says what hangs on it for each; `again` is what their dice showed that are rolled again.
    Units of both sides stand beside the prompt. Tell the result next.
    """
    sides = tuple(dict.fromkeys(unit.side for unit in units))
    if len(sides) > 1 and game.current_fight() is None:
        game.fight({"tested": units})
    if len(units) == 1:
        (one,) = units
        title, needs = f"roll {what}: {one.name} on {one.leadership}+, {stake(one)}", [""]
    else:
        title, needs = f"roll {what}", [f"{unit.leadership}+, {stake(unit)}" for unit in units]
    rolled = await game.roll(
        name,
        by=sides[0] if len(sides) == 1 else sides,
        title=title,
        dice=[
            Dice(unit.name, D6, 1, unit.side, frozenset(range(unit.leadership, 7)), words, TOTAL, unit.leadership)
            for unit, words in zip(units, needs, strict=True)
        ],
        again=[(again[unit.id],) for unit in units] if again else (),
    ).with_odds(partial(leadership_odds, name, units))
    return Tests(units, {unit.id: int(faces[0]) for unit, faces in zip(units, rolled, strict=True)})


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
