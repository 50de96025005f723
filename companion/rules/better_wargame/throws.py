"""The dice conventions: batches of d6 against N+, with extra dice where nothing is certain and nothing impossible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from companion.engine.dice import D6, Dice
from companion.engine.procedure import Game, procedure
from companion.engine.requests import By
from companion.rules.better_wargame.units import Battle

T = TypeVar("T")
Results = tuple[bool, ...]
_STAGES = {"to_hit": "Roll to hit", "to_wound": "Roll to wound", "save": "Roll saves"}
_AGAIN = {True: "Roll the ones again: only a second 1 fails", False: "Roll the sixes again: only a second 6 succeeds"}


@dataclass(frozen=True, slots=True)
class Batch:
    """Dice to be thrown against one number: `label` names them, `side` throws them."""

    label: str
    side: str
    count: int
    target: int
    words: str


def extra_dice(target: int, faces: Sequence[int]) -> int:
    """How many dice of a batch are thrown again: ones against 1+ or better, sixes against 7+ or worse."""
    if target <= 1:
        return sum(face == 1 for face in faces)
    return sum(face == 6 for face in faces) if target >= 7 else 0


def successes(target: int, faces: Sequence[int], extra: Sequence[int]) -> Results:
    """Which dice of a batch succeed, in order; `extra` holds the second throws in order.

    At 1+ only a second 1 fails; at 7+ only a second 6 succeeds.
    """
    if 2 <= target <= 6:
        return tuple([face >= target for face in faces])
    again = iter(extra)
    if target <= 1:
        return tuple(face != 1 or next(again) != 1 for face in faces)
    return tuple(face == 6 and next(again) == 6 for face in faces)


def number(target: int) -> str:
    """A target number in words: `4+`, `1+, a 1 is rolled again`."""
    if target <= 1:
        return "1+ (a 1 is rolled again)"
    return "7+ (a 6 is rolled again)" if target >= 7 else f"{target}+"


@procedure("Throw")
async def throw(game: Game[Battle], stage: str, label: str, batches: Sequence[Batch]) -> list[Results]:
    """Throws batches together, then their extra dice together. `label` tells this throw from others of its stage."""
    by = _thrown_by(batches)
    words = batches[0].words if len(batches) == 1 else f"{_STAGES[stage]}: all rows of both sides at once"
    thrown = await game.roll(stage, by=by, title=words, dice=[Dice(b.label, D6, b.count) for b in batches])
    first = cast(Sequence[tuple[int, ...]], thrown)
    again = [extra_dice(b.target, faces) for b, faces in zip(batches, first, strict=True)]
    second: Sequence[tuple[int, ...]] = [()] * len(batches)
    if any(again):
        kinds = {b.target <= 1: _AGAIN[b.target <= 1] for b, n in zip(batches, again, strict=True) if n}
        rolled = await game.roll(f"{stage}.extra", by=by, title="; ".join(kinds.values()),
                                 dice=[Dice(b.label, D6, n) for b, n in zip(batches, again, strict=True)])
        second = cast(Sequence[tuple[int, ...]], rolled)
    return [successes(b.target, one, two) for b, one, two in zip(batches, first, second, strict=True)]


def _thrown_by(batches: Sequence[Batch]) -> By:
    sides = tuple(dict.fromkeys(b.side for b in batches))
    return sides[0] if len(sides) == 1 else sides


async def throw_all(game: Game[Battle], stage: str, items: Sequence[T], batch: Callable[[T], Batch]) -> list[Results]:
    """All batches of a stage in order: a throw each, or one throw in all where the table plays so.

    Empty batches are passed over. A batch is made just before its throw, so that its numbers stand beside its prompt.
    """
    if game.options["throw"] == "stage":
        batches = [batch(item) for item in items]
        full = [b for b in batches if b.count]
        results = iter(await throw(game, stage, "all", full) if full else [])
        return [next(results) if b.count else () for b in batches]
    thrown: list[Results] = []
    for item in items:
        made = batch(item)
        thrown.append((await throw(game, stage, made.label, [made]))[0] if made.count else ())
    return thrown
