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
    """What players read of harm: wounds, and whether the fighter falls."""

    wounds: int
    falls: bool


class Body(NamedTuple):
    """A fighter as harm counts it."""

    track: Track

    @property
    def out(self) -> int:
        """The harm that is out of play."""
        return self.track.left + 1 if self.stays else max(1, self.track.left)

    @property
    def rises(self) -> bool:
        """Whether it may rise. Then what wounds do hangs on those before, and harm is not added up."""
        return self.track.needs is not None

    @property
    def lowest(self) -> int:
        """The least harm that there can be."""
        return -self.track.marked if self.rises else 0

    @property
    def left(self) -> int:
        """The most wounds that count."""
        return self.track.left if self.stays else self.out

    @property
    def end(self) -> int:
        """The harm that is its end to who wants it out of play, or in: a Last Stand lasts to the End Phase alone."""
        return self.left if self.stays and self.left else self.out

    @property
    def stays(self) -> bool:
        """Whether wounds alone never take it out of play."""
        return not self.track.kami and (self.track.last_stand or self.track.stands)

    def added(self, first: int, second: int) -> int:
        """The harm of both comparisons. Of one that may rise the second counts the first in."""
        if self.rises or first == self.out:
            return first if first == self.out else second
        if second == self.out:
            return second
        return min(first + second, self.left)

    def read(self, harm: int) -> Suffered:
        """What players read of it."""
        return Suffered(min(harm, self.left), harm == self.out)


class Hurt(NamedTuple):
    """A fighter in the middle of a comparison: its harm, and whether it rose in it."""

    harm: int
    rose: bool = False


@lru_cache(maxsize=4096)
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
            hurt = hurt.with_(roll, lambda had, more: _only(_after(body, had, more)))
    return hurt


def _only(found: Chances[Hurt]) -> Hurt:
    (hurt,) = found.weights
    return hurt
