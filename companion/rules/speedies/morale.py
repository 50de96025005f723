"""Morale Checks, the Leader who lends its Morale, and Fear at the moment of contact."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.requests import Option
from companion.engine.state.changes import Line
from companion.engine.wording import does, question
from companion.rules.speedies.injuries import set_status
from companion.rules.speedies.skills import has_flag, of, resulting_status
from companion.rules.speedies.stat_checks import stat_check
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit


async def morale_check(
    game: Game, unit: SpeediesUnit, name: str, what: str, *, passes_to: str, fails_to: str, test: str = ""
) -> bool:
    """A Morale Check, as `stat_check`.

    A friend whose skill lends Morale may lend its better one; the owner says whether it is near enough.
    """
    lender = best_lender(game.table, unit)
    lines = [Line("Morale", unit.morale, "Stat Check")]
    if lender is not None:
        skill, inches = of(lender).lends_morale_by, of(lender).lends_morale
        near = await game.choose(
            "leader",
            by=unit.side,
            title=f'{question(lender.name, "is")} ({skill}) within {inches}" of {unit.name}?',
            options=[Option("near", f"yes: use Morale {lender.morale}+"), Option("none", f"no: use {unit.morale}+")],
        )
        if near == "near":
            lines.append(Line(f"{skill} {lender.name}", lender.morale - unit.morale, skill))
    return await stat_check(game, unit, name, lines, what, passes_to=passes_to, fails_to=fails_to, test=test)


def best_lender(table: SpeediesTable, unit: SpeediesUnit) -> SpeediesUnit | None:
    """The friend with the best Morale that may lend it, if that is better than the unit's own."""
    lenders = [
        u
        for u in table.units.values()
        if u is not unit and u.standing and not table.enemies(u, unit) and of(u).lends_morale
    ]
    best = min(lenders, key=lambda u: u.morale, default=None)
    return best if best is not None and best.morale < unit.morale else None


def testers(one: SpeediesUnit, met: Sequence[SpeediesUnit]) -> list[SpeediesUnit]:
    """Who must pass a Morale Check: each unit that meets a fear-causing enemy and causes none itself.

    The engager comes first (table ruling).
    """
    frightening = any(has_flag(u, "causes_fear") for u in met)
    if has_flag(one, "causes_fear"):
        return [u for u in met if not has_flag(u, "causes_fear")]
    return [one] if frightening else []


def is_tested(unit: SpeediesUnit) -> bool:
    """Whether Fear can do anything to a unit: not to one that is staggered or worse already, or never is."""
    return unit.status == "ok" and resulting_status(unit, "staggered") == "staggered"


async def fear_checks(game: Game, one: SpeediesUnit, met: Sequence[SpeediesUnit]) -> list[str]:
    """E5: tests everyone who must; failing staggers until the end of the turn. Returns who was staggered."""
    shaken = []
    for unit in testers(one, met):
        if not is_tested(unit):
            game.note(
                f"{unit.name} need not test Fear: it is {unit.status}"
                + (" and is never staggered." if unit.status == "ok" else "."),
                unit=unit.id,
            )
            continue
        if not await morale_check(
            game,
            unit,
            "fear",
            "Morale Check against Fear",
            test="Fear",
            passes_to=f"{does(unit.name, 'stands')} firm",
            fails_to=f"{does(unit.name, 'fails against Fear and is')} staggered until the end of the turn",
        ):
            set_status(game, unit, "staggered", "failed its check against Fear")
            shaken.append(unit.id)
    return shaken
