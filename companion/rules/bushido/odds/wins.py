"""What the winner of a comparison does, and what that leaves (steps 10 to 13)."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from companion.odds.chances import Chances
from companion.odds.remembered import remembered
from companion.rules.bushido.catalog import STATES
from companion.rules.bushido.melee.consequences import consequences, why_over
from companion.rules.bushido.melee.damage_numbers import levels_of
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.odds.foreseen import spends
from companion.rules.bushido.odds.harm import Life, Lives, damage_of, struck, wounded
from companion.rules.bushido.powers import immune
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import ROLES, SpecialEntry


class State(NamedTuple):
    """Both fighters, and whether the exchange is over."""

    lives: Lives
    over: bool = False


class Win:
    """What comes of a comparison for a fighter with this special that wins it, the Attacker if it `attacks`, where the
    attack has so many dice; `plain` is the same without the special, None where it has none."""

    def __init__(
        self,
        game: Game,
        ex: Exchange,
        mine: Fighter,
        entry: SpecialEntry | None,
        dice: int,
        plain: Win | None,
        *,
        attacks: bool,
    ) -> None:
        enemy, self._attacks, self._plain = ex.other(mine), attacks, plain
        self._roles = ROLES if attacks else ROLES[::-1]
        of = dict(zip(self._roles, (mine, enemy), strict=True))
        does = consequences(of["attacker"], of["defender"], dice, attacks, entry)
        self._hurts, roll = does.hurts, does.roll
        instead = roll.instead if roll is not None else None
        self._strikes = (roll.mode, roll.success) if roll is not None else None
        self._damage = damage_of(game, ex, roll) if roll is not None and instead is None else None
        self._spends = self._damage is not None and spends(ex, mine)
        self._entangles = bool(instead) and _binds(enemy, instead or "")
        self._removes = {what.on for what in does.effects if what.op == "remove"}
        states = [what for what in does.effects if what.op == "state"]
        self._binds = {what.on for what in (*states, *does.after) if _binds(of[what.on], what.what)}
        fallen = [what.on for what in states if what.what == "prone" and not immune(of[what.on].model, "prone")]
        self._stops = bool(why_over(game.options, fallen, grappled=does.grapples, touching=does.touching))
        # A loser that rises is Prone.
        downed = [] if immune(enemy.model, "prone") else [self._roles[1]]
        self._risen_stops = bool(why_over(game.options, downed, grappled=False, touching=True))
        self._risen_bound = bool(downed) and _binds(enemy, "prone")

    @property
    def goes_by_level(self) -> bool:
        """Whether more comes of a higher Success Level."""
        return self._strikes is not None or (self._plain is not None and self._plain.goes_by_level)

    def left(self, level: int, state: State, second: bool) -> Chances[State]:
        """What a Success Level of 0 or more leaves, in the first comparison or in the second."""
        return self._leaves(level if self.goes_by_level else 0, state, second)

    @remembered
    def _leaves(self, level: int, state: State, second: bool) -> Chances[State]:
        winner = int(self._attacks == second)
        mine, enemy = state.lives[winner], state.lives[1 - winner]
        if self._plain is not None and mine.bound:
            return self._plain._leaves(level, state, second)
        rolls = levels_of(self._strikes[0], self._strikes[1] + level) if self._strikes is not None else []
        hurt = Chances.certain(enemy)
        for wounds in self._hurts:
            hurt = hurt.then(partial(wounded, wounds=wounds))
        for place, at in enumerate(rolls if self._damage is not None else ()):
            assert self._damage is not None
            numbers = self._damage[(mine.rolled or place > 0) + 2 * enemy.rolled]
            hurt = hurt.then(partial(struck, numbers=numbers, level=at))
        spent = self._attacks and self._spends and bool(rolls)
        entangled = self._entangles and bool(rolls)

        def after(loser: Life) -> State:
            one, two = (
                life._replace(track=life.track._replace(left=0), out=True) if role in self._removes else life
                for life, role in zip((mine, loser), self._roles, strict=True)
            )
            over = second or self._stops or (loser.rose and self._risen_stops) or one.out or two.out
            if over:
                one, two = Life(one.track, one.out), Life(two.track, two.out)
            else:
                binds = [role in self._binds for role in self._roles]
                bound = binds[1] or entangled or (loser.rose and self._risen_bound)
                one = one._replace(rolled=mine.rolled or spent, bound=mine.bound or binds[0])
                two = two._replace(bound=loser.bound or bound, rose=False)
            return State((two, one) if winner else (one, two), over)

        return hurt.map(after)


def _binds(on: Fighter, state: str) -> bool:
    """Whether a fighter that comes into this state uses no specials any more; it may be immune."""
    return any(effect.op == "no_specials" for effect in STATES[state].effects) and not immune(on.model, state)
