"""What became of dice: the faces, what each of them did, and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine.dice import Faces
from companion.engine.frozen import frozen


@frozen
class FaceGroup:
    """Equal dice of one side that were read together.

    `marks` has one word a face: `hit`, `held`, `critical`, `rerolled`, `cancelled`, `ignored`, `kept` or the game's
    own, empty for a face that did nothing. `counts` are the numbers read from the faces (`{"hits": 3, "best": 5}`).
    """

    name: str
    by: str
    die: str
    faces: Faces
    marks: tuple[str, ...]
    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Result:
    """What came of a roll. `key` is that of its request, `text` says what follows, a fall or a break first.

    `thrown` are the dice that were rolled for it, where `groups` also shows dice that lay already; None where `groups`
    are the dice that were rolled.
    """

    key: str
    title: str
    groups: tuple[FaceGroup, ...]
    text: str
    step: str
    facts: Mapping[str, Any]
    thrown: tuple[FaceGroup, ...] | None = None

    @property
    def rolled(self) -> tuple[FaceGroup, ...]:
        """The dice that were rolled for it, and none that lay already."""
        return self.groups if self.thrown is None else self.thrown
