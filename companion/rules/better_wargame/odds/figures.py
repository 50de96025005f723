"""What an attack comes to for one target: hits, Wounds, models lost, and what hangs on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.engine.odds import Given, Odds
from companion.engine.wording import verb
from companion.odds.side_by_side import Cell, side_by_side
from companion.rules.better_wargame.odds.deaths import Deaths, Hits, dealt_in_turn, mean_dealt
from companion.rules.better_wargame.odds.dice import Dice, many
from companion.rules.better_wargame.odds.leadership import breaks
from companion.rules.better_wargame.units import Game, WargameUnit

GOAL = "models that the target loses"
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

    def cells(self, game: Game) -> list[Cell]:
        """What is shown of it."""
        unit, lost, name = self.target, self.lost.number, self.target.name
        hits, wounds = (None if dice is None else many(dice) for dice in (self.hits, self.wounds))
        suppresses = game.table.phase != "melee" or game.options["melee_wounds_suppress"]
        enough = None
        if wounds is not None and not unit.suppressed and suppresses:
            enough = wounds.where(lambda taken: unit.wounds + taken >= unit.at_phase_start)
        return [
            Cell(measure, unit.id, words, found, name)
            for measure, words, found in (
                ("hits", "hits on {}", hits),
                ("wounds", "Wounds on {}, before saves", wounds),
                ("dealt", f"models that {{}} {verb(name, 'loses')}", lost),
                ("falls", f"{{}} {verb(name, 'is')} wiped out", lost.where(lambda dead: dead >= unit.models)),
                ("breaks", f"{{}} {verb(name, 'breaks in its')} Break Test", breaks(unit, lost)),
                ("overwhelmed", f"{{}} {verb(name, 'takes Wounds for all its')} models", enough),
            )
        ]


Option = tuple[Given, Sequence[Figures]]
"""An option, and what it comes to target by target."""


def worth(option: Option) -> Fraction:
    """How many models all targets lose on average."""
    return sum((one.mean for one in option[1]), Fraction(0))


def compared(game: Game, of: str, found: Sequence[Option], assumes: Sequence[str], *, best: bool = False) -> Odds:
    """Options of one attack side by side, in order; `best`: the one that costs most models is named."""
    every = dict.fromkeys(one for _, each in found for one in each)
    cells = {one: one.cells(game) for one in every}
    options = {option: [cell for one in each for cell in cells[one]] for option, each in found}
    worths = {option[0]: (worth(option),) for option in found if best}
    return as_odds(of, options, every, (*assumes, ALONE), worths)


def as_odds(
    of: str,
    options: Mapping[Given, Sequence[Cell]],
    every: Iterable[Figures],
    assumes: Sequence[str],
    worths: Mapping[Given, tuple[Fraction]] | None = None,
) -> Odds:
    """Options made of these figures, exact where they are."""
    left_out = max(one.lost.left_out for one in every)
    return side_by_side(of, GOAL, options, assumes, worths, left_out=left_out)
