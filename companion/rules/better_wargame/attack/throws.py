"""Dice Conventions: batches of d6 against N+, with extra dice if nothing is certain and nothing impossible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.engine.dice import D6, Dice, Face
from companion.engine.errors import RuleFault
from companion.engine.odds import Odds
from companion.engine.procedure import procedure
from companion.engine.state.phrases import phrase, step_said
from companion.engine.thrown import Results, Thrown
from companion.engine.wording import count
from companion.rules.better_wargame.attack.rows import Cast, Row
from companion.rules.better_wargame.units import Game

_STAGES = {"to_hit": step_said("roll to hit"), "to_wound": step_said("roll to wound"), "save": "roll saves"}
_AGAIN = {True: "roll the ones again: only a second 1 fails", False: "roll the sixes again: only a second 6 succeeds"}
_SUCCESS = {"to_hit": "hit", "to_wound": "wound", "save": "held"}
_COUNTED = {"to_hit": "hits", "to_wound": "wounds", "save": "held"}


class Batch(NamedTuple):
    """Dice to be thrown against one number: `name` stands on them, `side` throws them. `whose` says who throws them at
    whom, `alone` the same in a throw of their own; `pair` are these two by id.

    `models` are the models of the target that the dice are for, one a die; none if they hit the whole unit. `failed` is
    what becomes of one whose die fails.
    """

    name: str
    side: str
    dice: int
    target: int
    whose: str = ""
    alone: str = ""
    models: Sequence[int] = ()
    pair: tuple[str, ...] = ()
    failed: str = ""

    def words(self, stage: str = "") -> str:
        """`A on B 4+, models 1 2`; in a throw of its own at a stage `A against B: roll to wound, 4+, for model 1`."""
        what = f"{self.alone}: {_STAGES[stage]}," if stage else self.whose
        models = f", {'for ' if stage else ''}{numbered(self.models)}" if self.models else ""
        return f"{what} {target_words(self.target)}{models}"

    def to_throw(self, *, among: bool) -> Dice:
        """These dice; `among` others, what they need stands beside them."""
        needs = need_words(self.target) if among else ""
        if needs and self.models:
            needs += f", {numbered(self.models, runs=True)}"
        good, again = good_faces(self.target), faces_again(self.target)
        return Dice(
            self.name,
            D6,
            self.dice,
            self.side,
            good,
            needs,
            reach=within(self.target),
            again=again,
            models=tuple(self.models),
            pair=self.pair,
            failed=self.failed,
        )


NO_DICE = Batch("", "", 0, 0)


ThrowOdds = Callable[[], Odds | None]
"""The odds of a throw, by the dice of the rows thrown so far."""

Tell = Callable[[Sequence[Row], Sequence[Results], bool], str]
"""What came of rows, in words: the rows of one throw, their results, and whether no row of the stage is left."""


def within(target: int) -> int:
    """A target number as dice are read against it: whatever is below 1 is 1, above 7 it is 7."""
    return min(max(target, 1), 7)


def need(target: int) -> str:
    """A target number as players write it: `4+`."""
    return f"{within(target)}+"


def target_words(target: int) -> str:
    """A target number with what is special about it: `4+`, `1+ (a 1 is rolled again)`."""
    if target <= 1:
        return "1+ (a 1 is rolled again)"
    return "7+ (a 6 is rolled again)" if target >= 7 else f"{target}+"


def need_words(target: int) -> str:
    """A target number beside dice, in few words: `4+`, `7+, sixes again`."""
    return "1+, ones again" if target <= 1 else "7+, sixes again" if target >= 7 else f"{target}+"


def numbered(models: Sequence[int], *, runs: bool = False) -> str:
    """`models 1 2 3 6`, `all for model 1`; as `runs` three or more in a row are `models 1-3`."""
    first, last = models[0], models[-1]
    if len(models) > 1 and len(set(models)) == 1:
        return f"all for model {first}"
    if runs and len(models) > 2 and list(models) == list(range(first, last + 1)):
        return f"models {first}-{last}"
    return ("model " if len(models) == 1 else "models ") + " ".join(map(str, models))


@lru_cache(maxsize=32)
def good_faces(target: int) -> frozenset[Face]:
    """The faces that succeed, and at 7+ the sixes that may."""
    return frozenset(range(max(2, min(target, 6)), 7))


def rolled_again(target: int, face: int) -> bool:
    """Whether a die with this face is thrown again: a one against 1+ or better, a six against 7+ or worse."""
    return face == 1 if target <= 1 else face == 6 and target >= 7


@lru_cache(maxsize=32)
def faces_again(target: int) -> frozenset[Face]:
    """The faces whose dice are thrown once more: at 1+ only a second 1 fails; at 7+ only a second 6 succeeds."""
    return frozenset(face for face in D6.legal if rolled_again(target, int(face)))


def successes(target: int, faces: Sequence[int], extra: Sequence[int]) -> Results:
    """Which dice succeed, in order; `extra` are the second throws of those that `rolled_again` names."""
    dice = Dice("", D6, len(faces), good=good_faces(target), again=faces_again(target))
    return Thrown((dice,), (tuple(faces),), (tuple(extra),)).successes[0]


@procedure("Throw")
async def throw(
    game: Game, stage: str, label: str, batch: Batch, row: Row, tell: Tell, last: bool, odds: ThrowOdds
) -> Results:
    """Throws one batch and then its extra dice; `label` tells this throw from others of its stage."""
    (results,) = await _throw(
        game, stage, batch.words(stage), [batch], [row], lambda made: tell([row], made, last), odds
    )
    return results


@procedure("Throw together")
async def throw_together(
    game: Game, stage: str, batches: Sequence[Batch], rows: Sequence[Row], tell: Tell, odds: ThrowOdds
) -> list[Results]:
    """Throws the batches of both sides together, then their extra dice together."""
    title = _STAGES[stage] if len(batches) > 1 else phrase(_STAGES[stage], f": {batches[0].words()}")
    return await _throw(game, stage, title, batches, rows, lambda made: tell(rows, made, True), odds)


async def _throw(
    game: Game,
    stage: str,
    title: str,
    batches: Sequence[Batch],
    rows: Sequence[Row],
    tell: Callable[[Sequence[Results]], str],
    odds: ThrowOdds,
) -> list[Results]:
    sides = tuple(dict.fromkeys(batch.side for batch in batches))
    by = sides[0] if len(sides) == 1 else sides
    dice = [b.to_throw(among=len(batches) > 1) for b in batches]
    for row, batch in zip(rows, batches, strict=True):
        row.cast = Cast((None,) * batch.dice, batch.target)
    thrown = await game.throw(stage, by=by, title=title, dice=dice, odds=odds)
    dealt = stage != "to_hit"
    if dealt and any(len(lie) != batch.dice for lie, batch in zip(thrown.results, batches, strict=True)):
        # Players may rule so. Once dice are thrown again, nobody could say for whom one is missing.
        raise RuleFault(f"{stage}: each hit that was dealt to a model has one die")
    extra = sum(map(len, thrown.again))
    if extra:
        game.result(f"{count(extra, 'die')} to roll again", mark=_SUCCESS[stage])
        for row, batch, lie in zip(rows, batches, thrown.results, strict=True):
            row.cast = Cast(lie, batch.target, again=True)
        title = _title_again(batches, thrown)
        thrown = await game.throw_again(thrown, f"{stage}.extra", by=by, title=title, odds=odds)
    made = thrown.successes
    for row, batch, results in zip(rows, batches, made, strict=True):
        row.cast = Cast(results, batch.target)
    game.result(tell(made), mark=_SUCCESS[stage], counts=thrown.counts(_COUNTED[stage]))
    return made


def _title_again(batches: Sequence[Batch], thrown: Thrown) -> str:
    """What the dice are that are thrown once more, and whose, where that is not on them."""
    extra = [batch for batch, faces in zip(batches, thrown.again, strict=True) if faces]
    title = "; ".join(dict.fromkeys(_AGAIN[batch.target <= 1] for batch in extra))
    if not len(extra) == 1 < len(batches):
        return title
    return f"{extra[0].whose}: {title}"


async def throw_all(
    game: Game, stage: str, rows: Sequence[Row], batch: Callable[[Row], Batch], tell: Tell, odds: ThrowOdds
) -> list[Results]:
    """The batches of all rows in order, in one throw or a throw each by the option `throw`.

    `stage` is to_hit, to_wound or save. Returns the results of each row; none for an empty batch, which nobody is
    asked for. `batch` is called just before its throw, so that its numbers stand beside its prompt.
    """
    for row in rows:
        row.cast = None
    if game.options["throw"] == "stage":
        batches = [batch(row) for row in rows]
        thrown = [(row, made) for row, made in zip(rows, batches, strict=True) if made.dice]
        if not thrown:
            return [()] * len(rows)
        together = [row for row, _ in thrown]
        made_of = iter(await throw_together(game, stage, [made for _, made in thrown], together, tell, odds))
        return [next(made_of) if made.dice else () for made in batches]
    found: list[Results] = []
    for row in rows:
        made = batch(row)
        last = row is rows[-1]
        found.append(await throw(game, stage, row.label, made, row, tell, last, odds) if made.dice else ())
    return found
