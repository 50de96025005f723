"""Dice as players type them, together with those that are kept from before an undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.engine.dice import BLANK, Dice, Faces, face_words, short_word, told_by_success, typed_words
from companion.engine.errors import InvalidInput
from companion.engine.state.table import AnyTable
from companion.engine.wording import count


def named_groups(dice: Sequence[Dice], table: AnyTable) -> list[Dice]:
    """The groups of a roll with the names that players know instead of the ids in theirs."""
    return [replace(group, name=table.worded(group.name, group.die.name)) for group in dice]


def alphabet(groups: Sequence[Dice]) -> set[str]:
    """The characters that can be in a field for these dice; of a symbol only those that are enough to type it."""
    chars = set("0123456789 ,;/×*")
    for group in groups:
        if any(isinstance(face, int) for face in group.die.legal):
            chars |= set("xX")
        if told_by_success(group):
            chars.add("+")
        for face in group.die.legal:
            if isinstance(face, str):
                short = short_word(face, group.die)
                chars |= set(short.lower()) | set(short.upper()) | ({"-"} if face == BLANK else set())
    return chars


def by_count(group: Dice) -> str:
    """How dice are typed by count, with an example: `3x5: three fives`, `3h: 3 hits`, `9+: 9 that do it`."""
    die = group.die
    if told_by_success(group):
        return "3x5: three fives; 9+: nine do it, all others not"
    face = die.legal[0]
    return "3x5: three fives" if 5 in die.legal else f"3{short_word(str(face), die)}: {count(3, face_words(face))}"


def read_words(group: Dice, words: Sequence[str]) -> list[tuple[str, bool]]:
    """Each typed die as its face, and whether the die has such a face and is among those asked for."""
    shown: list[tuple[str, bool]] = []
    for place, word in enumerate(words):
        try:
            shown.append((face_words(group.die.read(word)), place < group.count))
        except InvalidInput:
            shown.append((word, False))
    return shown


def typed_again(rolled: Sequence[Faces]) -> str:
    """Faces as they could be typed: `4 5 / 1 6`."""
    return " / ".join(" ".join(str(face) for face in faces) for faces in rolled if faces)


def with_kept(text: str, groups: Sequence[Dice], kept: Sequence[Faces]) -> str:
    """What is typed together with the dice that are kept from before: only the missing ones need typing.

    If more is typed than is missing, all dice are meant to be typed again.
    """
    if not any(kept):
        return text
    missing = [replace(g, count=g.count - len(k)) for g, k in zip(groups, kept, strict=True)]
    if "/" in text or sum(len(w) for w in typed_words(text, missing)) > sum(g.count for g in missing):
        return text
    words = [[*(str(face) for face in k), *w] for k, w in zip(kept, typed_words(text, missing), strict=True)]
    return " / ".join(" ".join(w) for w, g in zip(words, groups, strict=True) if g.count)
