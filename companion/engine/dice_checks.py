"""Whether the app's own dice are those that the seed of the session gives."""

from __future__ import annotations

from companion.engine.dice import Faces
from companion.engine.frozen import frozen
from companion.engine.history import History
from companion.engine.requests import Roll
from companion.engine.seed import Seed


@frozen
class DiceCheck:
    """One roll of the app. `expected` are the faces that the seed gives; None where nobody can say.

    `number` is that of its procedure, `key` and `title` those of its request.
    """

    number: int
    key: str
    title: str
    faces: tuple[Faces, ...]
    expected: tuple[Faces, ...] | None

    @property
    def fits(self) -> bool:
        """Whether it was rolled as the seed says."""
        return self.faces == self.expected


def dice_checks(history: History, seed: Seed | None) -> list[DiceCheck]:
    """Every roll of the app, oldest first. Undoes the whole history."""
    found: list[DiceCheck] = []
    for number, answers, asked in history.take_apart():
        rolls = []
        for answer in answers:
            if answer.kind != "roll" or answer.how != "rolled":
                continue
            request = asked.get(answer.key)
            expected = None
            if seed is not None and number >= seed.since and isinstance(request, Roll):
                expected = seed.faces(number, answer.key, request.dice)
            faces = tuple(tuple(group) for group in answer.value)
            rolls.append(DiceCheck(number, answer.key, answer.title, faces, expected))
        found[:0] = rolls
    return found


__all__ = ["DiceCheck", "dice_checks"]
