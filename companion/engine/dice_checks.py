"""Whether the app's own dice, and what it picked for players, are what the seed of the session gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.engine.history import History, PlayedRun
from companion.engine.inputs import Answer
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
        """Whether it is what the seed gives."""
        return bool(self.value == self.expected)


def dice_checks(history: History, seed: Seed | None) -> list[DiceCheck]:
    """Every roll and pick of the app, oldest first; picks only once they are revealed. Undoes the whole history."""
    found: list[DiceCheck] = []
    for played in history.take_apart():
        known = seed if seed is not None and played.place.number >= seed.since else None
        found[:0] = [*_rolls(played, known), *_picks(played, known)]
    return found


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
