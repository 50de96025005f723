"""ATC.20: rerolls (RDP). First the whole pool for a seal, then single dice one by one."""

from __future__ import annotations

from companion.engine.dice import D6, Dice
from companion.engine.requests import Option
from companion.rules.gods_gloom.melee import results
from companion.rules.gods_gloom.melee.results import Rolled
from companion.rules.gods_gloom.records import COLOURS
from companion.rules.gods_gloom.units import Game, GloomUnit


async def rerolls(game: Game, unit: GloomUnit, rolled: Rolled) -> Rolled:
    """All rerolls of one fighter; returns its dice as they lie after them. The active player's come first."""
    if any(rolled.values()):
        rolled = await _pool(game, unit, rolled)
        rolled = await _singles(game, unit, rolled)
    return rolled


async def _pool(game: Game, unit: GloomUnit, rolled: Rolled) -> Rolled:
    """Once, for 1 seal: every die of the pool, good and bad. The new results stand."""
    side = game.table.side(unit.side)
    if not side.command_seals:
        return rolled
    answer = await game.choose(
        "ATC.20.pool",
        by=unit.side,
        title=f"{unit.name}: reroll the whole pool for 1 seal?",
        options=[Option("keep", f"Keep {results.in_words(rolled)}"), Option("reroll", "Reroll them all: 1 seal")],
    )
    if answer == "keep":
        return rolled
    game.shift(side, "command_seals", -1, f"a reroll for {unit.name}")
    dice = [Dice(c, D6, len(rolled[c])) for c in COLOURS if rolled[c]]
    faces = await game.roll("ATC.20.pool", by=unit.side, title=f"{unit.name}: roll the whole pool again", dice=dice)
    after = {**rolled, **{d.name: f for d, f in zip(dice, faces, strict=True)}}
    game.note(f"{unit.name} rerolls {results.in_words(rolled)} into {results.in_words(after)}", unit=unit.id)
    return after


async def _singles(game: Game, unit: GloomUnit, rolled: Rolled) -> Rolled:
    """Up to `single_rerolls` dice, one after another; the same die may be chosen again."""
    for left in range(unit.single_rerolls, 0, -1):
        options = [Option("stop", "No more")]
        options += [Option(f"{c} {n}", f"{c} die {n + 1}: {face}") for c in COLOURS for n, face in enumerate(rolled[c])]
        answer = await game.choose(
            "ATC.20.single", by=unit.side, options=options, title=f"{unit.name}: reroll one die? {left} left"
        )
        if answer == "stop":
            return rolled
        colour, _, place = str(answer).partition(" ")
        faces = await game.roll(
            "ATC.20.single",
            by=unit.side,
            title=f"{unit.name}: roll that {colour} die again",
            dice=[Dice(colour, D6, 1)],
        )
        before = rolled[colour][int(place)]
        row = list(rolled[colour])
        row[int(place)] = faces[0][0]
        rolled = {**rolled, colour: tuple(row)}
        game.note(f"{unit.name} rerolls a {colour} {before} into {faces[0][0]}", unit=unit.id, colour=colour)
    return rolled
