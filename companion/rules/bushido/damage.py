"""Damage rolls: the dice, the table, what lessens the wounds, and what they do (step 12, §9-§10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.dice import D6, Dice
from companion.engine.requests import Option
from companion.engine.state.changes import Line
from companion.rules.bushido.catalog import SpecialEntry
from companion.rules.bushido.context import Exchange, Fighter, Play
from companion.rules.bushido.feats import expire, given
from companion.rules.bushido.landing import Landed
from companion.rules.bushido.results import cell, combo_levels, table_wounds
from companion.rules.bushido.states import LIST_STATES
from companion.rules.bushido.states_change import inflict, remove


async def damage_rolls(
    game: Play,
    ex: Exchange,
    attacker: Fighter,
    defender: Fighter,
    success: int,
    entry: SpecialEntry | None,
    record: dict[str, Any],
    landed: Landed,
) -> None:
    """Every damage roll of a won attack, one after the other until the target is gone."""
    mode = entry.damage if entry is not None else "full"
    bonus = entry.bonus if entry is not None else 0
    if not await instead_of_damage(game, attacker, defender, "12"):
        for level in combo_levels(success) if mode == "combo" else [success]:
            if defender.model.alive:
                await damage_roll(game, ex, attacker, defender, level, mode, bonus, record, landed, "12")
    for what in entry.after if entry is not None else ():
        if defender.model.alive:
            inflict(game, defender.model, what.op, entry.name if entry is not None else "")


async def counterstrike(
    game: Play, ex: Exchange, attacker: Fighter, defender: Fighter, success: int, record: dict[str, Any], landed: Landed
) -> None:
    """The Defender's blow at SL - 2, if attack dice were allocated against it (§11.3, R19)."""
    level = game.tally(
        f"SL[counter,{defender.id}]",
        [Line("own Success Level", success), Line("Counterstrike", -2)],
        name="Counterstrike SL",
    )
    if attacker.attack == 0 or level < 0:
        game.note(f"{defender.name}'s counterstrike does nothing", model=defender.id, sl=int(level))
        return
    if not await instead_of_damage(game, defender, attacker, "10"):
        await damage_roll(game, ex, defender, attacker, level, "counterstrike", 0, record, landed, "10")


async def instead_of_damage(game: Play, striker: Fighter, target: Fighter, name: str) -> bool:
    """Whether the weapon does something else than damage: a printed Sp, or one that entangles (§2, §11.4)."""
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


async def damage_roll(
    game: Play,
    ex: Exchange,
    striker: Fighter,
    target: Fighter,
    success: int,
    mode: str,
    bonus: int,
    record: dict[str, Any],
    landed: Landed,
    name: str,
) -> None:
    """One damage roll, from the dice to the marks on the track. Its record names row, column and all that counted."""
    if await saved_by_friend(game, target):
        return
    dice = await keep_dice(game, striker, target, name)
    total = game.tally(
        f"damage[{striker.id}]",
        total_lines(ex, striker, target, dice, mode, bonus),
        name=f"{striker.name}'s damage",
        lo=2,
        hi=12,
        low_rule="9",
        high_rule="9",
    )
    charged = ex.charge_bonus and striker is ex.first
    if charged:
        ex.charge_bonus = False
    wounds = game.tally(
        f"wounds[{target.id}]",
        wound_lines(game, striker, target, total, success, mode),
        name=f"{target.name}'s wounds",
        lo=0,
        unit="wounds",
    )
    row, column = cell(total, success, game.options["sl_cap"])
    facts = {
        "striker": striker.id,
        "target": target.id,
        "dice": list(dice),
        "strength": striker.weapon.strength,
        "total": int(total),
        "row": row,
        "column": column,
        "wounds": int(wounds),
        "sl": int(success),
    }
    record["damage"].append(facts)
    game.note(
        f"{striker.name} rolls {' + '.join(map(str, dice))} for damage, {int(total)} in all: row {row}, "
        f"column {column}, {int(wounds)} {'wound' if wounds == 1 else 'wounds'} for {target.name}",
        **facts,
    )
    expire(game, striker.model, "damage")
    if mode == "critical" and dice[0] == dice[1]:
        remove(game, target.model, "a critical double")
        return
    suffered = await mark_wounds(game, target, wounds, f"struck by {striker.name}", landed)
    if suffered and target.model.alive:
        markers(game, striker, target)


async def keep_dice(game: Play, striker: Fighter, target: Fighter, name: str) -> tuple[int, int]:
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


def total_lines(
    ex: Exchange, striker: Fighter, target: Fighter, dice: Sequence[int], mode: str, bonus: int
) -> list[Line]:
    """What the damage total is made of (§10)."""
    own, model = striker.powers, striker.model
    attack = mode != "counterstrike"
    lines = [Line(f"dice ({' and '.join(map(str, dice))})", sum(dice), "9")]
    if striker.weapon.strength:
        lines.append(Line("Strength", striker.weapon.strength, "10"))
    for effect in given(model, "strength"):
        lines.append(Line("Ki feat", effect.x or 0, "3.5"))
    for effect in given(model, "strength_per_assist"):
        lines.append(Line("Ki feat, for each assisting enemy", (effect.x or 0) * len(striker.assists), "3.5"))
    if ex.charge_bonus and striker is ex.first:
        lines.append(Line("charge", 2, "10"))
    if bonus:
        lines.append(Line("Powerful Attack", bonus, "11.2"))
    for power in own.all("damage"):
        if not power.against or target.model.is_a(power.of):
            lines.append(Line(power.trait, power.x, "11.4"))
    if target.model.has("death_sentence"):
        lines.append(Line("Death Sentence", 1, "4"))
    armour = target.powers.total("armour")
    if armour:
        pierced = max(0, min(armour, own.total("pierce"))) if attack else 0
        lines.append(Line("Armour", -armour, "10"))
        if pierced:
            lines.append(Line("Pierce", pierced, "10"))
    return lines


def wound_lines(game: Play, striker: Fighter, target: Fighter, total: int, success: int, mode: str) -> list[Line]:
    """The wound pipeline: table, half, Tough after Sharp, Durable (R13)."""
    cap = game.options["sl_cap"]
    wounds = table_wounds(total, success, cap)
    row, column = cell(total, success, cap)
    lines = [Line(f"wound table (row {row}, column {column})", wounds, "9")]
    if mode == "half":
        lines.append(Line("halved, rounding down", wounds // 2 - wounds, "10"))
        wounds //= 2
    return [
        *lines,
        *tough_lines(
            wounds,
            target.powers.total("tough"),
            striker.powers.total("sharp") if mode != "counterstrike" else 0,
            target.powers.has("durable"),
        ),
    ]


def tough_lines(wounds: int, tough: int, sharp: int, durable: bool) -> list[Line]:
    """Tough and Durable as reasons, in their order; a negative Tough adds only where wounds remain."""
    lines: list[Line] = []
    if tough > 0:
        less = min(wounds, max(0, tough - sharp))
        if less:
            lines.append(Line("Tough" if not sharp else "Tough after Sharp", -less, "10"))
            wounds -= less
    elif tough < 0 and wounds > 0:
        lines.append(Line("Tough", -tough, "10"))
        wounds -= tough
    if durable and wounds > 1:
        lines.append(Line("Durable", 1 - wounds, "10"))
    return lines


async def mark_wounds(game: Play, target: Fighter, wounds: int, why: str, landed: Landed) -> int:
    """Marks wounds (a Kami loses Ki), and sees to Rise, Last Stand and death. Returns how many were suffered."""
    model, own = target.model, target.powers
    if wounds <= 0 or not model.alive:
        return 0
    if own.has("loses_ki"):
        lost = -game.shift(model, "ki_tokens", -wounds, why)
        if model.ki_tokens == 0:
            remove(game, model, "a Kami without Ki")
        return max(lost, 1)
    held_out = model.last_stand
    if model.wounds_marked + wounds < model.wounds_max or held_out:
        return max(game.shift(model, "wounds_marked", wounds, why), 1)
    rise = own.all("rises")
    if rise:
        ((face,),) = await game.roll(
            "12",
            by=model.side,
            dice=[Dice("rise", D6, 1)],
            title=f"Rise: roll a die for {model.name}, {rise[0].x} or more",
        )
        if (0 if face == 1 else int(face)) >= rise[0].x:
            game.change(model, "wounds_marked", 0, "Rise")
            game.remove_condition(model, "bleeding", "healed")
            if inflict(game, model, "prone", "Rise"):
                landed.prone.append(model.id)
            game.note(f"{model.name} rises", model=model.id, rolled=face)
            return int(wounds)
    if own.has("last_stand"):
        game.change(model, "last_stand", True, "a full wound track")
        game.note(f"{model.name} makes a Last Stand", model=model.id)
    game.shift(model, "wounds_marked", wounds, why)
    if not model.last_stand:
        remove(game, model, why)
    return int(wounds)


def markers(game: Play, striker: Fighter, target: Fighter) -> None:
    """Poison, Bleed, Fire, Disease, Ki Block: on a wound or more; several sources of one marker count once."""
    done: list[str] = []
    for power in striker.powers.all("marks"):
        if power.what in done:
            continue
        done.append(power.what)
        value: Any = (power.y,) * power.x if power.what in LIST_STATES else power.x
        if power.x > 0:
            inflict(game, target.model, power.what, power.trait, value)


async def saved_by_friend(game: Play, target: Fighter) -> bool:
    """Protected and Sacrifice: a friend is removed instead of the damage roll, if its player wants that."""
    for power in target.powers.all("sacrifices_friend"):
        friends = [u for u in game.table.of_side(target.side) if u is not target.model and u.is_a(power.of)]
        if not friends:
            continue
        chosen = await game.choose(
            "12.friend",
            by=target.side,
            options=[Option("pass", "take the damage roll"), *(Option(u.id, f"remove {u.name}") for u in friends)],
            title=f"{power.trait}: remove a friend within {power.x}″ instead of a damage roll on {target.name}?",
        )
        if chosen != "pass":
            remove(game, game.table.unit(chosen), f"{power.trait} for {target.name}")
            return True
    return False
