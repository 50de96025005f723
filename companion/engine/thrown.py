"""Dice that succeed or not, some of which the rules may have thrown once more: what each of them came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from companion.engine.dice import Dice, Faces
from companion.engine.frozen import frozen

Results = tuple[bool, ...]


@frozen
class Thrown:
    """What came of a throw, group by group. `second` are the faces of the dice that were thrown once more, in order.

    `results` say whether each die succeeds, None for one that is still to be thrown once more.
    """

    dice: tuple[Dice, ...]
    faces: tuple[Faces, ...]
    second: tuple[Faces, ...] = ()
    results: list[tuple[bool | None, ...]] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "results", self._results())

    @property
    def again(self) -> tuple[Faces, ...]:
        """What those dice showed that the rules have thrown once more, by group."""
        both = zip(self.dice, self.faces, strict=True)
        return tuple([tuple([f for f in faces if f in dice.again]) if dice.again else () for dice, faces in both])

    @property
    def dice_again(self) -> list[Dice]:
        """These dice by group: a title says what they need."""
        return [
            replace(dice, count=len(faces), again=frozenset(), needs="", reach=None)
            for dice, faces in zip(self.dice, self.again, strict=True)
        ]

    def _results(self) -> list[tuple[bool | None, ...]]:
        found: list[tuple[bool | None, ...]] = []
        for place, (dice, faces) in enumerate(zip(self.dice, self.faces, strict=True)):
            again, doing = dice.again, dice.doing
            if not again:
                found.append(tuple(map(doing.__contains__, faces)))
                continue
            second = iter(self.second[place] if self.second else ())
            last = [next(second, None) if face in again else face for face in faces]
            found.append(tuple([None if face is None else face in doing for face in last]))
        return found

    @property
    def successes(self) -> list[Results]:
        return [tuple(map(bool, results)) for results in self.results]

    def counts(self, noun: str) -> Sequence[Mapping[str, int]]:
        """How many succeeded, as `Context.result` takes it: of the groups that were thrown last."""
        last = self.second or self.faces
        return [{noun: made.count(True)} for made, faces in zip(self.results, last, strict=True) if faces]
