"""Stat Checks: one d20, equal or over; two dice with Advantage or Disadvantage; what natural dice decide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter

from companion.engine.dice import D20, Dice, Face, Faces
from companion.engine.reading import Reading
from companion.engine.state.changes import Line, Tally
from companion.rules.speedies.units import Game, SpeediesUnit

Worth = Mapping[Face, int]
"""What natural dice count for a check; those that are missing 0."""

NATURAL = 20
"""The natural die that always passes, and in melee and shooting is a critical."""


def kept(faces: Sequence[int], lean: int) -> list[int]:
    """The die that counts of each check: the only one, or the higher (lean > 0) or lower (lean < 0) of each pair."""
    if lean == 0:
        return list(faces)
    best = max if lean > 0 else min
    return [best(faces[i], faces[i + 1]) for i in range(0, len(faces), 2)]


def passes(die: int, needed: int, auto_fail: int) -> bool:
    """Whether a check passes: natural 20 always, natural dice up to `auto_fail` never, else `needed` or more."""
    return die == NATURAL or (die > auto_fail and die >= needed)


def least_natural(needed: int, auto_fail: int) -> int:
    """The natural die that is enough for a check, from it on up."""
    return min(NATURAL, max(auto_fail + 1, needed))


@cache
def natural(needed: int, auto_fail: int) -> str:
    """The natural die that is enough for a check, as players write it: 14+."""
    return f"{least_natural(needed, auto_fail)}+"


def lean_of(game: Game, key: str, name: str, for_: Sequence[str], against: Sequence[str]) -> Tally:
    """Advantage (1), Disadvantage (-1) or neither (0), with the reasons for and against.

    Both at once cancel, however many there are of each (table ruling).
    """
    return game.tally(
        key, lean_lines(for_, against), name=name, lo=-1, hi=1, low_rule="Stat Check", high_rule="Stat Check"
    )


def lean_lines(for_: Sequence[str], against: Sequence[str]) -> list[Line]:
    """The lines that `lean_of` adds up."""
    lines = []
    if for_:
        lines.append(Line(", ".join(for_), 1, "Stat Check"))
    if against:
        lines.append(Line(", ".join(against), -1, "Stat Check"))
    return lines


def dice_words(count: int, needed: Iterable[int], lean: int, auto_fail: int) -> str:
    """What to roll, for a title: how many d20, which of two counts, and the natural die that is enough."""
    numbers = "/".join(dict.fromkeys(str(least_natural(n, auto_fail)) for n in needed)) + " or more"
    which = "higher" if lean > 0 else "lower"
    if lean == 0:
        return f"{'d20' if count == 1 else f'{count} d20'}, {numbers}"
    if count == 1:
        return f"two d20, the {which} counts, {numbers}"
    return f"{count} pairs of d20, the {which} of each counts, {numbers}"


def groups_of(checks: Iterable[tuple[str, int, Worth | None]], lean: int, noun: str = "") -> list[Dice]:
    """The dice of checks in a row: one group for each run of equal names, pairs where two dice are rolled.

    A check has a name, the natural die that is enough, and what each natural die counts for it: `noun` says what;
    None where its number is read.
    """
    each = 2 if lean else 1
    found = []
    for name, run in groupby(checks, key=itemgetter(0)):
        numbers, worths = zip(*((number, worth) for _, number, worth in run), strict=True)
        reads = Reading(noun, worths[0], lean, each) if all(worth == worths[0] for worth in worths) else None
        reach = numbers[0] if len(set(numbers)) == 1 else None
        found.append(Dice(name, D20, each * len(worths), reads=reads, reach=reach))
    return found


@cache
def worth_of(needed: int, auto_fail: int, critical: int = 1) -> Worth:
    """What each natural die counts for a check that it passes: 1, a natural 20 `critical`."""
    return {die: critical if die == NATURAL else 1 for die in range(1, NATURAL + 1) if passes(die, needed, auto_fail)}


def numbers(rolled: Sequence[Faces]) -> list[int]:
    """All faces in one row, as numbers."""
    return [int(face) for group in rolled for face in group]


def staggered(unit: SpeediesUnit) -> list[str]:
    """The reasons for Disadvantage on every check of this unit."""
    return ["staggered"] if unit.status == "staggered" else []


def face_marks(dice: Sequence[Dice], faces: Sequence[int], lean: int, words: Sequence[str]) -> list[list[str]]:
    """One word a face for each group of checks in a row; `words` has one a check, empty if it did nothing.

    Of two dice for one check the one that does not count is `ignored`.
    """
    marks: list[str] = []
    for check, word in enumerate(words):
        if lean == 0:
            marks.append(word)
            continue
        pair = faces[2 * check : 2 * check + 2]
        counts = pair.index(kept(pair, lean)[0])
        marks += [word or "kept" if place == counts else "ignored" for place in (0, 1)]
    row = iter(marks)
    return [[next(row) for _ in range(group.count)] for group in dice]
