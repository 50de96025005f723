"""The two comparisons of an exchange as they may come: whose dice meet, what the winner of each does, and what the
splits of both are worth (steps 8 to 13).

The attack of the fighter with the initiative meets the defence of the other, then the other way round. Who wins a tie
goes by the dice of both comparisons together; every other level is settled by itself. The first comparison leaves
states, the second ends.

All weights are whole numbers over a common one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import lcm
from typing import NamedTuple

from companion.engine.goals import WOUNDS
from companion.engine.requests import Allotment
from companion.odds.chances import Chances
from companion.odds.remembered import remembered
from companion.odds.sums import Sums, dot
from companion.rules.bushido.melee.fighters import Exchange, Fighter, Way
from companion.rules.bushido.melee.track import track_of
from companion.rules.bushido.odds.dice import FACES, dice_of
from companion.rules.bushido.odds.foreseen import Declared, foreseen
from companion.rules.bushido.odds.harm import Life, Suffered, suffered, worth
from companion.rules.bushido.odds.meetings import Meeting, meeting, won
from companion.rules.bushido.odds.wins import State, Win
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import KINDS, SpecialEntry

Outcome = Mapping[str, Chances[Suffered]]
"""What comes to each fighter, by its id."""


class Choice(NamedTuple):
    """One split of a fighter: what it declares, and how many dice attack and defend."""

    fighter: Fighter
    way: Way
    attack: int
    defence: int

    @property
    def option(self) -> Allotment:
        """The split as it is answered."""
        return Allotment(self.way.plan, {"attack": self.attack, "defence": self.defence})

    @property
    def pays(self) -> tuple[Declared, ...]:
        """Its feat if that does more than bring its special: a Kami pays for it with what it has left."""
        offer, mine = self.way.offer, self.fighter
        if offer is None or not (any(e.op != "special" for e in offer.feat.effects) or mine.powers.has("loses_ki")):
            return ()
        return ((offer.user.id, offer.feat, mine.id),)


class Split(NamedTuple):
    """How many dice of a fighter attack and defend, and what it does if it wins as the Attacker, as the Defender, and
    as the Defender where the other attacks with none."""

    attack: int
    defence: int
    strike: Win
    guard: Win
    unmet: Win

    def does(self, defender: Split) -> Does:
        """What the winner does where it attacks another."""
        return self.strike, defender.guard if self.attack else defender.unmet


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

    @remembered
    def after(self, declares: tuple[Declared, ...]) -> Fight:
        """The fight in which these feats are declared."""
        return Fight(self.game, foreseen(self.ex, declares))

    def plan(self, choice: Choice) -> Split:
        """This choice in this fight."""
        leads, entry, dice = choice.fighter.id == self.ex.lead.id, choice.way.entry, (choice.attack, choice.defence)
        # Without dice of its kind a special does not trigger (step 9).
        strikes, guards = (
            entry if entry is not None and entry.kind == kind and own else None
            for kind, own in zip(KINDS, dice, strict=True)
        )
        guard, unmet = (self._win(leads, guards, False, met) for met in (True, False))
        return Split(*dice, self._win(leads, strikes, True, choice.attack > 0), guard, unmet)

    @remembered
    def _win(self, leads: bool, entry: SpecialEntry | None, attacks: bool, met: bool) -> Win:
        mine = self.ex.lead if leads else self.ex.late
        return Win(self.game, self.ex, mine, entry, attacks=attacks, met=met)

    @remembered
    def meeting(self, first: bool, attack: int, defence: int) -> Meeting:
        """So many dice of one of the two attacks met by so many of the defence of the other."""
        one, two, three, four = self.dice
        mine, theirs = (one, four) if first else (three, two)
        return meeting(mine, attack, theirs, defence, self.widest)

    def facts(self, end: State) -> dict[tuple[str, Suffered], int]:
        """What both suffer at the end."""
        each = zip((self.ex.lead, self.ex.late), self.tracks, end.lives, strict=True)
        return {(mine.id, suffered(track, life)): 1 for mine, track, life in each}


Row = Sequence[int]
"""What one result of a comparison comes to. Of the first: ends that it leads to, and the ways to each state that the
second may start from. Of the second: its ways, and the ends after each state. The ends of both are their product."""

Does = tuple[Win, Win]
"""What the Attacker of a comparison does if it wins, and what the Defender."""

WON = -1
"""Where a tie stands that the Attacker wins, behind all levels; among these it is one that the Attacker loses."""


class Ends:
    """What comes of splits of a fight that may meet, those of the fighter with the initiative first.

    Every end is a number of `sums`: what each fighter suffers, and what that is worth by a goal to one of them, 0 or 1.
    What they suffer is counted as far as so many rolls again of the dice may lead to it (`again`); if to 0, their worth
    alone.
    """

    def __init__(
        self,
        fight: Fight,
        lead: Iterable[Choice],
        late: Iterable[Choice],
        goal: str = WOUNDS,
        to: int = 0,
        again: int = 1,
    ) -> None:
        self.fight = fight
        self.lead, self.late = ([fight.plan(choice) for choice in each] for each in (lead, late))
        self._dice = sum(max(split.attack + split.defence for split in each) for each in (self.lead, self.late))
        self.levels, start = fight.widest + 1, State((Life(fight.tracks[0]), Life(fight.tracks[1])))
        first, left, ways = self._left(self.lead, self.late, [start])
        states = [of for of in left if not of.over]
        second, ends, ways_2 = self._left(self.late, self.lead, states)
        rolls = FACES ** (self._dice + sum(dice.rolled_later for dice in fight.dice))
        self.total = rolls * ways * ways_2
        """In how many ways two splits go, as `of` counts them."""
        told = {
            end: (worth(goal, fight.tracks, to, end.lives), fight.facts(end) if again else {})
            for end in (*left, *ends)
            if end.over
        }
        self.sums = Sums(told, again * self.total)

        def number(of: Chances[State], ways: int) -> int:
            """The ends among what is left, as often as they come of so many ways."""
            return ways // of.total * sum([self.sums.of[end] * n for end, n in of if end.over])

        made: dict[Win, list[Row]] = {}
        for win, rows in first.items():
            made[win] = [
                [number(of, ways), *(ways // of.total * of.weights.get(state, 0) for state in states)] for (of,) in rows
            ]
        for win, rows in second.items():
            made[win] = [[ways_2, *(number(of, ways_2) for of in row)] for row in rows]
        self._made = {win: rows * (self.levels // len(rows)) for win, rows in made.items()}

    def _left(
        self, attacking: Iterable[Split], defending: Iterable[Split], states: Sequence[State]
    ) -> tuple[dict[Win, list[tuple[Chances[State], ...]]], Iterable[State], int]:
        """What winners leave of these states, by Success Level; all that may be left, and a number of ways that all
        have in common."""
        wins = [of.strike for of in attacking] + [win for of in defending for win in (of.guard, of.unmet)]
        found = {
            win: [*zip(*(win.results(self.levels, state) for state in states), strict=True)] or [()]
            for win in dict.fromkeys(wins)
        }
        each = [of for rows in found.values() for row in rows for of in row]
        return found, dict.fromkeys(state for of in each for state in of.weights), lcm(*(of.total for of in each))

    def of(self, lead: Split, late: Split) -> int:
        """All ends of two splits, as often as they come; of fewer dice than others have, each so much more often."""
        fight, even = self.fight, self.fight.even
        met = fight.meeting(True, lead.attack, late.defence)
        met_2 = fight.meeting(False, late.attack, lead.defence)
        first, second = lead.does(late), late.does(lead)
        ties, ties_2 = self._ties(first, second)
        fewer = self._dice - lead.attack - lead.defence - late.attack - late.defence
        return int(FACES**fewer) * (
            dot(self._weighed(first, met), self._weighed(second, met_2))
            + dot(ties, won(met, met_2, not even))
            + dot(ties_2, won(met_2, met, even))
        )

    def outcome(self, found: int) -> Outcome:
        """What both suffer, of a sum of ends."""
        both: dict[str, dict[Suffered, int]] = {mine.id: {} for mine in self.fight.ex.both}
        for (of, what), ways in self.sums.facts(found).items():
            both[of][what] = ways
        return {of: Chances(each) for of, each in both.items()}

    @remembered
    def rows(self, does: Does) -> list[Row]:
        """What all results of a comparison come to: every level from the lowest on, and a tie that its Attacker
        wins."""
        strike, guard = (self._made[win] for win in does)
        return [*guard[::-1], *strike[1:], strike[0]]

    @remembered
    def _columns(self, does: Does) -> list[Row]:
        return [*zip(*self.rows(does), strict=True)]

    @remembered
    def _weighed(self, does: Does, met: Meeting) -> Row:
        """All levels together, as often as they come."""
        return [dot(met.ways, column) for column in self._columns(does)]

    @remembered
    def _ties(self, first: Does, second: Does) -> tuple[Row, Row]:
        """What more comes of a tie that its Attacker wins, by level of the other comparison: in the second, and in the
        first."""
        gain, gain_2 = (
            [more - less for more, less in zip(rows[WON], rows[self.fight.widest], strict=True)]
            for rows in (self.rows(first), self.rows(second))
        )
        return [dot(row, gain_2) for row in self.rows(first)], [dot(gain, row) for row in self.rows(second)]
