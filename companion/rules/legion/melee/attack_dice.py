"""The attacker's dice: roll, rerolls, conversion, modification (attack steps 4a to 4c and 6)."""

from __future__ import annotations

from companion.engine.dice import Dice
from companion.engine.requests import Option
from companion.engine.state.changes import Line
from companion.rules.legion.dice import ATTACK, COLOURS, convert_attack, surges_left
from companion.rules.legion.melee.figures import Attack, rule, total
from companion.rules.legion.units import Game
from companion.rules.legion.words import dice

SPEND = "spend"
"""The answer to `spend_aim` that spends the token and rerolls nothing."""


async def roll_attack(game: Game, attack: Attack) -> None:
    """Step 4a: one die for each die of the pool, and those that keywords add."""
    game.at("4a")
    unit = attack.attacker
    lines = {
        colour: [Line(label, count, rule("2")) for label, count in held]
        for colour, held in attack.pool.dice(unit).items()
    }
    for held in attack.attack("extra_dice"):
        lines.setdefault(held.effect.word, []).append(Line(held.name, held.x or 0, rule("4a")))
    pool = [
        Dice(
            colour,
            ATTACK[colour],
            int(game.tally(f"pool[{colour}]", lines[colour], name=f"{unit.name}'s {colour} dice", lo=0, unit="dice")),
        )
        for colour in COLOURS
        if colour in lines
    ]
    count = sum(d.count for d in pool)
    rolled = await game.roll(
        "attack",
        by=unit.side,
        dice=pool,
        title=f"{unit.name} attacks {attack.defender.name}: roll {dice(count, 'attack')}",
    )
    for group, faces in zip(pool, rolled, strict=True):
        attack.colours += [group.name] * len(faces)
        attack.faces += faces
    attack.result["pool"] = len(attack.faces)


async def reroll_attack(game: Game, attack: Attack) -> None:
    """Step 4b: each aim token rerolls up to two dice, and X more with Precise X."""
    unit = attack.attacker
    if not unit.aim or not attack.faces:
        game.skip("4b", "no aim token")
        return
    game.at("4b")
    most = 2 + total(attack.attack("rerolls"))
    for _ in range(unit.aim):
        if not unit.aim:
            break
        picked = await game.pick(
            "spend_aim",
            by=unit.side,
            at_most=most,
            code="too_many_rerolls",
            title=f"{unit.name}: spend an aim to reroll up to {most} dice?",
            options=[
                *(Option(n, f"die {n + 1}: {face} ({attack.colours[n]})") for n, face in enumerate(attack.faces)),
                Option(SPEND, "spend it without a reroll"),
            ],
        )
        if not picked:
            break
        game.change(unit, "aim", unit.aim - 1, "rerolls attack dice")
        attack.aim_spent += 1
        await _again(game, attack, [n for n in picked if n != SPEND])


async def _again(game: Game, attack: Attack, chosen: list[int]) -> None:
    if not chosen:
        return
    colours = [attack.colours[n] for n in chosen]
    groups = [Dice(c, ATTACK[c], colours.count(c)) for c in COLOURS if c in colours]
    rolled = await game.roll(
        "attack_reroll",
        by=attack.attacker.side,
        dice=groups,
        title=f"{attack.attacker.name}: reroll {dice(len(chosen), 'attack')}",
    )
    for place, face in zip(chosen, [f for group in rolled for f in group], strict=True):
        attack.faces[place] = face


async def convert(game: Game, attack: Attack) -> None:
    """Step 4c: Critical, then the surge chart, then surge tokens; what is left is blank."""
    game.at("4c")
    unit = attack.attacker
    words = [unit.attack_surge, *(h.effect.word for h in attack.attack("surge_becomes"))]
    chart = "crit" if "crit" in words else "hit" if "hit" in words else None
    critical = total(attack.attack("surges_to_crits"))
    tokens = min(unit.surge, surges_left(attack.faces, critical, chart))
    if tokens:
        tokens = await game.number(
            "spend_surge_attack",
            by=unit.side,
            lo=0,
            hi=tokens,
            code="no_token",
            title=f"{unit.name}: how many surge tokens, each making a surge a hit?",
        )
        game.shift(unit, "surge", -tokens, "surges become hits")
    rolled = convert_attack(attack.faces, critical, chart, tokens)
    plain_hits, plain_crits = attack.faces.count("hit"), attack.faces.count("crit")
    attack.blanks = rolled.blanks
    attack.add_hits("rolled", plain_hits, "4a")
    attack.add_hits("surges", rolled.hits - plain_hits, "4c")
    attack.add_crits("rolled", plain_crits, "4a")
    attack.add_crits("surges", rolled.crits - plain_crits, "4c")
    await _improve(game, attack)
    attack.result["rolled"] = {"hits": attack.hits, "crits": attack.crits, "blanks": attack.blanks}


async def _improve(game: Game, attack: Attack) -> None:
    """Step 4c: tokens that keywords turn into better dice; each makes a blank a hit, or a hit a crit."""
    unit = attack.attacker
    for held in attack.attack("improve_with"):
        token = held.effect.word
        for _ in range(unit.get(token)):
            if not unit.get(token) or not (attack.blanks or attack.hits):
                break
            made = await game.choose(
                f"spend_{token}_attack",
                by=unit.side,
                title=f"{unit.name}: spend a {token} to improve a die ({held.name})?",
                options=[
                    Option("stop", "no"),
                    Option("blank", "blank becomes hit", None if attack.blanks else "no blank is left"),
                    Option("hit", "hit becomes crit", None if attack.hits else "no hit is left"),
                ],
            )
            if made == "stop":
                break
            game.change(unit, token, unit.get(token) - 1, held.name)
            if made == "blank":
                attack.blanks -= 1
                attack.add_hits(held.name, 1, "4c")
            else:
                attack.upgrade(held.name, 1, "4c")


async def modify(game: Game, attack: Attack) -> None:
    """Step 6: the attacker's modifications, then the defender's armour."""
    game.at("6")
    for held in attack.attack("hits_to_crits"):
        attack.upgrade(held.name, min(attack.hits, 1 if held.x is None else held.x), "6")
    await _full_speed(game, attack)
    await _pierce_for_aim(game, attack)
    for held in attack.defence("cancel_hits"):
        attack.add_hits(held.name, -(attack.hits if held.x is None else min(attack.hits, held.x)), "6")


async def _pierce_for_aim(game: Game, attack: Attack) -> None:
    """Aim tokens that a keyword turns into Pierce; they reroll nothing."""
    unit = attack.attacker
    held = attack.attack("pierce_for_aim")
    most = min(total(held), unit.aim)
    if not most:
        return
    name = held[0].name
    spent = await game.number(
        "spend_lethal",
        by=unit.side,
        lo=0,
        hi=most,
        code="no_token",
        title=f"{unit.name}: how many aims for Pierce +1 each ({name})?",
    )
    game.shift(unit, "aim", -spent, name)
    if spent:
        attack.pierce_for_aim.append(Line(name, spent, rule("6")))


async def _full_speed(game: Game, attack: Attack) -> None:
    """Results that a keyword makes crits if the unit moved at full speed: blanks first, then hits."""
    held = attack.attack("results_to_crits")
    most = total(held)
    if not most or not await game.yes_no(
        "ram", by=attack.attacker.side, title=f"Did {attack.attacker.name} move at full speed in this activation?"
    ):
        return
    name = held[0].name
    blanks = min(most, attack.blanks)
    attack.blanks -= blanks
    attack.add_crits(name, blanks, "6")
    attack.upgrade(name, min(most - blanks, attack.hits), "6")
