"""The app's own dice, so that anyone can check them: every face follows from a secret seed and where it was rolled.

The hash of the seed is shown before the first roll; the seed itself is in the session file. docs/dice.md says how
to recompute a face.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from companion.engine.dice import Dice, Faces
from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen

SIZE = 32
"""Bytes of a seed."""

_WHOLE = 1 << 64


class ProcedurePlace(NamedTuple):
    """Which procedure of a session dice are rolled in.

    `number` is its place in the journal, from 0, and `earlier` how often that procedure was played before.
    """

    number: int
    procedure: str
    earlier: int


METHOD = 2
"""How faces follow from a new seed. Sessions that began with method 1 keep it."""


@frozen
class Seed:
    """The seed of a session. `since` is the number of the first procedure whose dice it gives, from 0.

    `value` is in hexadecimal digits, two a byte. `words` are what players added to it. By `method` 1 a roll is
    numbered by the place of its procedure in the journal, by 2 by how often that procedure was played before.
    """

    value: str
    since: int = 0
    method: int = METHOD
    words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not is_seed(self.value):
            raise InvalidInput("a seed is 64 hexadecimal digits")

    @property
    def commitment(self) -> str:
        """A SHA-256 in hexadecimal that fixes the dice and tells nobody what they are: docs/dice.md.

        `since` is in it, so that nobody can leave rolls out later.
        """
        since = f" {self.since}" if self.method > 1 else ""
        return hashlib.sha256(bytes.fromhex(self.value) + since.encode()).hexdigest()

    def with_words(self, words: Iterable[str]) -> Seed:
        """The same seed with the words of the players, in the order of their sides; empty ones do not count."""
        return replace(self, words=tuple(word for word in words if word))

    def faces(self, where: ProcedurePlace, key: str, groups: Sequence[Dice]) -> tuple[Faces, ...]:
        """What these dice show at the request `key` of the procedure `where`.

        The same place always has the same faces, so that an undo is no re-roll.
        """
        begin = self._begin(where)
        return tuple(
            tuple(
                dice.die.faces[self._below(len(dice.die.faces), f"{begin} {group} {place}", key)]
                for place in range(dice.count)
            )
            for group, dice in enumerate(groups)
        )

    def place(self, where: ProcedurePlace, key: str, weights: Sequence[int]) -> int:
        """Which of several answers is drawn at the request `key` of the procedure `where`, each as often as its weight.

        The weights are 0 or more and add up to at least 1 and at most 2**32.
        """
        at = self._below(sum(weights), f"{self._begin(where)} pick", key)
        return next(place for place, upto in enumerate(accumulate(weights)) if at < upto)

    def _below(self, sides: int, where: str, key: str) -> int:
        """A number below `sides`, each as likely: what would favour the small ones is drawn again."""
        attempt, secret = 0, self._secret()
        while True:
            message = f"{where} {attempt} {key}".encode()
            drawn = int.from_bytes(hmac.digest(secret, message, "sha256")[:8], "big")
            if drawn < _WHOLE - _WHOLE % sides:
                return drawn % sides
            attempt += 1

    def _begin(self, where: ProcedurePlace) -> str:
        return str(where.number) if self.method == 1 else f"{where.procedure} {where.earlier}"

    def _secret(self) -> bytes:
        """What the dice follow from: the seed alone, or hashed with every word that was added."""
        seed = bytes.fromhex(self.value)
        if not self.words:
            return seed
        return hashlib.sha256(b"\n".join([seed, *(word.encode() for word in self.words)])).digest()


def is_seed(value: object) -> bool:
    return isinstance(value, str) and len(value) == 2 * SIZE and all(c in "0123456789abcdef" for c in value)
