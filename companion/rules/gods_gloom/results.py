"""From faces to results (digest section 9, ATC.30 to ATC.50). Pure functions: play and odds use the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.engine.dice import Face, Faces

Rolled = Mapping[str, Faces]
"""The dice of one fighter as they lie: faces by colour, `red` and `blue`."""

COLOURS = ("red", "blue")
CRITICAL_FACE: Mapping[str, Face] = {"red": 6, "blue": 1}
CRITICAL_COUNT = 2


def successes(faces: Iterable[Face], success_on: int) -> int:
    """How many of these dice succeed: hits on red, blocks on blue."""
    return sum([int(face) >= success_on for face in faces])


def criticals(rolled: Rolled) -> tuple[str, ...]:
    """The colours that earn one extra die: two or more 6s on red, two or more 1s on blue."""
    return tuple(c for c in COLOURS if rolled[c].count(CRITICAL_FACE[c]) >= CRITICAL_COUNT)


def inflicted(hits: int, blocks: int) -> int:
    """Wounds that get through: hits less the blocks of the other side, never below 0 (ATC.50)."""
    return max(0, hits - blocks)


def winner(attacker_inflicted: int, defender_inflicted: int) -> str:
    """The role that wins a melee both survived: more wounds inflicted; equal is the Defender's (MEL.50)."""
    return "attacker" if attacker_inflicted > defender_inflicted else "defender"


def in_words(rolled: Rolled) -> str:
    """`red 3 5 2, blue 1`, for the log."""
    return ", ".join([f"{c} {' '.join(map(str, rolled[c]))}" for c in COLOURS if rolled[c]]) or "no dice"
