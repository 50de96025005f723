"""What dice that lie come to if all re-rolls that are left are used as best play does (step 7b)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from companion.engine.goals import WOUNDS
from companion.odds.chances import Chances, mixed
from companion.odds.kernel import Reading, Readings
from companion.odds.rerolls import Faces, Hand, Start, Step, Thrown, TooMuch, Tree, again_of, drawn, seeded
from companion.rules.bushido.melee.again import Again, agains
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.odds.contest import SplitOutcome
from companion.rules.bushido.odds.dice import Dice, hands, read
from companion.rules.bushido.odds.exchange import Bout, Fight
from companion.rules.bushido.odds.match import Side, Suffered, Worth
from companion.rules.bushido.vocabulary import KINDS, DiceKind

MOST_WORK = 1_100_000
"""Steps of the trees of one decision that take some 200 ms beside play; more are not taken."""

DRAWN, BATCHES = 25, 10
"""How many rolls a lot has, and how many lots are drawn: they say how far off their average may be."""

OFF = 2.262 / sqrt(BATCHES)
"""By how many standard deviations of the lots 95 of 100 averages are off at most (Student's t)."""

FINEST = 1 << 40
"""Chances that were drawn are whole numbers of this many."""


def step_of(ex: Exchange, again: Again) -> Step:
    """A re-roll in plain numbers."""
    first = 0 if again.of is ex.lead else len(KINDS)
    return Step(again.by is ex.lead, tuple(first + KINDS.index(kind) for kind in again.kinds), again.most)


def hand_of(mine: Fighter, kind: DiceKind, faces: Sequence[int], fixes: Sequence[int] = ()) -> Hand:
    """These dice of a fighter, once feats have set the lowest to each of these faces."""
    dice = list(faces)
    stuck = {place for of, place in mine.fixed if of == kind}
    for face in fixes if dice else ():
        place = dice.index(min(dice))
        dice[place] = face
        stuck.add(place)
    free = sorted(face for place, face in enumerate(dice) if place not in stuck)
    return Hand(tuple(free), tuple(sorted(dice[place] for place in stuck)))


def start_of(fight: Fight, again: Mapping[tuple[str, DiceKind], Faces] | None = None) -> Thrown:
    """The dice of both fighters of a fight as they lie, with what feats set; these faces of them are rolled again."""
    hands_of = [(mine, kind, hand_of(mine, kind, mine.dice[kind], dice.fixed)) for mine, kind, dice in fight.piles]
    return [again_of(hand, (again or {}).get((mine.id, kind), ())) for mine, kind, hand in hands_of]


def thrown_of(fight: Fight) -> Thrown:
    """All dice of both fighters of a fight, still to be rolled."""
    again = sum(each.most for each in agains(fight.ex))
    return [
        [(ways, hand_of(mine, kind, faces, dice.fixed)) for faces, ways in hands(mine.allotted(kind), dice, again)]
        for mine, kind, dice in fight.piles
    ]


class _Piles:
    """What is read of the dice of both fighters."""

    def __init__(self, dice: Sequence[Dice]) -> None:
        self._dice = [of._replace(fixed=()) for of in dice]

    def read(self, slot: int, dice: Hand) -> Readings:
        """What dice come to that nobody touches; feats may still add some."""
        return read(Chances.certain(tuple(sorted((*dice.free, *dice.stuck)))), self._dice[slot])

    def shrunk(self, slot: int, free: Faces, again: int) -> Faces:
        """Dice that are read as these are, even if so many of them are rolled again."""
        return self._dice[slot].shrunk(free, again)


class Best(NamedTuple):
    """What comes of each option to the fighter with the initiative, and how many of the re-rolls that are left are
    counted; how far off chances may be where rolls were drawn, None where all were compared."""

    mets: Mapping[str, SplitOutcome]
    counted: int
    error: float | None = None


def best_of(
    fight: Fight, sides: tuple[Side, Side], starts: Mapping[str, Thrown], agains: Sequence[Again], share: int = 1
) -> Best:
    """Best play of the re-rolls that are left, of so many such questions that `share` the time.

    Of more than players wait for some rolls are drawn, always the same ones: what nobody re-rolls is exact, and best
    play of the drawn ones says how much re-rolls change. Where that is too much too the last re-rolls are not counted.
    """
    steps = [step_of(fight.ex, again) for again in agains]
    most = MOST_WORK // share
    piles = _Piles(fight.ground.dice)
    thrown = any(len(of) > 1 for start in starts.values() for of in start)
    for counted in range(len(steps), 0, -1):
        for some in (False, True) if thrown else (False,):
            rng = seeded()
            lots = [drawn(start, DRAWN, rng) for start in starts.values() for _ in range(BATCHES)] if some else []
            tree = Tree(piles, steps[:counted], lots or starts.values(), MOST_WORK // share if some else most)
            try:
                tree.grow()
            except TooMuch:
                # What was done for nothing is taken from what is left, but never more than half of it.
                most = most if some else max(tree.left, most // 2)
                continue
            found = _played(fight, sides, tree)
            if some:
                mets, error = _gains(fight, sides, piles, starts, lots, found)
                return Best(mets, counted, error)
            return Best(dict(zip(starts, found, strict=True)), counted)
    return Best({option: _left(fight, sides, piles, start) for option, start in starts.items()}, 0)


def _gains(
    fight: Fight,
    sides: tuple[Side, Side],
    piles: _Piles,
    starts: Mapping[str, Thrown],
    lots: Sequence[Start],
    after: Sequence[SplitOutcome],
) -> tuple[dict[str, SplitOutcome], float]:
    """What comes of each option where best play of its lots comes to this, and how far off chances may be."""
    still = Tree(piles, [], lots, MOST_WORK)
    still.grow()
    before = _played(fight, sides, still)
    found, error = {}, 0.0
    for at, (option, start) in enumerate(starts.items()):
        own = slice(at * BATCHES, (at + 1) * BATCHES)
        each = zip(
            _left(fight, sides, piles, start),
            zip(*before[own], strict=True),
            zip(*after[own], strict=True),
            strict=True,
        )
        gained = [_gained(*of) for of in each]
        found[option] = SplitOutcome(*(chances for chances, _ in gained))
        error = max(error, *(off for _, off in gained))
    return found, error


def _gained(
    exact: Chances[Suffered], before: Sequence[Chances[Suffered]], after: Sequence[Chances[Suffered]]
) -> tuple[Chances[Suffered], float]:
    """The exact chances and what drawn lots have gained on average, and how far off 95 of 100 such may be."""
    means: dict[Suffered, float] = {}
    error = 0.0
    for seen in (lambda to: to.wounds, lambda to: to.falls, lambda to: to):
        lots = [(one.map(seen), two.map(seen)) for one, two in zip(before, after, strict=True)]
        for what in dict.fromkeys(what for both in lots for each in both for what in each.weights):
            gains = [float(two.p(what) - one.p(what)) for one, two in lots]
            error = max(error, OFF * stdev(gains))
            if isinstance(what, Suffered):
                means[what] = fmean(gains)
    ps = {what: float(exact.p(what)) + means.get(what, 0) for what in {**exact.weights, **means}}
    return Chances({what: ways for what, p in ps.items() if (ways := round(p * FINEST)) > 0}), error


def _left(fight: Fight, sides: tuple[Side, Side], piles: _Piles, start: Thrown) -> SplitOutcome:
    """What comes of dice if nobody rolls any again."""
    lying = {slot: mixed((ways, piles.read(slot, hand)) for ways, hand in each) for slot, each in enumerate(start)}
    return SplitOutcome.of(fight.outcome(*sides, lying))


def _played(fight: Fight, sides: tuple[Side, Side], tree: Tree) -> list[SplitOutcome]:
    bout = Bout(fight.ground)
    lead, late = (bout.plan(fight, side) for side in sides)
    duel = bout.duel(Worth(WOUNDS, True, fight.ground.tracks))
    found = []
    for ends in tree.played(lambda one, two: duel.end(lead, late, one, two)):
        ways: dict[tuple[Reading, Reading], int] = {}
        for weight, one, two in ends:
            ways[one, two] = ways.get((one, two), 0) + weight
        spread = bout.spread(sum(ways.values()) * bout.stages.scale)
        whole = sum(weight * spread.duel.end(lead, late, one, two) for (one, two), weight in ways.items())
        found.append(SplitOutcome(*spread.chances(whole)))
    return found
