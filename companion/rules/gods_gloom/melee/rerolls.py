"""ATC.20: rerolls (RDP). First the whole pool for a seal, then single dice one by one."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.dice import D6, Dice
from companion.engine.requests import Option
from companion.rules.gods_gloom.melee import results, score
from companion.rules.gods_gloom.melee.pools import Setting
from companion.rules.gods_gloom.melee.results import Rolled
from companion.rules.gods_gloom.records import COLOURS, Role
from companion.rules.gods_gloom.units import Fighters, Game, GloomUnit


async def rerolls(game: Game, role: Role, units: Fighters, rolled: Mapping[Role, Rolled], setting: Setting) -> Rolled:
    """All rerolls of one fighter; returns its dice as they lie after them. The active player's come first."""
    unit, dice = units[role], rolled[role]
    if not any(dice.values()):
        return dice
    if game.table.side(unit.side).command_seals and await _spends_seal(game, unit, dice):
        dice = await _pool(game, unit, dice)
        score.tell_roll(game, role, unit, dice, setting, after=", rerolled")
        score.show_score(game, units, {**rolled, role: dice}, setting)
    for left in range(unit.single_rerolls, 0, -1):
        answer = await _chosen(game, unit, dice, left)
        if answer == "stop":
            break
        colour, _, place = answer.partition(" ")
        before = dice[colour][int(place)]
        dice = await _single(game, unit, dice, colour, int(place))
        after = dice[colour][int(place)]
        score.tell_roll(game, role, unit, dice, setting, after=f", a {colour} {before} rerolled into {after}")
        score.show_score(game, units, {**rolled, role: dice}, setting)
    return dice


async def _spends_seal(game: Game, unit: GloomUnit, dice: Rolled) -> bool:
    """Once in a test, for 1 seal."""
    side = game.table.side(unit.side)
    answer = await game.choose(
        "ATC.20.pool",
        by=unit.side,
        title=f"{unit.name}: reroll the whole pool for 1 seal?",
        options=[
            Option("keep", f"Keep {results.in_words(dice)}"),
            Option("reroll", "Reroll them all: 1 seal", cost=(game.cost(side, "command_seals", 1),)),
        ],
    )
    if answer == "reroll":
        game.shift(side, "command_seals", -1, f"a reroll for {unit.name}")
        score.show_seals(game, unit)
    return bool(answer == "reroll")


async def _pool(game: Game, unit: GloomUnit, dice: Rolled) -> Rolled:
    """Every die of the pool, good and bad. The new results stand."""
    again = [Dice(c, D6, len(dice[c])) for c in COLOURS if dice[c]]
    faces = await game.roll("ATC.20.pool", by=unit.side, title=f"{unit.name}: roll the whole pool again", dice=again)
    return {**dice, **{d.name: f for d, f in zip(again, faces, strict=True)}}


async def _chosen(game: Game, unit: GloomUnit, dice: Rolled, left: int) -> str:
    """Which die is rerolled, as `red 0`, or `stop`; the same die may be chosen again."""
    options = [Option("stop", "No more")]
    options += [Option(f"{c} {n}", f"{c} die {n + 1}: {face}") for c in COLOURS for n, face in enumerate(dice[c])]
    title = f"{unit.name}: reroll one die? {left} left"
    return str(await game.choose("ATC.20.single", by=unit.side, options=options, title=title))


async def _single(game: Game, unit: GloomUnit, dice: Rolled, colour: str, place: int) -> Rolled:
    title = f"{unit.name}: roll that {colour} die again"
    faces = await game.roll("ATC.20.single", by=unit.side, title=title, dice=[Dice(colour, D6, 1)])
    row = list(dice[colour])
    row[place] = faces[0][0]
    return {**dice, colour: tuple(row)}
