"""Stat Checks: one d20, equal or over; two dice with Advantage or Disadvantage; what natural dice decide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from companion.engine.dice import D20, Dice, Faces
from companion.engine.state.changes import Line, Tally
from companion.rules.speedies.units import Game, SpeediesUnit

NATURAL = 20
"""The natural die that always passes, and in melee and shooting is a critical."""


def kept(faces: Sequence[int], lean: int) -> list[int]:
    """The die that counts of each check: the only one, or the higher (lean > 0) or lower (lean < 0) of each pair."""
    if lean == 0:
        return list(faces)
    best = max if lean > 0 else min
    return [best(faces[i], faces[i + 1]) for i in range(0, len(faces), 2)]


def passes(die: int, needed: int, auto_fail: int) -> bool:
    """Whether a check passes: natural 20 always, natural dice up to `auto_fail` never, else `needed` or more."""
    return die == NATURAL or (die > auto_fail and die >= needed)


def lean_of(game: Game, key: str, name: str, for_: Sequence[str], against: Sequence[str]) -> Tally:
    """Advantage (1), Disadvantage (-1) or neither (0), with the reasons for and against.

    Both at once cancel, however many there are of each (table ruling).
    """
    lines = []
    if for_:
        lines.append(Line("Advantage: " + ", ".join(for_), 1, "Stat Check"))
    if against:
        lines.append(Line("Disadvantage: " + ", ".join(against), -1, "Stat Check"))
    return game.tally(key, lines, name=name, lo=-1, hi=1)


def dice_words(count: int, needed: Iterable[int], lean: int, auto_fail: int) -> str:
    """What to roll, for a title: how many d20, which of two counts, and the natural die that is enough."""
    enough = "/".join(dict.fromkeys(str(min(NATURAL, max(auto_fail + 1, n))) for n in needed)) + " or more"
    which = "higher" if lean > 0 else "lower"
    if lean == 0:
        return f"{'d20' if count == 1 else f'{count} d20'}, {enough}"
    if count == 1:
        return f"two d20, the {which} counts, {enough}"
    return f"{count} pairs of d20, the {which} of each counts, {enough}"


def groups_of(names: Iterable[str], lean: int) -> list[Dice]:
    """The dice of checks in a row: one group for each run of equal names, pairs where two dice are rolled."""
    each = 2 if lean else 1
    return [Dice(name, D20, each * len(list(run))) for name, run in groupby(names)]


def numbers(rolled: Sequence[Faces]) -> list[int]:
    """All faces in one row, as numbers."""
    return [int(face) for group in rolled for face in group]


def staggered(unit: SpeediesUnit) -> list[str]:
    """The reasons for Disadvantage on every check of this unit."""
    return ["staggered"] if unit.status == "staggered" else []


async def stat_check(game: Game, unit: SpeediesUnit, name: str, needed: Tally, what: str) -> bool:
    """One Stat Check of a unit. `name` is the request's, `what` says in the title what is checked and why."""
    lean = lean_of(game, f"{name}_lean[{unit.id}]", f"{unit.name}'s Advantage", [], staggered(unit))
    auto_fail: int = game.options["auto_fail_max"]
    title = f"{unit.name}: {what}, {dice_words(1, [needed], lean, auto_fail)}"
    rolled = await game.roll(
        name, by=unit.side, title=title, dice=groups_of([f"{unit.name}'s check"], lean), tally=[needed, lean]
    )
    die = kept(numbers(rolled), lean)[0]
    passed = passes(die, needed, auto_fail)
    game.note(
        f"{unit.name} rolls {die} against {int(needed)}: {'passed' if passed else 'failed'} ({what}).",
        unit=unit.id,
        check=name,
        die=die,
        needed=int(needed),
        passed=passed,
    )
    return passed
