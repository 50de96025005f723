"""What dice come to if all re-rolls that are left are used as best play does (step 7b)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import prod
from typing import NamedTuple

from companion.engine.drawing import LOTS, averaged, seeded
from companion.engine.goals import WOUNDS
from companion.engine.odds import Given
from companion.odds.chances import Chances, added
from companion.odds.rerolls import Air, Fall, Lies, Rerolls, TooMuch, Turn
from companion.rules.bushido.melee.again import Again, agains
from companion.rules.bushido.melee.fighters import Fighter
from companion.rules.bushido.odds.dice import FACES, Faces, Readings, falls, hands, read
from companion.rules.bushido.odds.fight import Fight, Outcome, Results, Side, Splits, Worths
from companion.rules.bushido.odds.harm import Suffered, worth_of
from companion.rules.bushido.vocabulary import KINDS, DiceKind

MOST_WORK = 55_000
"""Rolls, and as many times `PLACE` hands, that take some 180 ms beside play: of more some rolls are drawn."""

PLACE = 8
"""What a hand takes, in rolls."""

MOST_HANDS = 4_000
"""Hands of one decision whose dice lie, or of the rolls that are drawn; re-rolls that lead to more are not counted."""

DRAWN, FEWEST = 25, 4
"""How many rolls of a lot are drawn at most, and at least."""

FINEST = 1 << 40
"""Chances that were drawn are whole numbers of this many."""


class Hand(NamedTuple):
    """Dice of one pile as they lie, in order: those that may be rolled again, and those that are set."""

    free: Faces
    stuck: Faces = ()


Hands = tuple[Hand | None, ...]
"""The piles of a ground that may still be touched; None of those that are read."""

Thrown = Sequence[Sequence[tuple[int, Hand]]]
"""Of each pile of a ground what may lie there, with the number of ways."""

DIGIT = 1 << 10
COUNTS = (DIGIT * DIGIT, 1), (-DIGIT, 1), (DIGIT, -1), (-DIGIT * DIGIT, -1)
"""What a result, and a die that counts for a tie, add to what is settled, by pile: its digits are the levels of both
comparisons and by how many dice the fighter with the initiative is ahead."""


def settled(slot: int, readings: Readings) -> Chances[int]:
    """What such dice of a pile settle."""
    result, dice = COUNTS[slot]
    return readings.map(lambda of: of[0] * result + of[1] * dice)


def met(total: int) -> tuple[int, int, int]:
    """Both levels of what is settled in all, and by how many dice the fighter with the initiative is ahead."""
    total, ahead = divmod(total + DIGIT // 2, DIGIT)
    level, second = divmod(total + DIGIT // 2, DIGIT)
    return level, second - DIGIT // 2, ahead - DIGIT // 2


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
    found = []
    for mine, kind, dice in fight.piles:
        hand, gone = hand_of(mine, kind, mine.dice[kind], dice.fixed), (again or {}).get((mine.id, kind), ())
        left = _without(hand.free, gone)
        found.append([(ways, hand._replace(free=tuple(sorted((*left, *faces))))) for faces, ways in falls(len(gone))])
    return found


def thrown_of(fight: Fight) -> Thrown:
    """All dice of both fighters of a fight, still to be rolled."""
    again = sum(each.most for each in agains(fight.ex))
    return [
        [(ways, hand_of(mine, kind, faces, dice.fixed)) for faces, ways in hands(mine.allotted(kind), dice, again)]
        for mine, kind, dice in fight.piles
    ]


@lru_cache(maxsize=4096)
def _without(faces: Faces, gone: Faces) -> Faces:
    left = list(faces)
    for face in gone:
        left.remove(face)
    return tuple(left)


@lru_cache(maxsize=4096)
def _sets(free: tuple[Faces, ...], most: int) -> Sequence[tuple[Faces, ...]]:
    """Every way to roll at most so many of these dice again, by pile, equal faces counted once: fewer before more."""
    each = [
        dict.fromkeys(chosen for size in range(min(most, len(of)) + 1) for chosen in combinations(of, size))
        for of in free
    ]
    return [chosen for chosen in product(*each) if sum(map(len, chosen)) <= most]


class DiceInPlay:
    """The dice of a fight, of which these re-rolls are counted: a game of the solver."""

    sides = FACES

    def __init__(self, fight: Fight, sides: tuple[Side, Side], counted: Sequence[Again] = ()) -> None:
        lead, steps = fight.ex.lead, [step for step in counted if step.most]
        self.turns = [Turn(step.most, max if step.by is lead else min) for step in steps]
        self._slots = [
            [KINDS.index(kind) + (0 if step.of is lead else len(KINDS)) for kind in step.kinds] for step in steps
        ]
        self._again: list[dict[int, int]] = [{}]
        """By turn how many dice of which piles may still be rolled again."""
        for turn, slots in zip(reversed(self.turns), reversed(self._slots), strict=True):
            after = self._again[0]
            self._again.insert(0, after | {slot: after.get(slot, 0) + turn.most for slot in slots})
        self._dice = [dice._replace(fixed=()) for dice in fight.dice]
        self._known: dict[tuple[int, int, Hand, bool], tuple[int, Hand | None]] = {}
        self._splits = Splits(fight, sides[:1], sides[1:])
        worth = worth_of(WOUNDS, fight.tracks, 0)
        self._worths = Worths(self._splits, [{end: worth(end.lives) for end in self._splits.ends}])

    def worth(self, settled: int) -> int:
        """What dice are worth to the fighter with the initiative that nobody touches any more."""
        return self._worths.of_results(self._splits.lead[0], self._splits.late[0], self._results(settled))[0]

    def outcome(self, totals: Chances[int]) -> Outcome:
        """What comes of dice that settle so much."""
        return self._splits.outcome_of(self._splits.lead[0], self._splits.late[0], totals.map(self._results))

    def _results(self, settled: int) -> Results:
        """How both comparisons end where so much is settled."""
        level, second, ahead = met(settled)
        wins = ahead > 0 or (not ahead and self._splits.fight.even)
        won, won_2 = level > 0 or (not level and wins), second > 0 or (not second and not wins)
        return level if won else ~-level, second if won_2 else ~-second

    def thrown(self) -> Outcome:
        """What comes of all dice, still to be thrown, which nobody rolls again."""
        return self._splits.outcome(self._splits.lead[0], self._splits.late[0])

    def best(self, *thrown: Thrown) -> Outcome:
        """What comes of best play after these throws."""
        best: Rerolls[Hands] = Rerolls(self)
        return self.outcome(best.played(self.lies(*thrown)))

    def options(self, turn: int, hand: Hands) -> Iterator[tuple[Air, int, Hands]]:
        """Every set of dice that may be rolled again: no die first, fewer of a pile before more."""
        piles = [(slot, pile) for slot in self._slots[turn] if (pile := hand[slot]) is not None]
        for chosen in _sets(tuple([pile.free for _, pile in piles]), self.turns[turn].most):
            left = list(hand)
            for (slot, pile), gone in zip(piles, chosen, strict=True):
                if gone:
                    left[slot] = Hand(_without(pile.free, gone), pile.stuck)
            air = tuple([slot for (slot, _), gone in zip(piles, chosen, strict=True) for _ in gone])
            each = [self._kept(turn + 1, slot, pile, slot in air) for slot, pile in enumerate(left)]
            yield air, sum([settles for settles, _ in each]), tuple([pile for _, pile in each])

    def landed(self, turn: int, hand: Hands, air: Air) -> Iterator[Fall[Hands]]:
        """All falls of the first of these dice."""
        slot, pile = air[0], hand[air[0]]
        assert pile is not None
        for face in range(1, FACES + 1):
            landed = Hand(tuple(sorted((*pile.free, face))), pile.stuck)
            settles, left = self._kept(turn, slot, landed, slot in air[1:])
            yield 1, settles, (*hand[:slot], left, *hand[slot + 1 :])

    def end(self, hand: Hands) -> Chances[int]:
        """What piles settle to which feats still add dice."""
        return added(self._settled(slot, pile) for slot, pile in enumerate(hand) if pile is not None)

    def _kept(self, turn: int, slot: int, pile: Hand | None, rolled: bool = False) -> tuple[int, Hand | None]:
        """What a pile settles that nobody touches any more, or what is kept of it: what is still to come tells no more
        apart."""
        if pile is None:
            return 0, None
        known = self._known.get((turn, slot, pile, rolled))
        if known is None:
            again, dice = self._again[turn].get(slot), self._dice[slot]
            if again is not None or rolled or dice.added.count(0):
                known = 0, Hand(dice.shrunk(pile.free, again or 0), pile.stuck)
            else:
                ((settles, _),) = self._settled(slot, pile)
                known = settles, None
            self._known[turn, slot, pile, rolled] = known
        return known

    def _settled(self, slot: int, pile: Hand) -> Chances[int]:
        """What dice settle that nobody touches; feats may still add some."""
        return settled(slot, read(Chances.certain(tuple(sorted((*pile.free, *pile.stuck)))), self._dice[slot]))

    def lies(self, *each: Thrown) -> Lies[Hands]:
        """What may lie after any of these throws: by the hands that may be touched, and what all else settles."""
        found: dict[Hands, dict[int, int]] = {}
        for thrown in each:
            begun, totals = self._begun(thrown)
            whole = added(totals).weights
            for of in product(*begun):
                ways = prod([more for _, more in of])
                into = found.setdefault(tuple([pile for pile, _ in of]), {})
                for total, more in whole.items():
                    into[total] = into.get(total, 0) + more * ways
        return found

    def work(self, thrown: Thrown) -> int:
        """What best play of all that may lie takes, in rolls; at least so much, but for little."""
        hands, totals = self._begun(thrown)
        rolls = len(added(totals)) * prod(map(len, hands))
        sizes = [
            prod([len({self._kept(turn, slot, pile) for _, pile in thrown[slot]}) for slot in self._again[turn]])
            for turn in range(len(self.turns))
        ]
        return rolls + PLACE * sum(sizes)

    def _begun(self, thrown: Thrown) -> tuple[list[list[tuple[Hand | None, int]]], list[Chances[int]]]:
        """By pile the hands that may be touched, with their ways; and what the others settle."""
        hands, totals = [], []
        for slot, of in enumerate(thrown):
            found, settles = dict[Hand | None, int](), dict[int, int]()
            for ways, pile in of:
                more, kept = self._kept(0, slot, pile)
                found[kept] = found.get(kept, 0) + ways
                settles[more] = settles.get(more, 0) + ways
            if None in found:
                totals.append(Chances(settles))
                found = {None: 1}
            hands.append([*found.items()])
        return hands, totals


class Best(NamedTuple):
    """What comes of each option, and how many of the re-rolls that are left are
    counted; of so many rolls that were `drawn` (0: of all), and then how far off chances may be."""

    mets: Mapping[Given, Outcome]
    counted: int
    drawn: int = 0
    error: float | None = None


def best_of(
    fight: Fight, sides: tuple[Side, Side], starts: Mapping[Given, Thrown], agains: Sequence[Again], share: int = 1
) -> Best:
    """Best play of the re-rolls that are left, of dice that lie or a few that fall; of so many such questions that
    `share` the time. The last re-rolls are not counted where players would wait for them."""
    most = MOST_HANDS // share
    for counted in range(len(agains), -1, -1):
        dice = DiceInPlay(fight, sides, agains[:counted])
        solver: Rerolls[Hands] = Rerolls(dice, most if counted else None)
        try:
            return Best({option: dice.outcome(solver.played(dice.lies(of))) for option, of in starts.items()}, counted)
        except TooMuch:
            most //= 2
    raise AssertionError("without re-rolls nothing is too much")


def best_of_roll(fight: Fight, sides: tuple[Side, Side], agains: Sequence[Again]) -> Best:
    """Best play of the re-rolls after the roll of both pools.

    Of more than players wait for some rolls are drawn, always the same ones: what nobody re-rolls is exact, and best
    play of the drawn ones says how much re-rolls change. Where that is too much too the last re-rolls are not counted.
    """
    thrown, most = thrown_of(fight), MOST_HANDS
    for counted in range(len(agains), 0, -1):
        dice = DiceInPlay(fight, sides, agains[:counted])
        if dice.work(thrown) <= MOST_WORK:
            return Best({None: dice.best(thrown)}, counted)
        rng = seeded()
        piles = [
            rng.choices([[(1, pile)] for _, pile in of], [ways for ways, _ in of], k=LOTS * DRAWN) for of in thrown
        ]
        rolls = [*zip(*piles, strict=True)]
        hands = [hand for roll in rolls for hand in dice.lies(roll)]
        one: Rerolls[Hands] = Rerolls(dice, most // (2 * FEWEST))
        solver: Rerolls[Hands] = Rerolls(dice, most)
        # One roll says whether the fewest are too many.
        drawn = one.room(hands[:1]) and solver.room(hands) // LOTS * LOTS
        if drawn >= LOTS * FEWEST:
            still = DiceInPlay(fight, sides)
            lots = [rolls[lot:drawn:LOTS] for lot in range(LOTS)]
            before = [still.best(*lot) for lot in lots]
            after = [dice.outcome(solver.played(dice.lies(*lot))) for lot in lots]
            found, error = _gained(still.thrown(), before, after)
            return Best({None: found}, counted, drawn, error)
        most //= 2
    return Best({None: DiceInPlay(fight, sides).thrown()}, 0)


def _gained(exact: Outcome, before: Sequence[Outcome], after: Sequence[Outcome]) -> tuple[Outcome, float]:
    """The exact chances with what drawn lots gain on average, and how far off chances may be."""
    gains = []
    for one, two in zip(map(_chances, before), map(_chances, after), strict=True):
        gains.append({what: two.get(what, 0) - one.get(what, 0) for what in {**one, **two}})
    means, error = averaged(gains)
    found = {}
    for of, before_it in exact.items():
        ps = {what: float(p) for what, p in before_it.fractions().items()}
        for (to, what), gain in means.items():
            if to == of and isinstance(what, Suffered):
                ps[what] = ps.get(what, 0) + gain
        found[of] = Chances({what: ways for what, p in ps.items() if (ways := round(p * FINEST)) > 0})
    return found, error


def _chances(of: Outcome) -> dict[tuple[str, object], float]:
    """All that players read of it, and what it is read of."""
    reads = (lambda to: to), (lambda to: to.wounds), (lambda to: ("falls", to.falls))
    return {
        (of_whom, what): float(p)
        for of_whom, each in of.items()
        for read in reads
        for what, p in each.map(read).fractions().items()
    }
