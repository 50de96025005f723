"""What dice that lie come to if all re-rolls that are left are used as best play does (step 7b).

Every set of dice that may be re-rolled is compared, with all that the enemy and its own fighter may re-roll after it: a
tree of decisions and dice that is weighed from its end. Dice that nobody touches any more count only as what is read
of them, and positions that are read alike are weighed once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import lcm, prod
from typing import NamedTuple

from companion.engine.dice import D6
from companion.odds.chances import mixed, one_die, thrown
from companion.rules.bushido.melee.again import Again
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.odds.comparison import Side
from companion.rules.bushido.odds.contest import Met, met_by
from companion.rules.bushido.odds.dice import FACES, Block, Dice, Rolls, lying
from companion.rules.bushido.odds.exchange import Fight
from companion.rules.bushido.vocabulary import KINDS, DiceKind

MOST_WORK = 14_000
"""More steps of the trees of one decision than players wait for."""

LEAF_WORK = 60
"""What weighing one end costs, in steps of the tree."""

Faces = tuple[int, ...]


class Hand(NamedTuple):
    """Dice of one kind of one fighter as they lie, in order: those that may be rolled again, and those that a feat
    set."""

    free: Faces
    stuck: Faces = ()


class Seen(NamedTuple):
    """Dice that nobody touches any more: how many count for a tie, and their result. An attack and a defence that are
    both seen are one: the attack as far as it is ahead, the defence as nothing."""

    ties: int
    result: int


NOTHING = Seen(0, 0)
State = tuple[Hand | Seen, ...]
"""Attack and defence of the fighter with the initiative, then of the other."""

PAIRS = ((0, 3), (2, 1))
"""Which attack meets which defence, by their places in a state."""

Falls = Sequence[tuple[int, State]]
"""States with the number of ways in which they come."""

Start = Sequence[Sequence[tuple[int, Hand]]]
"""Dice that are yet to lie: for each place in a state what may lie there, with the number of ways."""


class TooMuch(Exception):
    """There is more to compare than players wait for."""


class Step(NamedTuple):
    """One re-roll in plain numbers: whether the fighter with the initiative decides it, of which dice, how many."""

    leads: bool
    slots: tuple[int, ...]
    most: int


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
    found = []
    for mine in (fight.ex.lead, fight.ex.late):
        for kind in KINDS:
            hand = hand_of(mine, kind, mine.dice[kind], fight.dice[mine.id, kind].fixed)
            found.append(again_of(hand, again.get((mine.id, kind), ()) if again is not None else ()))
    return found


def thrown_of(fight: Fight) -> Start:
    """All dice of both fighters of a fight, still to be rolled."""
    return [
        [(ways, hand_of(mine, kind, faces, fight.dice[mine.id, kind].fixed)) for ways, faces in rolls_of(count)]
        for mine in (fight.ex.lead, fight.ex.late)
        for kind, count in zip(KINDS, (mine.attack, mine.defence), strict=True)
    ]


@lru_cache(maxsize=64)
def rolls_of(count: int) -> Sequence[tuple[int, Faces]]:
    """All that so many dice can show, in order, with the number of ways."""
    return [(ways, tuple(f for f, n in shown for _ in range(n))) for shown, ways in thrown(count, one_die(D6, int))]


@lru_cache(maxsize=1024)
def sets_of(free: Faces, most: int) -> Sequence[Faces]:
    """Every set of at most so many of these dice, equal faces counted once; none first, fewer before more."""
    found: dict[Faces, None] = {(): None}
    layer: dict[Faces, None] = {(): None}
    for _ in range(min(most, len(free))):
        layer = {
            tuple(sorted((*had, face))): None
            for had in layer
            for face in sorted(set(free))
            if had.count(face) < free.count(face)
        }
        found |= layer
    return list(found)


@lru_cache(maxsize=4096)
def again_of(hand: Hand, gone: Faces) -> Sequence[tuple[int, Hand]]:
    """What rolling these dice of a hand again comes to."""
    if not gone:
        return [(1, hand)]
    left = list(hand.free)
    for face in gone:
        left.remove(face)
    return [(ways, Hand(tuple(sorted((*left, *faces))), hand.stuck)) for ways, faces in rolls_of(len(gone))]


@lru_cache(maxsize=4096)
def work_of(free: tuple[Faces, ...], most: int) -> int:
    """How many falls there are in all if any set of at most so many of these dice is rolled again."""
    return sum(
        prod(len(rolls_of(len(gone))) for gone in chosen)
        for chosen in product(*(sets_of(of, most) for of in free))
        if sum(map(len, chosen)) <= most
    )


def _together(attack: Hand | Seen, defence: Hand | Seen) -> tuple[Hand | Seen, Hand | Seen]:
    """An attack and the defence that it meets, as one where both are seen."""
    if isinstance(attack, Seen) and isinstance(defence, Seen):
        return Seen(attack.ties - defence.ties, attack.result - defence.result), NOTHING
    return attack, defence


class Tree:
    """The dice of a fight with the re-rolls that are left; `sides` are the splits of the fighter with the initiative
    and of the other. Raises TooMuch while it grows beyond what players wait for."""

    def __init__(self, fight: Fight, sides: tuple[Side, Side], steps: Sequence[Step], most: int) -> None:
        self._fight, self._sides = fight, sides
        self._steps = [step for step in steps if step.most]
        self._dice: list[Dice] = [
            fight.dice[mine.id, kind]._replace(fixed=()) for mine in (fight.ex.lead, fight.ex.late) for kind in KINDS
        ]
        self._touched = [{slot for step in self._steps[at:] for slot in step.slots} for at in range(len(steps) + 1)]
        self._layers: list[dict[State, list[list[tuple[int, State]]]]] = [{} for _ in self._steps]
        self._ends: dict[State, Met] = {}
        self._read: dict[tuple[int, Hand], Hand | Seen] = {}
        self._seen: list[dict[State, State]] = [{} for _ in self._touched]
        self.left = most
        """How much more work it may do."""

    def met(self, starts: Mapping[str, Start]) -> dict[str, Met]:
        """What comes of each of these options, the fighter with the initiative first."""
        firsts = {option: self._first(start) for option, start in starts.items()}
        layer: Collection[State] = dict.fromkeys(state for falls in firsts.values() for _, state in falls)
        for at in range(len(self._steps)):
            layer = self._grow(at, layer)
        self._spend(LEAF_WORK * len(layer))
        for state in layer:
            self._ends[state] = self._weighed(state)
        best = self._best()
        return {option: self._played(falls, best) for option, falls in firsts.items()}

    def _first(self, start: Start) -> Falls:
        lain = self._lain(start)
        self._spend(len(lain))
        return self._merged(0, lain)

    def _lain(self, start: Start) -> Falls:
        """All that may lie there, each pair of an attack and a defence as far as it is told apart."""
        pairs: list[list[tuple[int, tuple[Hand | Seen, Hand | Seen]]]] = []
        for attack, defence in PAIRS:
            each: dict[tuple[Hand | Seen, Hand | Seen], int] = {}
            ones, twos = (self._read_all(slot, start[slot]) for slot in (attack, defence))
            self._spend(len(ones) * len(twos))
            for one, ways in ones.items():
                for two, more in twos.items():
                    pair = _together(one, two)
                    each[pair] = each.get(pair, 0) + ways * more
            pairs.append([(ways, pair) for pair, ways in each.items()])
        lead, late = pairs
        self._spend(len(lead) * len(late))
        return [
            (ways * more, (one, other_two, other_one, two))
            for ways, (one, two) in lead
            for more, (other_one, other_two) in late
        ]

    def _read_all(self, slot: int, hands: Sequence[tuple[int, Hand]]) -> dict[Hand | Seen, int]:
        found: dict[Hand | Seen, int] = {}
        for ways, hand in hands:
            seen = hand if slot in self._touched[0] else self._reading(slot, hand)
            found[seen] = found.get(seen, 0) + ways
        return found

    # -- what there is --------------------------------------------------------------------------------------------

    def _grow(self, at: int, states: Collection[State]) -> Collection[State]:
        """What each way to use this re-roll leads to from these states; all states after it."""
        step, layer, found = self._steps[at], self._layers[at], dict[State, None]()
        hands_of_all = [[each for slot in step.slots if isinstance(each := state[slot], Hand)] for state in states]
        # What is too much is known before any of it is done.
        self._spend(sum([work_of(tuple([hand.free for hand in hands]), step.most) for hands in hands_of_all]))
        for state, hands in zip(states, hands_of_all, strict=True):
            options = []
            for chosen in product(*(sets_of(hand.free, step.most) for hand in hands)):
                if sum(map(len, chosen)) > step.most:
                    continue
                falls = []
                for fallen in product(*map(again_of, hands, chosen)):
                    then = list(state)
                    for slot, (_, hand) in zip(step.slots, fallen, strict=True):
                        then[slot] = hand
                    falls.append((prod(ways for ways, _ in fallen), tuple(then)))
                options.append(self._merged(at + 1, falls))
            layer[state] = options
            for option in options:
                found |= dict.fromkeys(after for _, after in option)
        return found

    def _merged(self, at: int, falls: Falls) -> list[tuple[int, State]]:
        """These states as far as what is still to come tells them apart."""
        known, found = self._seen[at], dict[State, int]()
        for ways, state in falls:
            seen = known.get(state)
            if seen is None:
                seen = known[state] = self._as_seen(at, state)
            found[seen] = found.get(seen, 0) + ways
        return [(ways, state) for state, ways in found.items()]

    def _as_seen(self, at: int, state: State) -> State:
        touched = self._touched[at]
        found = [
            each if slot in touched or isinstance(each, Seen) else self._reading(slot, each)
            for slot, each in enumerate(state)
        ]
        for attack, defence in PAIRS:
            found[attack], found[defence] = _together(found[attack], found[defence])
        one, _, two, _ = found
        if isinstance(one, Seen) and isinstance(two, Seen) and found[1] == found[3] == NOTHING:
            # Of the dice that count for a tie only who has more counts, whatever the comparison.
            ahead = one.ties - two.ties
            found[0], found[2] = Seen((ahead > 0) - (ahead < 0), one.result), Seen(0, two.result)
        return tuple(found)

    def _reading(self, slot: int, hand: Hand) -> Hand | Seen:
        """What is read of dice that nobody touches; the dice themselves where some are still to be added."""
        known = self._read.get((slot, hand))
        if known is None:
            rolls = self._rolls(slot, hand)
            results = [(block.ties, result) for block in rolls.blocks for result in block.results]
            known = self._read[slot, hand] = Seen(*results[0]) if len(results) == 1 else hand
        return known

    def _rolls(self, slot: int, each: Hand | Seen) -> Rolls:
        if isinstance(each, Hand):
            return lying((*each.free, *each.stuck), 0, self._dice[slot])
        return Rolls((Block(("seen", *each), each.ties, 1, {each.result: 1}),), 1)

    def _weighed(self, state: State) -> Met:
        """What comes of dice that nobody touches any more, to the fighter with the initiative."""
        fight = self._fight
        slots = [(mine.id, kind) for mine in (fight.ex.lead, fight.ex.late) for kind in KINDS]
        fight.lie({key: self._rolls(slot, state[slot]) for slot, key in enumerate(slots)})
        return met_by(fight, fight.outcome(*self._sides), leads=True)

    def _spend(self, work: int) -> None:
        if work > self.left:
            raise TooMuch
        self.left -= work

    # -- best play --------------------------------------------------------------------------------------------------

    def _best(self) -> list[dict[State, list[tuple[int, State]]]]:
        """What best play comes to from every state, step by step."""
        worths = {state: met.worth() for state, met in self._ends.items()}
        common = lcm(*(worth.denominator for worth in worths.values()))
        values = {state: int(worth * common) for state, worth in worths.items()}
        chosen: list[dict[State, list[tuple[int, State]]]] = [{} for _ in self._layers]
        for at in range(len(self._layers) - 1, -1, -1):
            step, then = self._steps[at], values
            unit, values = FACES**step.most, {}
            for state, options in self._layers[at].items():
                each = []
                for option in options:
                    whole = sum([ways * then[after] for ways, after in option])
                    each.append(whole * (unit // sum([ways for ways, _ in option])))
                place = each.index(max(each) if step.leads else min(each))
                chosen[at][state], values[state] = options[place], each[place]
        return chosen

    def _played(self, falls: Falls, best: Sequence[Mapping[State, Falls]]) -> Met:
        """What best play comes to from these states."""
        shares = {state: ways for ways, state in falls}
        for step, chosen in zip(self._steps, best, strict=True):
            unit, after = FACES**step.most, dict[State, int]()
            for state, share in shares.items():
                option = chosen[state]
                each = share * (unit // sum([ways for ways, _ in option]))
                for ways, then in option:
                    after[then] = after.get(then, 0) + each * ways
            shares = after
        taken = mixed((share, self._ends[state].taken) for state, share in shares.items())
        return Met(taken, mixed((share, self._ends[state].dealt) for state, share in shares.items()))


def best_of(
    fight: Fight, sides: tuple[Side, Side], starts: Mapping[str, Start], agains: Sequence[Again], share: int = 1
) -> tuple[dict[str, Met], int]:
    """What comes of each option to the fighter with the initiative, and how many of the re-rolls that are left are
    counted: as many of the first ones as players wait for, where so many such trees `share` the time."""
    steps = [step_of(fight.ex, again) for again in agains]
    most = MOST_WORK // share
    for counted in range(len(steps), 0, -1):
        tree = Tree(fight, sides, steps[:counted], most)
        try:
            return tree.met(starts), counted
        except TooMuch:
            # What was done for nothing is taken from what is left, but never more than half of it.
            most = max(tree.left, most // 2)
    return {}, 0
