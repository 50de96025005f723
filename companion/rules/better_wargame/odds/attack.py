"""What an attack comes to for each target, before it and at each of its throws: of what lies and what is still to be
rolled come hits, Wounds, models lost, and what hangs on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain

from companion.engine.odds import Given, Odds
from companion.engine.wording import verb
from companion.odds.side_by_side import UNNAMED, Best, Cell, side_by_side
from companion.rules.better_wargame.attack.needs import number_of
from companion.rules.better_wargame.attack.numbers import Options
from companion.rules.better_wargame.attack.rows import Cast, Row
from companion.rules.better_wargame.attack.rules import AttackRules, may_save
from companion.rules.better_wargame.odds.deaths import Deaths, Dice, Hits, dealt_in_turn, many, succeeds
from companion.rules.better_wargame.odds.leadership import breaks
from companion.rules.better_wargame.units import Game, WargameUnit

TITLES = {"to_hit": "To hit", "to_wound": "To wound", "save": "Saves"}

GOAL = "models that the target loses"
ALONE = "nothing else strikes the target in this phase"


@dataclass(frozen=True, eq=False)
class Figures:
    """What comes to one target: how many models it loses, the dice that hit it and those that wound it; None where
    these lie."""

    target: WargameUnit
    deaths: Deaths
    hits: Dice | None = None
    wounds: Dice | None = None

    @classmethod
    def dealt(cls, target: WargameUnit, struck: Sequence[Hits], models: int) -> Figures:
        """Hits that are still to be dealt to so many models; where none can be hit, none is wounded."""
        hits = [one for of in struck for one in of.dice]
        wounds = [(p * of.wounds, count) for of in struck for p, count in of.dice] if models else []
        return cls(target, dealt_in_turn(tuple(struck), models), hits, wounds)

    def cells(self, game: Game) -> list[Cell]:
        """What is shown of it."""
        unit, lost, name = self.target, self.deaths.number, self.target.name
        hits, wounds = (None if dice is None else many(dice) for dice in (self.hits, self.wounds))
        suppresses = game.table.phase != "melee" or game.options["melee_wounds_suppress"]
        enough = None
        if wounds is not None and not unit.suppressed and suppresses:
            enough = wounds.where(lambda taken: replace(unit, wounds=unit.wounds + taken).overwhelmed)
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


def error_of(figures: Iterable[Figures]) -> float | None:
    """How far off these may be at most: None where they are exact."""
    return max((one.deaths.error for one in figures if one.deaths.error is not None), default=None)


def compared(
    game: Game, title: str, found: Mapping[Given, Sequence[Figures]], assumes: Sequence[str], best: Best = UNNAMED
) -> Odds:
    """Options of one attack side by side, each target by target; the `best` one costs most models."""
    every = dict.fromkeys(chain.from_iterable(found.values()))
    cells = {one: one.cells(game) for one in every}
    options = {option: [cell for one in each for cell in cells[one]] for option, each in found.items()}
    return side_by_side(title, GOAL, options, (*assumes, ALONE), best, error=error_of(every))


def throw_odds(game: Game, stage: str, rows: Sequence[Row], rules: AttackRules) -> Odds | None:
    """The odds of a throw. `stage` is to_hit, to_wound or save; rows without a cast are still to be thrown."""
    aimed: dict[WargameUnit, list[Row]] = {}
    for row in rows:
        if row.dealt or stage == "to_hit":
            aimed.setdefault(row.target, []).append(row)
    if not aimed:
        return None
    found = []
    # First those whose dice are still to be rolled.
    for target, own in sorted(aimed.items(), key=lambda one: not any(map(_is_open, one[1]))):
        if stage == "to_hit":
            struck = [hits_of(game.options, row, rules) for row in own]
            found.append(Figures.dealt(target, struck, rules.can_be_hit(target)))
        else:
            found.append(_struck_figures(stage, game.options, target, own, rules))
    assumes = () if stage == "save" or not game.options["defender_allocates"] else ("hits are dealt in turn",)
    return compared(game, TITLES[stage], {None: found}, assumes)


def _is_open(row: Row) -> bool:
    """Whether dice of this row are still to be rolled in the stage under way."""
    return row.cast is None or None in row.cast.results


def hits_of(options: Options, row: Row, rules: AttackRules) -> Hits:
    """The dice of a row before or in its throw to hit."""
    cast = row.cast or Cast(
        (None,) * (row.models * rules.dice(row.attacker)), number_of(options, row, rules, "hits on")
    )
    p, wounds = _chances(cast), succeeds(number_of(options, row, rules, "wounds on"))
    own = tuple([(p[made], count) for made, count in Counter(cast.results).items()])
    return Hits(own, wounds, wounds * _kills(options, row, rules))


def _struck_figures(
    stage: str, options: Options, target: WargameUnit, rows: Sequence[Row], rules: AttackRules
) -> Figures:
    """One target whose hits are dealt, in the throw to wound; or all its Wounds lie, in that of saves."""
    survives, wounds = dict[int, Fraction](), list[tuple[Fraction, int]]()
    for row in rows:
        models, words = (row.dealt, "wounds on") if stage == "to_wound" else (row.wounded, "saved on")
        cast = row.cast or Cast((None,) * len(models), number_of(options, row, rules, words))
        p, kills = _chances(cast), _kills(options, row, rules)
        for model, made in zip(models, cast.results, strict=True):
            if stage == "to_wound":
                dies = p[made] * kills
                wounds.append((p[made], 1))
            else:
                dies = 1 - p[made] if row.cast else kills
            survives[model] = survives.get(model, 1) * (1 - dies)
    fallen = Deaths(many([(1 - p, 1) for p in survives.values()]))
    return Figures(target, fallen, wounds=wounds if stage == "to_wound" else None)


def _chances(cast: Cast) -> dict[bool | None, Fraction]:
    """The chance that a die of these succeeds, by what it came to so far."""
    return {None: succeeds(cast.target, again=cast.again), True: Fraction(1), False: Fraction(0)}


def _kills(options: Options, row: Row, rules: AttackRules) -> Fraction:
    """The chance that a Wound of this row is not saved."""
    target = number_of(options, row, rules, "saved on")
    return 1 - succeeds(target) if may_save(options, target) else Fraction(1)
