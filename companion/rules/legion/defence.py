"""The defender's part: dodge, defence dice, Pierce (section 6, steps 5, 7a to 8)."""

from __future__ import annotations

from companion.engine.dice import Dice
from companion.engine.procedure import Context
from companion.engine.requests import Option, Plan
from companion.engine.state.changes import Line
from companion.rules.legion.blow import Blow, total
from companion.rules.legion.dice import DEFENCE, cancel_blocks, convert_defence
from companion.rules.legion.units import LegionTable
from companion.rules.legion.wording import counted, dice


async def dodge(game: Context[LegionTable], blow: Blow) -> None:
    """Step 5: each dodge token cancels one hit, never a crit unless Outmaneuver says so."""
    unit = blow.defender
    if not unit.dodge:
        game.skip("5", "no dodge token")
        return
    game.at("5")
    title = f"{unit.name}: spend how many dodges against {counted(blow.hits, 'hit')} and {counted(blow.crits, 'crit')}?"
    if blow.defence("dodge_crits"):
        parts = {"hit": (0, unit.dodge), "crit": (0, min(unit.dodge, blow.crits)), "keep": (0, unit.dodge)}
        spent = (
            await game.split(
                "spend_dodge", by=unit.side, title=title, plans=[Plan("dodge", "dodges", unit.dodge, parts)]
            )
        ).allotments
        on_hits, on_crits = spent["hit"], spent["crit"]
    else:
        on_hits = await game.number("spend_dodge", by=unit.side, lo=0, hi=unit.dodge, title=title, code="no_token")
        on_crits = 0
    blow.dodge_spent = on_hits + on_crits
    game.shift(unit, "dodge", -blow.dodge_spent, "dodges")
    blow.add_hits("dodged", -min(on_hits, blow.hits), "5")
    blow.add_crits("dodged", -on_crits, "5")


def count_hits(game: Context[LegionTable], blow: Blow) -> None:
    """Hits, crits and Pierce as they stand when defence dice are counted."""
    name = blow.attacker.name
    blow.hits = int(game.tally("hits", blow.hit_lines, name=f"{name}'s hits", lo=0, unit="hits"))
    blow.crits = int(game.tally("crits", blow.crit_lines, name=f"{name}'s crits", lo=0, unit="crits"))
    pierce = [Line(h.name, 1 if h.x is None else h.x, h.effect.hook) for h in blow.attack("pierce")]
    if blow.lethal:
        pierce.append(Line("Lethal", blow.lethal, "6"))
    if blow.makashi:
        pierce.append(Line("Makashi Mastery", -1, "2"))
    blow.pierce = int(game.tally("pierce", pierce, name=f"{name}'s Pierce", lo=0)) if pierce else 0
    blow.result.update(pierce=blow.pierce, hits=blow.hits, crits=blow.crits)


def _immune(blow: Blow, words: tuple[str, ...]) -> bool:
    return not blow.makashi and any(h.effect.word in words for h in blow.defence("ignore_pierce"))


def defence_lines(game: Context[LegionTable], blow: Blow) -> list[Line]:
    """What the number of defence dice is made of."""
    lines = [Line("hits", blow.hits, "7a"), Line("crits", blow.crits, "7a")]
    if not blow.makashi and not _immune(blow, ("all",)):
        lines += [Line(h.name, blow.pierce, "7a") for h in blow.defence("dice_for_pierce")]
    for held in blow.defence("dice_for_suppression"):
        if game.options["danger_sense_in_melee"]:
            count = blow.defender.suppression
            lines.append(Line(held.name, count if held.x is None else min(count, held.x), "7a"))
        else:
            game.note(f"{held.name} does not count in a melee (option danger_sense_in_melee)")
    return [line for line in lines if line.value]


async def defend(game: Context[LegionTable], blow: Blow) -> None:
    """Steps 7a to 8: roll, reroll, convert, Pierce. Without hits or crits nothing is rolled."""
    if not blow.hits + blow.crits:
        for step in ("7a", "7b", "7c", "8"):
            game.skip(step, "no hit or crit is left")
        blow.result.update(defence_dice=0, rolled_blocks=0, blocks=0)
        return
    game.at("7a")
    unit = blow.defender
    count = int(
        game.tally("defence dice", defence_lines(game, blow), name=f"{unit.name}'s defence dice", lo=0, unit="dice")
    )
    die = DEFENCE[unit.defence_die]
    rolled = await game.roll(
        "defence",
        by=unit.side,
        dice=[Dice("defence", die, count)],
        title=f"{unit.name} defends: roll {dice(count, unit.defence_die + ' defence')}",
    )
    faces = list(rolled[0])
    await _luck(game, blow, faces)
    game.at("7c")
    charted = unit.defence_surge == "block" or bool(blow.defence("block_surges"))
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
    ignored = _immune(blow, ("all", "melee"))
    lines = [Line("rolled", faces.count("block"), "7a")]
    if made > faces.count("block"):
        lines.append(Line("surges", made - faces.count("block"), "7c"))
    cancelled = cancel_blocks(made, blow.pierce, ignored)
    if cancelled or (ignored and blow.pierce):
        lines.append(Line("Pierce is ignored" if ignored else "Pierce", -cancelled, "8"))
    blocks = int(game.tally("blocks", lines, name=f"{unit.name}'s blocks", lo=0, unit="blocks"))
    blow.result.update(defence_dice=len(faces), rolled_blocks=made, blocks=blocks)


async def _luck(game: Context[LegionTable], blow: Blow, faces: list[int | str]) -> None:
    """Step 7b: up to X dice are rolled again, all at once and once."""
    unit = blow.defender
    most = min(total(blow.defence("defence_rerolls")), len(faces))
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
