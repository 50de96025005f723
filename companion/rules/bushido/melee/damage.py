"""Damage rolls: the dice, their total, and the wound table (step 12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.engine.dice import D6, Dice
from companion.engine.requests import Option
from companion.engine.state.changes import Line
from companion.rules.bushido.ki.feats import expire, given
from companion.rules.bushido.melee.fighters import Exchange, Fighter, Pass
from companion.rules.bushido.melee.results import cell, combo_levels, table_wounds
from companion.rules.bushido.melee.wounds import STEP, mark_wounds, markers, saved_by_friend, tough_lines
from companion.rules.bushido.states import inflict, remove
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import SpecialEntry


class Roll(NamedTuple):
    """One damage roll: who strikes whom at which Success Level.

    `mode` is the special's `damage` or `counterstrike`; `name` the request's name.
    """

    striker: Fighter
    target: Fighter
    success: int
    mode: str = "full"
    special: SpecialEntry | None = None
    name: str = "12"

    @property
    def is_attack(self) -> bool:
        """Whether Pierce and Sharp count: they need an attack (table ruling)."""
        return self.mode != "counterstrike"


async def damage_rolls(game: Game, ex: Exchange, it: Pass) -> None:
    """Every damage roll of a won attack, one after the other until the target is gone."""
    entry, defender = it.special, it.defender
    mode = entry.damage if entry is not None else "full"
    if not await instead_of_damage(game, it.attacker, defender, "12"):
        for level in combo_levels(it.success) if mode == "combo" else [it.success]:
            if defender.model.alive:
                await damage_roll(game, ex, it, Roll(it.attacker, defender, level, mode, entry))
    for what in entry.after if entry is not None else ():
        if defender.model.alive and entry is not None:
            inflict(game, defender.model, what.what, entry.name)


async def counterstrike(game: Game, ex: Exchange, it: Pass, lower: int) -> None:
    """The Defender's damage roll at its Success Level plus `lower`, if attack dice were allocated against it."""
    attacker, defender = it.attacker, it.defender
    level = game.tally(
        f"SL[counter,{defender.id}]",
        [Line("own Success Level", it.success, "step 10"), Line("Counterstrike", lower, "step 10")],
        name="Counterstrike SL",
    )
    if attacker.attack == 0 or level < 0:
        game.note(f"{defender.name}'s counterstrike does nothing", model=defender.id, sl=int(level))
        return
    if not await instead_of_damage(game, defender, attacker, "10"):
        await damage_roll(game, ex, it, Roll(defender, attacker, level, "counterstrike", name="10"))


async def instead_of_damage(game: Game, striker: Fighter, target: Fighter, name: str) -> bool:
    """Whether the weapon does something else than damage: a printed Sp, or one that entangles."""
    if striker.weapon.strength is None:
        await game.do(
            f"{name}.card",
            by=striker.side,
            title=f"{striker.name}'s {striker.weapon.name} is special: do what its card says",
        )
        return True
    for power in striker.powers.all("entangles"):
        inflict(game, target.model, power.what, striker.weapon.name)
        game.note(f"{striker.weapon.name} entangles: no damage roll", model=target.id)
        return True
    return False


async def damage_roll(game: Game, ex: Exchange, it: Pass, roll: Roll) -> None:
    """One damage roll, from the dice to the marks on the track. Its record names row, column and all that counted."""
    striker, target = roll.striker, roll.target
    if await saved_by_friend(game, target):
        return
    dice = await keep_dice(game, striker, target, roll.name)
    total = game.tally(
        f"damage[{striker.id}]",
        total_lines(ex, roll, dice),
        name=f"{striker.name}'s damage",
        lo=2,
        hi=12,
        low_rule="wound table",
        high_rule="wound table",
    )
    if striker is ex.first:
        ex.first_damage = 0
    wounds = game.tally(
        f"wounds[{target.id}]",
        wound_lines(game, roll, total),
        name=f"{target.name}'s wounds",
        lo=0,
        unit="wounds",
    )
    row, column = cell(total, roll.success, game.options["sl_cap"])
    facts = {
        "striker": striker.id,
        "target": target.id,
        "dice": list(dice),
        "strength": striker.weapon.strength,
        "total": int(total),
        "row": row,
        "column": column,
        "wounds": int(wounds),
        "sl": int(roll.success),
    }
    it.record["damage"].append(facts)
    game.note(
        f"{striker.name} rolls {' + '.join(map(str, dice))} for damage, {int(total)} in all: row {row}, "
        f"column {column}, {int(wounds)} {'wound' if wounds == 1 else 'wounds'} for {target.name}",
        **facts,
    )
    expire(game, striker.model, "damage")
    if roll.mode == "critical" and dice[0] == dice[1]:
        remove(game, target.model, "a critical double")
        return
    suffered = await mark_wounds(game, target, wounds, f"struck by {striker.name}", it.prone)
    if suffered and target.model.alive:
        markers(game, striker, target)


async def keep_dice(game: Game, striker: Fighter, target: Fighter, name: str) -> tuple[int, int]:
    """Rolls two dice, or three of which two are kept (Strong, Weak, Assassin)."""
    own = striker.powers
    any_two = own.has("keeps_any") and target.model.surprised
    high, low = own.has("keeps_high"), own.has("keeps_low")
    count = 3 if any_two or high != low else 2
    (rolled,) = await game.roll(
        name,
        by=striker.side,
        dice=[Dice("damage", D6, count)],
        title=f"Roll {count} damage dice: {striker.name} on {target.name}",
    )
    faces = [int(f) for f in rolled]
    if count == 2:
        return faces[0], faces[1]
    if any_two:
        kept = await game.pick(
            f"{name}.keep",
            by=striker.side,
            title="Which two dice count?",
            at_least=2,
            at_most=2,
            options=[Option(i, f"die {i + 1}: {f}") for i, f in enumerate(faces)],
        )
        return faces[kept[0]], faces[kept[1]]
    faces.sort(reverse=high)
    return faces[0], faces[1]


def total_lines(ex: Exchange, roll: Roll, dice: Sequence[int]) -> list[Line]:
    """The reasons of the damage total."""
    striker, target = roll.striker, roll.target
    own, model = striker.powers, striker.model
    lines = [Line(f"dice ({' and '.join(map(str, dice))})", sum(dice), STEP)]
    if striker.weapon.strength:
        lines.append(Line("Strength", striker.weapon.strength, "weapon"))
    for effect in given(model, "strength"):
        lines.append(Line("Ki feat", effect.x or 0, STEP))
    for effect in given(model, "strength_per_assist"):
        lines.append(Line("Ki feat, for each assisting enemy", (effect.x or 0) * len(striker.assists), STEP))
    if ex.first_damage and striker is ex.first:
        lines.append(Line(ex.action, ex.first_damage, STEP))
    if roll.special is not None and roll.special.bonus:
        lines.append(Line(roll.special.name, roll.special.bonus, STEP))
    for power in own.all("damage"):
        if not power.against or target.model.is_a(power.of):
            lines.append(Line(power.source, power.x, STEP))
    lines += [Line(power.source, power.x, STEP) for power in target.powers.all("enemy_damage")]
    armour = target.powers.total("armour")
    if armour:
        pierced = max(0, min(armour, own.total("pierce"))) if roll.is_attack else 0
        lines.append(Line("Armour", -armour, STEP))
        if pierced:
            lines.append(Line("Pierce", pierced, STEP))
    return lines


def wound_lines(game: Game, roll: Roll, total: int) -> list[Line]:
    """The reasons of the wounds in their order: table, half, Tough after Sharp, Durable (table ruling)."""
    cap = game.options["sl_cap"]
    wounds = table_wounds(total, roll.success, cap)
    row, column = cell(total, roll.success, cap)
    lines = [Line(f"wound table (row {row}, column {column})", wounds, "wound table")]
    if roll.mode == "half":
        lines.append(Line("halved, rounding down", wounds // 2 - wounds, STEP))
        wounds //= 2
    own = roll.target.powers
    sharp = roll.striker.powers.total("sharp") if roll.is_attack else 0
    return [*lines, *tough_lines(wounds, own.total("tough"), sharp, own.has("durable"))]
