"""The defender's part: dodge, defence dice, Pierce (attack steps 5 and 7a to 8)."""

from __future__ import annotations

from companion.engine.dice import Dice
from companion.engine.requests import Option, Plan
from companion.engine.state.changes import Line
from companion.rules.legion.dice import DEFENCE, cancel_blocks, convert_defence
from companion.rules.legion.melee.figures import Attack, rule, total
from companion.rules.legion.units import Game
from companion.rules.legion.words import counted, dice


async def dodge(game: Game, attack: Attack) -> None:
    """Step 5: each dodge token cancels one hit, a crit only where a keyword allows it."""
    unit = attack.defender
    if not unit.dodge:
        game.skip("5", "no dodge token")
        return
    game.at("5")
    title = (
        f"{unit.name}: spend how many dodges against {counted(attack.hits, 'hit')} and {counted(attack.crits, 'crit')}?"
    )
    if attack.defence("dodge_crits"):
        parts = {"hit": (0, unit.dodge), "crit": (0, min(unit.dodge, attack.crits)), "keep": (0, unit.dodge)}
        spent = (
            await game.split(
                "spend_dodge", by=unit.side, title=title, plans=[Plan("dodge", "dodges", unit.dodge, parts)]
            )
        ).allotments
        on_hits, on_crits = spent["hit"], spent["crit"]
    else:
        on_hits = await game.number("spend_dodge", by=unit.side, lo=0, hi=unit.dodge, title=title, code="no_token")
        on_crits = 0
    attack.dodge_spent = on_hits + on_crits
    game.shift(unit, "dodge", -attack.dodge_spent, "dodges")
    attack.add_hits("dodged", -min(on_hits, attack.hits), "5")
    attack.add_crits("dodged", -on_crits, "5")


def count_hits(game: Game, attack: Attack) -> None:
    """Hits, crits and Pierce as they stand when defence dice are counted."""
    name = attack.attacker.name
    attack.hits = int(game.tally("hits", attack.hit_lines, name=f"{name}'s hits", lo=0, unit="hits"))
    attack.crits = int(game.tally("crits", attack.crit_lines, name=f"{name}'s crits", lo=0, unit="crits"))
    pierce = [Line(h.name, 1 if h.x is None else h.x, rule(h.effect.hook)) for h in attack.attack("pierce")]
    pierce += attack.pierce_for_aim
    if attack.piercer:
        pierce.append(Line(attack.piercer, -1, rule("2")))
    attack.pierce = int(game.tally("pierce", pierce, name=f"{name}'s Pierce", lo=0)) if pierce else 0
    attack.result.update(pierce=attack.pierce, hits=attack.hits, crits=attack.crits)


def _immunity(attack: Attack, words: tuple[str, ...]) -> str:
    """The keyword by which the defender ignores Pierce; empty where none does or it is lifted."""
    if attack.piercer:
        return ""
    return next((held.name for held in attack.defence("ignore_pierce") if held.effect.word in words), "")


def defence_lines(game: Game, attack: Attack) -> list[Line]:
    """The number of defence dice with its reasons (step 7a)."""
    lines = [Line("hits", attack.hits, rule("7a")), Line("crits", attack.crits, rule("7a"))]
    if not attack.piercer and not _immunity(attack, ("all",)):
        lines += [Line(held.name, attack.pierce, rule("7a")) for held in attack.defence("dice_for_pierce")]
    count = attack.defender.suppression
    for held in attack.defence("dice_for_suppression"):
        lines.append(Line(held.name, count if held.x is None else min(count, held.x), rule("7a")))
    for held in attack.defending.get("dice_for_suppression", ()):
        if held.effect.option and not game.options[held.effect.option]:
            game.note(f"{held.name} does not count in a melee (option {held.effect.option})")
    return [line for line in lines if line.value]


async def defend(game: Game, attack: Attack) -> None:
    """Steps 7a to 8: roll, reroll, convert, Pierce. Without hits or crits nothing is rolled."""
    if not attack.hits + attack.crits:
        for step in ("7a", "7b", "7c", "8"):
            game.skip(step, "no hit or crit is left")
        attack.result.update(defence_dice=0, rolled_blocks=0, blocks=0)
        return
    game.at("7a")
    unit = attack.defender
    count = int(
        game.tally("defence dice", defence_lines(game, attack), name=f"{unit.name}'s defence dice", lo=0, unit="dice")
    )
    die = DEFENCE[unit.defence_die]
    rolled = await game.roll(
        "defence",
        by=unit.side,
        dice=[Dice("defence", die, count)],
        title=f"{unit.name} defends: roll {dice(count, unit.defence_die + ' defence')}",
    )
    faces = list(rolled[0])
    await _luck(game, attack, faces)
    game.at("7c")
    charted = unit.defence_surge == "block" or bool(attack.defence("block_surges"))
    tokens = 0 if charted else min(unit.surge, faces.count("surge"))
    if tokens:
        tokens = await game.number(
            "spend_surge_defence",
            by=unit.side,
            lo=0,
            hi=tokens,
            code="no_token",
            title=f"{unit.name}: how many surge tokens, each making a surge a block?",
        )
        game.shift(unit, "surge", -tokens, "surges become blocks")
    made = convert_defence(faces, charted, tokens)
    game.at("8")
    immunity = _immunity(attack, ("all", "melee"))
    lines = [Line("rolled", faces.count("block"), rule("7a"))]
    if made > faces.count("block"):
        lines.append(Line("surges", made - faces.count("block"), rule("7c")))
    cancelled = cancel_blocks(made, attack.pierce, bool(immunity))
    if immunity and attack.pierce:
        lines.append(Line(f"Pierce is ignored ({immunity})", 0, rule("8")))
    elif cancelled:
        lines.append(Line("Pierce", -cancelled, rule("8")))
    blocks = int(game.tally("blocks", lines, name=f"{unit.name}'s blocks", lo=0, unit="blocks"))
    attack.result.update(defence_dice=len(faces), rolled_blocks=made, blocks=blocks)


async def _luck(game: Game, attack: Attack, faces: list[int | str]) -> None:
    """Step 7b: up to X dice are rolled again, all at once and once."""
    unit = attack.defender
    most = min(total(attack.defence("defence_rerolls")), len(faces))
    if not most:
        game.skip("7b", "no reroll")
        return
    game.at("7b")
    chosen = await game.pick(
        "uncanny_luck",
        by=unit.side,
        at_most=most,
        code="too_many_rerolls",
        title=f"{unit.name}: reroll up to {dice(most, 'defence')}, once?",
        options=[Option(n, f"die {n + 1}: {face}") for n, face in enumerate(faces)],
    )
    if chosen:
        again = await game.roll(
            "defence_reroll",
            by=unit.side,
            title=f"{unit.name}: reroll {dice(len(chosen), 'defence')}",
            dice=[Dice("defence", DEFENCE[unit.defence_die], len(chosen))],
        )
        for place, face in zip(chosen, again[0], strict=True):
            faces[place] = face
