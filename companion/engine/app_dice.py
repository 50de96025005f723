"""What the app rolls and draws for players: by the seed of the session, if there is one, else at random."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from random import Random

from companion.engine.answers import How
from companion.engine.dice import Faces
from companion.engine.dice_checks import DiceCheck, dice_checks
from companion.engine.errors import InvalidInput
from companion.engine.history import History
from companion.engine.inputs import Share
from companion.engine.requests import Request
from companion.engine.requests.base import below
from companion.engine.seed import Seed

FINEST = 1 << 32
"""Shares finer than one of this many are rounded."""


def shares(request: Request[object], mix: Sequence[tuple[object, Fraction]]) -> tuple[Share, ...]:
    """The answers of a mix, checked, with whole numbers for their chances. Raises InvalidInput if there is none."""
    if not mix:
        raise InvalidInput("there is nothing to draw from")
    whole = lcm(*(p.denominator for _, p in mix))
    if whole > FINEST:
        whole = FINEST
    weights = [int(p * whole) for _, p in mix]
    weights[weights.index(max(weights))] += whole - sum(weights)
    return tuple(Share(request.check(value), weight) for (value, _), weight in zip(mix, weights, strict=True))


class AppDice:
    """The dice of the app at the open procedure of a history."""

    def __init__(self, history: History, seed: Seed | None, rng: Random | None) -> None:
        self.history = history
        self.seed = seed
        self._rng = rng or Random()

    @property
    def _worded(self) -> Seed | None:
        """The seed with the words that the players added."""
        words = (side.dice_word for side in self.history.table.sides.values())
        return self.seed.with_words(words) if self.seed is not None else None

    def rolled(self, request: Request[object]) -> tuple[tuple[Faces, ...], How]:
        """What the app rolls. Dice that were typed here before an undo keep their faces, and are not the app's."""
        seed = self._worded
        if seed is None:
            return request.roll(self._rng), "rolled"
        fresh = seed.faces(self.history.place, request.key, request.dice)
        sticky = request.sticky or ((),) * len(fresh)
        faces = tuple((*had, *new[len(had) :]) for had, new in zip(sticky, fresh, strict=True))
        return faces, "rolled" if faces == fresh else "typed"

    def drawn(self, request: Request[object], mix: Sequence[Share]) -> object:
        """One of these answers, each as often as its weight."""
        weights = [share.weight for share in mix]
        seed = self._worded
        if seed is not None:
            return mix[seed.place(self.history.place, request.key, weights)].value
        at = below(self._rng, sum(weights))
        return next(share.value for share, upto in zip(mix, accumulate(weights), strict=True) if at < upto)

    def checks(self, played: History) -> list[DiceCheck]:
        """Every roll and pick in this twin of the history, and what the seed gives there; undoes the twin whole."""
        return dice_checks(played, self._worded)
