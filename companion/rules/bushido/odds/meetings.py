"""How the dice of attacks and defences meet, whatever the Success Levels lead to: counted once for their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from operator import mul

from companion.rules.bushido.odds.comparison import Side, levels
from companion.rules.bushido.odds.dice import Block, Rolls
from companion.rules.bushido.odds.exchange import Fight
from companion.rules.bushido.vocabulary import DiceKind


class Thrown:
    """So many dice of one kind of one fighter. `places` are those of its blocks among all of that kind."""

    def __init__(self, rolls: Rolls, places: Mapping[object, int]) -> None:
        self.total = rolls.total
        self.factors = [block.factor for block in rolls.blocks]
        self.ties = [block.ties for block in rolls.blocks]
        self.places = [places[block.key] for block in rolls.blocks]
        results: dict[int, int] = {}
        for block in rolls.blocks:
            for result, ways in block.results.items():
                results[result] = results.get(result, 0) + ways * block.factor
        self.results = list(results.items())


class Meeting:
    """So many dice of an attack met by so many of a defence.

    `ways` are by Success Level, from the lowest on; `tied` of them are ties. `beyond` is by lead in scoring dice, from
    the lowest on: the ways of a tie in which this Attacker has a higher lead, the equal one included `with_equal`. All
    of `total` ways.
    """

    def __init__(self, dice: tuple[int, int], attack: Thrown, defence: Thrown, within: Meetings) -> None:
        self.dice = dice
        self.total = attack.total * defence.total
        self.ways = [0] * len(within.levels)
        for result, ways in attack.results:
            place = result - within.levels.start
            for other, more in defence.results:
                self.ways[place - other] += ways * more
        self._factors = [one * two for one in attack.factors for two in defence.factors]
        self._leads = [one - two + within.most for one in attack.ties for two in defence.ties]
        self._cells = [row * within.columns + column for row in attack.places for column in defence.places]
        ties = [0] * (2 * within.most + 1)
        for factor, lead, cell in zip(self._factors, self._leads, self._cells, strict=True):
            ties[lead] += factor * within.ties[cell]
        self.tied = sum(ties)
        below = list(accumulate(ties))
        if within.with_equal:
            below = [0, *below[:-1]]
        self.beyond = [self.tied - upto for upto in below]

    def weighed(self, worths: Sequence[int], beyond: Sequence[int]) -> int:
        """The sum of what each two blocks are worth, of `worths`, times the ways of `beyond` at their lead."""
        if not worths:
            return 0
        each = map(mul, self._factors, map(worths.__getitem__, self._cells))
        return dot(each, map(beyond.__getitem__, self._leads))


class Meetings:
    """Every number of dice with which one fighter attacks met by every number with which the other defends.

    `levels` are the Success Levels that there can be; `most` is the highest number of dice that count for a tie, of
    both fighters and kinds. `ties` are the ways to tie of every two blocks: rows of `columns`, one for each block of
    the defence.
    """

    def __init__(self, fight: Fight, attackers: Sequence[Side], defenders: Sequence[Side], *, with_equal: bool) -> None:
        self.with_equal = with_equal
        self.levels = range(-fight.widest, fight.widest + 1)
        attacks, defences = _rolls(fight, attackers, "attack"), _rolls(fight, defenders, "defence")
        others = (_rolls(fight, attackers, "defence"), _rolls(fight, defenders, "attack"))
        self.most = max(
            block.ties for rolls in (attacks, defences, *others) for each in rolls.values() for block in each.blocks
        )
        rows, columns = _different(attacks.values()), _different(defences.values())
        self.columns = len(columns)
        met = [levels(one, two) for one in rows.values() for two in columns.values()]
        self.ties = [by_level.get(0, 0) for by_level in met]
        self._met = [([level - self.levels.start for level in by_level], [*by_level.values()]) for by_level in met]
        row_places = {key: place for place, key in enumerate(rows)}
        column_places = {key: place for place, key in enumerate(columns)}
        ones = {count: Thrown(rolls, row_places) for count, rolls in attacks.items()}
        twos = {count: Thrown(rolls, column_places) for count, rolls in defences.items()}
        self.of = {(a, d): Meeting((a, d), one, two, self) for a, one in ones.items() for d, two in twos.items()}
        """By the numbers of dice of the attack and of the defence."""

    def worths(self, of: Sequence[int]) -> list[int]:
        """What every two blocks are worth, if a Success Level is worth so much; empty where all are worth nothing."""
        if not any(of):
            return []
        return [dot(map(of.__getitem__, places), ways) for places, ways in self._met]


def dot(one: Iterable[int], two: Iterable[int]) -> int:
    """The sum of the products."""
    return sum(map(mul, one, two))


def _rolls(fight: Fight, sides: Sequence[Side], kind: DiceKind) -> dict[int, Rolls]:
    """The dice of this kind by their number, in all these splits of one fighter."""
    counts = {side.attack if kind == "attack" else side.defence: side.fighter for side in sides}
    return {count: fight.rolls(fighter, kind, count) for count, fighter in counts.items()}


def _different(rolls: Iterable[Rolls]) -> dict[object, Block]:
    """One block of each key: those with the same results share it."""
    return {block.key: block for each in rolls for block in each.blocks}
