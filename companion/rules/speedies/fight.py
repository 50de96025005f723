"""One melee combat, M3 to M11: its order, who acts, what is declared, and the volleys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.procedure import Context, procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Line, Tally
from companion.rules.speedies import engagement
from companion.rules.speedies.order import Place, fix_order, leading_run, names, reasons, shown
from companion.rules.speedies.skills import of
from companion.rules.speedies.units import OUT, Battle, Fighter, Weapon
from companion.rules.speedies.volley import volley

BARE_HANDS = Weapon("bare hands")
NATURAL = Weapon("natural weapons")


@dataclass
class Fight:
    """A combat while it is fought: its units as fixed when it was chosen, and what is left of its order."""

    units: Sequence[Fighter]
    order: list[Place] = field(default_factory=list)
    acted: list[str] = field(default_factory=list)
    struck: list[Place] = field(default_factory=list)
    volleys: list[dict[str, Any]] = field(default_factory=list)

    def shown(self, table: Battle) -> list[Tally]:
        """What is left of the order, and who was struck from it and why, for every request of the combat."""
        return [shown(table, self.order, self.struck)]

    def tell(self, game: Context[Battle], text: str, struck: Sequence[Place] = ()) -> None:
        """Notes the order as it is now, and who has just been struck from it and why."""
        game.note(
            text,
            order=[p.as_record() for p in self.order],
            struck=[p.as_record() for p in struck],
            acted=list(self.acted),
            combat=[u.id for u in self.units],
            mode=game.options["agility_mode"],
        )

    def strike_out(self, game: Context[Battle]) -> None:
        """Takes units out of the order that no longer fight, or have nobody left to fight."""
        table, struck = game.table, []
        for place in self.order:
            unit = table.units[place.unit]
            if not unit.standing:
                struck.append(Place(unit.id, unit.status if not unit.fled else "fled"))
            elif not engagement.foes(table, unit):
                struck.append(Place(unit.id, "nobody left to fight"))
        if struck:
            gone = [p.unit for p in struck]
            self.order = [p for p in self.order if p.unit not in gone]
            self.struck += struck
            self.tell(game, f"Out of the order: {reasons(table, struck)}. Left: {names(table, self.order)}.", struck)


@procedure("Melee combat")
async def combat(game: Context[Battle], first: str, units: Sequence[Fighter]) -> dict[str, Any]:
    """One combat from its order to the last attack. `first` names it in keys. Returns order, acted and volleys."""
    fight = Fight(units)
    fight.order = await fix_order(game, units)
    fixed = [p.unit for p in fight.order]
    fight.tell(game, f"Attack order ({game.options['agility_mode']}): {reasons(game.table, fight.order)}.")
    for _ in fixed:
        game.at("M4")
        fight.strike_out(game)
        if not fight.order:
            break
        unit = await next_to_act(game, fight)
        fight.order = [p for p in fight.order if p.unit != unit.id]
        fight.acted.append(unit.id)
        fight.tell(game, f"{unit.name} acts. Left: {names(game.table, fight.order)}.")
        await act(game, fight, unit)
    return {"order": fixed, "acted": fight.acted, "volleys": fight.volleys}


async def next_to_act(game: Context[Battle], fight: Fight) -> Fighter:
    """M4: the owner of the front run picks who of it acts next; a run of one acts without a question."""
    table = game.table
    run = [p.unit for p in leading_run(table, fight.order)]
    if len(run) == 1:
        return table.units[run[0]]
    owner = table.units[run[0]].side
    options = [Option(u, table.units[u].name) for u in run]
    for place in fight.order[len(run) :]:
        unit = table.units[place.unit]
        own = unit.side == owner
        options.append(
            Option(
                unit.id,
                unit.name,
                "not in the leading run" if own else "not your unit",
                "not_in_leading_run" if own else "not_your_unit",
            )
        )
    chosen: str = await game.choose(
        "activate",
        by=owner,
        title="Who of your units in a row strikes next?",
        options=options,
        tally=fight.shown(table),
        code="not_in_leading_run",
    )
    return table.units[chosen]


def attacks_of(game: Context[Battle], unit: Fighter) -> Tally:
    """M5: how often it strikes. Two of the same weapon count as two weapons."""
    lines = [Line("Atk", unit.attacks, "M5")]
    if unit.bonus_attacks:
        lines.append(Line("bonus", unit.bonus_attacks, "M5"))
    if len(unit.weapons) == 2:
        doubled = of(unit).doubles_pair
        lines.append(Line("two weapons, doubled" if doubled else "two weapons", unit.attacks if doubled else 1, "M5"))
    return game.tally(f"attacks[{unit.id}]", lines, name=f"{unit.name}'s attacks", lo=0, unit="attacks")


async def act(game: Context[Battle], fight: Fight, unit: Fighter) -> None:
    """M5 to M11 for one unit: it declares all its attacks, then they are resolved target by target."""
    game.at("M5")
    for reminder in of(unit).reminders:
        game.note(f"Remember {unit.name}'s skill. {reminder}.".replace("..", "."), unit=unit.id, reminder=reminder)
    attacks = attacks_of(game, unit)
    took_out = await strike_all(game, fight, unit, int(attacks))
    more = of(unit).attack_after_kill
    if took_out and more and unit.standing and engagement.targets(game.table, unit):
        game.at("M5")
        game.note(f"{unit.name} has an enemy down and strikes once more (Cleave).", unit=unit.id, attacks=more)
        await strike_all(game, fight, unit, more)


async def strike_all(game: Context[Battle], fight: Fight, unit: Fighter, attacks: int) -> bool:
    """Declares this many attacks and resolves them; returns whether an enemy was incapacitated.

    Attacks are lost on a target that is gone by then, and by a striker that no longer stands.
    """
    swings = await declare(game, fight, unit, attacks)
    declared = list(dict.fromkeys(target for target, _ in swings))
    took_out = False
    for _ in range(len(declared)):
        game.at("M6")
        target = declared[0]
        if len(declared) > 1:
            target = await game.choose(
                "resolve_next",
                by=unit.side,
                title=f"{unit.name}: whom do you strike first of those left?",
                options=[Option(t, game.table.title(t)) for t in declared],
                tally=fight.shown(game.table),
                code="invalid_target",
            )
        declared.remove(target)
        victim = game.table.units[target]
        if not victim.alive or not unit.standing:
            why = f"{victim.name} is gone" if not victim.alive else f"it is {unit.status}"
            game.note(f"{unit.name}'s attacks on {victim.name} are lost: {why}.", unit=unit.id)
            continue
        weapons = [w for t, w in swings if t == target]
        report = await volley(game, unit, victim, weapons, fight.shown(game.table))
        fight.volleys.append(report)
        took_out = took_out or report["result"] == OUT
        fight.strike_out(game)
    return took_out


async def declare(game: Context[Battle], fight: Fight, unit: Fighter, attacks: int) -> list[tuple[str, Weapon]]:
    """M5: a target and a weapon for every attack. Both weapons are used at least once where they differ.

    Targets and weapons are read anew for each attack: players may adjust them while they declare.
    """
    table = game.table
    swings: list[tuple[str, Weapon]] = []
    for n in range(1, attacks + 1):
        allowed = [u.id for u in engagement.targets(table, unit)]
        kinds = list(dict.fromkeys(unit.weapons)) or [NATURAL if unit.natural_weapons else BARE_HANDS]
        if not allowed:
            break
        target, weapon = allowed[0], kinds[0]
        label = f"{unit.name}, attack {n} of {attacks}"
        if len(allowed) > 1:
            target = await game.choose(
                "declare",
                by=unit.side,
                title=f"{label}: strike whom?",
                options=_targets(table, fight, unit, allowed),
                tally=fight.shown(table),
                code="invalid_target",
            )
        # One stunned enemy alone goes down without dice, whatever strikes it.
        if len(kinds) > 1 and (len(allowed) > 1 or table.units[target].status != "stunned"):
            used = [w for _, w in swings]
            chosen = await game.choose(
                "declare_weapon",
                by=unit.side,
                title=f"{label}: with which weapon?",
                options=_weapons(kinds, used, attacks - n + 1),
                tally=fight.shown(table),
                code="unknown_weapon",
            )
            weapon = next(w for w in kinds if w.name == chosen)
        swings.append((target, weapon))
    return swings


def _targets(table: Battle, fight: Fight, unit: Fighter, allowed: Sequence[str]) -> list[Option]:
    """The enemies of the combat: those it may strike, and why it may not strike the others."""
    options = []
    near = [u.id for u in engagement.foes(table, unit)]
    for enemy in fight.units:
        if enemy.alive and table.enemies(unit, enemy):
            why = None if enemy.id in allowed else "a standing enemy touches you" if enemy.id in near else "not touched"
            label = enemy.name + (f" ({enemy.status})" if enemy.status != "ok" else "")
            options.append(Option(enemy.id, label, why, "invalid_target" if why else ""))
    listed = [o.value for o in options]
    return options + [Option(u, table.units[u].name) for u in allowed if u not in listed]


def _weapons(kinds: Sequence[Weapon], used: Sequence[Weapon], left: int) -> list[Option]:
    """The two weapons; one that was used is closed when the attacks left are needed for the other."""
    unused = [w for w in kinds if w not in used]
    short = 0 < len(unused) == left
    return [
        Option(
            w.name,
            w.name,
            "the other weapon must strike too" if short and w not in unused else None,
            "weapon_unused" if short and w not in unused else "",
        )
        for w in kinds
    ]
