"""What dice of one kind come to: the chances of their result and of how many of them score (steps 7b and 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

from companion.engine.dice import D6
from companion.odds.chances import Chances, one_die, thrown
from companion.rules.bushido.ki.feats import given
from companion.rules.bushido.melee.fighters import Fighter
from companion.rules.bushido.melee.results import base_result, scoring
from companion.rules.bushido.melee.scores import flat_of
from companion.rules.bushido.vocabulary import DiceKind

FACES = len(D6.faces)
Scored = tuple[int, int]
"""A result, and how many dice count for a tie."""


class Dice(NamedTuple):
    """Dice of one kind of one fighter, and all that turns their faces into a result.

    `flat` counts with a scoring die, `always` is whether it counts without one; `discards` are the highest dice that
    the enemy takes away, `ties_keep` whether those still count for ties; `fixed` is what the lowest die is set
    to, once for each; `added` are dice that a feat adds after the roll, 0 for one that is rolled; `early`: they lie
    there before the enemy takes any away.
    """

    supports: int
    kata: bool
    flat: int
    always: bool
    discards: int = 0
    ties_keep: bool = False
    fixed: tuple[int, ...] = ()
    added: tuple[int, ...] = ()
    early: bool = False

    @property
    def plain(self) -> bool:
        """Whether nothing happens to the dice once they are rolled."""
        return not (self.discards or self.fixed or self.added or self.always)


def dice_of(mine: Fighter, enemy: Fighter, kind: DiceKind, late: bool, options: Mapping[str, Any]) -> Dice:
    """What turns this fighter's dice of a kind into a result now. Re-rolls are not counted.

    `late`: it is without the initiative, and so the first to discard and to add.
    """
    added = [e.x or 0 for e in given(mine.model, "add_die") if e.of == kind]
    fixed = [e.x or FACES for e in given(mine.model, "fix_die") if e.of == kind]
    return Dice(
        supports=mine.supports(kind),
        kata=mine.powers.has("ones_count"),
        flat=sum(line.value for line in flat_of(mine, enemy, kind)),
        always=not options["flat_mods_need_scoring_die"],
        discards=sum(max(0, p.x) for p in enemy.powers.all("discard_enemy") if p.what == kind),
        ties_keep=bool(options["tie_counts_discarded"]),
        fixed=tuple(fixed),
        added=tuple(added),
        early=late,
    )


class Block(NamedTuple):
    """The rolls in which so many dice count for a tie: the results they come to, as ways of `factor` each.

    Two blocks of one `key` have the same results, whatever their factors: what is worked out for one holds for both.
    """

    key: tuple[object, ...]
    ties: int
    factor: int
    results: Mapping[int, int]


@lru_cache(maxsize=1024)
def blocks(count: int, dice: Dice) -> tuple[Block, ...]:
    """Everything that so many dice can come to, of FACES to the power of `rolled(count, dice)` rolls."""
    if not dice.plain:
        by_ties: dict[int, dict[int, int]] = {}
        for (result, ties), ways in _counted(count, dice).items():
            by_ties.setdefault(ties, {})[result] = ways
        return tuple(Block((dice, count, ties), ties, 1, results) for ties, results in by_ties.items())
    blank = 0 if dice.kata else 1
    found = []
    for kept in range(count + 1):
        factor = comb(count, kept) * blank ** (count - kept)
        if factor:
            found.append(Block((dice, kept), kept, factor, _highest(kept, dice)))
    return tuple(found)


def lying(faces: Sequence[int], again: int, dice: Dice, gone: int = 0) -> Rolls:
    """Dice that lie: these stay, `again` more are rolled anew, and then what is still to come happens to them.

    `gone` dice that were taken away before count for a tie.
    """
    later = sum(not face for face in dice.added)
    printed = [face for face in dice.added if face]
    by_ties: dict[int, dict[int, int]] = {}
    for first, ways in thrown(again, one_die(D6, int)):
        shown = [*faces, *(face for face, n in first for _ in range(n))]
        for second, more in thrown(later, one_die(D6, int)):
            added = [*printed, *(face for face, n in second for _ in range(n))]
            result, ties = _score(shown, added, dice)
            ties += gone
            into = by_ties.setdefault(ties, {})
            into[result] = into.get(result, 0) + ways * more
    of = (dice, tuple(sorted(faces)), again, gone)
    found = [Block((of, ties), ties, 1, results) for ties, results in by_ties.items()]
    return Rolls(tuple(found), FACES ** (again + later))


def rolls(count: int, dice: Dice) -> Rolls:
    """So many dice that are still to be rolled."""
    return Rolls(blocks(count, dice), FACES ** rolled(count, dice))


class Rolls(NamedTuple):
    """The dice of one kind of one fighter: their blocks, of `total` ways in all."""

    blocks: tuple[Block, ...]
    total: int


def rolled(count: int, dice: Dice) -> int:
    """How many dice are rolled in all, those that a feat adds included."""
    return count + sum(not face for face in dice.added)


def scored(count: int, dice: Dice) -> Chances[Scored]:
    """The chances of (result, dice that count for a tie) of so many dice."""
    found: dict[Scored, int] = {}
    for block in blocks(count, dice):
        for result, ways in block.results.items():
            found[result, block.ties] = ways * block.factor
    return Chances(found, FACES ** rolled(count, dice))


@lru_cache(maxsize=1024)
def _highest(kept: int, dice: Dice) -> dict[int, int]:
    """The results of so many scoring dice, by the highest of them."""
    if not kept:
        return {0: 1}
    lowest = 1 if dice.kata else 2
    found: dict[int, int] = {}
    for high in range(lowest, FACES + 1):
        width = high - lowest + 1
        result = base_result([high] * kept, dice.supports, dice.kata) + dice.flat
        found[result] = found.get(result, 0) + width**kept - (width - 1) ** kept
    return found


def _counted(count: int, dice: Dice) -> dict[Scored, int]:
    """By all faces that can lie, first those rolled, then those added: for what the highest die alone does not tell."""
    later = sum(not face for face in dice.added)
    printed = [face for face in dice.added if face]
    found: dict[Scored, int] = {}
    for first, ways in thrown(count, one_die(D6, int)):
        lying = fixed([face for face, n in first for _ in range(n)], dice)
        for second, more in thrown(later, one_die(D6, int)):
            added = [*printed, *(face for face, n in second for _ in range(n))]
            key = _score(lying, added, dice)
            found[key] = found.get(key, 0) + ways * more
    return found


def fixed(faces: Sequence[int], dice: Dice) -> list[int]:
    """These faces with the lowest as feats set it."""
    found = list(faces)
    for face in dice.fixed if found else ():
        found[found.index(min(found))] = face
    return found


def _score(lying: list[int], added: list[int], dice: Dice) -> Scored:
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
    return result, len(kept) + (len(scoring(gone, dice.kata)) if dice.ties_keep else 0)
