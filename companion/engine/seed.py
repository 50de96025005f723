"""The app's own dice, so that anyone can check them: every face follows from a secret seed and where it was rolled.

The hash of the seed is shown before the first roll; the seed itself is in the session file. docs/dice.md says how
to recompute a face.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from itertools import accumulate

from companion.engine.dice import Dice, Faces
from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen

SIZE = 32
"""Bytes of a seed."""

_WHOLE = 1 << 64


@frozen
class Seed:
    """The seed of a session. `since` is the number of the first procedure whose dice it gives, from 0.

    `value` is in hexadecimal digits, two a byte.
    """

    value: str
    since: int = 0

    def __post_init__(self) -> None:
        if not is_seed(self.value):
            raise InvalidInput("a seed is 64 hexadecimal digits")

    @property
    def commitment(self) -> str:
        """The SHA-256 of its bytes, in hexadecimal: it fixes the dice and tells nobody what they are."""
        return hashlib.sha256(bytes.fromhex(self.value)).hexdigest()

    def faces(self, number: int, key: str, groups: Sequence[Dice]) -> tuple[Faces, ...]:
        """What these dice show at the request `key` of procedure `number` (its place in the journal, from 0).

        The same place always has the same faces, so that an undo is no re-roll.
        """
        return tuple(
            tuple(
                dice.die.faces[self._below(len(dice.die.faces), f"{number} {group} {place}", key)]
                for place in range(dice.count)
            )
            for group, dice in enumerate(groups)
        )

    def place(self, number: int, key: str, weights: Sequence[int]) -> int:
        """Which of several answers is drawn at the request `key` of procedure `number`, each as often as its weight.

        The weights are 0 or more and add up to at least 1 and at most 2**32.
        """
        at = self._below(sum(weights), f"{number} pick", key)
        return next(place for place, upto in enumerate(accumulate(weights)) if at < upto)

    def _below(self, sides: int, where: str, key: str) -> int:
        """A number below `sides`, each as likely: what would favour the small ones is drawn again."""
        attempt = 0
        while True:
            message = f"{where} {attempt} {key}".encode()
            drawn = int.from_bytes(hmac.digest(bytes.fromhex(self.value), message, "sha256")[:8], "big")
            if drawn < _WHOLE - _WHOLE % sides:
                return drawn % sides
            attempt += 1


def is_seed(value: object) -> bool:
    """Whether this can be a seed: hexadecimal digits, two for each of its bytes."""
    return isinstance(value, str) and len(value) == 2 * SIZE and all(c in "0123456789abcdef" for c in value)
