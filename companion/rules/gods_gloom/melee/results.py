"""From faces to results (ATC.30 to ATC.50 and MEL.50). Pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.engine.dice import D6, Dice, Face, Faces
from companion.engine.reading import counting
from companion.rules.gods_gloom.catalog import DICE
from companion.rules.gods_gloom.records import COLOURS, Role

Rolled = Mapping[str, Faces]
"""The dice of one fighter as they lie: faces by colour, `red` and `blue`."""

NO_DICE: Rolled = {"red": (), "blue": ()}


# The same dice are read for the result of the roll, the hits, the rerolls and the result of the test.
@lru_cache(maxsize=4096)
def successes(faces: Faces, success_on: int) -> int:
    """How many of these dice succeed: hits on red, blocks on blue."""
    return sum([int(face) >= success_on for face in faces])


@lru_cache(maxsize=16)
def good_faces(success_on: int) -> frozenset[Face]:
    """The faces of a die that succeed."""
    return frozenset(face for face in D6.legal if successes((face,), success_on))


def dice_of(colour: str, number: int, success_on: int) -> Dice:
    """So many dice of a colour to be rolled: hits are read of red ones, blocks of blue ones."""
    good = good_faces(success_on)
    return Dice(colour, D6, number, good=good, reads=counting(good, "hits" if colour == "red" else "blocks"))


def is_critical(colour: str, faces: Faces) -> bool:
    """Whether these dice of a colour earn one extra die: enough of them show its critical face."""
    rule = DICE[colour]
    return faces.count(rule.critical_face) >= rule.critical_count


@lru_cache(maxsize=4096)
def marks_of(colour: str, faces: Faces, success_on: int, *, criticals: bool) -> tuple[str, ...]:
    """What each die does: `hit`, `held` (a block), nothing, or `critical` if there are any and these dice earn one."""
    critical_face = DICE[colour].critical_face if criticals and is_critical(colour, faces) else None
    success = "hit" if colour == "red" else "held"
    return tuple(
        ["critical" if face == critical_face else success if int(face) >= success_on else "" for face in faces]
    )


def inflicted(hits: int, blocks: int) -> int:
    """Wounds that get through: hits less the blocks of the other side, never below 0 (ATC.50)."""
    return max(0, hits - blocks)


def winner(attacker_inflicted: int, defender_inflicted: int) -> Role:
    """The role that wins a melee both survived: more wounds inflicted; equal is the Defender's (MEL.50)."""
    return "attacker" if attacker_inflicted > defender_inflicted else "defender"


def without(rolled: Rolled, colour: str, place: int) -> Rolled:
    """These dice but for one."""
    faces = rolled[colour]
    return {**rolled, colour: (*faces[:place], *faces[place + 1 :])}


def in_words(rolled: Rolled) -> str:
    """`red 3 5 2, blue 1`, for the log."""
    return ", ".join([f"{c} {' '.join(map(str, rolled[c]))}" for c in COLOURS if rolled[c]]) or "no dice"


def critical_words(colour: str) -> str:
    """`two 6s`: the dice of a colour that are a critical."""
    dice = DICE[colour]
    number = {1: "one", 2: "two", 3: "three"}.get(dice.critical_count, str(dice.critical_count))
    return f"{number} {dice.critical_face}" + ("s" if dice.critical_count > 1 else "")
