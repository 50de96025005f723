"""What damage rolls do, what becomes of a fighter in an exchange, and what that is worth (step 12)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from companion.engine.dice import D6
from companion.engine.goals import WOUNDS, pay_off
from companion.engine.state.changes import added_up
from companion.odds.chances import Chances, one_die
from companion.rules.bushido.melee.damage_numbers import Roll, Toll, total_lines
from companion.rules.bushido.melee.fighters import Exchange
from companion.rules.bushido.melee.track import Track, rises_with
from companion.rules.bushido.units import Game

DEADLY = -1
"""Wounds of a damage roll that takes its target out of play, whatever is left of it."""

ANY_TWO = 2
"""Of three dice any two count: the highest, or a double where that is deadly."""


class Numbers(NamedTuple):
    """What one damage roll is read with, whatever its Success Level.

    `plus` is added to the dice; `keep` is which two of three dice count: the highest (1), the lowest (-1), or any; 0:
    two are rolled. `deadly` is whether a double takes the target out of play.
    """

    plus: int
    keep: int
    toll: Toll
    deadly: bool = False


def numbers_of(game: Game, ex: Exchange, roll: Roll) -> Numbers:
    """The numbers of this damage roll. An Assassin that may keep any two keeps the highest, or a double that is
    deadly."""
    own, deadly = roll.striker.powers, roll.mode == "critical"
    keep = roll.keeps
    if own.has("keeps_any") and (roll.target.model.surprised or (roll.striker is ex.first and ex.unseen)):
        keep = ANY_TWO if deadly else 1
    return Numbers(added_up(total_lines(ex, roll)), keep, roll.toll(game), deadly)


@lru_cache(maxsize=8)
def kept_dice(keep: int) -> Chances[tuple[int, bool]]:
    """The sum of the two dice that count, and whether they are a double."""
    found: dict[tuple[int, bool], int] = {}
    for faces in product(range(1, len(D6.faces) + 1), repeat=3 if keep else 2):
        if keep == ANY_TWO:
            one, two = max(combinations(faces, 2), key=lambda pair: (pair[0] == pair[1], sum(pair)))
        else:
            one, two = sorted(faces, reverse=keep > 0)[:2]
        found[one + two, one == two] = found.get((one + two, one == two), 0) + 1
    return Chances(found)


@lru_cache(maxsize=4096)
def wounds_at(numbers: Numbers, success: int) -> Chances[int]:
    """Wounds of one damage roll, whatever is left of the target."""
    plus, _, toll, deadly = numbers

    def wounds(rolled: tuple[int, bool]) -> int:
        total, double = rolled
        return DEADLY if double and deadly else _dealt(toll, total + plus, success)

    return kept_dice(numbers.keep).map(wounds)


_dealt = lru_cache(maxsize=4096)(Toll.dealt)


class Life(NamedTuple):
    """A fighter in the middle of an exchange: its track, whether it is out of play, whether it has rolled damage and
    something was spent, whether it has come into a state in which it uses no specials, and whether it rose in this
    comparison."""

    track: Track
    out: bool = False
    rolled: bool = False
    bound: bool = False
    rose: bool = False


Lives = tuple[Life, Life]
"""The fighter with the initiative, and the other."""


class Suffered(NamedTuple):
    """What players read of harm: wounds, whether the fighter falls, and whether it makes a Last Stand instead."""

    wounds: int
    falls: bool
    stands: bool = False


def stays(track: Track) -> bool:
    """Whether wounds alone never take a fighter with this track out of play."""
    return not track.kami and (track.last_stand or track.stands)


@lru_cache(maxsize=4096)
def suffered(began: Track, life: Life) -> Suffered:
    """What players read of it."""
    boxes = began.left if stays(began) else max(1, began.left)
    wounds = boxes if life.out else began.left - life.track.left
    return Suffered(wounds, life.out, stays(began) and not life.out and life.track.left == 0)


def removed(life: Life) -> Life:
    """A fighter that is taken out of play."""
    return life._replace(track=life.track._replace(left=0), out=True)


@lru_cache(maxsize=4096)
def wounded(life: Life, wounds: int) -> Chances[Life]:
    """Where so many wounds leave a fighter."""
    track = life.track
    if life.out or wounds == DEADLY:
        return Chances.certain(life if life.out else removed(life))
    full = life._replace(track=track._replace(left=0, stands=True)) if stays(track) else removed(life)
    match track.fate(wounds):
        case "unhurt":
            return Chances.certain(life)
        case "removed" | "last_stand":
            return Chances.certain(full)
        case "may_rise":
            risen = life._replace(track=track._replace(left=track.left + track.marked, marked=0), rose=True)
            return one_die(D6, int).map(lambda face: risen if rises_with(face, track.needs or 0) else full)
    less = track._replace(left=max(0, track.left - wounds), marked=track.marked + min(wounds, track.left))
    return Chances.certain(life._replace(track=less))


@lru_cache(maxsize=8192)
def struck(life: Life, numbers: Numbers, level: int) -> Chances[Life]:
    """Where a damage roll at this level leaves a fighter."""
    if life.out:
        return Chances.certain(life)
    return wounds_at(numbers, level).then(lambda wounds: wounded(life, wounds))


def worth(goal: str, tracks: tuple[Track, Track], to: int, lives: Lives) -> int:
    """What lives that began with these tracks are worth in the end to the first fighter (0) or to the other (1)."""
    taken, dealt = (suffered(tracks[at], lives[at]) for at in (to, 1 - to))
    if goal == WOUNDS:
        return dealt.wounds - taken.wounds
    # For who wants a fighter out of play, or in, its Last Stand is its end: it lasts to the End Phase alone.
    lost, won = (of.falls or (of.stands and tracks[at].left > 0) for of, at in ((taken, to), (dealt, 1 - to)))
    return pay_off(goal, won, lost, 1, 1)
