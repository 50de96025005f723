"""The two fighters of an exchange as they stand, with their splits as plans of the kernel (steps 10 to 13)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.odds.chances import Chances
from companion.odds.kernel import Duel, Match, Meeting, Plan, Spread
from companion.rules.bushido.melee.fighters import Exchange
from companion.rules.bushido.melee.track import track_of
from companion.rules.bushido.odds.damage import Damages
from companion.rules.bushido.odds.dice import dice_of
from companion.rules.bushido.odds.foreseen import declared
from companion.rules.bushido.odds.match import (
    Ground,
    Life,
    Side,
    State,
    Suffered,
    Win,
    Worth,
    left,
    meeting,
    suffered,
    win_of,
)
from companion.rules.bushido.records import Feat
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import KINDS, DiceKind

Both = tuple[Suffered, Suffered]
"""What both suffer, the fighter with the initiative first."""

Outcome = Mapping[str, Chances[Suffered]]
"""What comes to each fighter, by its id."""


class Fight:
    """The two fighters of an exchange as they stand now."""

    def __init__(self, game: Game, ex: Exchange) -> None:
        self.game, self.ex = game, ex
        kinds = [(mine, kind) for mine in (ex.lead, ex.late) for kind in KINDS]
        one, two, three, four = (
            dice_of(mine, ex.other(mine), kind, mine is ex.late, game.options) for mine, kind in kinds
        )
        dice = one, two, three, four
        self.piles = [(*of, each) for of, each in zip(kinds, dice, strict=True)]
        """Attack and defence of the fighter with the initiative, then of the other."""
        tracks = track_of(ex.lead), track_of(ex.late)
        self.ground = Ground(dice, tracks, ex.lead.side == ex.active)
        self._damages = Damages(game, ex)
        self._wins: dict[tuple[str, DiceKind, object, bool], Win] = {}

    def win(self, side: Side, kind: DiceKind, *, attacked: bool = True) -> Win:
        """What this fighter does if it wins a comparison; `attacked` is whether the attack has any dice."""
        key = side.fighter.id, kind, side.uses(kind), bool(side.attack) if kind == "attack" else attacked
        if key not in self._wins:
            mine = next(f for f in self.ex.both if f.id == side.fighter.id)
            side = side._replace(fighter=mine)
            plain = self.win(side._replace(special=None), kind, attacked=attacked) if key[2] is not None else None
            self._wins[key] = win_of(self._damages, side, kind, plain, attacked=attacked)
        return self._wins[key]

    def outcome(self, lead: Side, late: Side) -> Chances[Both]:
        """What both suffer with these two splits."""
        bout = Bout(self.ground)
        plans = bout.plan(self, lead), bout.plan(self, late)
        one, two = self.ground.tracks
        over = bout.total(*plans)
        spread = Spread(bout, [lambda end: (suffered(one, end.lives[0]), suffered(two, end.lives[1]))], over)
        (found,) = spread.chances(spread.duel.pay(*plans, over))
        return found

    def outcome_of_each(self, lead: Side, late: Side) -> Outcome:
        """What each suffers with these two splits."""
        both = self.outcome(lead, late)
        return {self.ex.lead.id: both.map(lambda of: of[0]), self.ex.late.id: both.map(lambda of: of[1])}


MEETS = (0, 3), (2, 1)
"""Which attack meets which defence in each comparison, by their places in a ground."""


class Bout(Match[State, Win]):
    """All splits of one exchange that are asked for, of all fights in it that stand on the same ground: a match of the
    kernel."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(State((Life(ground.tracks[0]), Life(ground.tracks[1]))), ground.widest, ground.even)
        self.ground = ground
        self._met: dict[tuple[bool, int, int], Meeting] = {}
        self._duels: dict[Worth, Duel[State]] = {}

    def plan(self, fight: Fight, side: Side) -> Plan:
        """This split in this fight."""
        strike, guard = fight.win(side, "attack"), fight.win(side, "defence")
        unmet = fight.win(side, "defence", attacked=False)
        return self.planned(side.fighter.id == fight.ex.late.id, side.attack, side.defence, strike, guard, unmet)

    def meeting(self, second: bool, attack: int, defence: int) -> Meeting:
        """So many dice of an attack met by so many of the defence."""
        known = self._met.get((second, attack, defence))
        if known is None:
            (one, two), dice = MEETS[second], self.ground.dice
            known = self._met[second, attack, defence] = meeting(dice[one], attack, dice[two], defence, self.widest)
        return known

    def left(self, does: Win, level: int, state: State, second: bool) -> Chances[State]:
        """What a Success Level leaves, where this is what its winner does."""
        return left(does, level, state, second)

    def over(self, state: State) -> bool:
        """Whether nothing follows the first comparison."""
        return state.over

    def duel(self, worth: Worth) -> Duel[State]:
        """What pairs of these splits are worth."""
        known = self._duels.get(worth)
        if known is None:
            known = self._duels[worth] = Duel(self, worth.of)
        return known

    def spread(self, over: int) -> Spread[State]:
        """What each of the two suffers, in so many ways."""
        one, two = self.ground.tracks
        return Spread(self, [lambda end: suffered(one, end.lives[0]), lambda end: suffered(two, end.lives[1])], over)


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
