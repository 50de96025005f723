"""The attacker's dice: roll, rerolls, conversion, modification (attack steps 4a to 4c and 6)."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from companion.engine.dice import Dice
from companion.engine.requests import Option
from companion.engine.state.phrases import dice_said, phrase
from companion.engine.wording import count
from companion.rules.legion.dice import ATTACK, COLOURS, REROLLS, surges_left
from companion.rules.legion.melee.figures import Attack, counted, spend, total
from companion.rules.legion.melee.results import attack_result
from companion.rules.legion.melee.steps import (
    aims_for_pierce,
    armour,
    convert_surges,
    dice_lines,
    full_speed,
    impact,
    improve,
)
from companion.rules.legion.odds.rolls import (
    aim_odds,
    attack_roll_odds,
    attack_surge_odds,
    improve_odds,
    lethal_odds,
    ram_odds,
)
from companion.rules.legion.units import Game
from companion.rules.legion.words import again, dice

SPEND = "spend"
"""The answer to `spend_aim` that spends the token and rerolls nothing."""


async def roll_attack(game: Game, attack: Attack) -> None:
    """Step 4a: one die for each die of the pool, and those that keywords add."""
    game.at("4a")
    unit = attack.attacker
    lines = dice_lines(attack)
    pool = [
        Dice(
            colour,
            ATTACK[colour],
            counted(game, f"pool[{colour}]", lines[colour], "2", name=f"{unit.name}, {colour} dice", unit="dice"),
            good=attack.good_attack,
            reads=attack.attack_reading,
        )
        for colour in COLOURS
        if colour in lines
    ]
    number = sum(d.count for d in pool)
    game.show(unit, "pool", "attack dice", ", ".join(f"{d.count} {d.name}" for d in pool if d.count) or "none")
    rolled = await game.roll(
        "attack",
        by=unit.side,
        dice=pool,
        title=phrase(f"{unit.name} against {attack.defender.name}: roll ", dice_said(dice(number, "attack"))),
    ).with_odds(partial(attack_roll_odds, attack, pool))
    for group, faces in zip(pool, rolled, strict=True):
        attack.colours += [group.name] * len(faces)
        attack.faces += faces
    attack.result["pool"] = len(attack.faces)
    attack_result(game, attack)


async def reroll_attack(game: Game, attack: Attack) -> None:
    """Step 4b: each aim token rerolls up to two dice, and more by keyword."""
    unit = attack.attacker
    if not game.enters("4b", unit.aim and attack.faces, "no aim token"):
        return
    more = attack.attack("rerolls")
    most = REROLLS + total(more)
    why = f"{dice(REROLLS, 'attack')} an aim" + "".join(f", {total([extra])} more by {extra.name}" for extra in more)
    for _ in range(unit.aim):
        if not unit.aim:
            break
        picked = await game.pick(
            "spend_aim",
            by=unit.side,
            at_most=most,
            why=why,
            cost=[game.cost(unit, "aim", 1)],
            code="too_many_rerolls",
            title=f"{unit.name}: spend 1 of {unit.aim} aim to reroll up to {dice(most, 'attack')}?",
            options=[
                *(
                    Option(n, f"die {n + 1}: {face} ({colour})", like=f"{colour} {face}")
                    for n, (face, colour) in enumerate(zip(attack.faces, attack.colours, strict=True))
                ),
                Option(SPEND, "spend it without a reroll"),
            ],
            in_order=True,
        ).with_odds(partial(aim_odds, attack, most, SPEND))
        if not picked:
            break
        game.change(unit, "aim", unit.aim - 1, "rerolls attack dice")
        attack.aim_spent += 1
        await _again(game, attack, [n for n in picked if isinstance(n, int)])


async def _again(game: Game, attack: Attack, chosen: list[int]) -> None:
    if not chosen:
        return
    good = attack.good_attack
    groups = [
        Dice(c, ATTACK[c], len(list(run)), good=good, reads=attack.attack_reading)
        for c, run in groupby(attack.colours[n] for n in chosen)
    ]
    rolled = await game.roll(
        "attack_reroll",
        by=attack.attacker.side,
        dice=groups,
        title=phrase(f"{attack.attacker.name}: reroll ", dice_said(again(chosen, "attack"))),
    ).with_odds(partial(attack_roll_odds, attack, groups, chosen))
    before = {place: attack.faces[place] for place in chosen}
    for place, face in zip(chosen, [f for group in rolled for f in group], strict=True):
        attack.faces[place] = face
    attack_result(game, attack, before)


async def convert(game: Game, attack: Attack) -> None:
    """Step 4c: keywords that make surges crits, then the surge chart, then surge tokens; what is left is blank."""
    game.at("4c")
    unit = attack.attacker
    chart, critical = attack.chart, total(attack.attack("surges_to_crits"))
    left = surges_left(attack.faces, critical, chart)
    tokens = min(unit.surge, left)
    if tokens:
        few = f"{count(left, 'surge')} left" if left <= unit.surge else "its surge tokens"
        title = f"{unit.name}: how many surge tokens, each making a surge a hit?"
        tokens = await spend(
            game,
            "spend_surge_attack",
            unit,
            "surge",
            most=tokens,
            why_hi=few,
            title=title,
            for_what="surges become hits",
            odds=partial(attack_surge_odds, attack, tokens),
        )
    convert_surges(attack, tokens)
    await _improve(game, attack)
    attack.result["rolled"] = {"hits": attack.hits, "crits": attack.crits, "blanks": attack.blanks}


async def _improve(game: Game, attack: Attack) -> None:
    """Step 4c: tokens that keywords turn into better dice; each makes a blank a hit, or a hit a crit."""
    unit = attack.attacker
    for better in attack.attack("improve_with"):
        token = better.effect.word
        for _ in range(unit.get(token)):
            if not unit.get(token) or not (attack.blanks or attack.hits):
                break
            cost = (game.cost(unit, token, 1),)
            attack.show(game)
            request = game.choose(
                f"spend_{token}_attack",
                by=unit.side,
                title=f"{unit.name}: spend 1 of {unit.get(token)} {token} to improve a die ({better.name})?",
                options=[
                    Option("stop", "no"),
                    Option("blank", "blank becomes hit", None if attack.blanks else "no blank is left", "", cost),
                    Option("hit", "hit becomes crit", None if attack.hits else "no hit is left", "", cost),
                ],
            )
            made = await request.with_odds(partial(improve_odds, attack, better, request.options))
            if made == "stop":
                break
            game.change(unit, token, unit.get(token) - 1, better.name)
            improve(attack, better, made)


async def modify(game: Game, attack: Attack) -> None:
    """Step 6: the attacker's modifications, then the defender's armour."""
    game.at("6")
    impact(attack)
    await _full_speed(game, attack)
    await _pierce_for_aim(game, attack)
    armour(attack)


async def _full_speed(game: Game, attack: Attack) -> None:
    """Results that a keyword makes crits if the unit moved at full speed: blanks first, then hits.

    It is asked only if it changes something: a crit counts more than a hit against armour alone.
    """
    better = attack.attack("results_to_crits")
    most = total(better)
    if not most or not (attack.blanks or (attack.hits and attack.defence("cancel_hits"))):
        return
    name = better[0].name
    attack.show(game)
    if not await game.yes_no(
        "ram", by=attack.attacker.side, title=f"{attack.attacker.name} ({name}): moved at full speed this activation?"
    ).with_odds(partial(ram_odds, attack)):
        return
    full_speed(attack)


async def _pierce_for_aim(game: Game, attack: Attack) -> None:
    """Aim tokens that a keyword turns into Pierce; they reroll nothing. Asked only if Pierce will count."""
    unit = attack.attacker
    keyword = attack.attack("pierce_for_aim")
    most = min(total(keyword), unit.aim)
    if not most or not attack.hits_after_armour + attack.crits or attack.immunity("all", "melee"):
        return
    name = keyword[0].name
    attack.show(game)
    why_hi = f"{name} {total(keyword)}" if most < unit.aim else "its aim tokens"
    title = f"{unit.name}: how many aims for Pierce +1 each ({name})?"
    spent = await spend(
        game,
        "spend_lethal",
        unit,
        "aim",
        most=most,
        why_hi=why_hi,
        title=title,
        for_what=name,
        odds=partial(lethal_odds, attack, most),
    )
    aims_for_pierce(attack, spent)
