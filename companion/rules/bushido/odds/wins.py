"""What the winner of a comparison does, and what that leaves (steps 10 to 13)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from companion.odds.chances import Chances
from companion.odds.remembered import remembered
from companion.rules.bushido.catalog import STATES
from companion.rules.bushido.melee.consequences import consequences, why_over
from companion.rules.bushido.melee.damage_numbers import levels_of
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.odds.foreseen import spends
from companion.rules.bushido.odds.harm import Life, Lives, damage_of, removed, struck, wounded
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

    def levels(self, most: int) -> Sequence[int]:
        """The Success Levels of so many that are told apart: the lowest alone where no more comes of a higher one."""
        by_level = self._strikes is not None or (self._plain is not None and self._plain._strikes is not None)
        return range(most if by_level else 1)

    @remembered
    def left(self, level: int, state: State, second: bool) -> Chances[State]:
        """What a Success Level of 0 or more leaves, in the first comparison or in the second."""
        winner = int(self._attacks == second)
        mine, enemy = state.lives[winner], state.lives[1 - winner]
        if self._plain is not None and mine.bound:
            return self._plain.left(level, state, second)
        rolls = levels_of(self._strikes[0], self._strikes[1] + level) if self._strikes is not None else []
        hurt = Chances.certain(enemy)
        for wounds in self._hurts:
            hurt = hurt.then(partial(wounded, wounds=wounds))
        for place, at in enumerate(rolls if self._damage is not None else ()):
            assert self._damage is not None
            numbers = self._damage[(mine.rolled or place > 0) + 2 * enemy.rolled]
            hurt = hurt.then(partial(struck, numbers=numbers, level=at))
        spent = self._spends and bool(rolls)
        entangled = self._entangles and bool(rolls)

        removes, removes_2 = (role in self._removes for role in self._roles)
        binds, binds_2 = (role in self._binds for role in self._roles)
        one = removed(mine) if removes else mine
        went_on = Life(one.track, one.out, mine.rolled or spent, mine.bound or binds)

        def after(loser: Life) -> State:
            two = removed(loser) if removes_2 else loser
            if second or self._stops or (loser.rose and self._risen_stops) or one.out or two.out:
                both, over = (Life(one.track, one.out), Life(two.track, two.out)), True
            else:
                bound = loser.bound or binds_2 or entangled or (loser.rose and self._risen_bound)
                both, over = (went_on, Life(two.track, two.out, loser.rolled, bound)), False
            return State(both[::-1] if winner else both, over)

        return hurt.map(after)


def _binds(on: Fighter, state: str) -> bool:
    """Whether a fighter that comes into this state uses no specials any more; it may be immune."""
    return any(effect.op == "no_specials" for effect in STATES[state].effects) and not immune(on.model, state)
