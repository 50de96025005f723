"""The d20s that play asks for: one by itself, and Stat Checks thrown together, with what each came to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from companion.engine.dice import Dice, Faces
from companion.engine.odds import Odds
from companion.engine.state.changes import Line, Tally
from companion.engine.state.phrases import dice_said, joined, phrase
from companion.engine.wording import does, listed, possessive
from companion.rules.speedies.odds.checks import check_odds
from companion.rules.speedies.stat_check_dice import (
    dice_words,
    face_marks,
    groups_of,
    kept,
    lean_of,
    least_natural,
    natural,
    numbers,
    passes,
    staggered,
    worth_of,
)
from companion.rules.speedies.units import Game, SpeediesUnit


async def roll_d20(
    game: Game,
    name: str,
    by: str,
    title: str,
    die: Dice,
    odds: Callable[[], Odds | None],
    again: Sequence[Faces] = (),
) -> int:
    """Rolls one d20, `die`, as the request `name`; `again` is what it showed if it is rolled once more."""
    rolled = await game.roll(name, by=by, title=title, dice=[die], again=again).with_odds(odds)
    return int(rolled[0][0])


class Checks(NamedTuple):
    """Stat Checks that were thrown together: of each the natural die that counts, and whether it passes."""

    naturals: list[int]
    passed: list[bool]
    words: str
    """The dice against what they needed: `14 and 3 against 12+`."""
    dice: Sequence[Dice]
    faces: Sequence[int]
    lean: int

    def marks(self, words: Sequence[str]) -> list[list[str]]:
        """One word a face by group, given one a check."""
        return face_marks(self.dice, self.faces, self.lean, words)


async def roll_checks(
    game: Game,
    name: str,
    unit: SpeediesUnit,
    title: str,
    checks: Sequence[tuple[str, Tally]],
    lean: Tally,
    odds: Callable[[], Odds | None],
    *,
    noun: str,
    critical: int = 1,
    carry: Sequence[Tally] = (),
) -> Checks:
    """Throws the Stat Checks of a unit as the request `name`: what stands on the dice of each, and what it needs.

    `noun` is what those that pass are counted as, a natural 20 `critical` times; without it the number itself is read.
    `carry` is shown with them.
    """
    auto_fail: int = game.options["auto_fail_max"]
    needed = [needs for _, needs in checks]
    worths = [worth_of(int(needs), auto_fail, critical) if noun else None for needs in needed]
    least = [least_natural(needs, auto_fail) for needs in needed]
    labels = [label for label, _ in checks]
    dice = groups_of(zip(labels, least, worths, strict=True), lean, noun or "die")
    rolled = await game.roll(
        name,
        by=unit.side,
        title=phrase(title, dice_said(dice_words(len(checks), needed, lean, auto_fail))),
        dice=dice,
        tally=[*carry, *_once(needed), lean],
    ).with_odds(odds)
    faces = numbers(rolled)
    naturals = kept(faces, lean)
    passed = [passes(die, needs, auto_fail) for die, needs in zip(naturals, needed, strict=True)]
    enough = " and ".join(dict.fromkeys(natural(needs, auto_fail) for needs in needed))
    return Checks(naturals, passed, f"{listed(map(str, naturals))} against {enough}", dice, faces, int(lean))


def _once(needed: Sequence[Tally]) -> list[Tally]:
    """Each number once, however many dice have to reach it."""
    return [needs for place, needs in enumerate(needed) if all(needs is not other for other in needed[:place])]


def needs(game: Game, unit: SpeediesUnit, key: str, lines: Sequence[Line]) -> Tally:
    """The number that a check of a unit has to reach, with its reasons."""
    return game.tally(key, lines, name=does(unit.name, "needs"), unit="or more")


def own_lean_of(game: Game, unit: SpeediesUnit, key: str) -> Tally:
    """Disadvantage of a check that nothing but the unit's own state touches."""
    return lean_of(game, f"{key}_lean[{unit.id}]", f"{possessive(unit.name)} Advantage", [], staggered(unit))


async def stat_check(
    game: Game,
    unit: SpeediesUnit,
    name: str,
    lines: Sequence[Line],
    what: str,
    *,
    passes_to: str,
    fails_to: str,
    test: str = "",
    key: str = "",
) -> bool:
    """One Stat Check of a unit; returns whether it passes.

    `name` is the request's, `lines` the number it needs, with the tally `key`. `what` says in the title what is checked
    and why, and `test` what is passed, in a word or two; `passes_to` and `fails_to` are sentences without a full stop
    about what follows.
    """
    needed = needs(game, unit, key or f"{name}_needs[{unit.id}]", lines)
    lean = own_lean_of(game, unit, name)
    odds = partial(check_odds, unit, {None: needed}, lean, game.options["auto_fail_max"], test or f"the {what}")
    label = f"{possessive(unit.name)} check"
    found = await roll_checks(game, name, unit, f"{unit.name}: {what}, ", [(label, needed)], lean, odds, noun="")
    (die,), (passed,) = found.naturals, found.passed
    game.result(
        phrase(joined(": ", (passes_to if passed else fails_to, found.words)), "."),
        marks=found.marks(["passed" if passed else "failed"]),
        unit=unit.id,
        check=name,
        die=die,
        needed=int(needed),
        passed=passed,
    )
    return passed


async def agility_check(game: Game, unit: SpeediesUnit, name: str, what: str, *, passes_to: str, fails_to: str) -> bool:
    """An Agility Check of a unit; returns whether it passes."""
    lines = [Line("Agility", unit.agility, "Stat Check")]
    return await stat_check(game, unit, name, lines, what, passes_to=passes_to, fails_to=fails_to)
