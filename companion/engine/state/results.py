"""What became of dice: the faces, what each of them did, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
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


class Result:
    """What came of a roll. `key` is that of its request, `text` says what follows, a fall or a break first.

    The groups may be a function that makes them: called once, when somebody looks, so what it reads must never change.
    """

    __slots__ = ("_groups", "facts", "key", "step", "text", "title")
    __hash__ = None  # type: ignore[assignment]  # its facts are a mapping

    def __init__(
        self,
        key: str,
        title: str,
        groups: tuple[FaceGroup, ...] | Callable[[], tuple[FaceGroup, ...]],
        text: str,
        step: str,
        facts: Mapping[str, Any],
    ) -> None:
        self.key = key
        self.title = title
        self._groups = groups
        self.text = text
        self.step = step
        self.facts = facts

    @property
    def groups(self) -> tuple[FaceGroup, ...]:
        """The dice, each group with what its faces did."""
        if callable(self._groups):
            self._groups = self._groups()
        return self._groups

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        mine, theirs = ((r.key, r.title, r.text, r.step, r.facts, r.groups) for r in (self, other))
        return mine == theirs

    def __repr__(self) -> str:
        return f"Result(key={self.key!r}, title={self.title!r}, text={self.text!r}, groups={self.groups!r})"
