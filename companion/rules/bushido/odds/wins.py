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
from companion.rules.bushido.odds.foreseen import foreseen, spends
from companion.rules.bushido.odds.harm import Life, Lives, Numbers, numbers_of, removed, struck, wounded
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import ROLES, SpecialEntry


class State(NamedTuple):
    """Both fighters, the one with the initiative first, and whether the exchange is over."""

    lives: Lives
    over: bool = False


class Win:
    """What comes of a comparison for a fighter with this special that wins it, the Attacker if it `attacks`, where the
    attack has dice or not (`met`)."""

    def __init__(
        self, game: Game, ex: Exchange, mine: Fighter, entry: SpecialEntry | None, *, attacks: bool, met: bool
    ) -> None:
        enemy, self._game, self._ex = ex.other(mine), game, ex
        self._plain = partial(Win, game, ex, mine, None, attacks=attacks, met=met) if entry is not None else None
        self._first = mine is ex.lead
        self._last = self._first != attacks
        """Whether it is the second comparison: there the fighter with the initiative defends."""
        self._roles = ROLES if attacks else ROLES[::-1]
        of = dict(zip(self._roles, (mine, enemy), strict=True))
        self._does = does = consequences(of["attacker"], of["defender"], int(met), attacks, entry)
        self._by_level = does.roll is not None or (attacks and met)
        self._instead = does.roll.instead if does.roll is not None else None
        self._spends = self._instead is None and spends(ex, mine)
        states = [what for what in does.effects if what.op == "state"]
        self._removes = {what.on for what in does.effects if what.op == "remove"}
        self._binds = {what.on for what in (*states, *does.after) if _binds(of[what.on], what.what)}
        self._fallen = {what.on for what in states if what.what == "prone" and not of[what.on].immune("prone")}
        # A loser that rises is Prone, and a weapon may entangle it.
        self._falls, self._fall_binds = not enemy.immune("prone"), _binds(enemy, "prone")
        self._entangles = bool(self._instead) and _binds(enemy, self._instead or "")

    @remembered
    def results(self, levels: int, state: State) -> Sequence[Chances[State]]:
        """What so many Success Levels leave, from 0 on: the first alone where no more comes of a higher one."""
        mine, enemy = state.lives if self._first else state.lives[::-1]
        does = self._plain() if self._plain is not None and mine.bound else self
        return [does._left(level, mine, enemy) for level in range(levels if self._by_level else 1)]

    def _left(self, level: int, mine: Life, enemy: Life) -> Chances[State]:
        """What one Success Level leaves."""
        does = self._does
        rolls = levels_of(does.roll.mode, does.roll.success + level) if does.roll is not None else []
        hurt = Chances.certain(enemy)
        for wounds in does.hurts:
            hurt = hurt.then(partial(wounded, wounds=wounds))
        for place, at in enumerate(rolls if self._instead is None else ()):
            numbers = self._numbers(mine.rolled or (self._spends and place > 0), enemy.rolled)
            hurt = hurt.then(partial(struck, numbers=numbers, level=at))
        own, other = self._roles
        one = removed(mine) if own in self._removes else mine
        one = Life(one.track, one.out, mine.rolled or (self._spends and bool(rolls)), mine.bound or own in self._binds)
        bound = other in self._binds or (self._entangles and bool(rolls))

        def after(loser: Life) -> State:
            two = removed(loser) if other in self._removes else loser
            fallen = {*self._fallen, other} if loser.rose and self._falls else self._fallen
            why = why_over(self._game.options, fallen, grappled=does.grapples, touching=does.touching)
            if self._last or one.out or two.out or why:
                over, both = True, [Life(of.track, of.out) for of in (one, two)]
            else:
                binds = loser.bound or bound or (loser.rose and self._fall_binds)
                over, both = False, [one, Life(two.track, two.out, two.rolled, binds)]
            return State((both[0], both[1]) if self._first else (both[1], both[0]), over)

        return hurt.map(after)

    @remembered
    def _numbers(self, rolled: bool, target_rolled: bool) -> Numbers:
        """The numbers of its damage rolls, once it has rolled damage, and once its target has: what lasts until then is
        gone."""
        roll, ex = self._does.roll, self._ex
        assert roll is not None
        gone = [of.id for of, has in ((roll.striker, rolled), (roll.target, target_rolled)) if has]
        then = foreseen(ex, rolled=gone) if gone else ex
        striker = then.first if roll.striker is ex.first else then.second
        return numbers_of(self._game, then, roll._replace(striker=striker, target=then.other(striker)))


def _binds(on: Fighter, state: str) -> bool:
    """Whether a fighter that comes into this state uses no specials any more; it may be immune."""
    return any(effect.op == "no_specials" for effect in STATES[state].effects) and not on.immune(state)
