"""What dice of one kind come to: the chances of their result and of how many of them score (steps 7b and 8)."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from companion.engine.dice import D6
from companion.engine.state.changes import added_up
from companion.odds.chances import Chances, one_die, thrown
from companion.rules.bushido.ki.feats import given
from companion.rules.bushido.melee.fighters import Fighter
from companion.rules.bushido.melee.results import base_result, scoring, set_lowest
from companion.rules.bushido.melee.scores import flat_of
from companion.rules.bushido.vocabulary import DiceKind

FACES = len(D6.faces)

Faces = tuple[int, ...]
"""Dice as they lie, in order."""

Readings = Chances[tuple[int, int]]
"""What dice come to: a result, and how many of them count for a tie."""


class Dice(NamedTuple):
    """Dice of one kind of one fighter, and all that turns their faces into a result.

    `flat` counts with a scoring die, `always` is whether it counts without one; `discards` are the highest dice that
    the enemy takes away, `ties_keep` whether those still count for ties; `fixed` is what the lowest die is set
    to, once for each; `added` are dice that a feat adds after the roll, 0 for one that is rolled; `early`: they lie
    there before the enemy takes any away; `gone` dice that were taken away before count for ties.
    """

    supports: int
    kata: bool
    flat: int
    always: bool
    discards: int = 0
    ties_keep: bool = False
    fixed: Faces = ()
    added: Faces = ()
    early: bool = False
    gone: int = 0

    def bare(self) -> Dice:
        """The same as far as hands that are read alike depend on it."""
        return Dice(0, self.kata, 0, False, self.discards, fixed=self.fixed)

    def shrunk(self, faces: Faces, again: int = 0) -> Faces:
        """Dice that are read as these are, with more dice too and if so many are rolled again: the highest ones, and
        which of the others score."""
        if self.fixed:
            return faces
        top = len(faces) - 1 - self.discards - again
        if top <= 0:
            return faces
        ones = top if self.kata else bisect(faces, 1, 0, top)
        return (1,) * ones + (2,) * (top - ones) + faces[top:]


def dice_of(mine: Fighter, enemy: Fighter, kind: DiceKind, late: bool, options: Mapping[str, Any]) -> Dice:
    """What turns this fighter's dice of a kind into a result now. Re-rolls are not counted.

    `late`: it is without the initiative, and so the first to discard and to add.
    """
    added = [e.x or 0 for e in given(mine.model, "add_die") if e.of == kind]
    # What a feat has set already is in the dice that lie.
    fixed = [e.x or FACES for e in given(mine.model, "fix_die") if e.of == kind and not mine.fixed]
    return Dice(
        supports=mine.supports(kind),
        kata=mine.powers.has("ones_count"),
        flat=added_up(flat_of(mine, enemy, kind)),
        always=not options["flat_mods_need_scoring_die"],
        discards=sum(max(0, p.x) for p in enemy.powers.all("discard_enemy") if p.what == kind),
        ties_keep=bool(options["tie_counts_discarded"]),
        fixed=tuple(fixed),
        added=tuple(added),
        early=late and bool(added),
    )


@lru_cache(maxsize=1024)
def hands(count: int, dice: Dice, again: int = 0) -> Chances[Faces]:
    """All that so many dice can show, of those that are read alike one, even if so many are rolled again."""
    if not count:
        return Chances({(): 1}, 1)
    found: dict[Faces, int] = {}
    for faces, ways in hands(count - 1, dice, again):
        for face in range(1, FACES + 1):
            hand = dice.shrunk(tuple(sorted((*faces, face))), again)
            found[hand] = found.get(hand, 0) + ways
    return Chances(found, FACES**count)


@lru_cache(maxsize=1024)
def scored(count: int, dice: Dice) -> Readings:
    """The chances of (result, dice that count for a tie) of so many dice."""
    return read(hands(count, dice.bare()), dice)


@lru_cache(maxsize=64)
def falls(count: int) -> Chances[Faces]:
    """All that so many dice can show, in order."""
    return thrown(count, one_die(D6, int)).map(lambda shown: tuple([face for face, n in shown for _ in range(n)]))


def read(shown: Chances[Faces], dice: Dice) -> Readings:
    """The same of dice that show this, once the lowest are set and others are added."""
    later = falls(dice.added.count(0))
    printed = [face for face in dice.added if face]
    found: dict[tuple[int, int], int] = {}
    for faces, ways in shown:
        lying = list(faces)
        for face in dice.fixed if faces else ():
            set_lowest(lying, face)
        for rolled, more in later:
            key = _reading(lying, [*printed, *rolled], dice)
            found[key] = found.get(key, 0) + ways * more
    return Chances(found, shown.total * later.total)


def _reading(lying: Sequence[int], added: Sequence[int], dice: Dice) -> tuple[int, int]:
    faces = [*lying, *added] if dice.early else list(lying)
    gone = sorted(faces, reverse=True)[: dice.discards]
    for face in gone:
        faces.remove(face)
    if not dice.early:
        faces += added
    kept = scoring(faces, dice.kata)
    result = base_result(faces, dice.supports, dice.kata)
    if kept or (faces and dice.always):
        result += dice.flat
    return result, len(kept) + (len(scoring(gone, dice.kata)) if dice.ties_keep else 0) + dice.gone
