"""What an attack comes to for one target, as rows: hits, Wounds, models lost, and what hangs on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.engine.odds import Chance, Given, Odds
from companion.engine.wording import verb
from companion.odds.chances import Chances
from companion.odds.side_by_side import Worth, columns, numbers
from companion.odds.side_by_side import compared as side_by_side
from companion.rules.better_wargame.odds.deaths import Deaths, Hits, dealt_in_turn, mean_dealt
from companion.rules.better_wargame.odds.dice import Dice, many, passes_test
from companion.rules.better_wargame.units import Game, WargameUnit

GOAL = "models that the target loses"
BACK = "back"
"""The measure of models that are lost to an enemy that strikes back."""

ALONE = "nothing else strikes the target in this phase"


@dataclass(frozen=True, eq=False)
class Figures:
    """What comes to one target: its `deaths`, or hits still to be dealt to so many models; and the dice that hit and
    wound it, None where these lie."""

    target: WargameUnit
    deaths: Deaths | tuple[tuple[Hits, ...], int]
    hits: Dice | None = None
    wounds: Dice | None = None

    @property
    def lost(self) -> Deaths:
        """The models it loses."""
        return self.deaths if isinstance(self.deaths, Deaths) else dealt_in_turn(*self.deaths)

    @property
    def mean(self) -> Fraction:
        """How many models it loses on average; sooner known than the chance of each number."""
        return self.deaths.number.mean(int) if isinstance(self.deaths, Deaths) else mean_dealt(*self.deaths)


Option = tuple[Given, Sequence[Figures]]
"""An option, and what it comes to target by target."""


def worth(option: Option) -> Fraction:
    """How many models all targets lose on average."""
    return sum((one.mean for one in option[1]), Fraction(0))


def fails_break(unit: WargameUnit) -> Fraction:
    """The chance that a unit fails a Break Test, a second one too where a doctrine gives it."""
    return (1 - passes_test(unit.leadership)) ** (2 if unit.break_reroll else 1)


def breaks(unit: WargameUnit, lost: Chances[int]) -> Fraction:
    """The chance that a unit is eligible for a Break Test after these losses and fails it (P13)."""

    def tests(dead: int) -> bool:
        left = unit.models - dead
        return left > 0 and unit.casualties + dead > 0 and left * 2 < unit.start_models

    return lost.where(tests) * fails_break(unit)


def facts_of(game: Game, found: Figures) -> list[Chance]:
    """What comes to one target, whatever is chosen."""
    unit, lost = found.target, found.lost.number
    wounds = None if found.wounds is None else many(found.wounds)
    rows = []
    for measure, number in (
        ("hits", None if found.hits is None else many(found.hits)),
        ("wounds", wounds),
        ("dealt", lost),
    ):
        rows += [] if number is None else numbers(None, measure, number, unit.id)
    rows.append(Chance(None, "falls", lost.where(lambda dead: dead >= unit.models), unit.id))
    rows.append(Chance(None, "breaks", breaks(unit, lost), unit.id))
    suppresses = game.table.phase != "melee" or game.options["melee_wounds_suppress"]
    if wounds is not None and not unit.suppressed and suppresses:
        enough = wounds.where(lambda taken: unit.wounds + taken >= unit.at_phase_start)
        rows.append(Chance(None, "overwhelmed", enough, unit.id))
    return rows


def rows_of(facts: Iterable[Chance], option: Given) -> list[Chance]:
    """The rows of facts for one option."""
    return [Chance(option, row.measure, row.p, row.of, row.value) for row in facts]


def texts(unit: WargameUnit) -> dict[str, str]:
    """The words over the columns of a unit, by measure."""
    name = unit.name
    return {
        "hits": "hits on {}",
        "wounds": "Wounds on {}, before saves",
        "dealt": f"models that {{}} {verb(name, 'loses')}",
        "falls": f"{{}} {verb(name, 'is')} wiped out",
        "breaks": f"{{}} {verb(name, 'breaks in its')} Break Test",
        "overwhelmed": f"{{}} {verb(name, 'takes Wounds for all its')} models",
        BACK: f"models that {{}} {verb(name, 'kills')} in return",
    }


def compared(game: Game, of: str, found: Sequence[Option], assumes: Sequence[str], *, best: bool = False) -> Odds:
    """Options of one attack side by side, in order; `best`: the one that costs most models is named."""
    every = [one for _, each in found for one in each]
    facts = {one: facts_of(game, one) for one in dict.fromkeys(every)}
    rows = [row for option, each in found for one in each for row in rows_of(facts[one], option)]
    worths = {option[0]: (worth(option),) for option in found if best}
    return as_odds(of, rows, every, (*assumes, ALONE), worths, best=best)


def as_odds(
    of: str,
    rows: Sequence[Chance],
    found: Sequence[Figures],
    assumes: Sequence[str],
    worths: Mapping[str, Worth],
    *,
    best: bool = False,
) -> Odds:
    """Rows of these figures, with what each option is worth."""
    heads = columns([one.target for one in found], texts, rows)
    left_out = max(one.lost.left_out for one in found)
    return side_by_side(of, GOAL, rows, heads, assumes, worths, best=best, left_out=left_out)
