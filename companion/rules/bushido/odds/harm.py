"""Harm: where the wounds of an exchange leave a fighter, as one number.

Harm is the wounds on its track since the odds were asked for, below 0 where Rise healed it; one number more is that it
is out of play. A fighter that makes a Last Stand has a full track, and is not.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from companion.engine.dice import D6
from companion.odds.chances import Chances, one_die
from companion.rules.bushido.melee.track import Track, rises_with

DEADLY = -1
"""Wounds of a damage roll that takes its target out of play, whatever is left of it."""


class Suffered(NamedTuple):
    """What players read of harm: wounds, whether the fighter falls, and whether it makes a Last Stand instead."""

    wounds: int
    falls: bool
    stands: bool = False


class Body(NamedTuple):
    """A fighter as harm counts it (`body_of`).

    `out` is the harm that is out of play, `lowest` the least and `left` the most wounds that count. `end` is the harm
    that is its end to who wants it out of play, or in: a Last Stand lasts to the End Phase alone. `stays`: wounds alone
    never take it out of play. `rises`: it may rise; what wounds do hangs on those before then, and harm adds no more.
    """

    track: Track
    out: int
    lowest: int
    left: int
    end: int
    stays: bool
    rises: bool

    def added(self, first: int, second: int) -> int:
        """The harm of both comparisons. Of one that may rise the second counts the first in."""
        if self.rises or first == self.out:
            return first if first == self.out else second
        if second == self.out:
            return second
        return min(first + second, self.left)

    def read(self, harm: int) -> Suffered:
        """What players read of it."""
        return Suffered(min(harm, self.left), harm == self.out, self.stays and harm == self.left)


def body_of(track: Track) -> Body:
    """A fighter with this track, as harm counts it."""
    rises = track.needs is not None
    stays = not track.kami and (track.last_stand or track.stands)
    out = track.left + 1 if stays else max(1, track.left)
    left = track.left if stays else out
    end = left if stays and left else out
    return Body(track, out, -track.marked if rises else 0, left, end, stays, rises)


class Hurt(NamedTuple):
    """A fighter in the middle of a comparison: its harm, and whether it rose in it."""

    harm: int
    rose: bool = False


def _after(body: Body, hurt: Hurt, wounds: int) -> Chances[Hurt]:
    """Where so many wounds more leave it."""
    harm, track = hurt.harm, body.track
    if harm == body.out:
        return Chances.certain(hurt)
    if wounds == DEADLY:
        return Chances.certain(Hurt(body.out, hurt.rose))
    now = track._replace(left=track.left - harm, stands=track.stands or (body.stays and harm >= track.left))
    fate = now.fate(wounds)
    full = Hurt(body.left if body.stays else body.out, hurt.rose)
    if fate == "may_rise":
        rises = one_die(D6, int).map(lambda face: rises_with(face, track.needs or 0))
        return rises.map(lambda does: Hurt(body.lowest, True) if does else full)
    if fate in ("removed", "last_stand"):
        return Chances.certain(full)
    return Chances.certain(Hurt(min(harm + max(0, wounds), body.left), hurt.rose))


def suffer(body: Body, hurt: Chances[Hurt], wounds: Iterable[Chances[int]]) -> Chances[Hurt]:
    """Where one damage roll after the other leaves it."""
    for roll in wounds:
        if body.rises:
            hurt = hurt.then(lambda had, roll=roll: roll.then(lambda more: _after(body, had, more)))  # type: ignore[misc]
        else:
            known = _landed(body)
            if len(hurt) == 1:
                ((had, _),) = hurt
                hurt = roll.map(lambda more, harm=had.harm, known=known: known[harm, more])  # type: ignore[misc]
                continue
            hurt = hurt.with_(roll, lambda had, more, known=known: known[had.harm, more])  # type: ignore[misc]
    return hurt


class _Landed(dict[tuple[int, int], Hurt]):
    """Where so many wounds leave a fighter that never rises, by its harm before and the wounds."""

    def __init__(self, body: Body) -> None:
        super().__init__()
        self._body = body

    def __missing__(self, key: tuple[int, int]) -> Hurt:
        harm, wounds = key
        (found,) = _after(self._body, Hurt(harm), wounds).weights
        self[key] = found
        return found


@lru_cache(maxsize=64)
def _landed(body: Body) -> _Landed:
    return _Landed(body)
