"""Dice Conventions: batches of d6 against N+, with extra dice where nothing is certain and nothing impossible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar, cast

from companion.engine.dice import D6, Dice
from companion.engine.procedure import procedure
from companion.rules.better_wargame.units import Game

T = TypeVar("T")
Faces = tuple[int, ...]
Results = tuple[bool, ...]
_STAGES = {"to_hit": "Roll to hit", "to_wound": "Roll to wound", "save": "Roll saves"}
_AGAIN = {True: "Roll the ones again: only a second 1 fails", False: "Roll the sixes again: only a second 6 succeeds"}


class Batch(NamedTuple):
    """Dice to be thrown against one number: `label` names them, `side` throws them, `words` are the prompt."""

    label: str
    side: str
    dice: int
    target: int
    words: str


def extra_dice(target: int, faces: Sequence[int]) -> int:
    """How many dice of a batch are thrown again: ones against 1+ or better, sixes against 7+ or worse."""
    if target <= 1:
        return sum(face == 1 for face in faces)
    return sum(face == 6 for face in faces) if target >= 7 else 0


def successes(target: int, faces: Sequence[int], extra: Sequence[int]) -> Results:
    """Which dice of a batch succeed, in order; `extra` holds the second throws in order, as many as `extra_dice` says.

    At 1+ only a second 1 fails; at 7+ only a second 6 succeeds.
    """
    if 2 <= target <= 6:
        return tuple([face >= target for face in faces])
    again = iter(extra)
    if target <= 1:
        return tuple(face != 1 or next(again) != 1 for face in faces)
    return tuple(face == 6 and next(again) == 6 for face in faces)


def target_words(target: int) -> str:
    """A target number with what is special about it: `4+`, `1+ (a 1 is rolled again)`."""
    if target <= 1:
        return "1+ (a 1 is rolled again)"
    return "7+ (a 6 is rolled again)" if target >= 7 else f"{target}+"


@procedure("Throw")
async def throw(game: Game, stage: str, label: str, batch: Batch) -> Results:
    """Throws one batch and then its extra dice; `label` tells this throw from others of its stage."""
    rolled = await game.roll(stage, by=batch.side, title=batch.words, dice=(Dice(label, D6, batch.dice),))
    first = cast(Faces, rolled[0])
    count = extra_dice(batch.target, first)
    if not count:
        return successes(batch.target, first, ())
    again = await game.roll(
        f"{stage}.extra", by=batch.side, title=_AGAIN[batch.target <= 1], dice=(Dice(label, D6, count),)
    )
    return successes(batch.target, first, cast(Faces, again[0]))


@procedure("Throw together")
async def throw_together(game: Game, stage: str, batches: Sequence[Batch]) -> list[Results]:
    """Throws the batches of both sides together, then their extra dice together."""
    by = tuple(dict.fromkeys(b.side for b in batches))
    rolled = await game.roll(
        stage, by=by, title=f"{_STAGES[stage]}: all rows at once", dice=[Dice(b.label, D6, b.dice) for b in batches]
    )
    first = cast(Sequence[Faces], rolled)
    counts = [extra_dice(b.target, faces) for b, faces in zip(batches, first, strict=True)]
    again: Sequence[Faces] = [()] * len(batches)
    if any(counts):
        kinds = dict.fromkeys(_AGAIN[b.target <= 1] for b, n in zip(batches, counts, strict=True) if n)
        rolled = await game.roll(
            f"{stage}.extra",
            by=by,
            title="; ".join(kinds),
            dice=[Dice(b.label, D6, n) for b, n in zip(batches, counts, strict=True)],
        )
        again = cast(Sequence[Faces], rolled)
    return [successes(b.target, one, two) for b, one, two in zip(batches, first, again, strict=True)]


async def throw_all(game: Game, stage: str, items: Sequence[T], batch: Callable[[T], Batch]) -> list[Results]:
    """All batches of a stage in order: a throw each, or one throw in all by the option `throw`.

    `stage` is to_hit, to_wound or save. Returns the results of each item; none for an empty batch, which nobody is
    asked for. `batch` is called just before its throw, so that its numbers stand beside its prompt.
    """
    if game.options["throw"] == "stage":
        batches = [batch(item) for item in items]
        full = [b for b in batches if b.dice]
        results = iter(await throw_together(game, stage, full) if full else [])
        return [next(results) if b.dice else () for b in batches]
    thrown: list[Results] = []
    for item in items:
        made = batch(item)
        thrown.append(await throw(game, stage, made.label, made) if made.dice else ())
    return thrown
