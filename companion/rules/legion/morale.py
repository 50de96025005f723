"""Courage, suppression, panic and rally."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.dice import Dice
from companion.engine.procedure import procedure
from companion.engine.reading import counting
from companion.engine.requests import Option
from companion.engine.state.changes import Line
from companion.engine.state.phrases import phrase, step_said
from companion.engine.wording import does, possessive
from companion.rules.legion.dice import DEFENCE, RALLIES
from companion.rules.legion.odds.nerve import rally_odds
from companion.rules.legion.units import Game, LegionUnit, may_panic, suppressed
from companion.rules.legion.words import dice

IMMUNE = "immune"
"""The answer of `commander_courage` for a commander whose courage is a dash."""


def suppress(game: Game, unit: LegionUnit, why: str) -> int:
    """Gives one suppression token if the unit can hold one; returns how many. Standby is lost by it."""
    if unit.nerve is None or not unit.alive:
        return 0
    before = suppressed(unit)
    game.change(unit, "suppression", unit.suppression + 1, why)
    if suppressed(unit) and not before:
        game.note(
            f"{does(unit.name, 'is')} suppressed: {unit.suppression} suppression, courage {unit.nerve}",
            breaks=unit.id,
            breaks_as="is suppressed",
        )
    game.change(unit, "standby", 0, "gained suppression")
    return 1


def lose_nerve(game: Game, unit: LegionUnit) -> None:
    """A unit whose courage became a dash loses all suppression."""
    if unit.suppression and unit.nerve is None:
        game.change(unit, "suppression", 0, "its courage is gone")


@procedure("Rally")
async def rally(game: Game, unit: LegionUnit) -> int:
    """One defence die a suppression token; each block or surge removes one. Returns how many went."""
    count = game.tally(
        "rally dice",
        [Line("suppression", unit.suppression, "Rally")],
        name=f"{possessive(unit.name)} rally dice",
        lo=0,
        low_rule="Rally",
        unit="dice",
    )
    better = unit.having("rally_die")
    colour = better[0].effect.word if better else "white"
    rolled = await game.roll(
        "rally",
        by=unit.side,
        title=phrase(f"{unit.name}: ", step_said("rally"), f", roll {dice(int(count), colour + ' defence')}"),
        dice=[Dice("rally", DEFENCE[colour], int(count), reads=counting(RALLIES, "good for the rally"))],
    ).with_odds(partial(rally_odds, unit, colour, int(count)))
    good = sum(face in RALLIES for face in rolled[0])
    gone = -game.shift(unit, "suppression", -good, "rally")
    came = (
        f": {gone} suppression removed, {unit.suppression} left"
        if gone
        else f" in vain: {unit.suppression} suppression left"
    )
    text = f"{does(unit.name, 'rallies')}{came}"
    game.result(
        text,
        mark=lambda dice, face: "removes one" if face in RALLIES else "",
        counts=[{"removed": gone}],
        removed=gone,
        left=unit.suppression,
    )
    return gone


@procedure("Panic")
async def panics(game: Game, unit: LegionUnit) -> bool:
    """Whether the unit panics: the players say whose courage a commander within range 3 lends it."""
    if not may_panic(unit):
        return False
    lent = await _lent_courage(game, unit)
    if lent == IMMUNE:
        game.note(f"{unit.name}: no panic, a commander without courage value is near", panicked=False)
        return False
    nerve = unit.nerve or 0
    limit = game.tally(
        "panic at",
        [
            Line("twice its courage", 2 * nerve, "Panic"),
            *([Line("a commander's courage", 2 * (int(lent) - nerve), "Panic")] if int(lent) > nerve else []),
        ],
        name=f"{unit.name}: panic at",
        lo=0,
        low_rule="Panic",
        unit="suppression",
    )
    panicked = unit.suppression >= limit
    broke: dict[str, Any] = {"breaks": unit.id, "breaks_as": "panics"} if panicked else {}
    game.note(
        f"{does(unit.name, 'panics' if panicked else 'does not panic')}: {unit.suppression} suppression, limit {limit}",
        panicked=panicked,
        limit=int(limit),
        suppression=unit.suppression,
        **broke,
    )
    return panicked


async def _lent_courage(game: Game, unit: LegionUnit) -> Any:
    """What a commander lends. Only those are asked for whose courage would make a difference."""
    names: dict[str, list[str]] = {}
    for commander in game.table.of_side(unit.side):
        nerve = commander.nerve
        if commander.rank == "commander" and commander is not unit and (nerve is None or 2 * nerve > unit.suppression):
            names.setdefault(IMMUNE if nerve is None else str(nerve), []).append(commander.name)
    if not names:
        return 0
    lent = await game.choose(
        "commander_courage",
        by=unit.side,
        title=f"{unit.name} ({unit.suppression} suppression) may panic: which commander is within range 3?",
        options=[
            Option("none", "none of them in range"),
            *(
                Option(word, f"{' or '.join(commanders)}: courage {'–' if word == IMMUNE else word}")
                for word, commanders in names.items()
            ),
        ],
    )
    return 0 if lent == "none" else lent
