"""What the winner of a comparison does, and what that leaves (steps 10 to 13)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

from companion.odds.chances import Chances
from companion.rules.bushido.catalog import STATES
from companion.rules.bushido.melee.consequences import consequences, why_over
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.results import combo_levels
from companion.rules.bushido.odds.damage import Damage, damage_of
from companion.rules.bushido.odds.foreseen import spends
from companion.rules.bushido.odds.harm import Life, Lives, struck, wounded
from companion.rules.bushido.powers import immune
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import ROLES, SpecialEntry


class State(NamedTuple):
    """Both fighters, and whether the exchange is over."""

    lives: Lives
    over: bool = False


@dataclass(frozen=True, eq=False)
class Win:
    """What comes of a comparison for whoever wins it, the Attacker if it `attacks`.

    `hurts` are the wounds that feats deal with the special. `damage` are the numbers of its damage rolls, None without
    one, at `lower` levels less, several as a `combo`; `entangles`: instead of them the loser is bound. `spends`:
    something ends with its damage roll. Of winner and loser, `removes` are those whom the special removes, `binds`
    those who may use no specials any more. `stops`: the exchange ends; `risen_stops`, `risen_bound`: what it means that
    the loser rises. `plain` is the same without the special.
    """

    attacks: bool
    hurts: tuple[int, ...]
    damage: Damage | None
    lower: int
    combo: bool
    entangles: bool
    spends: bool
    removes: tuple[bool, bool]
    binds: tuple[bool, bool]
    stops: bool
    risen_stops: bool
    risen_bound: bool
    plain: Win | None

    @property
    def goes_by_level(self) -> bool:
        """Whether more comes of a higher Success Level."""
        plain = self.plain is not None and self.plain.goes_by_level
        return self.damage is not None or self.entangles or plain

    def leaves(self, level: int, state: State, second: bool) -> Chances[State]:
        """What a Success Level of 0 or more leaves, in the first comparison or in the second."""
        winner = int(self.attacks == second)
        mine, enemy = state.lives[winner], state.lives[1 - winner]
        if self.plain is not None and mine.bound:
            return self.plain.leaves(level, state, second)
        level += self.lower
        rolls = [] if self.damage is None or level < 0 else combo_levels(level) if self.combo else [level]
        hurt = Chances.certain(enemy)
        for wounds in self.hurts:
            hurt = hurt.then(partial(wounded, wounds=wounds))
        for place, at in enumerate(rolls):
            assert self.damage is not None
            numbers = self.damage[(mine.rolled or place > 0) + 2 * enemy.rolled]
            hurt = hurt.then(partial(struck, numbers=numbers, level=at))
        spent = self.attacks and self.spends and bool(rolls)
        entangled = self.entangles and level >= 0

        def after(loser: Life) -> State:
            both = [
                life._replace(track=life.track._replace(left=0), out=True) if removed else life
                for life, removed in zip((mine, loser), self.removes, strict=True)
            ]
            over = second or self.stops or (loser.rose and self.risen_stops) or any(life.out for life in both)
            if over:
                one, two = (Life(life.track, life.out) for life in both)
            else:
                bound = self.binds[1] or entangled or (loser.rose and self.risen_bound)
                one = both[0]._replace(rolled=mine.rolled or spent, bound=mine.bound or self.binds[0])
                two = both[1]._replace(bound=loser.bound or bound, rose=False)
            return State((two, one) if winner else (one, two), over)

        return hurt.map(after)


one_win = lru_cache(maxsize=512)(Win)
"""Wins with the same values are one, so that fights of the same fighters have what they leave in common."""


_leaves = lru_cache(maxsize=8192)(Win.leaves)


def left(win: Win, level: int, state: State, second: bool) -> Chances[State]:
    """What a Success Level leaves where this is what its winner does."""
    return _leaves(win, level if win.goes_by_level else 0, state, second)


def win_of(
    game: Game,
    ex: Exchange,
    mine: Fighter,
    entry: SpecialEntry | None,
    dice: int,
    plain: Win | None,
    *,
    attacks: bool,
) -> Win:
    """What a fighter with this special does if it wins as the Attacker or as the Defender, where the attack has so many
    dice; `plain` is the same without the special, None where it has none."""
    options, enemy = game.options, ex.other(mine)
    attacker, defender = (mine, enemy) if attacks else (enemy, mine)
    of = {"attacker": attacker, "defender": defender}
    does = consequences(attacker, defender, dice, attacks, entry)
    states = [what for what in does.effects if what.op == "state"]
    fallen = [what.on for what in states if what.what == "prone" and not immune(of[what.on].model, "prone")]
    roles = ROLES if attacks else ROLES[::-1]
    downed = [] if immune(enemy.model, "prone") else [roles[1]]
    roll, instead = does.roll, does.roll.instead if does.roll is not None else None
    damage = damage_of(game, ex, roll) if roll is not None and instead is None else None

    def of_both(holds: Callable[[str], bool]) -> tuple[bool, bool]:
        return holds(roles[0]), holds(roles[1])

    return one_win(
        attacks,
        does.hurts,
        damage,
        does.lower,
        combo=roll is not None and roll.mode == "combo",
        entangles=bool(instead) and _binds(enemy, instead or ""),
        spends=damage is not None and spends(ex, mine),
        removes=of_both(lambda role: any(what.op == "remove" and what.on == role for what in does.effects)),
        binds=of_both(
            lambda role: any(what.on == role and _binds(of[role], what.what) for what in (*states, *does.after))
        ),
        stops=bool(why_over(options, fallen, grappled=does.grapples, touching=does.touching)),
        risen_stops=bool(why_over(options, downed, grappled=False, touching=True)),
        risen_bound=bool(downed) and _binds(enemy, "prone"),
        plain=plain,
    )


def _binds(on: Fighter, state: str) -> bool:
    """Whether a fighter that comes into this state uses no specials any more; it may be immune."""
    return any(effect.op == "no_specials" for effect in STATES[state].effects) and not immune(on.model, state)
