"""One melee combat, M3 to M6: its order, who acts next, and the attacks of that unit: how many, on whom, with what."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from companion.engine.procedure import procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Line, Tally
from companion.engine.state.contacts import enemies_touching
from companion.engine.state.phrases import phrase, tells
from companion.engine.wording import does, possessive
from companion.rules.speedies import engagement
from companion.rules.speedies.conditions import OUT
from companion.rules.speedies.melee.combat_state import NOBODY_LEFT, Combat
from companion.rules.speedies.melee.needs import attack_lines, differ, due_now, weapons_of
from companion.rules.speedies.melee.order import fix_order
from companion.rules.speedies.melee.places import MODES, leading_run, reasons, shown
from companion.rules.speedies.melee.volley import volley
from companion.rules.speedies.odds.choices import Attack, next_target_odds, striker_odds, target_odds, weapon_odds
from companion.rules.speedies.skills import of, remind
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit, Weapon


@procedure("Melee combat")
async def combat(game: Game, first: str, units: Sequence[SpeediesUnit]) -> dict[str, Any]:
    """One combat from its order to the last attack. `first` names it in keys. Returns order, acted and volleys."""
    fight = Combat(units)
    game.fight({"in the combat": [u for u in units if u.alive]})
    fight.order = await fix_order(game, units)
    fixed = [p.unit for p in fight.order]
    order = tells(reasons(game.table, fight.order), shown(game.table, fight.order))
    fight.note(game, phrase(f"Attack order, {MODES[game.options['agility_mode']]}: ", order, "."))
    for _ in fixed:
        game.at("M4")
        fight.strike_out(game)
        fight.pass_over(game)
        if not fight.order:
            break
        fight.declare(game)
        unit = await next_to_act(game, fight)
        fight.order = [p for p in fight.order if p.unit != unit.id]
        fight.acted.append(unit.id)
        fight.note(game, f"{does(unit.name, 'acts')}.", passing=True)
        await act(game, fight, unit)
    return {"order": fixed, "acted": fight.acted, "volleys": fight.volleys}


async def next_to_act(game: Game, fight: Combat) -> SpeediesUnit:
    """M4: the owner of the front run picks who of it acts next; where only one of it can, it does so unasked."""
    table = game.table
    run = [p.unit for p in leading_run(table, fight.order)]
    able = [u for u in run if enemies_touching(table, table.units[u])]
    if len(able) == 1:
        return table.units[able[0]]
    owner = table.units[run[0]].side
    options = [Option(u, table.units[u].name, None if u in able else NOBODY_LEFT) for u in run]
    for place in fight.order[len(run) :]:
        unit = table.units[place.unit]
        if unit.side == owner:
            options.append(Option(unit.id, unit.name, "not in the leading run", "not_in_leading_run"))
        else:
            options.append(Option(unit.id, unit.name, "not your unit", "not_your_unit"))
    chosen: str = await game.choose(
        "activate",
        by=owner,
        title="who of your units in a row strikes next?",
        options=options,
        tally=fight.shown(table),
        code="not_in_leading_run",
    ).with_odds(partial(striker_odds, table, able))
    return table.units[chosen]


async def act(game: Game, fight: Combat, unit: SpeediesUnit) -> None:
    """M5 to M11 for one unit: it declares all its attacks, then they are resolved target by target."""
    game.at("M5")
    remind(game, unit)
    name = f"{possessive(unit.name)} attacks"
    attacks = game.tally(f"attacks[{unit.id}]", attack_lines(unit), name=name, lo=0, low_rule="Attacks", unit="attacks")
    took_out = await strike_all(game, fight, unit, int(attacks))
    skills = of(unit)
    if took_out and skills.attack_after_kill and unit.standing and engagement.targets(game.table, unit):
        game.at("M5")
        game.note(
            f"{does(unit.name, 'has an enemy down and strikes')} once more ({skills.attack_after_kill_by}).",
            unit=unit.id,
            attacks=skills.attack_after_kill,
        )
        await strike_all(game, fight, unit, skills.attack_after_kill)


async def strike_all(game: Game, fight: Combat, unit: SpeediesUnit, attacks: int) -> bool:
    """Declares this many attacks and resolves them; returns whether an enemy was incapacitated.

    Attacks are lost on a target that is gone by then, and by a striker that no longer stands.
    """
    declared = await declare(game, fight, unit, attacks)
    waiting = list(dict.fromkeys(target for target, _ in declared))
    took_out = False
    while waiting:
        game.at("M6")
        target = waiting[0]
        if len(waiting) > 1:
            target = await game.choose(
                "resolve_next",
                by=unit.side,
                title=f"{unit.name}: whom do you strike first of those left?",
                options=[Option(t, game.table.title(t)) for t in waiting],
                tally=fight.shown(game.table),
                code="invalid_target",
            ).with_odds(partial(next_target_odds, game.table, unit, tuple(waiting), declared))
        waiting.remove(target)
        victim = game.table.units[target]
        if not victim.alive or not unit.standing:
            why = f"{does(victim.name, 'is')} gone" if not victim.alive else f"it is {unit.status}"
            game.note(f"{possessive(unit.name)} attacks on {victim.name} are lost: {why}.", unit=unit.id)
            continue
        weapons = [weapon for t, weapon in declared if t == target]
        report = await volley(game, unit, victim, weapons, fight.shown(game.table))
        fight.volleys.append(report)
        took_out = took_out or report["result"] == OUT
        if waiting:
            fight.strike_out(game)
    return took_out


async def declare(game: Game, fight: Combat, unit: SpeediesUnit, attacks: int) -> list[Attack]:
    """M5: a target and a weapon for every attack. Both weapons are used at least once if they differ.

    Targets and weapons are read anew for each attack: players may adjust them while they declare.
    """
    table = game.table
    declared: list[Attack] = []
    for helpless, guards in engagement.shielded(table, unit):
        game.note(
            f"{unit.name} may not strike {helpless.name} ({helpless.status}): "
            f"{does((g.name for g in guards), 'stands')} against it.",
            unit=unit.id,
            shielded=helpless.id,
        )
    for n in range(1, attacks + 1):
        allowed = [u.id for u in engagement.targets(table, unit)]
        kinds = weapons_of(unit)
        if not allowed:
            break
        used = [w for _, w in declared]
        target, weapon = allowed[0], next((kind for kind in kinds if kind not in used), kinds[0])
        label = f"{unit.name}, attack {n} of {attacks}"
        if len(allowed) > 1:
            target = await game.choose(
                "declare",
                by=unit.side,
                title=f"{label}: strike whom?",
                options=_targets(table, fight, unit, allowed),
                tally=[*fight.shown(table), *_declared(table, unit, declared)],
                code="invalid_target",
            ).with_odds(partial(target_odds, table, unit, tuple(declared), attacks - n + 1))
        # One stunned enemy alone goes down without dice, whatever strikes it.
        if differ(kinds) and (len(allowed) > 1 or table.units[target].status != "stunned"):
            chosen = await game.choose(
                "declare_weapon",
                by=unit.side,
                title=f"{label}: with which weapon?",
                options=_weapons(kinds, used, attacks - n + 1),
                tally=[*fight.shown(table), *_declared(table, unit, declared)],
                code="unknown_weapon",
            ).with_odds(partial(weapon_odds, table, unit, table.units[target], tuple(declared), attacks - n + 1))
            weapon = next(w for w in kinds if w.name == chosen)
        declared.append((target, weapon))
    return declared


def _declared(table: SpeediesTable, unit: SpeediesUnit, attacks: Sequence[Attack]) -> list[Tally]:
    """The attacks that are declared already, as a list; nothing is computed from it."""
    lines = tuple(Line(f"{table.title(target)}, {weapon.name}", 1, "Attacks") for target, weapon in attacks)
    name = f"{does(unit.name, 'has')} declared"
    return [Tally.of("declared", name, len(lines), lines, "attacks", ranked=True)] if lines else []


def _targets(table: SpeediesTable, fight: Combat, unit: SpeediesUnit, allowed: Sequence[str]) -> list[Option[str]]:
    """The enemies of the combat: those it may strike, and why it may not strike the others."""
    options = []
    near = [u.id for u in enemies_touching(table, unit)]
    for enemy in fight.units:
        if enemy.alive and table.enemies(unit, enemy):
            why = None if enemy.id in allowed else "a standing enemy touches you" if enemy.id in near else "not touched"
            label = enemy.name + (f" ({enemy.status})" if enemy.status != "ok" else "")
            options.append(Option(enemy.id, label, why, "invalid_target" if why else ""))
    listed = [o.value for o in options]
    return options + [Option(u, table.units[u].name) for u in allowed if u not in listed]


def _weapons(kinds: Sequence[Weapon], used: Sequence[Weapon], left: int) -> list[Option[str]]:
    """The two weapons; one that was used is closed when the attacks left are needed for the other."""
    due = due_now(kinds, used, left)
    return [
        Option(w.name, w.name, "the other weapon must strike too", "weapon_unused")
        if due and w not in due
        else Option(w.name, w.name)
        for w in kinds
    ]
