"""What dice that lie come to if all re-rolls that are left are used as best play does (step 7b).

Every set of dice that may be re-rolled is compared, with all that the enemy and its own fighter may re-roll after it: a
tree of decisions and dice that is weighed from its end. Dice that nobody touches any more count only as what is read
of them, and positions that are read alike are weighed once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import lcm, prod
from operator import mul
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

MOST_WORK = 800_000
"""Steps of the trees of one decision that take some 200 ms beside play; more are not taken."""

STATE_WORK, LEAF_WORK = 10, 300
"""What one more state costs, and what weighing one end does, in steps of the tree."""

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

Hands = tuple[Hand, ...]

Falls = Mapping[int, int]
"""States by their places in a layer, with the number of ways in which they come."""

Option = Sequence[tuple[int, int]]
"""What hands come to if some of their dice are rolled again: ways, and places among the hands of a tree."""

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


class _Layer:
    """The states before one re-roll, or at the end, as far as what is still to come tells them apart.

    `options` are what each way to use the re-roll leads to, for every state in turn: states of the next layer.
    """

    def __init__(self, touched: Collection[int]) -> None:
        self.touched = touched
        self.states: list[State] = []
        self.options: list[list[Falls]] = []
        self._places: dict[State, int] = {}

    def place(self, state: State) -> int:
        """The place of this state."""
        place = self._places.setdefault(state, len(self.states))
        if place == len(self.states):
            self.states.append(state)
        return place


class Tree:
    """The dice of a fight with the re-rolls that are left; `sides` are the splits of the fighter with the initiative
    and of the other. Raises TooMuch while it grows beyond what players wait for."""

    def __init__(self, fight: Fight, sides: tuple[Side, Side], steps: Sequence[Step], most: int) -> None:
        self._fight, self._sides = fight, sides
        self._steps = [step for step in steps if step.most]
        self._dice: list[Dice] = [
            fight.dice[mine.id, kind]._replace(fixed=()) for mine in (fight.ex.lead, fight.ex.late) for kind in KINDS
        ]
        self._layers = [
            _Layer({slot for step in self._steps[at:] for slot in step.slots}) for at in range(len(self._steps) + 1)
        ]
        self._ends: list[Met] = []
        self._read: dict[tuple[int, Hand], Hand | Seen] = {}
        self._hands: list[Hands] = []
        self._hand_places: dict[Hands, int] = {}
        self._again: dict[tuple[Hands, int], Sequence[Option]] = {}
        self.left = most
        """How much more work it may do."""

    def met(self, starts: Mapping[str, Start]) -> dict[str, Met]:
        """What comes of each of these options, the fighter with the initiative first."""
        firsts = {option: self._first(start) for option, start in starts.items()}
        for step, layer, after in zip(self._steps, self._layers, self._layers[1:], strict=False):
            self._grow(step, layer, after)
        ends = self._layers[-1].states
        self._spend(LEAF_WORK * len(ends))
        self._ends = [self._weighed(state) for state in ends]
        best = self._best()
        return {option: self._played(falls, best) for option, falls in firsts.items()}

    def _first(self, start: Start) -> Falls:
        layer = self._layers[0]
        found: dict[int, int] = {}
        for ways, state in self._lain(start):
            place = layer.place(self._as_seen(layer.touched, state))
            found[place] = found.get(place, 0) + ways
        return found

    def _lain(self, start: Start) -> Iterator[tuple[int, State]]:
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
        self._spend(STATE_WORK * len(lead) * len(late))
        for ways, (one, two) in lead:
            for more, (other_one, other_two) in late:
                yield ways * more, (one, other_two, other_one, two)

    def _read_all(self, slot: int, hands: Sequence[tuple[int, Hand]]) -> dict[Hand | Seen, int]:
        found: dict[Hand | Seen, int] = {}
        for ways, hand in hands:
            seen = hand if slot in self._layers[0].touched else self._reading(slot, hand)
            found[seen] = found.get(seen, 0) + ways
        return found

    # -- what there is --------------------------------------------------------------------------------------------

    def _grow(self, step: Step, layer: _Layer, after: _Layer) -> None:
        """What each way to use this re-roll leads to from every state of a layer."""
        first, last = step.slots[0], step.slots[-1] + 1
        hands_of = [tuple(each for each in state[first:last] if isinstance(each, Hand)) for state in layer.states]
        # What is too much is known before any of it is done.
        self._spend(sum([work_of(tuple([hand.free for hand in hands]), step.most) for hands in hands_of]))
        around: dict[tuple[State, State], dict[int, int]] = {}
        for state, hands in zip(layer.states, hands_of, strict=True):
            before, behind = state[:first], state[last:]
            known = around.setdefault((before, behind), {})
            options: list[Falls] = []
            for option in self._options(hands, step.most):
                falls: dict[int, int] = {}
                for ways, fallen in option:
                    place = known.get(fallen)
                    if place is None:
                        self._spend(STATE_WORK)
                        then = (*before, *self._hands[fallen], *behind)
                        place = known[fallen] = after.place(self._as_seen(after.touched, then))
                    falls[place] = falls.get(place, 0) + ways
                options.append(falls)
            layer.options.append(options)

    def _options(self, hands: Hands, most: int) -> Sequence[Option]:
        """What every set of at most so many dice of these hands comes to if it is rolled again."""
        known = self._again.get((hands, most))
        if known is None:
            known = self._again[hands, most] = [
                [
                    (prod([ways for ways, _ in fallen]), self._place(tuple([hand for _, hand in fallen])))
                    for fallen in product(*map(again_of, hands, chosen))
                ]
                for chosen in product(*(sets_of(hand.free, most) for hand in hands))
                if sum(map(len, chosen)) <= most
            ]
        return known

    def _place(self, hands: Hands) -> int:
        """The place of these hands among those of the tree."""
        place = self._hand_places.setdefault(hands, len(self._hands))
        if place == len(self._hands):
            self._hands.append(hands)
        return place

    def _as_seen(self, touched: Collection[int], state: State) -> State:
        """This state as far as what is still to come tells it apart: re-rolls of the dice at the `touched` slots."""
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

    def _best(self) -> list[list[Falls]]:
        """What best play comes to from every state, step by step."""
        worths = [met.worth() for met in self._ends]
        common = lcm(*(worth.denominator for worth in worths))
        values = [int(worth * common) for worth in worths]
        chosen: list[list[Falls]] = [[] for _ in self._steps]
        for at in range(len(self._steps) - 1, -1, -1):
            step, then = self._steps[at], values
            unit, values = FACES**step.most, []
            for options in self._layers[at].options:
                each = []
                for option in options:
                    whole = sum(map(mul, option.values(), map(then.__getitem__, option)))
                    each.append(whole * (unit // sum(option.values())))
                best = max(each) if step.leads else min(each)
                chosen[at].append(options[each.index(best)])
                values.append(best)
        return chosen

    def _played(self, falls: Falls, best: Sequence[Sequence[Falls]]) -> Met:
        """What best play comes to from these states."""
        shares = dict(falls)
        for step, chosen in zip(self._steps, best, strict=True):
            unit, after = FACES**step.most, dict[int, int]()
            for state, share in shares.items():
                option = chosen[state]
                each = share * (unit // sum(option.values()))
                for then, ways in option.items():
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
