"""What dice that lie come to if all re-rolls that are left are used as best play does (step 7b)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.goals import WOUNDS
from companion.odds.chances import Chances, mixed
from companion.odds.kernel import Reading, Readings
from companion.odds.rerolls import Faces, Hand, Start, Step, TooMuch, Tree, again_of
from companion.rules.bushido.melee.again import Again, agains
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.odds.contest import Met
from companion.rules.bushido.odds.dice import Dice, hands, read
from companion.rules.bushido.odds.exchange import Bout, Fight
from companion.rules.bushido.odds.match import Side, Worth
from companion.rules.bushido.vocabulary import KINDS, DiceKind

MOST_WORK = 800_000
"""Steps of the trees of one decision that take some 200 ms beside play; more are not taken."""


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


def start_of(fight: Fight, again: Mapping[tuple[str, DiceKind], Faces] | None = None) -> Start:
    """The dice of both fighters of a fight as they lie, with what feats set; these faces of them are rolled again."""
    hands_of = [(mine, kind, hand_of(mine, kind, mine.dice[kind], dice.fixed)) for mine, kind, dice in fight.piles]
    return [again_of(hand, (again or {}).get((mine.id, kind), ())) for mine, kind, hand in hands_of]


def thrown_of(fight: Fight) -> Start:
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


def best_of(
    fight: Fight, sides: tuple[Side, Side], starts: Mapping[str, Start], agains: Sequence[Again], share: int = 1
) -> tuple[dict[str, Met], int]:
    """What comes of each option to the fighter with the initiative, and how many of the re-rolls that are left are
    counted: as many of the first ones as players wait for, where so many such trees `share` the time."""
    steps = [step_of(fight.ex, again) for again in agains]
    most = MOST_WORK // share
    piles = _Piles(fight.ground.dice)
    for counted in range(len(steps), 0, -1):
        tree = Tree(piles, steps[:counted], starts, most)
        try:
            tree.grow()
        except TooMuch:
            # What was done for nothing is taken from what is left, but never more than half of it.
            most = max(tree.left, most // 2)
            continue
        return _played(fight, sides, tree), counted
    return {option: _left(fight, sides, piles, start) for option, start in starts.items()}, 0


def _left(fight: Fight, sides: tuple[Side, Side], piles: _Piles, start: Start) -> Met:
    """What comes of dice if nobody rolls any again."""
    lying = {slot: mixed((ways, piles.read(slot, hand)) for ways, hand in each) for slot, each in enumerate(start)}
    return Met.of(fight.outcome(*sides, lying))


def _played(fight: Fight, sides: tuple[Side, Side], tree: Tree) -> dict[str, Met]:
    bout = Bout(fight.ground)
    lead, late = (bout.plan(fight, side) for side in sides)
    duel = bout.duel(Worth(WOUNDS, True, fight.ground.tracks))
    found = {}
    for option, ends in tree.played(lambda one, two: duel.end(lead, late, one, two)).items():
        ways: dict[tuple[Reading, Reading], int] = {}
        for weight, one, two in ends:
            ways[one, two] = ways.get((one, two), 0) + weight
        spread = bout.spread(sum(ways.values()) * bout.stages.scale)
        whole = sum(weight * spread.duel.end(lead, late, one, two) for (one, two), weight in ways.items())
        found[option] = Met(*spread.chances(whole))
    return found
