"""Re-rolled dice: the face that each die showed before, found by comparing a result with the one before it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from companion.engine.dice import Face
from companion.engine.state.changes import Recorded
from companion.engine.state.results import FaceGroup, Result

_SAYS: Final = re.compile(r"\bre-?roll", re.IGNORECASE)

Before = tuple[Face | None, ...]
"""One entry a die: the face before, None where it lay as it lies."""


def faces_before(events: Sequence[Recorded], made: Result) -> list[Before]:
    """What the dice of each group of a result showed before they were rolled again, one entry a group.

    A result is of a re-roll where it shows more dice than were rolled for it, or says so; a group is compared with the
    same group of the result before it. A die that shows its old face again counts as one that was not rolled.
    """
    same: list[Before] = [(None,) * len(group.faces) for group in made.groups]
    results = [event for event in takewhile(lambda event: event is not made, events) if isinstance(event, Result)]
    if not results or not _is_reroll(made):
        return same
    old = {_which(group): group.faces for group in results[-1].groups}
    return [
        _changed(old.get(_which(group), group.faces), group, made.rolled, untouched)
        for group, untouched in zip(made.groups, same, strict=True)
    ]


def _is_reroll(made: Result) -> bool:
    rolled, shown = (sum(len(group.faces) for group in groups) for groups in (made.rolled, made.groups))
    return 0 < rolled < shown or bool(rolled and _SAYS.search(f"{made.title} {made.text}"))


def _which(group: FaceGroup) -> tuple[str, str, str, int]:
    return group.name, group.by, group.die, len(group.faces)


def _changed(old: Sequence[Face], group: FaceGroup, rolled: Sequence[FaceGroup], untouched: Before) -> Before:
    found = tuple(before if before != now else None for before, now in zip(old, group.faces, strict=True))
    most = sum(len(one.faces) for one in rolled if one.die == group.die)
    return found if sum(face is not None for face in found) <= most else untouched
