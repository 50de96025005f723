"""One comparison (steps 10 to 12): who wins it by how much, and what comes of it.

What a fight reads of the table is kept as plain numbers (`Win`): two comparisons with the same have the same chances,
whoever fights, and they are worked out once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from companion.odds.chances import Chances
from companion.rules.bushido.catalog import STATES
from companion.rules.bushido.ki.feats import given
from companion.rules.bushido.melee.damage_numbers import Roll
from companion.rules.bushido.melee.fighters import Fighter
from companion.rules.bushido.melee.results import combo_levels
from companion.rules.bushido.melee.special_rules import ignored, moved, touching_after
from companion.rules.bushido.odds.damage import Damage, Damages, wounds_at
from companion.rules.bushido.odds.dice import Block
from companion.rules.bushido.odds.foreseen import spends
from companion.rules.bushido.odds.harm import Body, Hurt, suffer
from companion.rules.bushido.powers import immune
from companion.rules.bushido.records import Feat
from companion.rules.bushido.vocabulary import ROLES, DiceKind, SpecialEntry


def levels(attack: Block, defence: Block) -> dict[int, int]:
    """Ways by Success Level of two blocks met; below 0 the Defender wins, 0 is a tie."""
    found: dict[int, int] = {}
    for result, ways in attack.results.items():
        for against, more in defence.results.items():
            level = result - against
            found[level] = found.get(level, 0) + ways * more
    return found


class Stance(NamedTuple):
    """What the first comparison leaves of one fighter, as far as the second hangs on it.

    `harm` is that of one that may rise; `rolled`: it has rolled damage, and something was spent; `bound`: it has come
    into a state in which it uses no specials.
    """

    harm: int = 0
    rolled: bool = False
    bound: bool = False


Stances = tuple[Stance, Stance]
"""Of the Attacker and of the Defender."""

UNTOUCHED: Stances = (Stance(), Stance())


class Blow(NamedTuple):
    """What a comparison leaves: the harm of its Attacker and its Defender, whether the exchange goes on, and how both
    go on in it."""

    attacker: int
    defender: int
    goes_on: bool
    then: Stances


class Side(NamedTuple):
    """One fighter in a comparison: with which special of its split, with how many dice of each kind, and with which
    feat that is declared with the split."""

    fighter: Fighter
    special: SpecialEntry | None
    attack: int
    defence: int
    feat: Feat | None = None

    def uses(self, kind: DiceKind) -> SpecialEntry | None:
        """Its special where it is of this kind and has dice to trigger with (step 9)."""
        entry = self.special
        dice = self.attack if kind == "attack" else self.defence
        return entry if entry is not None and entry.kind == kind and dice else None


class Win(NamedTuple):
    """What comes of a comparison for whoever wins it, the Attacker if it `attacks`.

    `hurts` are the wounds that feats deal with the special, `removes` whom of the two the special removes; `stops` is
    whether the exchange ends with it, `binds` who may use no specials any more. `damage` are the numbers of its damage
    rolls, None without one, at `lower` levels less, several as a `combo`; `entangles`: instead of them the loser is
    bound. `spends`: something ends with its damage roll. `risen_stops`, `risen_bound`: what it means that the loser
    rises. `plain` is the same without the special.
    """

    attacks: bool
    hurts: tuple[int, ...] = ()
    removes: tuple[bool, bool] = (False, False)
    stops: bool = False
    binds: tuple[bool, bool] = (False, False)
    damage: Damage | None = None
    lower: int = 0
    combo: bool = False
    entangles: bool = False
    spends: bool = False
    risen_stops: bool = False
    risen_bound: bool = False
    plain: Win | None = None


def win_of(damages: Damages, side: Side, kind: DiceKind, plain: Win | None, *, attacked: bool) -> Win:
    """What a fighter with this split does if it wins as the Attacker (`kind` is attack) or as the Defender.

    `plain` is the same without its special, None where it has none; `attacked`: the attack has dice.
    """
    ex, mine, entry = damages.ex, side.fighter, side.uses(kind)
    enemy, attacks = ex.other(mine), kind == "attack"
    of = (mine, enemy) if attacks else (enemy, mine)
    # The Defender that falls ends the exchange; an Attacker only where the players say so.
    ends = (damages.game.options["sweep_defence_ends_exchange"], True)
    downed = not immune(enemy.model, "prone")
    win = Win(attacks, risen_stops=downed and ends[of.index(enemy)], risen_bound=downed and _binds(enemy, "prone"))
    if entry is None:
        return _with_damage(damages, win, Roll(mine, enemy, 0)) if attacks and side.attack else win
    effects = () if ignored(entry, enemy) else entry.effects
    states = [(ROLES.index(what.on), what.what) for what in effects if what.op == "state"]
    fallen = [of[place].id for place, state in states if state == "prone" and not immune(of[place].model, "prone")]
    last = [(ROLES.index(what.on), what.what) for what in entry.after]
    win = win._replace(
        hurts=tuple(effect.x or 1 for effect in given(mine.model, "wound_with") if effect.name == entry.name),
        removes=_both(lambda at: any(what.op == "remove" and what.on == ROLES[at] for what in effects)),
        stops=entry.blocks_reply
        or _parts(entry, *of)
        or any(ends[place] for place in (0, 1) if of[place].id in fallen),
        binds=_both(lambda at: any(_binds(of[at], state) for on, state in (*states, *last) if on == at)),
        plain=plain,
    )
    if attacks:
        if entry.damage == "none":
            return win
        win = win._replace(combo=entry.damage == "combo")
        return _with_damage(damages, win, Roll(mine, enemy, 0, entry.damage, entry))
    for what in effects:
        if what.op == "counterstrike" and attacked:
            win = _with_damage(damages, win._replace(lower=what.value), Roll(mine, enemy, 0, "counterstrike"))
    return win


def _with_damage(damages: Damages, win: Win, roll: Roll) -> Win:
    """The same with its damage rolls, or what its weapon does instead."""
    mine, enemy = roll.striker, roll.target
    if mine.weapon.strength is None:
        return win
    entangled = mine.powers.all("entangles")
    if entangled:
        return win._replace(entangles=_binds(enemy, entangled[0].what))
    return win._replace(damage=damages.of(roll), spends=spends(damages.ex, mine))


def _both(holds: Callable[[int], bool]) -> tuple[bool, bool]:
    """Of the Attacker and of the Defender."""
    return holds(0), holds(1)


def _parts(entry: SpecialEntry, attacker: Fighter, defender: Fighter) -> bool:
    """Whether the two no longer touch after its move, unless the players say otherwise."""
    movers = moved(entry, attacker, defender)
    return bool(movers) and not touching_after(entry, movers)


def _binds(on: Fighter, state: str) -> bool:
    """Whether a fighter that comes into this state uses no specials any more; it may be immune."""
    return any(effect.op == "no_specials" for effect in STATES[state].effects) and not immune(on.model, state)


Bodies = tuple[Body, Body]
"""Of the Attacker and of the Defender."""


class Won:
    """What comes of each Success Level from 0 to `widest` that one of the two wins, as weights of `common`."""

    def __init__(self, win: Win, stances: Stances, bodies: Bodies, widest: int, last: bool) -> None:
        self.same = win.damage is None and not win.entangles
        """Whether all levels come to the same."""
        then = {strikes: _Then(win, strikes, stances, bodies, last) for strikes in (False, True)}
        found = [
            _hurt(win, level, stances, bodies).map(then[level + win.lower >= 0].__getitem__)
            for level in range(1 if self.same else widest + 1)
        ]
        self.common = lcm(*(of.total for of in found))
        levels = [_scaled(of.weights, self.common // of.total) for of in found]
        self.levels = levels * (widest + 1) if self.same else levels

    def times(self, scale: int) -> Sequence[Mapping[Blow, int]]:
        """The weights of so many times `common`."""
        if scale == 1:
            return self.levels
        if self.same:
            return [_scaled(self.levels[0], scale)] * len(self.levels)
        return [_scaled(of, scale) for of in self.levels]

    def blows(self) -> dict[Blow, None]:
        """All that can come of it."""
        return dict.fromkeys(blow for of in (self.levels[:1] if self.same else self.levels) for blow in of)


def _scaled(weights: Mapping[Blow, int], scale: int) -> Mapping[Blow, int]:
    return weights if scale == 1 else {blow: each * scale for blow, each in weights.items()}


def won(win: Win, stances: Stances, bodies: Bodies, widest: int, last: bool) -> Won:
    """What comes of the Success Levels that this one wins. `last`: nothing follows the comparison."""
    if win.plain is not None and stances[0 if win.attacks else 1].bound:
        win = win.plain
    if last:
        # Who is bound now is bound no more in what follows, for nothing does.
        lasting = win.damage is not None and any(each != win.damage.now for each in win.damage)
        one, two = (Stance(of.harm, of.rolled and lasting) for of in stances)
        stances = one, two
    return _known(win, stances, bodies, widest, last)


@lru_cache(maxsize=512)
def _known(win: Win, stances: Stances, bodies: Bodies, widest: int, last: bool) -> Won:
    return Won(win, stances, bodies, widest, last)


def _hurt(win: Win, level: int, stances: Stances, bodies: Bodies) -> Chances[Hurt]:
    """Where a Success Level leaves the one who lost it."""
    striker, target = (0, 1) if win.attacks else (1, 0)
    body, damage, level = bodies[target], win.damage, level + win.lower
    found = Chances.certain(Hurt(stances[target].harm))
    if win.hurts:
        found = suffer(body, found, map(Chances.certain, win.hurts))
    if damage is None or level < 0:
        return found
    rolled, target_rolled = stances[striker].rolled, stances[target].rolled
    rolls = []
    for at in combo_levels(level) if win.combo else [level]:
        rolls.append(wounds_at(damage.when(rolled=rolled, target_rolled=target_rolled), at))
        rolled = True
    return suffer(body, found, rolls)


class _Then(dict[Hurt, Blow]):
    """What a comparison leaves, by what it did to the one who lost it. `strikes`: the Success Level is enough for what
    the winner does."""

    def __init__(self, win: Win, strikes: bool, stances: Stances, bodies: Bodies, last: bool) -> None:
        super().__init__()
        self._win, self._strikes, self._stances, self._bodies, self._last = win, strikes, stances, bodies, last

    def __missing__(self, hurt: Hurt) -> Blow:
        win, bodies = self._win, self._bodies
        harm = [stance.harm for stance in self._stances]
        harm[win.attacks] = hurt.harm
        one, two = (bodies[at].out if win.removes[at] else harm[at] for at in (0, 1))
        gone = one == bodies[0].out or two == bodies[1].out
        if self._last or gone or win.stops or (hurt.rose and win.risen_stops):
            blow = Blow(one, two, False, UNTOUCHED)
        else:
            blow = Blow(one, two, True, (self._stance(0, harm[0], hurt.rose), self._stance(1, harm[1], hurt.rose)))
        self[hurt] = blow
        return blow

    def _stance(self, at: int, harm: int, rose: bool) -> Stance:
        win, had = self._win, self._stances[at]
        if at == win.attacks:
            bound = (win.entangles and self._strikes) or (rose and win.risen_bound)
            spent = False
        else:
            bound, spent = False, win.spends and win.damage is not None and self._strikes
        return Stance(harm if self._bodies[at].rises else 0, had.rolled or spent, had.bound or win.binds[at] or bound)


class Ends:
    """What comes of each Success Level of a comparison, as weights of `common`."""

    def __init__(self, attack: Won, defence: Won) -> None:
        self.common = lcm(attack.common, defence.common)
        self._won, self._lost = (of.times(self.common // of.common) for of in (attack, defence))
        self.tie_won, self.tie_lost = self._won[0], self._lost[0]
        self._met: dict[tuple[object, object], tuple[dict[Blow, int], int]] = {}

    def met(self, attack: Block, defence: Block) -> tuple[dict[Blow, int], int]:
        """What comes of these dice, ties apart, and the ways to tie."""
        key = attack.key, defence.key
        known = self._met.get(key)
        if known is None:
            found: dict[Blow, int] = {}
            by_level = levels(attack, defence)
            tied = by_level.pop(0, 0)
            for level, ways in by_level.items():
                for blow, each in (self._won[level] if level > 0 else self._lost[-level]).items():
                    found[blow] = found.get(blow, 0) + ways * each
            known = self._met[key] = found, tied
        return known


@lru_cache(maxsize=256)
def ends(attack: Win, defence: Win, stances: Stances, bodies: Bodies, widest: int, last: bool) -> Ends:
    """The ends of a comparison of these two; `last`: nothing follows it."""
    return Ends(*(won(win, stances, bodies, widest, last) for win in (attack, defence)))
