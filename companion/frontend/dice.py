"""Dice as players type them, together with those that are kept from before an undo."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.engine.dice import BLANK, Dice, Face, Faces, short_word, typed_words
from companion.engine.errors import InvalidInput
from companion.engine.requests import Roll
from companion.engine.state.table import AnyTable

OR_MORE: Final = "or more"
"""The unit of a number that dice are to reach."""
OR_LESS: Final = "or less"
"""The unit of a number that dice are not to pass."""

_IN_TITLE: Final = re.compile(r"\b(\d{1,2})(?:\+| or more\b)")


def named_groups(dice: Sequence[Dice], table: AnyTable) -> list[Dice]:
    """The groups of a roll with the names that players know instead of the ids in theirs."""
    return [replace(group, name=table.worded(group.name, group.die.name)) for group in dice]


def alphabet(groups: Sequence[Dice]) -> set[str]:
    """The characters that can be in a field for these dice; of a symbol only those that are enough to type it."""
    chars = set("0123456789 ,;/")
    for group in groups:
        for face in group.die.legal:
            if isinstance(face, str):
                short = short_word(face, group.die)
                chars |= set(short.lower()) | set(short.upper()) | ({"-"} if face == BLANK else set())
    return chars


def number_to_reach(request: Roll) -> int | None:
    """The one number that every die of a roll is read against, from it on up; None if there is none, or several.

    Numbers of the roll that say so come first; else the one that its title names: `4+`, `12 or more`; else the one that
    its groups of dice need.
    """
    found = {int(tally) for tally in request.tally if tally.unit == OR_MORE}
    found = found or {int(number) for number in _IN_TITLE.findall(request.title)}
    if not found:
        found = {int(number) for dice in request.dice if dice.count for number in _IN_TITLE.findall(dice.needs)}
    return found.pop() if len(found) == 1 else None


def good_faces(request: Roll, group: Dice) -> frozenset[Face]:
    """The faces of a group that do it, as far as the request says; empty if it says nothing."""
    if group.good:
        return group.good
    numbers = [face for face in group.die.legal if isinstance(face, int)]
    number = number_to_reach(request)
    if number is not None:
        return frozenset(face for face in numbers if face >= number)
    most = {int(tally) for tally in request.tally if tally.unit == OR_LESS}
    return frozenset(face for face in numbers if face <= max(most)) if len(most) == 1 else frozenset()


def read_words(group: Dice, words: Sequence[str]) -> list[tuple[str, bool]]:
    """Each typed die as its face, and whether the die has such a face and is among those asked for."""
    shown: list[tuple[str, bool]] = []
    for place, word in enumerate(words):
        try:
            shown.append((str(group.die.read(word)), place < group.count))
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
    missing = [Dice(g.name, g.die, g.count - len(k)) for g, k in zip(groups, kept, strict=True)]
    if "/" in text or sum(len(w) for w in typed_words(text, missing)) > sum(g.count for g in missing):
        return text
    words = [[*(str(face) for face in k), *w] for k, w in zip(kept, typed_words(text, missing), strict=True)]
    return " / ".join(" ".join(w) for w, g in zip(words, groups, strict=True) if g.count)
