"""The defender's part: dodge, defence dice, Pierce (attack steps 5 and 7a to 9)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from companion.engine.dice import Face
from companion.engine.requests import Option, Plan
from companion.engine.state.changes import Line
from companion.engine.state.phrases import dice_said, phrase, step_said
from companion.engine.wording import count, possessive
from companion.rules.legion.dice import cancel_blocks, convert_defence
from companion.rules.legion.melee.figures import Attack, counted, rule, spend, total
from companion.rules.legion.melee.results import NOTHING_BEFORE, defence_result, wounds_result
from companion.rules.legion.melee.steps import defence_lines, dodge_matters, dodges, pierce_lines
from companion.rules.legion.odds.rolls import (
    defence_roll_odds,
    defence_surge_odds,
    dodge_odds,
    luck_odds,
)
from companion.rules.legion.units import Game
from companion.rules.legion.words import again, dice


async def dodge(game: Game, attack: Attack) -> None:
    """Step 5: each dodge token cancels one hit, a crit only if a keyword allows it."""
    unit = attack.defender
    if not unit.dodge:
        game.skip("5", "no dodge token")
        return
    if not game.enters("5", dodge_matters(attack), "a dodge would change nothing"):
        return
    _show_what_is_dodged(game, attack)
    title = f"{unit.name}: spend how many of {count(unit.dodge, 'dodge')} against {attack.score}?"
    cancels = attack.defence("dodge_crits")
    if cancels:
        parts = {"hit": (0, unit.dodge), "crit": (0, min(unit.dodge, attack.crits)), "keep": (0, unit.dodge)}
        why = {"crit": f"{count(attack.crits, 'crit')} to cancel"}
        plan = Plan(
            "dodge", f"dodges ({cancels[0].name})", unit.dodge, parts, why_hi=why, cost=(game.cost(unit, "dodge", 1),)
        )
        request = game.split("spend_dodge", by=unit.side, title=title, plans=[plan])
        spent = (await request.with_odds(partial(dodge_odds, attack))).allotments
        on_hits, on_crits = spent["hit"], spent["crit"]
        game.shift(unit, "dodge", -on_hits - on_crits, "dodges")
    else:
        why_hi = "its dodge tokens; each cancels one hit"
        on_hits = await spend(
            game,
            "spend_dodge",
            unit,
            "dodge",
            most=unit.dodge,
            why_hi=why_hi,
            title=title,
            for_what="dodges",
            odds=partial(dodge_odds, attack),
        )
        on_crits = 0
    dodges(attack, on_hits, on_crits)


def _show_what_is_dodged(game: Game, attack: Attack) -> None:
    """Hits and crits with their reasons stand with the question; an overruled number counts from here on."""
    name = possessive(attack.attacker.name)
    attack.show(game)
    hits = counted(game, "rolled hits", attack.hit_lines, "5", name=f"{name} hits so far", unit="hits")
    crits = counted(game, "rolled crits", attack.crit_lines, "5", name=f"{name} crits so far", unit="crits")
    attack.add_hits("ruling", hits - attack.hits, "5")
    attack.add_crits("ruling", crits - attack.crits, "5")


def count_hits(game: Game, attack: Attack) -> None:
    """Hits, crits and Pierce as they stand when defence dice are counted."""
    unit = attack.attacker
    name = possessive(unit.name)
    attack.hits = counted(game, "hits", attack.hit_lines, "5", name=f"{name} hits", unit="hits")
    attack.crits = counted(game, "crits", attack.crit_lines, "5", name=f"{name} crits", unit="crits")
    attack.show(game)
    pierce = pierce_lines(attack)
    if pierce:
        attack.pierce = counted(game, "pierce", pierce, "8", name=f"{name} Pierce")
        game.show(unit, "pierce", "Pierce", attack.pierce)
    attack.result.update(pierce=attack.pierce, hits=attack.hits, crits=attack.crits)


async def defend(game: Game, attack: Attack) -> None:
    """Steps 7a to 9: roll, reroll, convert, Pierce, compare. Without hits or crits nothing is rolled."""
    if not attack.hits + attack.crits:
        for step in ("7a", "7b", "7c", "8"):
            game.skip(step, "no hit or crit is left")
        attack.result.update(defence_dice=0, rolled_blocks=0, blocks=0)
        _compare(game, attack, 0, 0)
        return
    before, tokens = await _rolled(game, attack)
    faces = attack.defence_faces
    made = convert_defence(faces, attack.surge_blocks, tokens)
    game.at("8")
    immunity = attack.immunity("all", "melee")
    lines = [Line("rolled", faces.count("block"), rule("7a"))]
    if made > faces.count("block"):
        lines.append(Line("surges", made - faces.count("block"), rule("7c")))
    cancelled = cancel_blocks(made, attack.pierce, bool(immunity))
    if immunity and attack.pierce:
        lines.append(Line(f"Pierce is ignored ({immunity})", 0, rule("8")))
    elif cancelled:
        lines.append(Line("Pierce", -cancelled, rule("8")))
    unit = attack.defender
    name = f"{possessive(unit.name)} blocks"
    blocks = counted(game, "blocks", lines, "8", name=name, unit="blocks", of=unit, row="blocks")
    attack.result.update(defence_dice=len(faces), rolled_blocks=made, blocks=blocks)
    _compare(game, attack, blocks, tokens, before)


def _compare(game: Game, attack: Attack, blocks: int, tokens: int, before: Mapping[int, Face] = NOTHING_BEFORE) -> None:
    """Step 9: hits and crits against blocks."""
    game.at("9")
    unit = attack.defender
    compared = (("hits", attack.hits), ("crits", attack.crits), ("blocks", -blocks))
    lines = [Line(of, number, rule("9")) for of, number in compared]
    name = f"wounds to {unit.name}"
    attack.wounds = counted(game, "wounds", lines, "9", name=name, unit="wounds", of=unit, row="wounds now")
    rolled = attack.result["rolled"]
    # If nothing hit from the start, the attack dice themselves stay in view.
    if attack.defence_faces or rolled["hits"] or rolled["crits"]:
        wounds_result(game, attack, blocks, tokens, before)


async def _rolled(game: Game, attack: Attack) -> tuple[Mapping[int, Face], int]:
    """Steps 7a to 7c: the faces before of dice whose new ones no result has told yet, and the surge tokens spent."""
    game.at("7a")
    unit = attack.defender
    for extra in attack.defending.get("dice_for_suppression", ()):
        if extra.effect.option and not game.options[extra.effect.option]:
            game.note(f"{extra.name} does not count in a melee at this table (an option)")
    lines = defence_lines(attack)
    name = f"{possessive(unit.name)} defence dice"
    number = counted(game, "defence dice", lines, "7a", name=name, unit="dice", of=unit, row="defence dice")
    if attack.dodge_spent:
        attack.show_defence(game)
    rolled = await game.roll(
        "defence",
        by=unit.side,
        dice=[attack.defence_dice(number)],
        title=phrase(
            f"{unit.name} against {attack.score}: roll ", dice_said(dice(number, unit.defence_die + " defence"))
        ),
    ).with_odds(partial(defence_roll_odds, attack, number))
    attack.defence_faces = list(rolled[0])
    result_due = True
    before: Mapping[int, Face] = NOTHING_BEFORE
    if may_reroll(game, attack):
        defence_result(game, attack)
        before = await _luck(game, attack)
        result_due = bool(before)
    game.at("7c")
    surges = attack.defence_faces.count("surge")
    tokens = 0 if attack.surge_blocks else min(unit.surge, surges)
    if tokens:
        if result_due:
            defence_result(game, attack, before)
            before = NOTHING_BEFORE
        why_hi = f"{count(surges, 'surge')} rolled" if surges <= unit.surge else "its surge tokens"
        title = f"{unit.name}: how many surge tokens, each making a surge a block?"
        tokens = await spend(
            game,
            "spend_surge_defence",
            unit,
            "surge",
            most=tokens,
            why_hi=why_hi,
            title=title,
            for_what="surges become blocks",
            odds=partial(defence_surge_odds, attack, tokens),
        )
    return before, tokens


def may_reroll(game: Game, attack: Attack) -> bool:
    """Whether the defender has a reroll and a die that could become better."""
    if not attack.defence("defence_rerolls"):
        game.skip("7b", "no reroll")
    elif all(face == "block" for face in attack.defence_faces):
        game.skip("7b", "every die blocks")
    else:
        return True
    return False


async def _luck(game: Game, attack: Attack) -> Mapping[int, Face]:
    """Step 7b: up to X dice are rolled again, all at once and once. Returns what they showed before, by place."""
    unit = attack.defender
    faces = attack.defence_faces
    keyword = attack.defence("defence_rerolls")
    most = min(total(keyword), len(faces))
    game.at("7b")
    chosen: tuple[int, ...] = await game.pick(
        "uncanny_luck",
        by=unit.side,
        at_most=most,
        why=f"{keyword[0].name} {total(keyword)}, once",
        code="too_many_rerolls",
        title=phrase(f"{unit.name}: ", step_said(f"reroll up to {dice(most, 'defence')}"), ", once?"),
        options=[Option(n, f"die {n + 1}: {face}", like=str(face)) for n, face in enumerate(faces)],
        in_order=True,
    ).with_odds(partial(luck_odds, attack, most))
    before = {place: faces[place] for place in chosen}
    if chosen:
        rolled = await game.roll(
            "defence_reroll",
            by=unit.side,
            title=phrase(f"{unit.name}: reroll ", dice_said(again(chosen, "defence"))),
            dice=[attack.defence_dice(len(chosen))],
        ).with_odds(partial(defence_roll_odds, attack, len(chosen), chosen))
        for place, face in zip(chosen, rolled[0], strict=True):
            faces[place] = face
    return before
