"""M7 and M8: all attacks of one unit on one target, from Melee Checks to the hits that are not stopped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.procedure import procedure
from companion.engine.state.changes import Line, Tally
from companion.rules.speedies import engagement
from companion.rules.speedies.catalog import two_handed
from companion.rules.speedies.melee.hits import Hit, hits_of, stopped
from companion.rules.speedies.melee.report import Report
from companion.rules.speedies.melee.wounds import finish_stunned, wound
from companion.rules.speedies.skills import of, remind
from companion.rules.speedies.stat_checks import dice_words, groups_of, kept, lean_of, numbers, staggered
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit, Weapon


def attacker_lean(game: Game, attacker: SpeediesUnit, target: SpeediesUnit) -> Tally:
    """M7: Advantage or Disadvantage on the Melee Checks against this target."""
    for_, against = [], staggered(attacker)
    if target.status == "dazed":
        for_.append(f"{target.name} is dazed")
    if attacker.melee_advantage > 0:
        for_.append("by the situation")
    if attacker.melee_advantage < 0:
        against.append("by the situation")
    if not attacker.weapons and not attacker.natural_weapons:
        against.append("unarmed")
    for_ += [name for when, name in of(attacker).advantage if _favours(game.table, when, name, attacker, target)]
    return lean_of(game, f"melee_lean[{attacker.id}]", f"{attacker.name}'s Advantage", for_, against)


def _favours(table: SpeediesTable, when: str, skill: str, attacker: SpeediesUnit, target: SpeediesUnit) -> bool:
    if when == "engaged":
        return attacker.engaged_this_turn
    if when == "first_turn":
        return attacker.engaged_this_turn or any(f.engaged_this_turn for f in engagement.foes(table, attacker))
    return any(
        u is not attacker and not table.enemies(u, attacker) and skill in u.skills
        for u in engagement.foes(table, target)
    )


def melee_needs(game: Game, attacker: SpeediesUnit, weapon: Weapon) -> Tally:
    """M7: the die that a Melee Check with this weapon needs: Mel less what the weapon adds."""
    lines = [Line("Mel", attacker.melee, "Melee Check")]
    if weapon.melee:
        lines.append(Line(weapon.name, -weapon.melee, "Melee Check"))
    return game.tally(
        f"melee_needs[{attacker.id},{weapon.name}]",
        lines,
        name=f"{attacker.name} needs with {weapon.name}",
        unit="or more",
    )


def defence_needs(game: Game, target: SpeediesUnit, lines: Sequence[Line], weapon: Weapon) -> Tally:
    """M8: the die that a Defence Check needs: Def (21 where there is none) less armour, plus Pierce."""
    own = (
        Line("Def", target.defence, "Defence Check")
        if target.defence is not None
        else Line("no Def of its own", 21, "Defence Check")
    )
    reasons = [own]
    if target.defence_bonus:
        reasons.append(Line("armour and shield", -target.defence_bonus, "Defence Check"))
    return game.tally(
        f"defence_needs[{target.id},{weapon.name}]",
        [*reasons, *lines],
        name=f"{target.name} needs against {weapon.name}",
        unit="or more",
    )


def pierce_lines(attacker: SpeediesUnit, weapon: Weapon) -> list[Line]:
    """Pierce in melee: the unit's and the weapon's."""
    lines = [
        Line("Pierce", attacker.pierce, "Defence Check"),
        Line(f"{weapon.name} pierces", weapon.pierce, "Defence Check"),
    ]
    return [line for line in lines if line.value]


@procedure("Volley")
async def volley(
    game: Game, attacker: SpeediesUnit, target: SpeediesUnit, weapons: Sequence[Weapon], carry: Sequence[Tally] = ()
) -> dict[str, Any]:
    """All attacks of one unit on one target, one weapon each, in declared order. Returns the report (M7 to M11).

    `carry` is shown with the checks: what is left of the attack order.
    """
    mode = target.status if target.helpless else "normal"
    report = Report(attacker.id, target.id, len(weapons), mode)
    if mode == "stunned":
        await finish_stunned(game, attacker, target, report)
    else:
        hits = await roll_hits(game, attacker, target, weapons, report, carry)
        missed = await defend(game, attacker, target, hits, carry) if hits else []
        report.unsaved = len(missed)
        await wound(game, attacker, target, missed, report)
    report.result = target.status
    game.note(report.sentence(attacker, target), volley=report.data())
    return report.data()


async def roll_hits(
    game: Game,
    attacker: SpeediesUnit,
    target: SpeediesUnit,
    weapons: Sequence[Weapon],
    report: Report,
    carry: Sequence[Tally],
) -> list[Hit]:
    """M7: the Melee Checks, one an attack in declared order. A natural 20 counts as two hits."""
    game.at("M7")
    remind(game, attacker)
    lean = attacker_lean(game, attacker, target)
    needs = {w: melee_needs(game, attacker, w) for w in dict.fromkeys(weapons)}
    auto_fail: int = game.options["auto_fail_max"]
    rolled = await game.roll(
        "melee_check",
        by=attacker.side,
        tally=[*carry, *needs.values(), lean],
        title=f"{attacker.name} strikes {target.name}: {dice_words(len(weapons), needs.values(), lean, auto_fail)}",
        dice=groups_of((w.name for w in weapons), lean),
    )
    dice = kept(numbers(rolled), lean)
    hits = hits_of(dice, weapons, [needs[w] for w in weapons], auto_fail)
    report.hits = len(hits)
    report.crits = dice.count(20)
    return hits


async def defend(
    game: Game, attacker: SpeediesUnit, target: SpeediesUnit, hits: Sequence[Hit], carry: Sequence[Tally]
) -> list[Hit]:
    """M8: the Defence Checks, one a hit in order. Returns the hits that were not stopped."""
    if target.defence is None and target.defence_bonus == 0:
        game.skip("M8", f"{target.name} has no Defence")
        return list(hits)
    game.at("M8")
    from_ = of(attacker).no_defence_from
    rolled_for = [h for h in hits if h.die < from_]
    for_ = ["by the situation"] if target.defence_advantage > 0 else []
    against = staggered(target) + (["by the situation"] if target.defence_advantage < 0 else [])
    if of(attacker).hinders_defence and any(two_handed(h.weapon) for h in rolled_for):
        against.append(of(attacker).hinders_defence)
    needs = {
        w: defence_needs(game, target, pierce_lines(attacker, w), w)
        for w in dict.fromkeys(h.weapon for h in rolled_for)
    }
    held = await roll_defence(game, attacker, target, rolled_for, needs, for_, against, carry) if rolled_for else []
    results = iter(held)
    return [h for h in hits if h.die >= from_ or not next(results)]


async def roll_defence(
    game: Game,
    attacker: SpeediesUnit,
    target: SpeediesUnit,
    hits: Sequence[Hit],
    needs: dict[Weapon, Tally],
    for_: Sequence[str],
    against: Sequence[str],
    carry: Sequence[Tally] = (),
) -> list[bool]:
    """The dice of M8. Returns for each of these hits whether it is stopped."""
    lean = lean_of(game, f"defence_lean[{target.id}]", f"{target.name}'s Advantage", for_, against)
    auto_fail: int = game.options["auto_fail_max"]
    what = dice_words(len(hits), needs.values(), lean, auto_fail)
    rolled = await game.roll(
        "defence_check",
        by=target.side,
        tally=[*carry, *needs.values(), lean],
        title=f"{target.name} defends against {attacker.name}: {what}",
        dice=groups_of((f"against {h.weapon.name}" for h in hits), lean),
    )
    return stopped(kept(numbers(rolled), lean), [needs[h.weapon] for h in hits], auto_fail)
