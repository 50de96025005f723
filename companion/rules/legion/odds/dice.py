"""What attack and defence dice show, as chances: only as much is kept of a roll as the steps after it read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import prod
from typing import NamedTuple

from companion.odds.chances import Chances, one_die, summed
from companion.rules.legion.dice import ATTACK, DEFENCE, cancel_blocks, convert_defence

Pool = tuple[tuple[str, int], ...]
"""Dice by colour: pairs of colour and number."""


class ShownFaces(NamedTuple):
    """Faces of attack dice as they lie; what is none of these is blank."""

    hits: int = 0
    crits: int = 0
    surges: int = 0


@lru_cache(maxsize=1024)
def attack_roll(pool: Pool, surges: int, spare: str) -> Chances[ShownFaces]:
    """What a pool shows. Of surges at most so many are told apart; every further one counts as `spare`.

    `spare` is what the surge chart makes of it: `hit`, `crit` or `blank`.
    """

    number = sum(count for _, count in pool)
    total = prod(len(ATTACK[colour].faces) ** count for colour, count in pool)
    # The ways to so many hits and crits are digits of one number, which a die more adds to itself, moved by its face.
    size = total.bit_length() // 8 + 1
    moved = {"hit": 8 * size, "crit": 8 * size * (number + 1), "blank": 0}
    found = [1, *[0] * surges]
    for colour, count in pool:
        die = one_die(ATTACK[colour], str).weights
        for _ in range(count):
            following = [sum([die.get(face, 0) * ways << by for face, by in moved.items()]) for ways in found]
            for had, ways in enumerate(found):
                more = die.get("surge", 0) * ways
                following[min(had + 1, surges)] += more << moved[spare] if had == surges else more
            found = following
    return Chances(
        {shown: ways for had, packed in enumerate(found) for shown, ways in _digits(packed, had, number, size)}, total
    )


def _digits(packed: int, surges: int, number: int, size: int) -> Iterator[tuple[ShownFaces, int]]:
    """What so many dice show beside these surges, with the ways to it."""
    data = packed.to_bytes(size * (number + 1) ** 2, "little")
    for crits in range(number + 1):
        for hits in range(number + 1 - crits):
            at = size * (crits * (number + 1) + hits)
            ways = int.from_bytes(data[at : at + size], "little")
            if ways:
                yield ShownFaces(hits, crits, surges), ways


class Defence(NamedTuple):
    """How blocks are counted: the die, whether surges are blocks, surge tokens, Pierce and whether it is ignored."""

    die: str
    surge_blocks: bool
    tokens: int
    pierce: int
    ignored: bool

    def blocks(self, faces: list[str]) -> int:
        """The blocks that count of faces that lie."""
        made = convert_defence(faces, self.surge_blocks, self.tokens)
        return made - cancel_blocks(made, self.pierce, self.ignored)


@lru_cache(maxsize=2048)
def blocks(defence: Defence, number: int, lying: tuple[str, ...] = ()) -> Chances[int]:
    """The blocks that count of so many defence dice to roll, beside those that lie."""
    # Blocks and surges of a roll are two digits of one number; a surge that always is a block is read as one.
    worth = {"block": 1, "surge": 1 if defence.surge_blocks else number + 1 if defence.tokens else 0, "blank": 0}
    shown = summed(number, one_die(DEFENCE[defence.die], lambda face: worth[str(face)]))

    def read(found: int) -> int:
        surges, made = divmod(found, number + 1)
        return defence.blocks([*lying, *["block"] * made, *["surge"] * surges])

    return shown.map(read)
