"""What became of dice: the faces, what each of them did, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from companion.engine.dice import Face, Faces, face_words
from companion.engine.frozen import frozen
from companion.engine.keys import asked
from companion.engine.reading import Reading
from companion.engine.state.phrases import phrase, stopped

Before = tuple[Face | None, ...]


@frozen
class FaceGroup:
    """Equal dice of one side that were read together.

    `marks` has one word per face: `hit`, `held`, `critical`, `rerolled`, `cancelled`, `ignored`, `kept` or the game's
    own, empty for a face that did nothing. `counts` are the numbers read from the faces (`{"hits": 3, "best": 5}`);
    one that is a `Tally` carries what it is the sum of.
    `before` has one entry per face if dice of the group were rolled again for this result: what the die showed until
    then, or None if it stayed; without such dice it is empty. `reads` is what the game reads of dice that were
    thrown; it is no part of what came of them, and older records have none. `role` is the name without that of whose
    dice they are, empty where it names nobody.
    """

    name: str
    by: str
    die: str
    faces: Faces
    marks: tuple[str, ...]
    counts: Mapping[str, int] = field(default_factory=dict)
    before: Before = ()
    reads: Reading | None = field(default=None, compare=False)
    role: str = ""

    @property
    def lying(self) -> Iterator[tuple[Face, str, Face | None]]:
        """Each die: its face, its mark, and the face before where it was rolled again."""
        return zip(self.faces, self.marks, self.before or (None,) * len(self.faces), strict=True)


def shown_before(places: Sequence[int], was: Mapping[int, Face]) -> Before:
    """What the dice at these places showed, if `was` has those that were rolled again; empty if none of them was."""
    found = tuple(map(was.get, places))
    return found if any(face is not None for face in found) else ()


Groups = tuple[FaceGroup, ...]


@frozen
class Result:
    """What came of a roll. `key` is that of its request, `text` says what follows, a fall or a break first.

    `groups` are the dice, each with what its faces did. `thrown` are those that were rolled for it, if `groups` also
    shows dice that lay already; None if `groups` are the dice that were rolled.
    """

    key: str
    title: str
    groups: Groups
    text: str
    step: str
    facts: Mapping[str, Any]
    thrown: Groups | None = None

    @property
    def roll(self) -> str:
        return asked(self.key)

    @property
    def rolled(self) -> Groups:
        """The dice that were rolled for it, and none that lay already."""
        return self.groups if self.thrown is None else self.thrown


def rerolls(made: Result, worded: Callable[[str, str], str]) -> str:
    """The dice that were rolled again for a result, with their faces before: `red 2→5, 1→1; blue 3→6`.

    `worded` gives the name of a group and its die in players' words, as `Table.worded` does.
    """
    groups = {
        worded(group.name, group.die): [
            f"{face_words(was)}→{face_words(face)}" for face, _, was in group.lying if was is not None
        ]
        for group in made.groups
    }
    return "; ".join(f"{name} {', '.join(turned)}" for name, turned in groups.items() if turned)


def with_rerolls(made: Result, worded: Callable[[str, str], str]) -> str:
    """The text of a result, and what was rolled again in a sentence of its own."""
    again = rerolls(made, worded)
    return phrase(stopped(made.text), f" Rolled again: {again}.") if again else made.text
