"""Both comparisons of an exchange together: every pair of splits, with the wounds of both (steps 10 to 13).

The first comparison is one fighter's attack against the other's defence, the second the rest of the dice: they are
independent of each other but for what the first leaves (whether the exchange goes on, and how) and ties, which go by
the scoring dice of both. So each comparison is counted once for its numbers of dice, by its lead in scoring dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm
from typing import NamedTuple

from companion.odds.chances import Chances
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.track import track_of
from companion.rules.bushido.odds.comparison import UNTOUCHED, Blow, Bodies, Ends, Side, Stances, Win, ends, win_of
from companion.rules.bushido.odds.damage import Damages
from companion.rules.bushido.odds.dice import FACES, Dice, Rolls, dice_of, rolls
from companion.rules.bushido.odds.foreseen import declared
from companion.rules.bushido.odds.harm import body_of
from companion.rules.bushido.records import Feat
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import KINDS, DiceKind

Lead = int
"""How many more dice the Attacker has for a tie than the Defender, of those in this comparison."""


class Outcome(NamedTuple):
    """The harm of the fighter with the initiative, and of the other."""

    lead: int
    late: int


class Parts(NamedTuple):
    """One comparison of two numbers of dice.

    `settled` weighs what comes of it by lead in dice, ties apart; their weights stand in `ties`, and what comes of a
    tie that the Attacker wins or loses in `tie_won` and `tie_lost`, of `common`. All weights are of `total`.
    """

    settled: dict[Blow, dict[Lead, int]]
    ties: dict[Lead, int]
    tie_won: Mapping[Blow, int]
    tie_lost: Mapping[Blow, int]
    common: int
    total: int


Weights = dict[Outcome, int]


class Ground(NamedTuple):
    """What splits meet on, the fighter with the initiative first: attack and defence dice of each, the bodies, whether
    the first is the active player's, and the Success Level that none is beyond."""

    dice: tuple[Dice, Dice, Dice, Dice]
    bodies: Bodies
    lead_active: bool
    widest: int


class Fight:
    """The two fighters of an exchange as they stand now; plays splits against each other."""

    def __init__(self, game: Game, ex: Exchange) -> None:
        self.game, self.ex = game, ex
        self.bodies: Bodies = (body_of(track_of(ex.lead)), body_of(track_of(ex.late)))
        """The fighter with the initiative, and the other."""
        self.lead_active = ex.lead.side == ex.active
        self.dice = {
            (mine.id, kind): dice_of(mine, ex.other(mine), kind, mine is ex.late, game.options)
            for mine in ex.both
            for kind in KINDS
        }
        self.widest = max(FACES + dice.supports + abs(dice.flat) for dice in self.dice.values())
        """No Success Level is beyond it."""
        lead, lead_defence, late, late_defence = (
            self.dice[mine.id, kind] for mine in (ex.lead, ex.late) for kind in KINDS
        )
        self.ground = Ground((lead, lead_defence, late, late_defence), self.bodies, self.lead_active, self.widest)
        self._damages = Damages(game, ex)
        self._wins: dict[tuple[str, DiceKind, object, bool], Win] = {}
        self._parts: dict[tuple[object, ...], Parts] = {}
        self._lying: Mapping[tuple[str, DiceKind], Rolls] = {}

    def outcome(self, lead: Side, late: Side) -> Chances[Outcome]:
        """The chances of harm to both, for these two splits."""
        first = self._comparison(lead, late, UNTOUCHED, last=False)
        stances = dict.fromkeys(blow.then for blow in (*first.settled, *first.tie_won, *first.tie_lost))
        found: list[tuple[Weights, int]] = []
        for then in stances:
            second = self._comparison(late, lead, then[::-1], last=True)
            weights: Weights = {}
            self._settled_first(first, second, then, weights)
            self._tied_first(first, second, then, weights)
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

    def _settled_first(self, first: Parts, second: Parts, stances: Stances, into: Weights) -> None:
        """The first comparison was no tie: the second goes its way, a tie in it by the dice of both."""
        sums = {blow: sum(by_lead.values()) for blow, by_lead in second.settled.items()}
        tied = sum(second.ties.values())
        for blow, by_lead in first.settled.items():
            if blow.then != stances:
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

    def _tied_first(self, first: Parts, second: Parts, stances: Stances, into: Weights) -> None:
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
                if blow.then != stances:
                    continue
                if not blow.goes_on:
                    self._add(into, blow, None, each * whole)
                    continue
                for then, weight in settled.items():
                    self._add(into, blow, then, each * weight)
                for then, more in then_tied.items():
                    self._add(into, blow, then, each * tied * more)

    def _add(self, into: Weights, first: Blow, second: Blow | None, weight: int) -> None:
        if weight:
            lead, late = first.attacker, first.defender
            if second is not None:
                lead = self.bodies[0].added(lead, second.defender)
                late = self.bodies[1].added(late, second.attacker)
            outcome = Outcome(lead, late)
            into[outcome] = into.get(outcome, 0) + weight

    # -- one comparison -------------------------------------------------------------------------------------------

    def win(self, side: Side, kind: DiceKind, *, attacked: bool = True) -> Win:
        """What this fighter does if it wins a comparison; `attacked` is whether the attack has any dice."""
        key = side.fighter.id, kind, side.uses(kind), bool(side.attack) if kind == "attack" else attacked
        if key not in self._wins:
            mine = next(f for f in self.ex.both if f.id == side.fighter.id)
            side = side._replace(fighter=mine)
            plain = self.win(side._replace(special=None), kind, attacked=attacked) if key[2] is not None else None
            self._wins[key] = win_of(self._damages, side, kind, plain, attacked=attacked)
        return self._wins[key]

    def _comparison(self, attacker: Side, defender: Side, stances: Stances, *, last: bool) -> Parts:
        attack = self.win(attacker, "attack")
        defence = self.win(defender, "defence", attacked=bool(attacker.attack))
        of = (attacker.fighter.id, attack, defence, stances, last, attacker.attack, defender.defence)
        if of not in self._parts:
            bodies = self.bodies if attacker.fighter.id == self.ex.lead.id else self.bodies[::-1]
            found = ends(attack, defence, stances, bodies, self.widest, last)
            self._parts[of] = self._weigh(found, attacker, defender)
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


class Fights:
    """The fight of an exchange as it stands, and as it is once feats are declared with the splits."""

    def __init__(self, game: Game, ex: Exchange) -> None:
        self.game, self.ex = game, ex
        self._known: dict[tuple[tuple[str, str], ...], Fight] = {}

    def of(self, *sides: Side) -> Fight:
        """The fight in which these declare their feats."""
        feats = [(side.fighter.model, feat) for side in sides if (feat := self.changed_by(side)) is not None]
        key = tuple(sorted((model.id, feat.name) for model, feat in feats))
        if key not in self._known:
            ex = declared(self.ex, [(model, feat, model) for model, feat in feats]) if feats else self.ex
            self._known[key] = Fight(self.game, ex)
        return self._known[key]

    def changed_by(self, side: Side) -> Feat | None:
        """The feat of a split that does more than bring its special: a Kami pays for it with what it has left."""
        feat = side.feat
        if feat is None:
            return None
        more = any(effect.op != "special" for effect in feat.effects) or side.fighter.powers.has("loses_ki")
        return feat if more else None
