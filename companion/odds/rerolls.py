"""Best play of dice that lie and may be rolled again, before they meet as the kernel has it.

Every set of dice that may be rolled again is compared, with all that may be rolled again after it: a tree of decisions
and dice that is weighed from its end. Dice that nobody touches any more count only as what is read of them, and
positions that are read alike are weighed once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import lcm, prod
from operator import mul
from random import Random
from typing import NamedTuple, Protocol

from companion.engine.dice import D6
from companion.odds.chances import one_die, thrown
from companion.odds.kernel import Reading, Readings

STATE_WORK = 20
"""What one more state costs, in steps of the tree."""

FACES = len(D6.faces)

Faces = tuple[int, ...]


class Hand(NamedTuple):
    """Dice of one pile as they lie, in order: those that may be rolled again, and those that are set."""

    free: Faces
    stuck: Faces = ()


NOTHING: Reading = (0, 0)

Place = Hand | Reading
"""A pile: as it lies, or what is read of it. An attack and a defence that are both read are one: by how much the attack
is ahead, and nothing."""

State = tuple[Place, ...]
"""The piles: attack and defence of the first side, then of the other."""

PAIRS = ((0, 3), (2, 1))
"""Which attack meets which defence, by their places in a state."""

Thrown = Sequence[Sequence[tuple[int, Hand]]]
"""Dice that are yet to lie: for each place in a state what may lie there, with the number of ways."""

Drawn = Mapping[tuple[Hand, ...], int]
"""Some of all the ways in which they may lie, by how often each was drawn."""

Start = Thrown | Drawn

Falls = Mapping[int, int]
"""States by their places in a layer, with the number of ways in which they come."""


class TooMuch(Exception):
    """There is more to compare than players wait for."""


class Step(NamedTuple):
    """One re-roll: whether the first side decides it, of which piles, of how many dice at most."""

    leads: bool
    slots: tuple[int, ...]
    most: int


class Piles(Protocol):
    """What a game reads of dice, by the place of their pile."""

    def read(self, slot: int, dice: Hand) -> Readings:
        """What dice come to that nobody touches."""

    def shrunk(self, slot: int, free: Faces, again: int) -> Faces:
        """Dice that are read as these are, even if so many of them are rolled again."""


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
def _choices(free: tuple[Faces, ...], most: int) -> Sequence[tuple[Faces, ...]]:
    """Every way to roll at most so many of these dice again, by pile."""
    each = product(*(sets_of(of, most) for of in free))
    return [chosen for chosen in each if sum(map(len, chosen)) <= most]


@lru_cache(maxsize=4096)
def _work(free: tuple[Faces, ...], most: int) -> int:
    """How many falls there are in all of them."""
    return sum(prod(len(rolls_of(len(gone))) for gone in chosen) for chosen in _choices(free, most))


class _Layer:
    """The states before one re-roll, or at the end, as far as what is still to come tells them apart.

    `touched` are the piles that may still be rolled again, and how many of their dice. `options` are what each way to
    use the re-roll leads to, for every state in turn: states of the next layer.
    """

    def __init__(self, steps: Sequence[Step]) -> None:
        self.touched = {
            slot: sum(step.most for step in steps if slot in step.slots) for step in steps for slot in step.slots
        }
        self.states: list[State] = []
        self.options: list[list[Falls]] = []
        self.seen: dict[tuple[int, Hand], Place] = {}
        self._places: dict[State, int] = {}

    def place(self, state: State) -> int:
        """The place of this state."""
        place = self._places.setdefault(state, len(self.states))
        if place == len(self.states):
            self.states.append(state)
        return place


def seeded() -> Random:
    """Where samples are drawn from: the same position gives the same odds."""
    return Random(0)


def drawn(thrown: Thrown, times: int, rng: Random) -> Drawn:
    """So many of all the ways in which these dice may lie."""
    each = [rng.choices([hand for _, hand in of], [ways for ways, _ in of], k=times) for of in thrown]
    return Counter(zip(*each, strict=True))


class Tree:
    """Dice with the re-rolls that are left, in their order. `starts` are the options that are compared: what may lie.
    Raises TooMuch while it grows beyond so much work."""

    def __init__(self, piles: Piles, steps: Sequence[Step], starts: Iterable[Start], work: int) -> None:
        self._piles = piles
        self._steps = [step for step in steps if step.most]
        self._layers = [_Layer(self._steps[at:]) for at in range(len(self._steps) + 1)]
        self._hands: list[tuple[Hand, ...]] = []
        self._places: dict[tuple[Hand, ...], int] = {}
        self._again: dict[tuple[tuple[Hand, ...], int], Sequence[Sequence[tuple[int, int]]]] = {}
        self.left = work
        """How much more work it may do."""
        self._starts = starts

    def grow(self) -> None:
        """Finds all that may lie at the end of every way to use the re-rolls."""
        self._falls = [self._first(start) for start in self._starts]
        for step, layer, after in zip(self._steps, self._layers, self._layers[1:], strict=False):
            self._next(step, layer, after)

    def _first(self, start: Start) -> Falls:
        """All that may lie at first, each pair of an attack and a defence as far as it is told apart."""
        layer, found = self._layers[0], dict[int, int]()
        if isinstance(start, Mapping):
            self._spend(STATE_WORK * len(start))
            for hands, ways in start.items():
                place = layer.place(self._as_seen(layer, hands))
                found[place] = found.get(place, 0) + ways
            return found
        lead, late = (self._met(layer, start, attack, defence) for attack, defence in PAIRS)
        self._spend(STATE_WORK * len(lead) * len(late))
        for (attack, defence), ways in lead.items():
            for (other_attack, other_defence), more in late.items():
                place = layer.place(_even((attack, other_defence, other_attack, defence)))
                found[place] = found.get(place, 0) + ways * more
        return found

    def _met(self, layer: _Layer, start: Thrown, attack: int, defence: int) -> dict[tuple[Place, Place], int]:
        each: list[dict[Place, int]] = []
        for slot in (attack, defence):
            of: dict[Place, int] = {}
            for ways, hand in start[slot]:
                place = self._seen(layer, slot, hand)
                of[place] = of.get(place, 0) + ways
            each.append(of)
        self._spend(len(each[0]) * len(each[1]))
        found: dict[tuple[Place, Place], int] = {}
        for one, ways in each[0].items():
            for two, more in each[1].items():
                pair = _together(one, two)
                found[pair] = found.get(pair, 0) + ways * more
        return found

    def _next(self, step: Step, layer: _Layer, after: _Layer) -> None:
        """What each way to use this re-roll leads to from every state of a layer."""
        first, last = step.slots[0], step.slots[-1] + 1
        hands_of = [tuple([each for each in state[first:last] if isinstance(each, Hand)]) for state in layer.states]
        # What is too much is known before any of it is done.
        self._spend(sum([_work(tuple([hand.free for hand in hands]), step.most) for hands in hands_of]))
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
                        place = after.place(self._as_seen(after, (*before, *self._hands[fallen], *behind)))
                        known[fallen] = place
                    falls[place] = falls.get(place, 0) + ways
                options.append(falls)
            layer.options.append(options)

    def _options(self, hands: tuple[Hand, ...], most: int) -> Sequence[Sequence[tuple[int, int]]]:
        """What every set of at most so many dice of these hands comes to if it is rolled again: ways, and places among
        all hands."""
        known = self._again.get((hands, most))
        if known is None:
            known = self._again[hands, most] = [
                [
                    (prod([ways for ways, _ in fallen]), self._place(tuple([hand for _, hand in fallen])))
                    for fallen in product(*map(again_of, hands, chosen))
                ]
                for chosen in _choices(tuple([hand.free for hand in hands]), most)
            ]
        return known

    def _place(self, hands: tuple[Hand, ...]) -> int:
        place = self._places.setdefault(hands, len(self._hands))
        if place == len(self._hands):
            self._hands.append(hands)
        return place

    def _as_seen(self, layer: _Layer, state: State) -> State:
        """This state as far as what is still to come tells it apart."""
        found = [self._seen(layer, slot, each) for slot, each in enumerate(state)]
        for attack, defence in PAIRS:
            found[attack], found[defence] = _together(found[attack], found[defence])
        return _even(tuple(found))

    def _seen(self, layer: _Layer, slot: int, each: Place) -> Place:
        """A pile as far as what is still to come tells it apart; what is read of it, if that is one thing."""
        if not isinstance(each, Hand):
            return each
        known = layer.seen.get((slot, each))
        if known is None:
            again = layer.touched.get(slot)
            if again is not None:
                known = Hand(self._piles.shrunk(slot, each.free, again), each.stuck)
            else:
                found = self._piles.read(slot, each)
                known = next(iter(found.weights)) if len(found) == 1 else each
            layer.seen[slot, each] = known
        return known

    def _spend(self, work: int) -> None:
        if work > self.left:
            raise TooMuch
        self.left -= work

    # -- best play --------------------------------------------------------------------------------------------------

    def played(self, end: Callable[[Reading, Reading], int]) -> list[list[tuple[int, Reading, Reading]]]:
        """What best play of each option comes to, if the first side wants ends of high worth: ways, and level and lead
        of both meetings."""
        ends = [list(self._ends(state)) for state in self._layers[-1].states]
        common = lcm(*{sum(ways for ways, _, _ in each) for each in ends})
        values = []
        for each in ends:
            whole = sum([ways * end(one, two) for ways, one, two in each])
            values.append(whole * (common // sum([ways for ways, _, _ in each])))
        best = self._best(values)
        return [self._along(falls, best, ends, common) for falls in self._falls]

    def _ends(self, state: State) -> Iterator[tuple[int, Reading, Reading]]:
        """What dice that nobody touches any more may still come to: ways, and both meetings."""
        reads = [
            [*self._piles.read(slot, each)] if isinstance(each, Hand) else [(each, 1)]
            for slot, each in enumerate(state)
        ]
        for of in product(*reads):
            one, two = (
                (of[attack][0][0] - of[defence][0][0], of[attack][0][1] - of[defence][0][1])
                for attack, defence in PAIRS
            )
            yield prod([ways for _, ways in of]), one, two

    def _best(self, values: Sequence[int]) -> list[list[Falls]]:
        """What best play comes to from every state, step by step."""
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

    def _along(
        self,
        falls: Falls,
        best: Sequence[Sequence[Falls]],
        ends: Sequence[Sequence[tuple[int, Reading, Reading]]],
        common: int,
    ) -> list[tuple[int, Reading, Reading]]:
        shares = dict(falls)
        for step, chosen in zip(self._steps, best, strict=True):
            unit, after = FACES**step.most, dict[int, int]()
            for state, share in shares.items():
                option = chosen[state]
                each = share * (unit // sum(option.values()))
                for then, ways in option.items():
                    after[then] = after.get(then, 0) + each * ways
            shares = after
        found = []
        for state, share in shares.items():
            scale = share * (common // sum(ways for ways, _, _ in ends[state]))
            found += [(scale * ways, one, two) for ways, one, two in ends[state]]
        return found


def _together(attack: Place, defence: Place) -> tuple[Place, Place]:
    """An attack and the defence that it meets, as one where both are read."""
    if isinstance(attack, Hand) or isinstance(defence, Hand):
        return attack, defence
    return (attack[0] - defence[0], attack[1] - defence[1]), NOTHING


def _even(state: State) -> State:
    """Of the dice that count for a tie only who has more counts, once all of them are read."""
    one, two, three, four = state
    if isinstance(one, Hand) or isinstance(two, Hand) or isinstance(three, Hand) or isinstance(four, Hand):
        return state
    ahead = one[1] - three[1]
    return (one[0], (ahead > 0) - (ahead < 0)), NOTHING, (three[0], 0), NOTHING
