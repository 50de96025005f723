"""What dice come to if all re-rolls that are left are used as best play does (step 7b)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import combinations, product
from math import prod
from operator import itemgetter
from typing import NamedTuple

from companion.engine.drawing import LOTS, averaged, seeded
from companion.engine.odds import Given, TooLarge
from companion.engine.wording import listed, possessive
from companion.odds.chances import Chances, added, mixed
from companion.odds.remembered import remembered
from companion.odds.rerolls import Landing, Lying, Rerolls, Rolling, Turn
from companion.odds.sums import dot
from companion.rules.bushido.melee.again import Again, agains
from companion.rules.bushido.melee.fighters import Fighter, Way
from companion.rules.bushido.odds.dice import FACES, Faces, Hand, falls, hand_of, hands, read
from companion.rules.bushido.odds.fight import WON, Choice, Ends, Fight, Outcome
from companion.rules.bushido.vocabulary import DiceKind

MOST_WORK = 200_000
"""What is weighed at most (`Rerolls`), some 70 ms. Of more some rolls are drawn, or the last re-rolls not counted."""

MOST_DRAWN = 500_000
"""The same of the rolls that are drawn."""

DRAWN, FEWEST = 250, 40
"""How many rolls are drawn; the fewest where that is too much."""

Hands = tuple[Hand | None, ...]
"""The piles of a fight that may still be touched; None of those that are read."""

Piles = Sequence[Chances[Hand]]
"""What may lie in each pile of a fight."""

STEP = 1_000
"""What dice settle is one number, for millions are added: the level of the first comparison in steps of a million, that
of the second in thousands, and by how many dice that count for a tie the fighter with the initiative is ahead."""

SETTLES = (STEP * STEP, 1), (-STEP, 1), (STEP, -1), (-STEP * STEP, -1)
"""What a result, and a die that counts for a tie, add to that, by pile."""


def lying(fight: Fight, of: Fighter | None = None, again: Collection[tuple[DiceKind, int]] = ()) -> Piles:
    """The dice of both fighters of a fight as they lie, with what feats set; those of one at these places are rolled
    again."""
    found = []
    for (mine, kind), dice in zip(fight.piles, fight.dice, strict=True):
        stuck = [place for of_kind, place in mine.fixed if of_kind == kind]
        gone = [place for of_kind, place in again if mine is of and of_kind == kind]
        found.append(falls(len(gone), len(gone)).map(hand_of(mine.dice[kind], dice.fixed, stuck, gone).with_))
    return found


def to_be_rolled(fight: Fight) -> Piles:
    """All dice of both fighters of a fight, still to be rolled."""
    again = sum(each.most for each in agains(fight.ex))
    return [hands(mine.allotted(kind), dice, again) for (mine, kind), dice in zip(fight.piles, fight.dice, strict=True)]


@lru_cache(maxsize=4096)
def _left(free: tuple[Faces, ...], most: int) -> Sequence[tuple[Faces, ...]]:
    """What is left, by pile, of every way to take at most so many of these dice, equal faces counted once: fewer before
    more, the lowest first."""
    each = [
        dict.fromkeys(
            left for gone in range(min(most, len(of)) + 1) for left in [*combinations(of, len(of) - gone)][::-1]
        )
        for of in free
    ]
    least = sum(map(len, free)) - most
    return [left for left in product(*each) if sum(map(len, left)) >= least]


class DiceInPlay:
    """The dice of a fight, of which these re-rolls are counted: a game of the solver."""

    sides = FACES

    def __init__(self, fight: Fight, counted: Sequence[Again]) -> None:
        self._dice, self._even, self._widest, ex = fight.dice, fight.even, fight.widest, fight.ex
        steps = [step for step in counted if step.most]
        self.turns = [Turn(step.most, max if step.by is ex.lead else min) for step in steps]
        self._touched = [
            [at for at, (mine, kind) in enumerate(fight.piles) if mine is step.of and kind in step.kinds]
            for step in steps
        ]
        """By turn the piles whose dice may be rolled again."""
        each = [*zip(self.turns, self._touched, strict=True)]
        self._again = [
            [sum(turn.most for turn, piles in each[at:] if pile in piles) for pile in range(len(SETTLES))]
            for at in range(len(each) + 1)
        ]
        """By turn how many dice of each pile may still be rolled again."""
        # What is revealed is paid for.
        choices = [Choice(mine, Way(mine.special, None), mine.attack, mine.defence) for mine in (ex.lead, ex.late)]
        again = FACES ** sum(turn.most for turn in self.turns)
        self.ends = Ends(fight, choices[:1], choices[1:], again=again)
        self.above = self.ends.sums.above
        (one,), (two,) = self.ends.lead, self.ends.late
        self._rows, self._rows_2 = self.ends.rows(one.does(two)), self.ends.rows(two.does(one))

    def worth(self, settled: int) -> int:
        """What comes of dice that nobody touches any more, as the fighter with the initiative weighs it."""
        half = STEP // 2
        rest, ahead = divmod(settled + half * STEP + half, STEP)
        level, level_2 = divmod(rest, STEP)
        wins = ahead > half or (ahead == half and self._even)
        tie, tie_2 = (WON, self._widest) if wins else (self._widest, WON)
        row = self._rows[self._widest + level if level else tie]
        return dot(row, self._rows_2[self._widest + level_2 - half if level_2 != half else tie_2])

    def options(self, turn: int, hand: Hands) -> Iterator[tuple[Rolling, int, Hands]]:
        """Every set of dice that may be rolled again: no die first, fewer of a pile before more."""
        piles = [(place, pile) for place in self._touched[turn] if (pile := hand[place]) is not None]
        for faces in _left(tuple([pile.free for _, pile in piles]), self.turns[turn].most):
            left, rolling = list(hand), list[int]()
            for (place, pile), free in zip(piles, faces, strict=True):
                left[place] = Hand(free, pile.stuck)
                rolling += [place] * (len(pile.free) - len(free))
            each = [
                (0, None) if pile is None else self._kept(turn + 1, place, place in rolling, pile)
                for place, pile in enumerate(left)
            ]
            yield tuple(rolling), sum([settles for settles, _ in each]), tuple([pile for _, pile in each])

    def landed(self, turn: int, hand: Hands, rolling: Rolling) -> Iterator[Landing[Hands]]:
        """All falls of the first of these dice."""
        place, pile = rolling[0], hand[rolling[0]]
        assert pile is not None
        for face in range(1, FACES + 1):
            settles, left = self._kept(turn, place, place in rolling[1:], pile.with_((face,)))
            yield 1, settles, (*hand[:place], left, *hand[place + 1 :])

    def end(self, hand: Hands) -> Chances[int]:
        """What piles settle to which feats still add dice."""
        return added(self._settles(place, pile) for place, pile in enumerate(hand) if pile is not None)

    @remembered
    def _kept(self, turn: int, place: int, rolled: bool, pile: Hand | None) -> tuple[int, Hand | None]:
        """What a pile settles that nobody touches any more, or what is kept of it: what is still to come tells no more
        apart."""
        again, dice = self._again[turn][place], self._dice[place]
        if pile is None or again or rolled or dice.rolled_later:
            return 0, pile and dice.shrunk(pile, again)
        ((settles, _),) = self._settles(place, pile)
        return settles, None

    def _settles(self, place: int, pile: Hand) -> Chances[int]:
        """What dice settle that nobody touches; feats may still add some."""
        result, dice = SETTLES[place]
        return read(Chances.certain(pile), self._dice[place]).map(lambda of: of[0] * result + of[1] * dice)

    def lying(self, thrown: Sequence[Piles]) -> Iterator[Lying[Hands]]:
        """What may lie after any of these throws: the hands that may be touched, and what all else settles."""
        for each in thrown:
            kept = [of.map(partial(self._kept, 0, place, False)) for place, of in enumerate(each)]
            # Of a pile nobody touches or anybody may, however it lies.
            settled = [all(pile is None for _, pile in of.weights) for of in kept]
            totals = added(of.map(itemgetter(0)) for of, all_ in zip(kept, settled, strict=True) if all_)
            hands = [[(None, 1)] if all_ else [*of.map(itemgetter(1))] for of, all_ in zip(kept, settled, strict=True)]
            for hand in product(*hands):
                yield tuple([pile for pile, _ in hand]), prod([ways for _, ways in hand]), totals.weights


Play = Callable[..., Outcome]
"""What comes of best play after throws. Raises TooLarge."""


def best_play(fight: Fight, counted: Sequence[Again] = (), most: int = MOST_WORK) -> Play:
    """Best play of these re-rolls, which weighs no more than `most`."""
    dice = DiceInPlay(fight, counted)
    solver: Rerolls[Hands] = Rerolls(dice, most)
    return lambda *thrown: dice.ends.outcome(solver.best(dice.lying(thrown)))


class Best(NamedTuple):
    """What comes of each option, with words on the re-rolls that are counted, and on those `left` out; and how far off
    chances may be where rolls were drawn."""

    outcomes: Mapping[Given, Outcome]
    said: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    error: float | None = None


def best_of(fight: Fight, starts: Mapping[Given, Piles], agains: Sequence[Again], share: int = 1) -> Best:
    """Best play of the re-rolls that are left, after these throws; of so many such questions that `share` the time.

    Where that is too much of one roll, some of its falls are drawn, always the same ones: what nobody re-rolls is
    exact, and best play of the drawn ones says how much re-rolls change. What is still too much is left out, the last
    re-rolls first.
    """
    tries = [(0, MOST_WORK // share)]
    if None in starts:
        tries += [(DRAWN, MOST_DRAWN), (FEWEST, MOST_DRAWN)]
    for counted, (drawn, most) in product(range(len(agains), -1, -1), tries):
        play = best_play(fight, agains[:counted], most)
        outcomes: dict[Given, Outcome] = {}
        error = None
        with suppress(TooLarge):
            if drawn:
                outcomes[None], error = _drawn(play, best_play(fight), starts[None], drawn)
            else:
                outcomes.update({option: play(of) for option, of in starts.items()})
        if outcomes:
            used, left = (
                listed(dict.fromkeys(f"{possessive(again.by.name)} {again.power.source}" for again in of))
                for of in (agains[:counted], agains[counted:])
            )
            of_some = f", those of {drawn} rolls drawn" if drawn else ""
            said = (f"re-rolls as best for wounds: {used}{of_some}",) if used or drawn else ()
            without = (f"without re-rolls of {left}",) if left else ()
            return Best(outcomes, said + without, without, error)
    raise AssertionError("without re-rolls nothing is too much")


def _drawn(play: Play, still: Play, thrown: Piles, number: int) -> tuple[Outcome, float]:
    """The chances before this throw with what best play of so many rolls gains on average, and how far off they may be;
    `still` is the same if nobody re-rolls."""
    rng = seeded()
    piles = [rng.choices([*map(Chances.certain, of.weights)], [*of.weights.values()], k=number) for of in thrown]
    rolls = [*zip(*piles, strict=True)]
    lots = [(still(*lot), play(*lot)) for lot in (rolls[at::LOTS] for at in range(LOTS))]
    found = {}
    for of, chances in still(thrown).items():
        gains = [(sign, outcome[of]) for lot in lots for sign, outcome in zip((-1, 1), lot, strict=True)]
        found[of] = Chances({what: ways for what, ways in mixed([(LOTS, chances), *gains]) if ways > 0})
    return found, averaged([_gain(*lot) for lot in lots])[1]


def _gain(still: Outcome, played: Outcome) -> dict[tuple[str, object], float]:
    """How much more likely all is that players read, and of whom."""
    reads = (lambda to: to), (lambda to: to.wounds), (lambda to: ("falls", to.falls))
    found: dict[tuple[str, object], float] = {}
    for sign, outcome in ((-1, still), (1, played)):
        for of, chances in outcome.items():
            for what, p in ((what, p) for tell in reads for what, p in chances.map(tell).fractions().items()):
                found[of, what] = found.get((of, what), 0.0) + sign * float(p)
    return found
