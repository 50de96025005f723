"""The Engage phase: one unit's attempt, from naming the target to Fear."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.dice import D20, Dice
from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Line, Tally
from companion.engine.state.phrases import phrase, step_said
from companion.engine.wording import does, possessive, question
from companion.rules.speedies import engagement
from companion.rules.speedies.catalog import OUT_OF_SIGHT, REACH, row
from companion.rules.speedies.morale import fear_checks
from companion.rules.speedies.odds.checks import band_odds
from companion.rules.speedies.odds.choices import fear_odds
from companion.rules.speedies.stat_checks import roll_d20
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit

STEPS = (
    Step("E1", "Name the target and the route"),
    Step("E2", "Reach"),
    Step("E3", "Interception"),
    Step("E4", "Contact"),
    Step("E5", "Fear"),
    Step("E6", "Out of reach"),
)


DIFFICULT = 4
"""What difficult ground takes off a reach or a move, in half inches."""


def why_not(table: SpeediesTable, unit: SpeediesUnit) -> str | None:
    """Why a unit may not try to Engage now."""
    if unit.attempted_engage:
        return "has tried already"
    if unit.helpless:
        return unit.status
    if engagement.touches_standing(table, unit):
        return "touches a standing enemy"
    return None if table.foes(unit) else "no enemy is on the table"


def half_inches(count: int) -> str:
    """A distance in half inches as players measure it: 15 is 7½\"."""
    return f'{count // 2}{"½" if count % 2 else ""}"'


def walk(unit: SpeediesUnit) -> int:
    """Move in whole inches as it is now: halved and rounded up while staggered."""
    return (unit.move + 1) // 2 if unit.status == "staggered" else unit.move


def walk_line(unit: SpeediesUnit, rule: str) -> Line:
    """The reason of what it walks."""
    return Line("half its Move, staggered" if unit.status == "staggered" else "Move", walk(unit), rule)


def halves_of_reach(unit: SpeediesUnit, halves: int, difficult: bool) -> int:
    """How far an attempt reaches, in half inches: `halves` of the Move, less 2 inches over difficult ground."""
    return max(0, halves * walk(unit) - (DIFFICULT if difficult else 0))


def reach_of(game: Game, unit: SpeediesUnit, halves: int, difficult: bool) -> tuple[Tally, int]:
    """The reach of an attempt with its reasons in whole inches, and the same in half inches."""
    lines = [walk_line(unit, "Engage phase")]
    if halves != 2:
        more = halves * walk(unit) // 2 - walk(unit)
        lines.append(Line("half as far again" if halves == 3 else "only half as far", more, "Engage phase"))
    if difficult:
        lines.append(Line("difficult ground", -DIFFICULT // 2, "Engage phase"))
    reach = halves_of_reach(unit, halves, difficult)
    return measured(game, f"reach[{unit.id}]", f"{possessive(unit.name)} reach", lines, reach, "Engage phase")


def measured(game: Game, key: str, name: str, lines: list[Line], halves: int, low_rule: str) -> tuple[Tally, int]:
    """A distance with its reasons in whole inches, and the same in half inches, which a ruling has none of."""
    unit = "inches and a half" if halves % 2 else "inches"
    made = game.tally(key, lines, name=f"{name} in whole inches", lo=0, low_rule=low_rule, unit=unit)
    return made, halves if int(made) == halves // 2 else 2 * int(made)


@procedure("Engage", STEPS)
async def engage(game: Game, unit: str) -> dict[str, Any]:
    """One attempt of a unit to reach an enemy. Good or bad, it rules out Move and Ranged for this turn."""
    table = game.table
    one = table.unit(unit)
    game.at("E1")
    title = f"whom {question(one.name, 'does')} Engage? Name the route too, before measuring"
    foes = table.foes(one)
    options = [Option(u.id, _label(u)) for u in foes]
    chances = partial(fear_odds, table, one, foes)
    request = game.choose("engage_target", by=one.side, title=title, options=options)
    target = table.unit(await request.with_odds(chances))
    outcome = {"unit": one.id, "target": target.id, "reached": False, "intercepted": False}
    game.fight({"engager": [one], "target": [target]})
    game.change(one, "attempted_engage", True, "tries to Engage")
    game.at("E2")
    halves = await sight(game, one, target)
    reached, difficult, far = await measure(game, one, target, halves)
    game.disconnect_all(one.id, "moves off")
    if not reached:
        await fall_short(game, one, target, halves, far, difficult)
        return {**outcome, "contacts": [], "staggered": []}
    met = await intercept(game, one, target)
    touched = await contact(game, one, met)
    game.fight({"engager": [one], "met": touched})
    game.at("E5")
    shaken = await fear_checks(game, one, touched)
    outcome |= {"reached": True, "intercepted": met is not target}
    return {**outcome, "contacts": [u.id for u in touched], "staggered": shaken}


def _label(unit: SpeediesUnit) -> str:
    return unit.name if unit.status == "ok" else f"{unit.name} ({unit.status})"


async def sight(game: Game, one: SpeediesUnit, target: SpeediesUnit) -> int:
    """E2: the reach in halves of Move. Out of sight a d20 says how far it gets."""
    if await game.yes_no("sees", by="table", default=True, title=f"{question(one.name, 'does')} see {target.name}?"):
        return 3
    title = f"{one.name} cannot see {target.name}: roll a d20 for how far it gets"
    die = Dice("out of sight", D20, 1)
    odds = partial(band_odds, one, "reach", "out of sight", OUT_OF_SIGHT)
    face = await roll_d20(game, "out_of_sight", one.side, title, die, odds)
    halves = row(OUT_OF_SIGHT, face).halves
    game.result(f"{does(one.name, 'gets')} {REACH[halves]}: {face} out of sight.", die=face, halves=halves)
    return halves


async def measure(game: Game, one: SpeediesUnit, target: SpeediesUnit, halves: int) -> tuple[bool, bool | None, int]:
    """E2: whether the target is in reach, whether difficult ground was in the way (None if nobody said), and how far
    the unit reaches in half inches."""
    difficult: bool | None = None
    if game.options["ask_difficult"]:
        difficult = await game.yes_no(
            "difficult", by="table", title=f"does {does(one.name, 'cross')} difficult ground?"
        )
    reach, far = reach_of(game, one, halves, bool(difficult))
    rough = max(0, far - DIFFICULT)
    game.show(one, "reach", "reach", half_inches(far))
    reached = await game.yes_no(
        "reached",
        by="table",
        default=True,
        tally=[reach],
        title=f"measure: {question(target.name, 'is')} within {half_inches(far)} of {one.name}"
        + (f", {half_inches(rough)} over difficult ground?" if difficult is None else "?"),
    )
    return reached, difficult, far


async def fall_short(
    game: Game, one: SpeediesUnit, target: SpeediesUnit, halves: int, reach: int, difficult: bool | None
) -> None:
    """E6: out of reach it moves its Move toward the target, half after a bad roll; difficult ground takes 2 inches.

    Never farther than its `reach`, which is that distance itself after no better roll.
    """
    game.at("E6")
    far = reach if halves <= 2 else min(reach, halves_of_reach(one, 2, bool(difficult)))
    rough = half_inches(max(0, far - DIFFICULT))
    game.note(
        f"Out of reach: move {one.name} {half_inches(far)} toward {target.name}"
        + (f", {rough} over difficult ground" if difficult is None else ""),
        unit=one.id,
    )


async def intercept(game: Game, one: SpeediesUnit, target: SpeediesUnit) -> SpeediesUnit:
    """E3: the opponent may step into the route. Returns the enemy that is met."""
    table = game.table
    game.at("E3")
    able = [u for u in table.foes(one) if u is not target]
    if not able:
        return target
    sides = tuple(dict.fromkeys(u.side for u in able))
    answer = await game.choose(
        "intercept",
        by=sides if len(sides) > 1 else sides[0],
        title=f'does a unit reach {possessive(one.name)} route with a straight 2" move and intercept?',
        options=[Option("pass", "no"), *(Option(u.id, _label(u), _why_no_interception(table, u)) for u in able)],
    ).with_odds_ahead()
    if answer == "pass":
        return target
    met = table.units[answer]
    game.disconnect_all(met.id, "moves to intercept")
    game.note(f"{does(met.name, 'intercepts')} {one.name} on its way to {target.name}.", unit=met.id, engager=one.id)
    game.fight({"engager": [one], "interceptor": [met]})
    if game.options["interceptor_strikes_first"]:
        game.change(met, "engaged_this_turn", True, "intercepted (table ruling)")
    return met


def _why_no_interception(table: SpeediesTable, unit: SpeediesUnit) -> str | None:
    if unit.helpless:
        return unit.status
    return "touches a standing enemy" if engagement.touches_standing(table, unit) else None


async def contact(game: Game, one: SpeediesUnit, met: SpeediesUnit) -> list[SpeediesUnit]:
    """E4: the unit is in contact, strikes first this turn, and may touch other enemies too. Returns all it touches."""
    table = game.table
    game.at("E4")
    others = [u for u in table.foes(one) if u is not met]
    more: tuple[str, ...] = ()
    where = phrase(one.name, step_said(" in contact"), f" with {met.name}")
    if others:
        more = await game.pick(
            "contacts",
            by="table",
            title=phrase("put ", where, ". Which other enemies does it touch now?"),
            options=[Option(u.id, u.name) for u in others],
        )
    else:
        game.note(f"Put {where}", unit=one.id)
    game.connect(one.id, met.id, "Engaged")
    game.change(one, "engaged_this_turn", True, f"Engaged {met.name}")
    for of in more:
        game.connect(one.id, of, "Engaged")
    return [met, *(u for u in others if u.id in more)]
