"""What attack and defence dice show, as chances: only as much is kept of a roll as the steps after it read."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from companion.odds.chances import Chances, one_die
from companion.rules.legion.dice import ATTACK, DEFENCE, cancel_blocks, convert_defence

Pool = tuple[tuple[str, int], ...]
"""Dice by colour: pairs of colour and number."""


class Shown(NamedTuple):
    """Faces of attack dice as they lie; what is none of these is blank."""

    hits: int = 0
    crits: int = 0
    surges: int = 0


@lru_cache(maxsize=1024)
def attack_roll(pool: Pool, surges: int, spare: str) -> Chances[Shown]:
    """What a pool shows. Of surges at most so many are told apart; every further one counts as `spare`.

    `spare` is what the surge chart makes of it: `hit`, `crit` or `blank`.
    """

    def one_more(had: int, shown: int) -> int:
        code = had + shown
        over = code % _BASE - surges
        return code if over <= 0 else code + over * (_FACE[spare] - 1)

    # Die by die: few results are told apart then, where many more pairs of whole throws would come to the same.
    found: Chances[int] = Chances.certain(0)
    for colour, count in pool:
        die = one_die(ATTACK[colour], lambda face: _FACE[spare if face == "surge" and not surges else str(face)])
        for _ in range(count):
            found = found.with_(die, one_more)
    return found.map(_shown)


# While dice are added up what they show is one number, three digits of this base: many thousands of sums are made.
_BASE = 1024
_FACE = {"hit": _BASE * _BASE, "crit": _BASE, "surge": 1, "blank": 0}


def _shown(code: int) -> Shown:
    return Shown(code // _BASE // _BASE, code // _BASE % _BASE, code % _BASE)


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
    shown = _blocks_and_surges(defence.die, defence.surge_blocks, defence.tokens, number)
    return shown.map(lambda found: defence.blocks([*lying, *["block"] * found[0], *["surge"] * found[1]]))


@lru_cache(maxsize=1024)
def _blocks_and_surges(die: str, surge_blocks: bool, tokens: int, number: int) -> Chances[tuple[int, int]]:
    """How many blocks and surges so many dice show: a surge that always is a block as one, no more than the tokens."""
    if not number:
        return Chances.certain((0, 0))

    def one_more(had: tuple[int, int], face: str) -> tuple[int, int]:
        if face == "block" or (face == "surge" and surge_blocks):
            return had[0] + 1, had[1]
        return (had[0], had[1] + 1) if face == "surge" and had[1] < tokens else had

    return _blocks_and_surges(die, surge_blocks, tokens, number - 1).with_(one_die(DEFENCE[die], str), one_more)
