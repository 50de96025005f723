"""What becomes of a fighter in an exchange, and what that is worth."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from companion.engine.dice import D6
from companion.engine.goals import WOUNDS, pay_off
from companion.odds.chances import Chances, one_die
from companion.rules.bushido.melee.track import Track, rises_with
from companion.rules.bushido.odds.damage import DEADLY, Numbers, wounds_at


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


def ended(began: Track, life: Life) -> bool:
    """Whether it has come to its end, to who wants it out of play, or in: a Last Stand lasts to the End Phase alone."""
    return life.out or (stays(began) and began.left > 0 and life.track.left == 0)


@lru_cache(maxsize=4096)
def suffered(began: Track, life: Life) -> Suffered:
    """What players read of it."""
    boxes = began.left if stays(began) else max(1, began.left)
    wounds = boxes if life.out else began.left - life.track.left
    return Suffered(wounds, life.out, stays(began) and not life.out and life.track.left == 0)


@lru_cache(maxsize=4096)
def wounded(life: Life, wounds: int) -> Chances[Life]:
    """Where so many wounds leave a fighter."""
    track = life.track
    removed = life._replace(track=track._replace(left=0), out=True)
    if life.out or wounds == DEADLY:
        return Chances.certain(life if life.out else removed)
    full = life._replace(track=track._replace(left=0, stands=True)) if stays(track) else removed
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


def worth_of(goal: str, tracks: tuple[Track, Track], at: int) -> Callable[[Lives], int]:
    """What lives that began with these tracks are worth in the end to the first fighter (0) or to the other (1)."""

    def wounds(lives: Lives) -> int:
        return suffered(tracks[1 - at], lives[1 - at]).wounds - suffered(tracks[at], lives[at]).wounds

    def ends(lives: Lives) -> int:
        return pay_off(goal, ended(tracks[1 - at], lives[1 - at]), ended(tracks[at], lives[at]), 1, 1)

    return wounds if goal == WOUNDS else ends
