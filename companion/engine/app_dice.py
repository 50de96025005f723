"""What the app rolls and draws for players, by the seed of the session if it has one, and whether dice fit the seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from random import Random
from typing import Any

from companion.engine.answers import How
from companion.engine.dice import Faces
from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.engine.history import History, PlayedRun
from companion.engine.inputs import Answer, Share
from companion.engine.requests import Request
from companion.engine.seed import Seed


@frozen
class DiceCheck:
    """One roll or pick of the app. `expected` is what the seed gives; None if nobody can say.

    `number` is that of its procedure, `key` and `title` those of its request; `value` the faces, or the answer that
    was picked.
    """

    number: int
    key: str
    title: str
    value: Any
    expected: Any
    picked: bool = False

    @property
    def fits(self) -> bool:
        return bool(self.value == self.expected)


def _rolls(played: PlayedRun, seed: Seed | None) -> Iterator[DiceCheck]:
    for answer in played.answers:
        if answer.kind == "roll" and answer.how == "rolled":
            request = played.asked.get(answer.key)
            faces = tuple(tuple(group) for group in answer.value)
            expected = None
            if seed is not None and request is not None and request.dice and _are_of(request, faces):
                expected = seed.faces(played.place, answer.key, request.dice)
            yield DiceCheck(played.place.number, answer.key, answer.title, faces, expected)


def _are_of(request: Request[object], faces: Sequence[Sequence[object]]) -> bool:
    """Whether faces are as many as the request asks for, all of its dice. After rules or inputs changed it may ask for
    others than those that were rolled."""
    try:
        request.check(faces)
    except InvalidInput:
        return False
    return True


def _picks(played: PlayedRun, seed: Seed | None) -> Iterator[DiceCheck]:
    """Of what was picked and still stands: the mix is that of the file, and the seed says which of it."""
    for taken in played.inputs:
        made = taken.input
        if isinstance(made, Answer) and made.how == "drawn" and made.key not in played.sealed:
            answer = next((a for a in played.answers if a.key == made.key and a.how == "drawn"), None)
            if answer is not None:
                expected = None
                if seed is not None and made.mix:
                    expected = made.mix[seed.place(played.place, made.key, [s.weight for s in made.mix])].value
                yield DiceCheck(played.place.number, made.key, answer.title, answer.value, expected, True)


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
        at = self._rng.randrange(sum(weights))
        return next(share.value for share, upto in zip(mix, accumulate(weights), strict=True) if at < upto)

    def checks(self, played: History) -> list[DiceCheck]:
        """Every roll and pick in this twin of the history, oldest first, and what the seed gives there.

        Picks only once they are revealed. Undoes the twin whole.
        """
        seed, found = self._worded, list[DiceCheck]()
        for one in played.take_apart():
            known = seed if seed is not None and one.place.number >= seed.since else None
            found[:0] = [*_rolls(one, known), *_picks(one, known)]
        return found
