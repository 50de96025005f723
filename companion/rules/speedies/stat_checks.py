"""Single checks that play asks for: a Stat Check of a unit, and one on its Agility."""

from __future__ import annotations

from functools import partial

from companion.engine.state.changes import Line, Tally
from companion.engine.wording import possessive
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
)
from companion.rules.speedies.units import Game, SpeediesUnit


async def stat_check(
    game: Game,
    unit: SpeediesUnit,
    name: str,
    needed: Tally,
    what: str,
    *,
    passes_to: str,
    fails_to: str,
    test: str = "",
) -> bool:
    """One Stat Check of a unit; returns whether it passes.

    `name` is the request's, `what` says in the title what is checked and why, and `test` what is passed, in a word or
    two; `passes_to` and `fails_to` are sentences without a full stop about what follows.
    """
    lean = lean_of(game, f"{name}_lean[{unit.id}]", f"{possessive(unit.name)} Advantage", [], staggered(unit))
    auto_fail: int = game.options["auto_fail_max"]
    title = f"{unit.name}: {what}, {dice_words(1, [needed], lean, auto_fail)}"
    dice = groups_of([(f"{possessive(unit.name)} check", least_natural(needed, auto_fail), None)], lean, "die")
    chances = partial(check_odds, unit, needed, lean, auto_fail, test or f"the {what}")
    rolled = await game.roll(name, by=unit.side, title=title, dice=dice, tally=[needed, lean]).with_odds(chances)
    faces = numbers(rolled)
    die = kept(faces, lean)[0]
    passed = passes(die, needed, auto_fail)
    game.result(
        f"{passes_to if passed else fails_to}: {die} against {natural(needed, auto_fail)}.",
        marks=face_marks(dice, faces, lean, ["passed" if passed else "failed"]),
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
    needed = game.tally(f"{name}_needs[{unit.id}]", lines, name=f"{unit.name} needs", unit="or more")
    return await stat_check(game, unit, name, needed, what, passes_to=passes_to, fails_to=fails_to)
