"""The attacker's dice: roll, rerolls, conversion, modification (section 6, steps 4a to 4c and 6)."""

from __future__ import annotations

from companion.engine.dice import Dice
from companion.engine.procedure import Context
from companion.engine.requests import Option
from companion.engine.state.changes import Line
from companion.rules.legion.blow import Blow, total
from companion.rules.legion.dice import ATTACK, COLOURS, convert_attack, surges_left
from companion.rules.legion.units import LegionTable
from companion.rules.legion.wording import dice

SPEND = "spend"
"""The answer to `spend_aim` that spends the token and rerolls nothing."""


async def roll_attack(game: Context[LegionTable], blow: Blow) -> None:
    """Step 4a: one die for each die of the pool, and those that keywords add."""
    game.at("4a")
    unit = blow.attacker
    lines = {colour: [Line(*of) for of in held] for colour, held in blow.pool.dice(unit).items()}
    for held in blow.attack("extra_dice"):
        lines.setdefault(held.effect.word, []).append(Line(held.name, held.x or 0, "4a"))
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
        title=f"{unit.name} attacks {blow.defender.name}: roll {dice(count, 'attack')}",
    )
    for group, faces in zip(pool, rolled, strict=True):
        blow.colours += [group.name] * len(faces)
        blow.faces += faces
    blow.result["pool"] = len(blow.faces)


async def reroll_attack(game: Context[LegionTable], blow: Blow) -> None:
    """Step 4b: each aim token rerolls up to two dice, and X more with Precise X."""
    unit = blow.attacker
    if not unit.aim or not blow.faces:
        game.skip("4b", "no aim token")
        return
    game.at("4b")
    most = 2 + total(blow.attack("rerolls"))
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
                *(Option(n, f"die {n + 1}: {face} ({blow.colours[n]})") for n, face in enumerate(blow.faces)),
                Option(SPEND, "spend it without a reroll"),
            ],
        )
        if not picked:
            break
        game.change(unit, "aim", unit.aim - 1, "rerolls attack dice")
        blow.aim_spent += 1
        await _again(game, blow, [n for n in picked if n != SPEND])


async def _again(game: Context[LegionTable], blow: Blow, chosen: list[int]) -> None:
    if not chosen:
        return
    colours = [blow.colours[n] for n in chosen]
    groups = [Dice(c, ATTACK[c], colours.count(c)) for c in COLOURS if c in colours]
    rolled = await game.roll(
        "attack_reroll",
        by=blow.attacker.side,
        dice=groups,
        title=f"{blow.attacker.name}: reroll {dice(len(chosen), 'attack')}",
    )
    for place, face in zip(chosen, [f for group in rolled for f in group], strict=True):
        blow.faces[place] = face


async def convert(game: Context[LegionTable], blow: Blow) -> None:
    """Step 4c: Critical, then the surge chart, then surge tokens; what is left is blank."""
    game.at("4c")
    unit = blow.attacker
    words = [unit.attack_surge, *(h.effect.word for h in blow.attack("surge_becomes"))]
    chart = "crit" if "crit" in words else "hit" if "hit" in words else None
    critical = total(blow.attack("surges_to_crits"))
    tokens = min(unit.surge, surges_left(blow.faces, critical, chart))
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
    rolled = convert_attack(blow.faces, critical, chart, tokens)
    plain_hits, plain_crits = blow.faces.count("hit"), blow.faces.count("crit")
    blow.blanks = rolled.blanks
    blow.add_hits("rolled", plain_hits, "4a")
    blow.add_hits("surges", rolled.hits - plain_hits, "4c")
    blow.add_crits("rolled", plain_crits, "4a")
    blow.add_crits("surges", rolled.crits - plain_crits, "4c")
    await _improve(game, blow)
    blow.result["rolled"] = {"hits": blow.hits, "crits": blow.crits, "blanks": blow.blanks}


async def _improve(game: Context[LegionTable], blow: Blow) -> None:
    """Jar'Kai Mastery and Marksman: each token makes a blank a hit, or a hit a crit."""
    unit = blow.attacker
    for held in blow.attack("improve_with"):
        token = held.effect.word
        for _ in range(unit.get(token)):
            if not unit.get(token) or not (blow.blanks or blow.hits):
                break
            made = await game.choose(
                f"spend_{token}_attack",
                by=unit.side,
                title=f"{unit.name}: spend a {token} to better a die?",
                options=[
                    Option("stop", "no"),
                    Option("blank", "blank becomes hit", None if blow.blanks else "no blank is left"),
                    Option("hit", "hit becomes crit", None if blow.hits else "no hit is left"),
                ],
            )
            if made == "stop":
                break
            game.change(unit, token, unit.get(token) - 1, held.name)
            if made == "blank":
                blow.blanks -= 1
                blow.add_hits(held.name, 1, "4c")
            else:
                blow.upgrade(held.name, 1, "4c")


async def modify(game: Context[LegionTable], blow: Blow) -> None:
    """Step 6: the attacker's modifications (Impact, Ram, Lethal), then the defender's armour."""
    game.at("6")
    unit = blow.attacker
    for held in blow.attack("hits_to_crits"):
        blow.upgrade(held.name, min(blow.hits, 1 if held.x is None else held.x), "6")
    await _ram(game, blow)
    most = min(total(blow.attack("pierce_for_aim")), unit.aim)
    if most:
        blow.lethal = await game.number(
            "spend_lethal",
            by=unit.side,
            lo=0,
            hi=most,
            code="no_token",
            title=f"{unit.name}: how many aims for Pierce +1 each (Lethal)?",
        )
        game.shift(unit, "aim", -blow.lethal, "Lethal")
    for held in blow.defence("cancel_hits"):
        blow.add_hits(held.name, -(blow.hits if held.x is None else min(blow.hits, held.x)), "6")


async def _ram(game: Context[LegionTable], blow: Blow) -> None:
    most = total(blow.attack("results_to_crits"))
    if not most or not await game.yes_no(
        "ram", by=blow.attacker.side, title=f"Did {blow.attacker.name} move at full speed in this activation?"
    ):
        return
    blanks = min(most, blow.blanks)
    blow.blanks -= blanks
    blow.add_crits("Ram", blanks, "6")
    blow.upgrade("Ram", min(most - blanks, blow.hits), "6")
