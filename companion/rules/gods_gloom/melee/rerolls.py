"""ATC.20: rerolls (RDP). First the whole pool for a seal, then single dice one by one."""

from __future__ import annotations

from functools import partial

from companion.engine.requests import Option
from companion.engine.state.phrases import phrase, step_said
from companion.engine.state.results import shown_before
from companion.engine.wording import count
from companion.rules.gods_gloom.melee import results
from companion.rules.gods_gloom.melee.results import NO_DICE, Rolled, dice_of, without
from companion.rules.gods_gloom.melee.score import Score
from companion.rules.gods_gloom.odds.choices import again_odds, may_change
from companion.rules.gods_gloom.records import COLOURS, ROLES, Role, other
from companion.rules.gods_gloom.units import Game


async def rerolls(game: Game, role: Role, score: Score) -> None:
    """All rerolls of one fighter, whose dice in `score` are replaced. The active player's come first.

    Not asked for where none could change how the melee ends.
    """
    unit = score.units[role]
    seals = game.table.side(unit.side).command_seals
    if not (seals or unit.single_rerolls) or not any(score.rolled[role].values()) or not _decides(game, role, score):
        return
    if seals and await _spends_seal(game, role, score):
        before = score.rolled[role]
        score.rolled[role] = await _pool(game, role, score)
        score.tell_roll(role, before=before)
    for left in range(unit.single_rerolls, 0, -1):
        if not _decides(game, role, score):
            return
        chosen = await _chosen(game, role, score, left)
        if chosen is None:
            return
        colour, place = chosen
        old = score.rolled[role][colour]
        showed = shown_before(range(len(old)), {place: old[place]})
        score.rolled[role] = await _single(game, role, score, colour, place)
        score.tell_roll(role, before={colour: showed})


def _decides(game: Game, role: Role, score: Score) -> bool:
    """Whether a reroll may change anything; it may while the other side could still reroll its own dice."""
    foe = score.units[other(role)]
    waits = role == ROLES[0] and (foe.single_rerolls or game.table.side(foe.side).command_seals)
    return bool(waits) or may_change(score, role)


async def _spends_seal(game: Game, role: Role, score: Score) -> bool:
    """Once in a test, for 1 seal."""
    unit, dice = score.units[role], score.rolled[role]
    side = game.table.side(unit.side)
    answer = await game.choose(
        "ATC.20.pool",
        by=unit.side,
        title=phrase(f"{unit.name}: ", step_said("reroll"), " the whole pool for 1 seal?"),
        options=[
            Option("keep", f"Keep {results.in_words(dice)}"),
            Option("reroll", "Reroll them all", cost=(game.cost(side, "command_seals", 1),)),
        ],
    ).with_odds(partial(again_odds, score, role, {"keep": dice, "reroll": NO_DICE}))
    if answer == "reroll":
        game.shift(side, "command_seals", -1, f"a reroll for {unit.name}")
    return bool(answer == "reroll")


async def _pool(game: Game, role: Role, score: Score) -> Rolled:
    """Every die of the pool, good and bad. The new results stand."""
    unit, dice = score.units[role], score.rolled[role]
    least = game.options["success_on"]
    again = [dice_of(c, len(dice[c]), least) for c in COLOURS if dice[c]]
    title = f"{unit.name}: roll the whole pool again"
    chances = partial(again_odds, score, role, {None: NO_DICE})
    faces = await game.roll("ATC.20.pool", by=unit.side, title=title, dice=again).with_odds(chances)
    return {**dice, **{d.name: f for d, f in zip(again, faces, strict=True)}}


async def _chosen(game: Game, role: Role, score: Score, left: int) -> tuple[str, int] | None:
    """Which die is rerolled, its colour and place; the same die may be chosen again."""
    unit, dice = score.units[role], score.rolled[role]
    lying = {f"{c} {n}": (c, n) for c in COLOURS for n in range(len(dice[c]))}
    options = [Option(of, f"{c} die {n + 1}: {dice[c][n]}") for of, (c, n) in lying.items()]
    many = f"{left} of {count(unit.single_rerolls, 'single reroll')} left"
    title = phrase(f"{unit.name}: ", step_said("reroll"), f" one die? {many}")
    stay = {"stop": dice, **{of: without(dice, *die) for of, die in lying.items()}}
    more = (f"this is the last of {count(left, 'reroll')}",) if left > 1 else ()
    chances = partial(again_odds, score, role, stay, *more)
    request = game.choose("ATC.20.single", by=unit.side, options=[Option("stop", "No more"), *options], title=title)
    return lying.get(await request.with_odds(chances))


async def _single(game: Game, role: Role, score: Score, colour: str, place: int) -> Rolled:
    unit, dice = score.units[role], score.rolled[role]
    title = f"{unit.name}: roll that {colour} die again"
    chances = partial(again_odds, score, role, {None: without(dice, colour, place)})
    again = dice_of(colour, 1, game.options["success_on"])
    faces = await game.roll("ATC.20.single", by=unit.side, title=title, dice=[again]).with_odds(chances)
    row = list(dice[colour])
    row[place] = faces[0][0]
    return {**dice, colour: tuple(row)}
