"""The request for dice: named groups, typed by the players or rolled by the app."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from copy import copy
from random import Random
from typing import Final

from companion.engine.dice import Dice, Faces
from companion.engine.errors import InvalidInput, RuleFault
from companion.engine.requests.base import UNANSWERED, By, Request, Unanswered
from companion.engine.state.changes import Tally
from companion.engine.wording import count

MOST_DICE: Final = 500
"""More dice than anybody throws at once: past it a number went wrong, and the input that led there is refused."""

_TYPES: Final = frozenset((int, str))
"""What a face may be: True equals 1 and is none."""


class Roll(Request[tuple[Faces, ...]]):
    """Dice to throw, in named groups. `rolled` are the faces by group, once the rules have them.

    `again`: they are rolled again, and showed this until now, group by group; the result shows it beside them.

    Explain with `Context.result` what came of it before anything else is asked.
    `sticky` is what was rolled here before an undo, group by group; `typed` says that players typed it.
    """

    kind = "roll"

    def __init__(
        self,
        name: str,
        *,
        by: By,
        title: str,
        dice: Iterable[Dice],
        again: Sequence[Faces] = (),
        tally: Sequence[Tally] = (),
    ) -> None:
        Request.__init__(self, name, by, title, tally)
        self.dice = tuple(dice)
        self.again = tuple(again)
        if self.again and [len(faces) for faces in self.again] != [group.count for group in self.dice]:
            raise RuleFault(f"{name}: {self.again} is not what these dice showed: {self.dice}")
        for group in self.dice:
            if not 0 <= group.count <= MOST_DICE:
                raise RuleFault(f"{name}: nobody throws {group.count} {group.name}")
        self.sticky = None
        self.typed = False
        self.rolled: tuple[Faces, ...] | None = None

    def __await__(self) -> Generator[Request[object], tuple[Faces, ...], tuple[Faces, ...]]:
        self.rolled = yield self
        return self.rolled

    def check(self, value: object) -> tuple[Faces, ...]:
        if not isinstance(value, (list, tuple)):
            raise InvalidInput("a list of faces is asked for", hint='or "roll" to let the app roll')
        rolled = self.coerce(value)
        for group, faces in zip(self.dice, rolled, strict=True):
            if len(faces) != group.count:
                what = f"{group.name}: " if len(self.dice) > 1 else ""
                given = count(len(faces), "die")
                words = f"{what}{given} given, {group.count} asked for"
                raise InvalidInput(words, hint=self._wanted(), code="dice_count")
        return rolled

    def coerce(self, value: object) -> tuple[Faces, ...]:
        if not isinstance(value, (list, tuple)):
            raise InvalidInput("a list of faces is asked for", hint=self._wanted())
        grouped = sum([isinstance(v, (list, tuple)) for v in value])
        if len(self.dice) == 1 and not grouped:
            value, grouped = [value], 1
        if not len(value) == len(self.dice) == grouped:
            raise InvalidInput(
                f"{len(self.dice)} groups of dice are asked for",
                hint=self._wanted(),
                code="dice_count",
            )
        for group, faces in zip(self.dice, value, strict=True):
            legal = group.die.legal
            for face in faces:
                if type(face) not in _TYPES or face not in legal:
                    raise InvalidInput(
                        f"a {group.die.name} has no face {face!r}",
                        hint="faces: " + " ".join(str(f) for f in legal),
                        code="dice_value",
                    )
        return tuple([tuple(faces) for faces in value])

    def _wanted(self) -> str:
        return ", ".join(f"{group.count} {group.name}" for group in self.dice)

    def forced_answer(self) -> tuple[Faces, ...] | Unanswered:
        for group in self.dice:
            if group.count:
                return UNANSWERED
        return ((),) * len(self.dice)

    def schema(self) -> dict[str, object]:
        sticky = self.sticky or (None,) * len(self.dice)
        return {
            "dice": [
                {
                    "name": g.name,
                    "die": g.die.name,
                    "count": g.count,
                    "faces": list(g.die.legal),
                    "sticky": list(s) if s else None,
                    **({"by": g.by} if g.by else {}),
                    **({"needs": g.needs} if g.needs else {}),
                    **({"reach": g.reach} if g.reach is not None else {}),
                }
                for g, s in zip(self.dice, sticky, strict=True)
            ]
        }

    def random(self, rng: Random) -> object:
        return [[rng.choice(g.die.faces) for _ in range(g.count)] for g in self.dice]

    def offer(
        self, old: Sequence[Sequence[object]] | None, *, typed: bool = False, of: Request[object] | None = None
    ) -> None:
        """Makes earlier dice sticky: by group, as far as they fit. `typed`: players typed them.

        `of` is the request that had them, if it is known: what was typed for a die that this one names too is for that
        die, whatever its place. What the app rolled keeps its place, or another choice would roll it again.
        """
        if old is None:
            return
        if typed and isinstance(of, Roll):
            old = self._in_order(of, old)
        fit = [
            tuple(f for f in had if f in group.die.legal)[: group.count]
            for group, had in zip(self.dice, [*old, *[()] * len(self.dice)], strict=False)
        ]
        self.sticky = tuple(fit) if any(fit) else None
        self.typed = typed and self.sticky is not None

    def _in_order(self, of: Roll, old: Sequence[Sequence[object]]) -> Sequence[Sequence[object]]:
        """The faces of an earlier roll as this one names its groups; as they are where they share no name."""
        names = [group.name for group in of.dice]
        if len(set(names)) < len(names) or len(old) != len(names):
            return old
        by_name = dict(zip(names, old, strict=True))
        if not any(group.name in by_name for group in self.dice):
            return old
        return [by_name.get(group.name, ()) for group in self.dice]

    def roll(self, rng: Random) -> tuple[Faces, ...]:
        """Lets the app roll. Dice that were rolled here before keep their faces: undo is no re-roll."""
        sticky = self.sticky or ((),) * len(self.dice)
        return tuple(
            (*had, *(rng.choice(group.die.faces) for _ in range(group.count - len(had))))
            for group, had in zip(self.dice, sticky, strict=True)
        )

    def part_of(self, side: str) -> Roll:
        mine = self.groups_of(side)
        part = copy(self)
        part.by = side
        part.dice = tuple(self.dice[at] for at in mine)
        part.small_names = ()
        part.asks = f"roll your {count(sum(group.count for group in part.dice), 'die')}"
        part.again = tuple(self.again[at] for at in mine) if self.again else ()
        part.sticky = tuple(self.sticky[at] for at in mine) if self.sticky else None
        return part

    def _identity(self) -> object:
        return [(g.name, g.die.name, g.count) for g in self.dice]
