"""Damage rolls: the dice, their total, and the wound table (step 12)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from companion.engine.dice import D6, Dice
from companion.engine.reading import TOTAL, Reading
from companion.engine.requests import Option
from companion.engine.state.changes import Line, Tally
from companion.engine.state.phrases import dice_said, joined, phrase
from companion.engine.state.results import FaceGroup
from companion.engine.wording import count, does, listed, possessive, signed
from companion.rules.bushido.ki.feats import expire
from companion.rules.bushido.melee.damage_numbers import Roll, modify, wound_lines
from companion.rules.bushido.melee.fighters import Exchange, Pass
from companion.rules.bushido.melee.results import cell
from companion.rules.bushido.melee.wounds import (
    SHARPENED,
    STEP,
    TOUGH,
    fate_words,
    mark_wounds,
    markers,
    saved_by_friend,
)
from companion.rules.bushido.odds.rolls import damage_odds
from companion.rules.bushido.states import inflict, is_out, remove
from companion.rules.bushido.units import Game


async def damage_rolls(game: Game, ex: Exchange, it: Pass, roll: Roll) -> None:
    """Every damage roll of a won attack, one after the other until the target is gone."""
    entry, defender = it.special, it.defender
    if not await instead_of_damage(game, roll):
        levels = roll.levels
        for place, level in enumerate(levels, 1):
            if defender.model.alive:
                part = f", roll {place} of {len(levels)}" if len(levels) > 1 else ""
                await damage_roll(game, ex, it, roll._replace(success=level, part=part))
    for what in entry.after if entry is not None else ():
        if defender.model.alive and entry is not None:
            inflict(game, defender.model, what.what, entry.name, weapon=defender.weapon)


async def counterstrike(game: Game, ex: Exchange, it: Pass, roll: Roll | None, lower: int) -> None:
    """The Defender's damage roll at its Success Level plus `lower`, if attack dice were allocated against it."""
    defender = it.defender
    level = game.tally(
        f"SL[counter,{defender.id}]",
        [Line("own Success Level", it.success, "step 10"), Line("Counterstrike", lower, "step 10")],
        name=f"Success Level of the Counterstrike of {defender.name}",
    )
    struck = roll._replace(success=level) if roll is not None else None
    if struck is None or not struck.levels:
        game.note(f"The counterstrike of {defender.name} does nothing", model=defender.id, sl=int(level))
        return
    if not await instead_of_damage(game, struck):
        await damage_roll(game, ex, it, struck)


async def instead_of_damage(game: Game, roll: Roll) -> bool:
    """Whether the weapon does something else than damage: a printed Sp, or one that entangles."""
    striker, target, state = roll.striker, roll.target, roll.instead
    if state is None:
        return False
    if state:
        inflict(game, target.model, state, striker.weapon.name, weapon=target.weapon)
        game.note(f"{does(striker.weapon.name, 'entangles')}: no damage roll", model=target.id)
    else:
        await game.do(
            f"{roll.name}.card",
            by=striker.side,
            title=f"the {striker.weapon.name} of {striker.name} is special: do what its card says",
        )
    return True


async def damage_roll(game: Game, ex: Exchange, it: Pass, roll: Roll) -> None:
    """One damage roll, from the dice to the marks on the track. Its record names row, column and all that counted."""
    striker, target = roll.striker, roll.target
    if await saved_by_friend(game, target):
        return
    modifiers = modify(game, ex, roll)
    rolled = await roll_dice(game, ex, roll, modifiers)
    dice = rolled.kept
    total = game.tally(
        f"damage[{striker.id}]",
        [Line.of_parts(("dice (", dice[0], " and ", dice[1], ")"), sum(dice), STEP, dice=True), *modifiers.lines],
        name=f"{possessive(striker.name)} damage",
        lo=2,
        hi=12,
        low_rule="wound table",
        high_rule="wound table",
        of=striker.model,
        row="Damage",
    )
    if striker is ex.first:
        ex.first_damage = 0
    wounds = game.tally(
        f"wounds[{target.id}]",
        wound_lines(game, roll, total),
        name=f"{possessive(target.name)} wounds",
        lo=0,
        low_rule=STEP,
        unit="wounds",
    )
    row, column = cell(total, roll.success, game.options["sl_cap"])
    facts: dict[str, Any] = {
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
    deadly = roll.mode == "critical" and dice[0] == dice[1]
    fate = phrase(is_out(target.model), ", by a double") if deadly else fate_words(target, wounds)
    game.result(
        joined(
            ": ",
            (
                fate,
                f"{int(total)} at Success Level {int(roll.success)}, row {row} and column {column} of the wound table, "
                + wounds_words(wounds),
            ),
        ),
        title=f"{does(striker.name, 'strikes')} {target.name}{roll.part}",
        groups=[FaceGroup("damage", striker.side, D6.name, rolled.faces, rolled.marks, {"total": total})],
        **facts,
    )
    expire(game, striker.model, "damage")
    if deadly:
        remove(game, target.model, "a critical double", told=True, by=striker.model)
        return
    suffered = await mark_wounds(
        game, target, wounds, f"struck by {striker.name}", it.prone, told=True, by=striker.model
    )
    if suffered and target.model.alive:
        markers(game, striker, target)


def wounds_words(wounds: Tally) -> str:
    """What the wound table says and what becomes of it: `4 wounds`, `5 wounds, Tough 1: 4`."""
    table, *changes = wounds.lines
    words, left = [count(table.value, "wound")], table.value
    for line in changes:
        left += line.value
        number = f" {-line.value if line.value < 0 else signed(line.value)}" if line.label in (TOUGH, SHARPENED) else ""
        words.append(f"{line.label}{number}: {left}")
    return ", ".join(words)


class Rolled(NamedTuple):
    """Damage dice: all faces, what each did, and the two that count."""

    faces: tuple[int, ...]
    marks: tuple[str, ...]
    kept: tuple[int, int]

    @classmethod
    def of(cls, faces: tuple[int, ...], places: Sequence[int]) -> Rolled:
        """The dice of which those at these two places count."""
        marks = tuple("kept" if place in places else "ignored" for place in range(len(faces)))
        return cls(faces, marks, (faces[places[0]], faces[places[1]]))


async def roll_dice(game: Game, ex: Exchange, roll: Roll, modifiers: int) -> Rolled:
    """Rolls two dice, or three of which two are kept (Strong, Weak, Assassin)."""
    striker, own = roll.striker, roll.striker.powers
    any_two = own.has("keeps_any") and (roll.target.model.surprised or await came_unseen(game, ex, roll))
    number = 3 if any_two or roll.keeps else 2
    reads = None if any_two else TOTAL if number == 2 else Reading(best=2 * roll.keeps)
    kept = "any two" if any_two else "the two highest" if roll.keeps > 0 else "the two lowest"
    (rolled,) = await game.roll(
        roll.name,
        by=striker.side,
        dice=[Dice("damage", D6, number, reads=reads)],
        title=phrase(
            "roll ",
            dice_said(f"{number} damage dice"),
            f"{f' and keep {kept}' if number == 3 else ''}: {striker.name} on {roll.target.name}, "
            f"Success Level {int(roll.success)}, {signed(int(modifiers))}{roll.part}",
        ),
    ).with_odds(partial(damage_odds, game, ex, roll))
    faces = tuple(int(face) for face in rolled)
    if number == 2:
        return Rolled.of(faces, (0, 1))
    if any_two:
        game.result(f"{does(striker.name, 'rolls')} {listed(map(str, faces))}: any two of them count")
        return Rolled.of(
            faces,
            await game.pick(
                f"{roll.name}.keep",
                by=striker.side,
                title="which two dice count?",
                at_least=2,
                at_most=2,
                why="two dice count",
                options=[Option(place, f"die {place + 1}: {face}") for place, face in enumerate(faces)],
            ),
        )
    return Rolled.of(faces, sorted(range(3), key=faces.__getitem__, reverse=roll.keeps > 0)[:2])


async def came_unseen(game: Game, ex: Exchange, roll: Roll) -> bool:
    """Whether an Assassin approached unseen; asked if no activation knows it."""
    if roll.striker is not ex.first:
        return False
    if ex.unseen is None:
        ex.unseen = await game.yes_no(
            f"{roll.name}.unseen",
            by=roll.target.side,
            title=f"did {roll.striker.name} approach {roll.target.name} unseen?",
        )
    return ex.unseen
