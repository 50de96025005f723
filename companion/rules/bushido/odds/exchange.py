"""Both comparisons of an exchange together: every pair of splits, with the wounds of both (steps 10 to 13).

The first comparison is one fighter's attack against the other's defence, the second the rest of the dice: they are
independent of each other but for two things, whether the exchange goes on after the first, and ties, which go by the
scoring dice of both. So each comparison is counted once for its numbers of dice, by its lead in scoring dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm
from typing import NamedTuple

from companion.odds.chances import Chances
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.odds.comparison import Blow, Blows, Known, Side, blows, levels
from companion.rules.bushido.odds.damage import left_of
from companion.rules.bushido.odds.dice import FACES, Block, Rolls, dice_of, rolls
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import KINDS, DiceKind

Lead = int
"""How many more dice the Attacker has for a tie than the Defender, of those in this comparison."""


class Outcome(NamedTuple):
    """Wounds that the fighter with the initiative takes and those of the other, each at most what it has left."""

    lead: int
    late: int


class Parts(NamedTuple):
    """One comparison of two numbers of dice.

    `settled` weighs what comes of it by lead in dice, ties apart; their weights stand in `ties`, and what comes of a
    tie that the Attacker wins or loses in `tie_won` and `tie_lost`, of `common`. All weights are of `total`.
    """

    settled: dict[Blow, dict[Lead, int]]
    ties: dict[Lead, int]
    tie_won: dict[Blow, int]
    tie_lost: dict[Blow, int]
    common: int
    total: int


Weights = dict[Outcome, int]


class Fight:
    """The two fighters of an exchange as they stand now; plays splits against each other."""

    def __init__(self, game: Game, ex: Exchange) -> None:
        self.game, self.ex = game, ex
        self.left = (left_of(ex.lead), left_of(ex.late))
        self.lead_active = ex.lead.side == ex.active
        self.dice = {
            (mine.id, kind): dice_of(mine, ex.other(mine), kind, mine is ex.late, game.options)
            for mine in ex.both
            for kind in KINDS
        }
        self.bonus = bool(ex.first_damage)
        """Whether there is a bonus for first damage, so that the second comparison hangs on who spent it."""
        self.widest = max(FACES + dice.supports + abs(dice.flat) for dice in self.dice.values())
        """No Success Level is beyond it."""
        self._wounds: Known = {}
        self._ends: dict[tuple[object, ...], Ends] = {}
        self._parts: dict[tuple[object, ...], Parts] = {}
        self._lying: Mapping[tuple[str, DiceKind], Rolls] = {}

    def outcome(self, lead: Side, late: Side) -> Chances[Outcome]:
        """The chances of wounds on both, for these two splits."""
        first = self._comparison(lead, late, True)
        found: list[tuple[Weights, int]] = []
        for spent in (False, True) if self.ex.first_damage else (False,):
            second = self._comparison(late, lead, not spent)
            weights: Weights = {}
            self._settled_first(first, second, spent, weights)
            self._tied_first(first, second, spent, weights)
            found.append((weights, first.total * second.total))
        if len(found) == 1:
            return Chances(*found[0])
        common = lcm(*(total for _, total in found))
        both: Weights = {}
        for weights, total in found:
            for outcome, weight in weights.items():
                both[outcome] = both.get(outcome, 0) + weight * (common // total)
        return Chances(both, common)

    def lie(self, dice: Mapping[tuple[str, DiceKind], Rolls]) -> None:
        """From now on these dice lie on the table, by fighter and kind, instead of being rolled."""
        self._lying = dice
        self._parts.clear()

    # -- putting the two comparisons together ---------------------------------------------------------------------

    def _settled_first(self, first: Parts, second: Parts, spent: bool, into: Weights) -> None:
        """The first comparison was no tie: the second goes its way, a tie in it by the dice of both."""
        sums = {blow: sum(by_lead.values()) for blow, by_lead in second.settled.items()}
        tied = sum(second.ties.values())
        for blow, by_lead in first.settled.items():
            if self._other_variant(blow, spent):
                continue
            weight = sum(by_lead.values())
            if not blow.goes_on:
                self._add(into, blow, None, weight * second.total)
                continue
            for then, more in sums.items():
                self._add(into, blow, then, weight * more)
            won = sum(
                n * more
                for lead, n in by_lead.items()
                for late, more in second.ties.items()
                if late > lead or (late == lead and not self.lead_active)
            )
            for then, each in second.tie_won.items():
                self._add(into, blow, then, won * each)
            for then, each in second.tie_lost.items():
                self._add(into, blow, then, (weight * tied - won) * each)

    def _tied_first(self, first: Parts, second: Parts, spent: bool, into: Weights) -> None:
        """The first comparison was a tie: whoever has more scoring dice in all wins it, and a tie in the second too."""
        won: dict[Blow, int] = {}
        lost: dict[Blow, int] = {}
        both_won = both_lost = 0
        for lead, weight in first.ties.items():
            for then, by_lead in second.settled.items():
                for late, more in by_lead.items():
                    to = won if lead > late or (lead == late and self.lead_active) else lost
                    to[then] = to.get(then, 0) + weight * more
            for late, more in second.ties.items():
                if lead > late or (lead == late and self.lead_active):
                    both_won += weight * more
                else:
                    both_lost += weight * more
        for blows_first, settled, tied, then_tied in (
            (first.tie_won, won, both_won, second.tie_lost),
            (first.tie_lost, lost, both_lost, second.tie_won),
        ):
            whole = sum(settled.values()) + tied * second.common
            for blow, each in blows_first.items():
                if self._other_variant(blow, spent):
                    continue
                if not blow.goes_on:
                    self._add(into, blow, None, each * whole)
                    continue
                for then, weight in settled.items():
                    self._add(into, blow, then, each * weight)
                for then, more in then_tied.items():
                    self._add(into, blow, then, each * tied * more)

    def _other_variant(self, blow: Blow, spent: bool) -> bool:
        """Whether this end of the first comparison belongs to the other second one: its bonus spent, or not."""
        return bool(self.ex.first_damage) and blow.spent is not spent

    def _add(self, into: Weights, first: Blow, second: Blow | None, weight: int) -> None:
        if weight:
            lead = first.attacker + (second.defender if second is not None else 0)
            late = first.defender + (second.attacker if second is not None else 0)
            outcome = Outcome(min(lead, self.left[0]), min(late, self.left[1]))
            into[outcome] = into.get(outcome, 0) + weight

    # -- one comparison -------------------------------------------------------------------------------------------

    def ends_of(self, attacker: Side, defender: Side) -> tuple[object, ...]:
        """What the ends of a comparison hang on: two with the same have the same ends."""
        return attacker.fighter.id, attacker.uses("attack"), defender.uses("defence"), bool(attacker.attack)

    def ends(self, attacker: Side, defender: Side, fresh: bool) -> Ends:
        """What comes of each Success Level. `fresh`: the bonus for first damage is unspent."""
        of = (*self.ends_of(attacker, defender), fresh or not self.bonus)
        if of not in self._ends:
            self._ends[of] = Ends(blows(self.game, self.ex, attacker, defender, fresh, self._wounds), self.widest)
        return self._ends[of]

    def _comparison(self, attacker: Side, defender: Side, fresh: bool) -> Parts:
        of = (*self.ends_of(attacker, defender), fresh or not self.bonus, attacker.attack, defender.defence)
        if of not in self._parts:
            self._parts[of] = self._weigh(self.ends(attacker, defender, fresh), attacker, defender)
        return self._parts[of]

    def _weigh(self, ends: Ends, attacker: Side, defender: Side) -> Parts:
        attack = self.rolls(attacker.fighter, "attack", attacker.attack)
        defence = self.rolls(defender.fighter, "defence", defender.defence)
        settled: dict[Blow, dict[Lead, int]] = {}
        ties: dict[Lead, int] = {}
        for one in attack.blocks:
            for two in defence.blocks:
                lead, factor = one.ties - two.ties, one.factor * two.factor
                left, tied = ends.met(one, two)
                for blow, weight in left.items():
                    into = settled.setdefault(blow, {})
                    into[lead] = into.get(lead, 0) + weight * factor
                if tied:
                    ties[lead] = ties.get(lead, 0) + tied * factor
        ways = attack.total * defence.total
        return Parts(settled, ties, ends.tie_won, ends.tie_lost, ends.common, ways * ends.common)

    def rolls(self, fighter: Fighter, kind: DiceKind, count: int) -> Rolls:
        """So many dice of this kind of a fighter: those that lie on the table, or else to be rolled."""
        lies = self._lying.get((fighter.id, kind))
        return lies if lies is not None else rolls(count, self.dice[fighter.id, kind])


class Ends:
    """What comes of each Success Level between two splits' specials, and of two blocks of dice met, worked out once."""

    def __init__(self, result: Blows, widest: int) -> None:
        of = {(level, won): result(level, won) for level in range(widest + 1) for won in (True, False)}
        self.common = lcm(*(end.total for end in of.values()))
        self._of = {
            key: {blow: each * (self.common // end.total) for blow, each in end.weights.items()}
            for key, end in of.items()
        }
        self.tie_won, self.tie_lost = self._of[0, True], self._of[0, False]
        self._met: dict[tuple[object, object], tuple[dict[Blow, int], int]] = {}

    def at(self, level: int, *, won: bool) -> Mapping[Blow, int]:
        """The weights of what comes of this Success Level, below 0 won by the Defender; of a tie, as it is `won`."""
        return self._of[abs(level), level > 0 if level else won]

    def met(self, attack: Block, defence: Block) -> tuple[dict[Blow, int], int]:
        """What comes of these dice, ties apart, and the ways to tie."""
        key = attack.key, defence.key
        known = self._met.get(key)
        if known is None:
            found: dict[Blow, int] = {}
            by_level = levels(attack, defence)
            tied = by_level.pop(0, 0)
            for level, ways in by_level.items():
                for blow, each in self._of[abs(level), level > 0].items():
                    found[blow] = found.get(blow, 0) + ways * each
            known = self._met[key] = found, tied
        return known
