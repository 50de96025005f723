"""The two comparisons of an exchange as they may come: whose dice meet, what the winner of each does, and what the
splits of both are worth (steps 8 to 13).

The attack of the fighter with the initiative meets the defence of the other, then the other way round. Of two piles
that meet only differences count: the *level* of the results, and the *lead* in dice that count for a tie. Who wins a
tie goes by the leads of both comparisons together; every other level is settled by itself. The first comparison leaves
states, the second ends.

All weights are whole numbers over a common one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from math import lcm
from operator import mul
from typing import NamedTuple

from companion.odds.chances import Chances, sum_of
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.track import track_of
from companion.rules.bushido.odds.dice import FACES, Dice, Readings, dice_of, scored
from companion.rules.bushido.odds.foreseen import declared
from companion.rules.bushido.odds.harm import Life, Suffered, suffered, worth_of
from companion.rules.bushido.odds.wins import State, Win, left, win_of
from companion.rules.bushido.records import Feat
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import KINDS, DiceKind, SpecialEntry

Outcome = Mapping[str, Chances[Suffered]]
"""What comes to each fighter, by its id."""


def dot(one: Iterable[int], two: Iterable[int]) -> int:
    """The sum of the products."""
    return sum(map(mul, one, two))


class Meeting:
    """The dice of an attack against those of a defence: in how many of `total` ways the attack is ahead by each level,
    from -`widest` on, in `ways`."""

    def __init__(self, attack: Readings, defence: Readings, widest: int) -> None:
        self.total = attack.total * defence.total
        most, self.lowest = max(dice for _, dice in attack.weights), -max(dice for _, dice in defence.weights)
        width = most - self.lowest + 1
        # Both differences as one number: the level in steps of `width`, the lead from the lowest on.
        mine = attack.map(lambda of: of[0] * width + of[1])
        theirs = defence.map(lambda of: -of[0] * width - of[1] - self.lowest)
        self.leads = [[0] * width for _ in range(2 * widest + 1)]
        """By level the ways to each lead, from the lowest on."""
        for number, ways in sum_of([(mine, 1), (theirs, 1)]):
            level, lead = divmod(number, width)
            self.leads[widest + level][lead] = ways
        self.ways = [sum(of) for of in self.leads]
        self._ahead = [*accumulate(reversed(self.leads[widest]), initial=0)][::-1]
        """The ways to a tie with at least so high a lead."""

    def won(self, other: Meeting, even: bool) -> list[int]:
        """By level of this meeting in how many ways the other is a tie that its own attack wins: with a higher lead, or
        if `even` with the same one."""
        last, least = len(other._ahead) - 1, self.lowest - other.lowest + (not even)
        won = [other._ahead[max(0, min(least + at, last))] for at in range(len(self.leads[0]))]
        return [dot(of, won) for of in self.leads]


@lru_cache(maxsize=1024)
def meeting(one: Dice, attack: int, two: Dice, defence: int, widest: int) -> Meeting:
    """So many dice of an attack met by so many of a defence."""
    return Meeting(scored(attack, one), scored(defence, two), widest)


class Side(NamedTuple):
    """One fighter in a comparison: with which special of its split, with how many dice of each kind, and with which
    feat that is declared with the split."""

    fighter: Fighter
    special: SpecialEntry | None
    attack: int
    defence: int
    feat: Feat | None = None

    @property
    def changes(self) -> str:
        """Its feat if that does more than bring its special: a Kami pays for it with what it has left."""
        if self.feat is None:
            return ""
        more = any(effect.op != "special" for effect in self.feat.effects) or self.fighter.powers.has("loses_ki")
        return self.feat.name if more else ""


class Split(NamedTuple):
    """How many dice of a side attack and defend, and what it does if it wins as the Attacker, as the Defender, and as
    the Defender where the other attacks with none."""

    attack: int
    defence: int
    strike: Win
    guard: Win
    unmet: Win


class Fight:
    """The two fighters of an exchange as they stand now, the one with the initiative first."""

    def __init__(self, game: Game, ex: Exchange) -> None:
        self.game, self.ex = game, ex
        self.piles = [(mine, kind) for mine in (ex.lead, ex.late) for kind in KINDS]
        self.dice = [dice_of(mine, ex.other(mine), kind, mine is ex.late, game.options) for mine, kind in self.piles]
        highest = max(FACES + dice.supports + max(0, dice.flat) for dice in self.dice)
        self.widest = highest - min(0, *(dice.flat for dice in self.dice))
        """The Success Level that none is beyond."""
        self.tracks = track_of(ex.lead), track_of(ex.late)
        self.even = ex.lead.side == ex.active
        """Whether the attack of the first wins a tie with as many dice."""
        self._wins: dict[tuple[str, DiceKind, SpecialEntry | None, int], Win] = {}

    def plan(self, side: Side) -> Split:
        """This split in this fight."""
        strike, guard = self._win(side, "attack", side.attack), self._win(side, "defence", 1)
        return Split(side.attack, side.defence, strike, guard, unmet=self._win(side, "defence", 0))

    def _win(self, side: Side, kind: DiceKind, dice: int) -> Win:
        """What a side does if it wins a comparison with an attack of so many dice."""
        entry, own = side.special, side.attack if kind == "attack" else side.defence
        if entry is not None and (entry.kind != kind or not own):
            # Without dice of its kind a special does not trigger (step 9).
            entry = None
        key = side.fighter.id, kind, entry, min(dice, 1)
        if key not in self._wins:
            plain = self._win(side._replace(special=None), kind, dice) if entry is not None else None
            mine = next(f for f in self.ex.both if f.id == side.fighter.id)
            self._wins[key] = win_of(self.game, self.ex, mine, entry, dice, plain, attacks=kind == "attack")
        return self._wins[key]


class Thrown(NamedTuple):
    """The dice of two splits, still to be thrown: in how many ways the first comparison comes to each level and the
    second does, from the lowest on; and in how many at each level the other is a tie that its attacker wins."""

    first: Meeting
    second: Meeting
    second_won: Sequence[int]
    first_won: Sequence[int]


class Splits:
    """Splits of a fight that may meet, those of the fighter with the initiative first, and what may come of them."""

    def __init__(self, fight: Fight, lead: Iterable[Side], late: Iterable[Side]) -> None:
        self.fight = fight
        self.lead, self.late = [fight.plan(side) for side in lead], [fight.plan(side) for side in late]
        self._thrown: dict[tuple[int, ...], Thrown] = {}
        levels, start = range(fight.widest + 1), State((Life(fight.tracks[0]), Life(fight.tracks[1])))
        self.firsts = {win: [left(win, level, start, False) for level in levels] for win in _wins(self.lead, self.late)}
        """What every level of the first comparison leaves, by what its winner does."""
        follow = dict.fromkeys(state for each in self.firsts.values() for of in each for state in of.weights)
        self.states = [state for state in follow if not state.over]
        """What the second comparison may start from."""
        self.seconds = {
            win: [[left(win, level, state, True) for state in self.states] for level in levels]
            for win in _wins(self.late, self.lead)
        }
        """What every level of the second comparison leaves, by what its winner does, after each state."""
        ends = [end for each in self.seconds.values() for row in each for of in row for end in of.weights]
        self.ends = dict.fromkeys([*(state for state in follow if state.over), *ends])
        self.common = (
            lcm(*(of.total for each in self.firsts.values() for of in each)),
            lcm(*(of.total for each in self.seconds.values() for row in each for of in row)),
        )
        """What comes of each comparison is divided by that."""

    def thrown(self, lead: Split, late: Split) -> Thrown:
        """The dice of two splits."""
        key = lead.attack, lead.defence, late.attack, late.defence
        if key not in self._thrown:
            fight, (one, two, three, four) = self.fight, self.fight.dice
            first = meeting(one, lead.attack, four, late.defence, fight.widest)
            second = meeting(three, late.attack, two, lead.defence, fight.widest)
            won = first.won(second, not fight.even), second.won(first, fight.even)
            self._thrown[key] = Thrown(first, second, *won)
        return self._thrown[key]

    def total(self, lead: Split, late: Split) -> int:
        """In how many ways two splits may go."""
        thrown = self.thrown(lead, late)
        return thrown.first.total * thrown.second.total * self.common[0] * self.common[1]

    def worths(self, goal: str, at: int) -> Worths:
        """What the ends are worth by this goal to the first fighter (0) or to the other (1)."""
        worth = worth_of(goal, self.fight.tracks, at)
        return Worths(self, [{end: worth(end.lives) for end in self.ends}])

    @cached_property
    def _suffered(self) -> tuple[Sequence[tuple[int, Suffered]], Worths]:
        """What either may suffer, by its place, and how often it does."""
        tracks = enumerate(self.fight.tracks)
        each = [{end: (at, suffered(track, end.lives[at])) for end in self.ends} for at, track in tracks]
        keys = list(dict.fromkeys(key for of in each for key in of.values()))
        return keys, Worths(self, [{end: int(each[key[0]][end] == key) for end in self.ends} for key in keys])

    def outcome(self, lead: Split, late: Split) -> Outcome:
        """What both suffer with these splits."""
        return self._outcome(self._suffered[1].of(lead, late), self.total(lead, late))

    def outcome_of(self, lead: Split, late: Split, results: Chances[Results]) -> Outcome:
        """What both suffer with these splits where their dice come to these results."""
        worths, found = self._suffered[1], [0] * len(self._suffered[0])
        for both, ways in results:
            found = [had + ways * more for had, more in zip(found, worths.of_results(lead, late, both), strict=True)]
        return self._outcome(found, results.total * self.common[0] * self.common[1])

    def _outcome(self, counts: Iterable[int], total: int) -> Outcome:
        found: tuple[dict[Suffered, int], dict[Suffered, int]] = {}, {}
        for (at, what), count in zip(self._suffered[0], counts, strict=True):
            if count:
                found[at][what] = count
        ex = self.fight.ex
        return {ex.lead.id: Chances(found[0], total), ex.late.id: Chances(found[1], total)}


def _wins(attacking: Iterable[Split], defending: Iterable[Split]) -> dict[Win, None]:
    """All that the winner of a comparison may do."""
    return dict.fromkeys(
        [split.strike for split in attacking] + [win for split in defending for win in (split.guard, split.unmet)]
    )


Does = tuple[Win, Win]
"""What the Attacker of a comparison does if it wins, and what the Defender."""

Results = tuple[int, int]
"""How both comparisons end: the level at which the Attacker wins; -1 less the level at which the Defender does."""


class _Levels:
    """What every level of one comparison comes to, by what its winner does: numbers to be multiplied with those of the
    other comparison."""

    def __init__(self, of: Mapping[Win, Sequence[Sequence[int]]]) -> None:
        self._of = of
        self._weighed: dict[tuple[Does, Meeting], list[int]] = {}

    def row(self, does: Does, result: int) -> Sequence[int]:
        """What one result comes to."""
        return self._of[does[0]][result] if result >= 0 else self._of[does[1]][~result]

    def rows(self, does: Does) -> list[Sequence[int]]:
        """All levels from the lowest on, a tie as its Attacker loses it."""
        return [*self._of[does[1]][::-1], *self._of[does[0]][1:]]

    def gain(self, does: Does) -> list[int]:
        """How much more a tie is that its Attacker wins."""
        return [more - less for more, less in zip(self.row(does, 0), self.row(does, ~0), strict=True)]

    def weighed(self, does: Does, met: Meeting) -> list[int]:
        """All levels together, as often as they come."""
        known = self._weighed.get((does, met))
        if known is None:
            columns = zip(*self.rows(does), strict=True)
            known = self._weighed[does, met] = [dot(met.ways, column) for column in columns]
        return known


class Worths:
    """What two splits are worth by each of some measures, which give every end a number.

    A level of the first comparison comes to what is settled, by measure, and to a weight for each state; a level of the
    second to 1 for what is settled, and to what it is worth after each state, by measure. What two splits are worth is
    the product of both, with a tie as its Attacker loses it; what is more where the Attacker wins it is added by the
    leads.
    """

    def __init__(self, splits: Splits, measures: Sequence[Mapping[State, int]]) -> None:
        self._splits, self._count = splits, len(measures)
        common, common_2 = splits.common
        worths = {
            end: [(at, worth) for at, measure in enumerate(measures) if (worth := measure[end])] for end in splits.ends
        }

        def ends(of: Chances[State], common: int) -> list[int]:
            found = [0] * len(measures)
            for end, ways in of:
                for at, worth in worths.get(end, ()):
                    found[at] += ways * worth
            return [common // of.total * each for each in found]

        def weights(of: Chances[State]) -> list[int]:
            return [common // of.total * of.weights.get(state, 0) for state in splits.states]

        self._firsts = _Levels(
            {win: [[*ends(of, common), *weights(of)] for of in levels] for win, levels in splits.firsts.items()}
        )
        self._seconds = _Levels(
            {
                win: [[common_2, *(n for of in row for n in ends(of, common_2))] for row in levels]
                for win, levels in splits.seconds.items()
            }
        )
        self._ties: dict[tuple[Does, Does], tuple[list[Sequence[int]], list[Sequence[int]]]] = {}

    def of(self, lead: Split, late: Split) -> list[int]:
        """What two splits are worth by each measure, divided by the number of their ways."""
        thrown, (first, second) = self._splits.thrown(lead, late), _does(lead, late)
        known = self._ties.get((first, second))
        if known is None:
            gained, more = self._seconds.gain(second), self._firsts.gain(first)
            known = self._ties[first, second] = (
                [*zip(*[self._product(level, gained) for level in self._firsts.rows(first)], strict=True)],
                [*zip(*[self._product(more, level) for level in self._seconds.rows(second)], strict=True)],
            )
        whole = self._product(self._firsts.weighed(first, thrown.first), self._seconds.weighed(second, thrown.second))
        return [
            worth + dot(of_second, thrown.second_won) + dot(of_first, thrown.first_won)
            for worth, of_second, of_first in zip(whole, *known, strict=True)
        ]

    def of_results(self, lead: Split, late: Split, results: Results) -> list[int]:
        """The same where both comparisons end so."""
        first, second = _does(lead, late)
        return self._product(self._firsts.row(first, results[0]), self._seconds.row(second, results[1]))

    def _product(self, first: Sequence[int], second: Sequence[int]) -> list[int]:
        count, weights, after = self._count, first[self._count :], second[1:]
        return [settled * second[0] + dot(weights, after[at::count]) for at, settled in enumerate(first[:count])]


def _does(lead: Split, late: Split) -> tuple[Does, Does]:
    """What the winner of either comparison does."""
    return (
        (lead.strike, late.guard if lead.attack else late.unmet),
        (late.strike, lead.guard if late.attack else lead.unmet),
    )


class Fights:
    """The fight of an exchange as it stands, and as it is once feats are declared with the splits."""

    def __init__(self, game: Game, ex: Exchange) -> None:
        self.game, self.ex = game, ex
        self._known: dict[tuple[tuple[str, str], ...], Fight] = {}

    def of(self, *sides: Side) -> Fight:
        """The fight in which these declare their feats."""
        key = tuple(sorted((side.fighter.id, side.changes) for side in sides))
        if key not in self._known:
            pays = [(side.fighter.model, side.feat) for side in sides if side.feat is not None and side.changes]
            ex = declared(self.ex, [(model, feat, model) for model, feat in pays]) if pays else self.ex
            self._known[key] = Fight(self.game, ex)
        return self._known[key]
