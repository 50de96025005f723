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
from functools import lru_cache
from itertools import accumulate
from math import lcm
from typing import NamedTuple

from companion.engine.goals import WOUNDS
from companion.odds.chances import Chances, sum_of
from companion.odds.remembered import remembered
from companion.odds.sums import Sums, dot
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.track import track_of
from companion.rules.bushido.odds.dice import FACES, Dice, Readings, dice_of, scored
from companion.rules.bushido.odds.foreseen import declared
from companion.rules.bushido.odds.harm import Life, Suffered, suffered, worth_of
from companion.rules.bushido.odds.wins import State, Win
from companion.rules.bushido.records import Feat
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import KINDS, SpecialEntry

Outcome = Mapping[str, Chances[Suffered]]
"""What comes to each fighter, by its id."""


class Meeting:
    """The dice of an attack against those of a defence: in how many ways the attack is ahead by each level, from
    -`widest` on, in `ways`."""

    def __init__(self, attack: Readings, defence: Readings, widest: int) -> None:
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


_won = lru_cache(maxsize=1024)(Meeting.won)


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

    @property
    def dice(self) -> int:
        """Its dice in all."""
        return self.attack + self.defence


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
        self._declared: dict[tuple[str, ...], Fight] = {}

    def of(self, *sides: Side) -> Fight:
        """The fight in which these declare their feats."""
        key = tuple(f"{side.fighter.id} {side.changes}" for side in sides if side.changes)
        if key and key not in self._declared:
            pays = [(side.fighter.model, side.feat) for side in sides if side.feat is not None and side.changes]
            ex = declared(self.ex, [(model, feat, model) for model, feat in pays])
            self._declared[key] = Fight(self.game, ex)
        return self._declared[key] if key else self

    def plan(self, side: Side) -> Split:
        """This split in this fight."""
        leads, entry, dice = side.fighter.id == self.ex.lead.id, side.special, (side.attack, side.defence)
        # Without dice of its kind a special does not trigger (step 9).
        strikes, guards = (
            entry if entry is not None and entry.kind == kind and own else None
            for kind, own in zip(KINDS, dice, strict=True)
        )
        strike = self._win(leads, strikes, True, min(side.attack, 1))
        guard, unmet = (self._win(leads, guards, False, met) for met in (1, 0))
        return Split(*dice, strike, guard, unmet)

    @remembered
    def ends(self, firsts: tuple[Win, ...], seconds: tuple[Win, ...], goal: str, to: int, told: int) -> Ends:
        """What comes of it where these may win the first comparison, and those the second."""
        return Ends(self, firsts, seconds, goal, to, told)

    def facts(self, end: State) -> dict[tuple[str, Suffered], int]:
        """What both suffer at the end."""
        each = zip((self.ex.lead, self.ex.late), self.tracks, end.lives, strict=True)
        return {(mine.id, suffered(track, life)): 1 for mine, track, life in each}

    @remembered
    def _win(self, leads: bool, entry: SpecialEntry | None, attacks: bool, dice: int) -> Win:
        """What a fighter does with this special if it wins a comparison, where the attack has so many dice."""
        plain = self._win(leads, None, attacks, dice) if entry is not None else None
        return Win(self.game, self.ex, self.ex.lead if leads else self.ex.late, entry, dice, plain, attacks=attacks)


Row = Sequence[int]
"""What one result of a comparison comes to. Of the first: ends that it leads to, and the ways to each state that the
second may start from. Of the second: its ways, and the ends after each state. The ends of both are their product."""

Does = tuple[Win, Win]
"""What the Attacker of a comparison does if it wins, and what the Defender."""

Results = tuple[int, int]
"""How both comparisons end: the level at which the Attacker wins; -1 less the level at which the Defender does."""


class Comparison:
    """What every result of one of the two comparisons comes to, by what its winner does."""

    def __init__(self, levels: int, rows: Mapping[Win, list[Row]]) -> None:
        self._rows = {win: each if len(each) > 1 else each * levels for win, each in rows.items()}

    def row(self, does: Does, result: int) -> Row:
        """What one result comes to."""
        return self._rows[does[0]][result] if result >= 0 else self._rows[does[1]][~result]

    def levels(self, does: Does) -> list[Row]:
        """All levels from the lowest on, a tie as its Attacker loses it."""
        return [*self._rows[does[1]][::-1], *self._rows[does[0]][1:]]

    def gain(self, does: Does) -> Row:
        """How much more a tie is that its Attacker wins."""
        return [more - less for more, less in zip(self.row(does, 0), self.row(does, ~0), strict=True)]

    @remembered
    def weighed(self, does: Does, met: Meeting) -> Row:
        """All levels together, as often as they come."""
        return [dot(met.ways, column) for column in zip(*self.levels(does), strict=True)]


class Ends:
    """What comes of both comparisons of a fight, by what their winners do: of these in the first, of those in the
    second.

    Every end is a number of `sums`: what each fighter suffers, and what that is worth by a goal to one of them, 0 or 1.
    What they suffer is counted as far as so many rolls of the dice may lead to it (`told`), the worth alone if to 0.
    """

    def __init__(self, fight: Fight, firsts: Iterable[Win], seconds: Iterable[Win], goal: str, to: int, told: int):
        levels, start = fight.widest + 1, State((Life(fight.tracks[0]), Life(fight.tracks[1])))
        first = {win: [win.left(level, start, False) for level in win.levels(levels)] for win in firsts}
        follow = dict.fromkeys(state for each in first.values() for of in each for state in of.weights)
        states = [state for state in follow if not state.over]
        second = {
            win: [[win.left(level, state, True) for state in states] for level in win.levels(levels)] for win in seconds
        }
        common = lcm(*(of.total for each in first.values() for of in each))
        common_2 = lcm(*(of.total for each in second.values() for row in each for of in row))
        self.ways = common * common_2
        """In how many ways every roll of the dice ends."""
        worth = worth_of(goal, fight.tracks, to)
        ends = dict.fromkeys(end for each in second.values() for row in each for of in row for end in of.weights)
        ends |= dict.fromkeys(of for of in follow if of.over)
        each = {end: (worth(end.lives), fight.facts(end) if told else {}) for end in ends}
        self.sums = Sums(each, told * self.ways)
        sums = self.sums.of

        def number(of: Chances[State], common: int) -> int:
            return common // of.total * sum([sums[end] * ways for end, ways in of if end.over])

        self.first = Comparison(
            levels,
            {
                win: [
                    [number(of, common), *(common // of.total * of.weights.get(state, 0) for state in states)]
                    for of in each
                ]
                for win, each in first.items()
            },
        )
        self.second = Comparison(
            levels,
            {win: [[common_2, *(number(of, common_2) for of in row)] for row in each] for win, each in second.items()},
        )

    @remembered
    def ties(self, first: Does, second: Does) -> tuple[Row, Row]:
        """What more comes of a tie that its Attacker wins, by level of the other comparison: in the second, and in the
        first."""
        gain, gain_2 = self.first.gain(first), self.second.gain(second)
        return (
            [dot(row, gain_2) for row in self.first.levels(first)],
            [dot(gain, row) for row in self.second.levels(second)],
        )


class Splits:
    """Splits of a fight that may meet, those of the fighter with the initiative first, and what comes of them.

    `again`: in so many ways dice may be rolled again. The others are as in `Ends`.
    """

    def __init__(
        self,
        fight: Fight,
        lead: Iterable[Side],
        late: Iterable[Side],
        goal: str = WOUNDS,
        to: int = 0,
        *,
        again: int = 1,
        told: bool = True,
    ) -> None:
        self.fight = fight
        self.lead, self.late = [fight.plan(side) for side in lead], [fight.plan(side) for side in late]
        self._dice = max(split.dice for split in self.lead) + max(split.dice for split in self.late)
        rolls = FACES ** (self._dice + sum(dice.added.count(0) for dice in fight.dice))
        wins = _wins(self.lead, self.late), _wins(self.late, self.lead)
        self.ends = fight.ends(*wins, goal, to, again * rolls if told else 0)
        self.total = rolls * self.ends.ways
        """In how many ways two splits go, as `of` counts them."""

    def of(self, lead: Split, late: Split) -> int:
        """All ends of two splits, as often as they come; of fewer dice than others have, each so much more often."""
        fight, ends, (first, second) = self.fight, self.ends, _does(lead, late)
        one, two, three, four = fight.dice
        met = meeting(one, lead.attack, four, late.defence, fight.widest)
        met_2 = meeting(three, late.attack, two, lead.defence, fight.widest)
        ties, ties_2 = ends.ties(first, second)
        fewer = self._dice - lead.dice - late.dice
        return int(FACES**fewer) * (
            dot(ends.first.weighed(first, met), ends.second.weighed(second, met_2))
            + dot(ties, _won(met, met_2, not fight.even))
            + dot(ties_2, _won(met_2, met, fight.even))
        )

    def of_results(self, lead: Split, late: Split, results: Results) -> int:
        """The same where both comparisons end so."""
        first, second = _does(lead, late)
        return dot(self.ends.first.row(first, results[0]), self.ends.second.row(second, results[1]))


def outcome_of(ends: Iterable[tuple[Splits, int, int]]) -> Outcome:
    """What both suffer, of ends in fights of the same two, each with how often it comes."""
    found = list(ends)
    common = lcm(*(splits.total for splits, _, _ in found))
    both: dict[str, dict[Suffered, int]] = {mine.id: {} for mine in found[0][0].fight.ex.both}
    for splits, number, times in found:
        for (of, what), ways in splits.ends.sums.facts(number).items():
            both[of][what] = both[of].get(what, 0) + ways * times * (common // splits.total)
    return {of: Chances(each) for of, each in both.items()}


def _wins(attacking: Sequence[Split], defending: Sequence[Split]) -> tuple[Win, ...]:
    """All that the winner of a comparison may do."""
    wins = [split.strike for split in attacking] + [win for split in defending for win in (split.guard, split.unmet)]
    return tuple(dict.fromkeys(wins))


def _does(lead: Split, late: Split) -> tuple[Does, Does]:
    """What the winner of either comparison does."""
    return (
        (lead.strike, late.guard if lead.attack else late.unmet),
        (late.strike, lead.guard if late.attack else lead.unmet),
    )
