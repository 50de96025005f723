"""What the checks of a volley need, and Advantage and Disadvantage on them, each number with its reasons (M7, M8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.state.changes import Line, Tally
from companion.engine.wording import possessive
from companion.rules.speedies import engagement
from companion.rules.speedies.skills import of
from companion.rules.speedies.stat_checks import lean_of, natural, staggered
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit, Weapon

Needs = Mapping[Weapon, Tally]
"""The die that a check needs, by the weapon that strikes."""


def attacker_lean(game: Game, attacker: SpeediesUnit, target: SpeediesUnit) -> Tally:
    """M7: Advantage or Disadvantage on the Melee Checks against this target."""
    for_, against = [], staggered(attacker)
    if target.status == "dazed":
        for_.append(f"{target.name} is dazed")
    if attacker.jump_attack:
        for_.append("Jump Attack")
    if attacker.melee_advantage > 0:
        for_.append("by the situation")
    if attacker.melee_advantage < 0:
        against.append("by the situation")
    if not attacker.weapons and not attacker.natural_weapons:
        against.append("unarmed")
    for_ += [name for when, name in of(attacker).advantage if _favours(game.table, when, name, attacker, target)]
    return lean_of(game, f"melee_lean[{attacker.id}]", f"{possessive(attacker.name)} Advantage", for_, against)


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
    own = ("Def", target.defence) if target.defence is not None else ("no Def of its own", 21)
    reasons = [Line(*own, "Defence Check")]
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


def show_needs(game: Game, unit: SpeediesUnit, what: str, needs: Needs, auto_fail: int) -> None:
    """Shows with a fighter the natural die that its checks need, by weapon where that differs."""
    numbers_ = {w.name: natural(needed, auto_fail) for w, needed in needs.items()}
    if len(set(numbers_.values())) == 1:
        game.show(unit, "needs", what, next(iter(numbers_.values())))
    else:
        game.show(unit, "needs", what, ", ".join(f"{name} {needed}" for name, needed in numbers_.items()))
