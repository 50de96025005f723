"""An exchange as the kernel of odds has it: what either may do in a comparison, and what that leaves (steps 10 to 13).

What a fight reads of the table is kept as plain numbers (`Win`, `Life`): two exchanges with the same have the same
chances, whoever fights, and they are worked out once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from companion.engine.dice import D6
from companion.engine.goals import WOUNDS, pay_off
from companion.odds.chances import Chances, one_die
from companion.odds.kernel import Meeting, Pile
from companion.rules.bushido.catalog import STATES
from companion.rules.bushido.melee.consequences import consequences, why_over
from companion.rules.bushido.melee.fighters import Fighter
from companion.rules.bushido.melee.results import combo_levels
from companion.rules.bushido.melee.track import Track, rises_with
from companion.rules.bushido.odds.damage import DEADLY, Damage, Damages, Numbers, wounds_at
from companion.rules.bushido.odds.dice import FACES, Dice, scored
from companion.rules.bushido.odds.foreseen import spends
from companion.rules.bushido.powers import immune
from companion.rules.bushido.records import Feat
from companion.rules.bushido.vocabulary import ROLES, DiceKind, SpecialEntry


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


# -- what becomes of a fighter ----------------------------------------------------------------------------------------


class Life(NamedTuple):
    """A fighter in the middle of an exchange: its track, whether it is out of play, whether it has rolled damage and
    something was spent, and whether it has come into a state in which it uses no specials."""

    track: Track
    out: bool = False
    rolled: bool = False
    bound: bool = False


class Suffered(NamedTuple):
    """What players read of harm: wounds, whether the fighter falls, and whether it makes a Last Stand instead."""

    wounds: int
    falls: bool
    stands: bool = False


def stays(track: Track) -> bool:
    """Whether wounds alone never take a fighter with this track out of play."""
    return not track.kami and (track.last_stand or track.stands)


def ended(began: Track, life: Life) -> bool:
    """Whether it has come to its end, to who wants it out of play, or in: a Last Stand lasts to the End Phase alone."""
    return life.out or (stays(began) and began.left > 0 and life.track.left == 0)


@lru_cache(maxsize=4096)
def suffered(began: Track, life: Life) -> Suffered:
    """What players read of it."""
    boxes = began.left if stays(began) else max(1, began.left)
    wounds = boxes if life.out else began.left - life.track.left
    return Suffered(wounds, life.out, stays(began) and not life.out and life.track.left == 0)


Hurt = tuple[Life, bool]
"""A fighter, and whether it rose in this comparison."""


@lru_cache(maxsize=4096)
def wounded(hurt: Hurt, wounds: int) -> Chances[Hurt]:
    """Where so many wounds leave it."""
    (life, rose), track = hurt, hurt[0].track
    fate = track.fate(wounds)
    gone = life._replace(track=track._replace(left=0), out=True), rose
    full = (life._replace(track=track._replace(left=0, stands=True)), rose) if stays(track) else gone
    if life.out or fate == "unhurt":
        return Chances.certain(hurt if wounds != DEADLY or life.out else gone)
    if fate in ("removed", "last_stand"):
        return Chances.certain(full)
    if fate == "may_rise":
        risen = life._replace(track=track._replace(left=track.left + track.marked, marked=0)), True
        return one_die(D6, int).map(lambda face: risen if rises_with(face, track.needs or 0) else full)
    less = track._replace(left=max(0, track.left - wounds), marked=track.marked + min(wounds, track.left))
    return Chances.certain((life._replace(track=less), rose))


@lru_cache(maxsize=8192)
def struck(hurt: Hurt, numbers: Numbers, level: int) -> Chances[Hurt]:
    """Where a damage roll at this level leaves it."""
    if hurt[0].out:
        return Chances.certain(hurt)
    return wounds_at(numbers, level).then(lambda wounds: wounded(hurt, wounds))


# -- what who wins a comparison does ----------------------------------------------------------------------------------


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
    ex, options, mine, attacks = damages.ex, damages.game.options, side.fighter, kind == "attack"
    enemy = ex.other(mine)
    attacker, defender = (mine, enemy) if attacks else (enemy, mine)
    of = {"attacker": attacker, "defender": defender}
    does = consequences(attacker, defender, side.attack if attacks else int(attacked), attacks, side.uses(kind))
    states = [what for what in does.effects if what.op == "state"]
    fallen = [what.on for what in states if what.what == "prone" and not immune(of[what.on].model, "prone")]
    loser = ROLES[attacks]
    downed = [loser] if not immune(enemy.model, "prone") else []
    roll, instead = does.roll, does.roll.instead if does.roll is not None else None
    strikes = roll is not None and instead is None
    return Win(
        attacks,
        does.hurts,
        _both(lambda role: any(what.op == "remove" and what.on == role for what in does.effects)),
        bool(why_over(options, fallen, grappled=does.grapples, touching=does.touching)),
        _both(lambda role: any(_binds(of[role], what.what) for what in (*states, *does.after) if what.on == role)),
        damages.of(roll) if roll is not None and strikes else None,
        does.lower,
        combo=roll is not None and roll.mode == "combo",
        entangles=bool(instead) and _binds(enemy, instead or ""),
        spends=strikes and spends(ex, mine),
        risen_stops=bool(why_over(options, downed, grappled=False, touching=True)),
        risen_bound=bool(downed) and _binds(enemy, "prone"),
        plain=plain,
    )


def _both(holds: Callable[[str], bool]) -> tuple[bool, bool]:
    """Of the Attacker and of the Defender."""
    return holds(ROLES[0]), holds(ROLES[1])


def _binds(on: Fighter, state: str) -> bool:
    """Whether a fighter that comes into this state uses no specials any more; it may be immune."""
    return any(effect.op == "no_specials" for effect in STATES[state].effects) and not immune(on.model, state)


# -- the match --------------------------------------------------------------------------------------------------------


class State(NamedTuple):
    """The fighter with the initiative and the other, and whether the exchange is over."""

    lives: tuple[Life, Life]
    over: bool = False


class Ground(NamedTuple):
    """What splits meet on, the fighter with the initiative first: attack and defence dice of each, their tracks, and
    whether the first is the active player's."""

    dice: tuple[Dice, Dice, Dice, Dice]
    tracks: tuple[Track, Track]
    even: bool

    @property
    def widest(self) -> int:
        """The Success Level that none is beyond."""
        highest = max(FACES + dice.supports + max(0, dice.flat) for dice in self.dice)
        return highest - min(0, *(dice.flat for dice in self.dice))


@lru_cache(maxsize=1024)
def meeting(one: Dice, attack: int, two: Dice, defence: int, widest: int) -> Meeting:
    """So many dice of an attack met by so many of a defence."""
    return Meeting(_pile(attack, one), _pile(defence, two), widest)


@lru_cache(maxsize=256)
def _pile(count: int, dice: Dice) -> Pile:
    return Pile(scored(count, dice))


def left(win: Win, level: int, state: State, second: bool) -> Chances[State]:
    """What a Success Level leaves, where this is what its winner does."""
    if win.plain is not None and state.lives[win.attacks == second].bound:
        win = win.plain
    return _left(win, level if win.damage is not None or win.entangles else 0, state, second)


@lru_cache(maxsize=8192)
def _left(win: Win, level: int, state: State, second: bool) -> Chances[State]:
    attacker = int(second)
    loser = 1 - attacker if win.attacks else attacker
    striker, level = 1 - loser, level + win.lower
    strikes = level >= 0
    found: Chances[Hurt] = Chances.certain((state.lives[loser], False))
    for wounds in win.hurts:
        found = found.then(lambda hurt, wounds=wounds: wounded(hurt, wounds))  # type: ignore[misc]
    if win.damage is not None and strikes:
        rolled = state.lives[striker].rolled
        for at in combo_levels(level) if win.combo else [level]:
            numbers = win.damage[rolled + 2 * state.lives[loser].rolled]
            if len(found) == 1:
                ((hurt, _),) = found
                found = struck(hurt, numbers, at)
            else:
                found = found.then(lambda hurt, numbers=numbers, at=at: struck(hurt, numbers, at))  # type: ignore[misc]
            rolled = True
    binds, removes = win.binds[::-1] if second else win.binds, win.removes[::-1] if second else win.removes
    spent = win.attacks and win.spends and win.damage is not None and strikes

    def after(hurt: Hurt) -> State:
        life, rose = hurt
        lives = [*state.lives]
        lives[loser] = life
        for at in (0, 1):
            if removes[at]:
                lives[at] = lives[at]._replace(track=lives[at].track._replace(left=0), out=True)
        over = second or lives[0].out or lives[1].out or win.stops or (rose and win.risen_stops)
        if over:
            return State((Life(lives[0].track, lives[0].out), Life(lives[1].track, lives[1].out)), over=True)
        bound = [*binds]
        bound[loser] = bound[loser] or (win.entangles and strikes) or (rose and win.risen_bound)
        one, two = (
            each._replace(rolled=each.rolled or (spent and at == striker), bound=each.bound or bound[at])
            for at, each in enumerate(lives)
        )
        return State((one, two))

    return found.map(after)


class Worth(NamedTuple):
    """What an end is worth to the fighter with the initiative: what its own goal is worth, or less what the other's
    is."""

    goal: str
    own: bool
    tracks: tuple[Track, Track]

    def of(self, end: State) -> int:
        """What this end is worth."""
        (began, began_2), (lead, late) = self.tracks, end.lives
        if self.goal == WOUNDS:
            return suffered(began_2, late).wounds - suffered(began, lead).wounds
        ends = int(ended(began, lead)), int(ended(began_2, late))
        taken, dealt = ends if self.own else ends[::-1]
        worth = pay_off(self.goal, dealt, taken, 1, 1)
        return worth if self.own else -worth
