"""How often a unit strikes and with what (M5), what its checks need, and Advantage on them, with reasons (M7, M8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from companion.engine.state.changes import Line, Tally
from companion.engine.state.contacts import enemies_touching
from companion.engine.wording import does, possessive
from companion.rules.speedies.catalog import two_handed
from companion.rules.speedies.skills import of
from companion.rules.speedies.stat_check_dice import lean_of, natural, staggered
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit, Weapon

BARE_HANDS = Weapon("bare hands")
NATURAL = Weapon("natural weapons")


def attack_lines(unit: SpeediesUnit) -> list[Line]:
    """M5: how often a unit strikes, with reasons. Two of the same weapon count as two weapons."""
    lines = [Line("Atk", unit.attacks, "Attacks")]
    if unit.bonus_attacks:
        lines.append(Line("bonus", unit.bonus_attacks, "Attacks"))
    lines += [Line(weapon.name, weapon.attacks, "Attacks") for weapon in unit.weapons if weapon.attacks]
    if len(unit.weapons) == 2:
        doubled = of(unit).doubles_pair
        extra = unit.attacks if doubled else 1
        lines.append(Line(f"two weapons ({doubled})" if doubled else "two weapons", extra, "Attacks"))
    return lines


def weapons_of(unit: SpeediesUnit) -> tuple[Weapon, ...]:
    """What it may strike with, each kind once: its weapons, else what nature gave it."""
    if len(unit.weapons) > 1:
        return tuple(dict.fromkeys(unit.weapons))
    return unit.weapons or (NATURAL if unit.natural_weapons else BARE_HANDS,)


@lru_cache(maxsize=256)
def differ(kinds: tuple[Weapon, ...]) -> bool:
    """Whether it matters which of these strikes: by more than names, and the attacks that all have by them anyway."""
    return len({(replace(weapon, name="", attacks=0), two_handed(weapon)) for weapon in kinds}) > 1


def due_now(kinds: Sequence[Weapon], used: Sequence[Weapon], left: int) -> list[Weapon]:
    """The weapons that alone may strike next: those not used yet, where all attacks left are needed for them."""
    unused = [weapon for weapon in kinds if weapon not in used]
    return unused if len(unused) == left else []


MISSILE = Weapon("missile")
"""What every shot strikes with."""

Needs = Mapping[Weapon, Tally]
"""The die that a check needs, by the weapon that strikes."""


def attacker_lean(game: Game, attacker: SpeediesUnit, target: SpeediesUnit) -> Tally:
    """M7: Advantage or Disadvantage on the Melee Checks against this target."""
    for_, against = attack_reasons(game.table, attacker, target)
    return lean_of(game, f"melee_lean[{attacker.id}]", f"{possessive(attacker.name)} Advantage", for_, against)


def attack_reasons(table: SpeediesTable, attacker: SpeediesUnit, target: SpeediesUnit) -> tuple[list[str], list[str]]:
    """M7: the reasons for Advantage and for Disadvantage on the Melee Checks against this target."""
    for_, against = [], staggered(attacker)
    if target.status == "dazed":
        for_.append(f"{does(target.name, 'is')} dazed")
    if attacker.jump_attack:
        for_.append("Jump Attack")
    if attacker.melee_advantage > 0:
        for_.append("by the situation")
    if attacker.melee_advantage < 0:
        against.append("by the situation")
    if not attacker.weapons and not attacker.natural_weapons:
        against.append("unarmed")
    for_ += [name for when, name in of(attacker).advantage if _favours(table, when, name, attacker, target)]
    return for_, against


def _favours(table: SpeediesTable, when: str, skill: str, attacker: SpeediesUnit, target: SpeediesUnit) -> bool:
    if when == "engaged":
        return attacker.engaged_this_turn
    if when == "first_turn":
        return attacker.engaged_this_turn or any(f.engaged_this_turn for f in enemies_touching(table, attacker))
    return any(
        u is not attacker and not table.enemies(u, attacker) and skill in u.skills
        for u in enemies_touching(table, target)
    )


def melee_needs(game: Game, attacker: SpeediesUnit, weapon: Weapon) -> Tally:
    """M7: the die that a Melee Check with this weapon needs: Mel less what the weapon adds."""
    return game.tally(
        f"melee_needs[{attacker.id},{weapon.name}]",
        melee_lines(attacker, weapon),
        name=f"{does(attacker.name, 'needs')} with {weapon.name}",
        unit="or more",
    )


def melee_lines(attacker: SpeediesUnit, weapon: Weapon) -> list[Line]:
    """M7: the lines of `melee_needs`."""
    lines = [Line("Mel", attacker.melee, "Melee Check")]
    if weapon.melee:
        lines.append(Line(weapon.name, -weapon.melee, "Melee Check"))
    return lines


def defence_needs(game: Game, target: SpeediesUnit, lines: Sequence[Line], weapon: Weapon) -> Tally:
    """M8: the die that a Defence Check needs: Def (21 if there is none) less armour, plus Pierce."""
    return game.tally(
        f"defence_needs[{target.id},{weapon.name}]",
        [*defence_lines(target), *lines],
        name=f"{does(target.name, 'needs')} against {'the shot' if weapon == MISSILE else weapon.name}",
        unit="or more",
    )


def defence_lines(target: SpeediesUnit) -> list[Line]:
    """M8: the lines of `defence_needs` that are the target's own."""
    own = ("Def", target.defence) if target.defence is not None else ("no Def of its own", 21)
    lines = [Line(*own, "Defence Check")]
    if target.defence_bonus:
        lines.append(Line("armour and shield", -target.defence_bonus, "Defence Check"))
    return lines


def defenceless(target: SpeediesUnit) -> bool:
    """Whether a target makes no Defence Checks at all (M8)."""
    return target.defence is None and target.defence_bonus == 0


def defence_reasons(target: SpeediesUnit, hindered: Sequence[str] = ()) -> tuple[list[str], list[str]]:
    """M8: the reasons for Advantage and for Disadvantage on Defence Checks; `hindered` are those of the attacker."""
    for_ = ["by the situation"] if target.defence_advantage > 0 else []
    return for_, [*staggered(target), *(["by the situation"] if target.defence_advantage < 0 else []), *hindered]


def hindered_by(attacker: SpeediesUnit, weapons: Iterable[Weapon]) -> list[str]:
    """M8: the attacker's skill that gives Disadvantage on Defence against these weapons, if it has one."""
    skill = of(attacker).hinders_defence
    return [skill] if skill and any(two_handed(weapon) for weapon in weapons) else []


def pierce_lines(attacker: SpeediesUnit, weapon: Weapon) -> list[Line]:
    """Pierce in melee: the unit's and the weapon's."""
    lines = [
        Line("Pierce", attacker.pierce, "Defence Check"),
        Line(f"{does(weapon.name, 'pierces')}", weapon.pierce, "Defence Check"),
    ]
    return [line for line in lines if line.value]


def show_needs(game: Game, unit: SpeediesUnit, what: str, needs: Needs, auto_fail: int) -> None:
    """Shows with a fighter the natural die that its checks need, by weapon if that differs."""
    numbers_ = {w.name: natural(needed, auto_fail) for w, needed in needs.items()}
    if len(set(numbers_.values())) == 1:
        game.show(unit, "needs", what, next(iter(numbers_.values())))
    else:
        game.show(unit, "needs", what, ", ".join(f"{name} {needed}" for name, needed in numbers_.items()))


def shot_lines(shooter: SpeediesUnit, cover: bool) -> list[Line]:
    """Pierce of a shot. Cover and having moved each take 3 off it."""
    lines = [
        Line("Pierce of the shot", shooter.ranged_pierce, "Defence Check"),
        Line("cover", -3 if cover else 0, "Ranged phase"),
        Line(f"{shooter.name} moved", -3 if shooter.moved else 0, "Ranged phase"),
    ]
    return [line for line in lines if line.value]
