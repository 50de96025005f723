"""Stat Checks: one d20, equal or over; two dice with Advantage or Disadvantage; naturals that decide by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from companion.engine.dice import D20, Dice, Faces
from companion.engine.procedure import Context
from companion.engine.requests import Option
from companion.engine.state.changes import Line, Tally
from companion.rules.speedies.skills import of
from companion.rules.speedies.units import Battle, Fighter

NATURAL = 20
"""The natural die that always passes, and in melee and shooting is a critical."""


def kept(faces: Sequence[int], lean: int) -> list[int]:
    """The die that counts of each check: the only one, or the higher (lean > 0) or lower (lean < 0) of each pair."""
    if lean == 0:
        return list(faces)
    best = max if lean > 0 else min
    return [best(faces[i], faces[i + 1]) for i in range(0, len(faces), 2)]


def passes(die: int, needed: int, auto_fail: int) -> bool:
    """Whether a check holds: a natural 20 always, a natural die up to `auto_fail` never, else die at least `needed`."""
    return die == NATURAL or (die > auto_fail and die >= needed)


def lean_of(game: Context[Battle], key: str, name: str, for_: Sequence[str], against: Sequence[str]) -> Tally:
    """Advantage (+1), Disadvantage (-1) or neither (0). Both at once cancel, however many there are (ruling)."""
    lines = []
    if for_:
        lines.append(Line("Advantage: " + ", ".join(for_), 1))
    if against:
        lines.append(Line("Disadvantage: " + ", ".join(against), -1))
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


def staggered(unit: Fighter) -> list[str]:
    """What speaks against every check of this unit."""
    return ["staggered"] if unit.status == "staggered" else []


async def stat_check(game: Context[Battle], unit: Fighter, name: str, needed: Tally, what: str) -> bool:
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


async def morale_check(game: Context[Battle], unit: Fighter, name: str, what: str) -> bool:
    """A Morale Check. A Leader near enough may lend its better Morale; the owner says whether it is."""
    lender = best_leader(game.table, unit)
    lines = [Line("Morale", unit.morale)]
    if lender is not None:
        inches = of(lender).lends_morale
        near = await game.choose(
            "leader",
            by=unit.side,
            title=f'Is {lender.name} (Leader) within {inches}" of {unit.name}?',
            options=[Option("near", f"yes: use Morale {lender.morale}+"), Option("none", f"no: use {unit.morale}+")],
        )
        if near == "near":
            lines.append(Line(f"led by {lender.name}", lender.morale - unit.morale))
    needed = game.tally(f"{name}_needs[{unit.id}]", lines, name=f"{unit.name} needs", unit="or more")
    return await stat_check(game, unit, name, needed, what)


def best_leader(table: Battle, unit: Fighter) -> Fighter | None:
    """The friend with the best Morale that may lend it, if that is better than the unit's own."""
    leaders = [
        u
        for u in table.units.values()
        if u is not unit and u.standing and not table.enemies(u, unit) and of(u).lends_morale
    ]
    best = min(leaders, key=lambda u: u.morale, default=None)
    return best if best is not None and best.morale < unit.morale else None
