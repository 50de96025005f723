"""What dice of one kind come to: the chances of their result and of how many of them score (steps 7b and 8)."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from companion.engine.dice import D6
from companion.engine.state.changes import added_up
from companion.odds.chances import Chances
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


class Hand(NamedTuple):
    """Dice of one kind as they lie, in order: those that may be rolled again, and those that a feat has set."""

    free: Faces
    stuck: Faces = ()

    def with_(self, faces: Faces) -> Hand:
        """The same with these dice more."""
        return Hand(tuple(sorted((*self.free, *faces))), self.stuck)


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

    @property
    def rolled_later(self) -> int:
        """How many dice a feat still rolls."""
        return self.added.count(0)

    def shrunk(self, hand: Hand, again: int = 0) -> Hand:
        """Dice that are read as these are, with more dice too and if so many are rolled again."""
        return Hand(_shrunk(hand.free, 1 + self.discards + again, self.kata), hand.stuck)

    def reading(self, hand: Hand, rolled: Faces) -> tuple[int, int]:
        """What dice come to with those that feats add, of which some have rolled this."""
        faces, added = [*hand.free, *hand.stuck], [*filter(None, self.added), *rolled]
        if self.early:
            faces += added
        gone = sorted(faces, reverse=True)[: self.discards]
        for face in gone:
            faces.remove(face)
        if not self.early:
            faces += added
        kept = scoring(faces, self.kata)
        result = base_result(faces, self.supports, self.kata)
        if kept or (faces and self.always):
            result += self.flat
        return result, len(kept) + (len(scoring(gone, self.kata)) if self.ties_keep else 0) + self.gone


def dice_of(mine: Fighter, enemy: Fighter, kind: DiceKind, late: bool, options: Mapping[str, Any]) -> Dice:
    """What turns this fighter's dice of a kind into a result now. Re-rolls are not counted.

    `late`: it is without the initiative, and so the first to discard and to add.
    """
    added = [e.x or 0 for e in given(mine.model, "add_die") if e.of == kind]
    # What a feat has set already is in the dice that lie.
    fixed = [e.x or FACES for e in given(mine.model, "fix_die") if e.of == kind and not mine.fixed]
    return Dice(
        supports=mine.powers.supports(kind),
        kata=mine.powers.has("ones_count"),
        flat=added_up(flat_of(mine, enemy, kind)),
        always=not options["flat_mods_need_scoring_die"],
        discards=sum(max(0, p.x) for p in enemy.powers.all("discard_enemy") if p.what == kind),
        ties_keep=bool(options["tie_counts_discarded"]),
        fixed=tuple(fixed),
        added=tuple(added),
        early=late and bool(added),
    )


def hand_of(faces: Sequence[int], fixes: Faces, stuck: Collection[int] = (), gone: Collection[int] = ()) -> Hand:
    """These dice once feats have set the lowest to each of `fixes`: some places are set already, others taken away."""
    dice, fixed = list(faces), set(stuck)
    for face in fixes if dice else ():
        fixed.add(set_lowest(dice, face))
    free = sorted(face for place, face in enumerate(dice) if place not in fixed and place not in gone)
    return Hand(tuple(free), tuple(sorted(dice[place] for place in fixed)))


def hands(count: int, dice: Dice, again: int = 0) -> Chances[Hand]:
    """All that so many dice can show, of those that are read alike one, even if so many are rolled again."""
    # Of dice of which the lowest are set all are told apart.
    shown = falls(count, count if dice.fixed else 1 + dice.discards + again, dice.kata)
    return shown.map(partial(hand_of, fixes=dice.fixed) if dice.fixed else Hand)


@lru_cache(maxsize=1024)
def falls(count: int, told: int, kata: bool = False) -> Chances[Faces]:
    """All that so many dice can show, in order, of which so many of the highest are told apart."""
    if not count:
        return Chances.certain(())
    found: dict[Faces, int] = {}
    for faces, ways in falls(count - 1, told, kata):
        for face in range(1, FACES + 1):
            hand = _shrunk(tuple(sorted((*faces, face))), told, kata)
            found[hand] = found.get(hand, 0) + ways
    return Chances(found, FACES**count)


def _shrunk(faces: Faces, told: int, kata: bool) -> Faces:
    """Dice with so many of the highest ones, and which of the others score."""
    low = len(faces) - told
    if low <= 0:
        return faces
    ones = low if kata else bisect(faces, 1, 0, low)
    return (1,) * ones + (2,) * (low - ones) + faces[low:]


def read(shown: Chances[Hand], dice: Dice) -> Readings:
    """What dice that show this come to, with those that feats add."""
    more = dice.rolled_later
    return shown.with_(falls(more, more), dice.reading)


@lru_cache(maxsize=1024)
def scored(count: int, dice: Dice) -> Readings:
    """The chances of (result, dice that count for a tie) of so many dice."""
    return read(hands(count, dice), dice)
