"""A4 and A5: what becomes of every unit that was taken out, and of whoever has the Blight."""

from __future__ import annotations

from functools import partial

from companion.engine.campaign import GONE
from companion.engine.dice import D20, Dice
from companion.engine.odds import Odds
from companion.engine.requests import Option
from companion.engine.state.changes import Line
from companion.engine.state.phrases import phrase, says
from companion.engine.wording import does, question
from companion.rules.speedies.aftermath.gear import robbed
from companion.rules.speedies.aftermath.warband import earn, leaves, members
from companion.rules.speedies.catalog import BLIGHT as BANDS
from companion.rules.speedies.catalog import (
    HENCHMAN_SCARS,
    HERO_SCARS,
    MAJOR_WOUNDS,
    PRICES,
    SCARS,
    Fate,
    ScarBand,
    row,
)
from companion.rules.speedies.conditions import OUT
from companion.rules.speedies.improvement import hero_draw
from companion.rules.speedies.odds.checks import band_odds
from companion.rules.speedies.stat_checks import roll_d20
from companion.rules.speedies.units import Game, SpeediesUnit, Warband

BLIGHT = "Blight"
DEATHTOUCHED = "Deathtouched"
DIED = "died"
MEANINGS = {
    "hatred": "It hates somebody of this battle from now on: the players apply what the page on scars says.",
    "major_wound": "One of its numbers gets worse, or it is Slow.",
    "misses": "It does not play in the next battle.",
    "pit_fight": "It fights for its life.",
    "robbed": "It loses gear.",
}
"""What those outcomes mean that write no scar of their own."""


async def scars(game: Game, side: Warband) -> dict[str, str]:
    """A scar for every incapacitated unit in listing order. Returns the outcome by unit."""
    fallen = [unit for unit in members(game.table, side.id) if unit.status == OUT]
    if not fallen:
        game.skip("A4", "nobody was taken out")
        return {}
    return {unit.id: await _scar(game, side, unit) for unit in fallen}


async def _scar(game: Game, side: Warband, unit: SpeediesUnit) -> str:
    game.at("A4")
    title = f"{unit.name} ({unit.type}) was taken out: a d20 for the scar"
    die = Dice("scar", D20, 1, reads=None)
    bands = HERO_SCARS if unit.type == "hero" else HENCHMAN_SCARS
    odds = partial(band_odds, unit, "scar", "what it is", bands)
    face = await roll_d20(game, "scar", side.id, title, die, odds)
    value = game.tally(f"scar[{unit.id}]", [Line("d20", face, "Scars")], name=f"Scar of {unit.name}")
    band = row(bands, value)
    game.result(f"{unit.name}, {int(value)}: {band.text}.{_meaning(band)}", unit=unit.id, outcome=band.outcome)
    await _suffer(game, side, unit, band)
    return band.outcome


def _meaning(band: ScarBand) -> str:
    """What a scar does, where its name does not say it; empty else."""
    named = {"blight": BLIGHT, "deathtouched": ""}.get(band.outcome, band.scar)
    scar = SCARS.get(named)
    text = scar.text if scar is not None else MEANINGS.get(band.outcome, "")
    return f" {text}" if text else ""


async def _suffer(game: Game, side: Warband, unit: SpeediesUnit, band: ScarBand) -> None:
    if band.outcome == "dies":
        leaves(game, unit, DIED, phrase(says(DIED, unit, GONE, DIED), " of its scars"))
    elif band.outcome == "blight":
        _twice(game, unit, BLIGHT, "a second Blight")
    elif band.outcome == "deathtouched":
        _twice(game, unit, DEATHTOUCHED, "touched by death a second time")
    elif band.outcome == "scar":
        mark(game, unit, band.scar, "scar: ", band.text)
    elif band.outcome == "major_wound":
        await _major_wound(game, side, unit)
    elif band.outcome == "robbed":
        await robbed(game, side, unit)
    elif band.outcome == "misses":
        game.change(unit, "misses", unit.misses + 1, "scar: misses a game")
    elif band.outcome == "pit_fight":
        await _pit_fight(game, side, unit)
    elif band.outcome == "hatred":
        await _hatred(game, side, unit)
    elif band.outcome == "improvement":
        await hero_draw(game, unit)


def mark(game: Game, unit: SpeediesUnit, scar: str, why: str, which: str = "") -> None:
    """Writes a scar on a unit that has not got it; `which` is the end of the reason, if it says which scar that is."""
    if scar not in unit.scars:
        game.change(unit, "scars", (*unit.scars, scar), phrase(why, says(which, unit, "scars", scar)) if which else why)


def _twice(game: Game, unit: SpeediesUnit, scar: str, second: str) -> None:
    """A scar that kills whoever has it already."""
    if scar in unit.scars:
        leaves(game, unit, DIED, second)
    else:
        mark(game, unit, scar, "scar: ", scar)


async def _major_wound(game: Game, side: Warband, unit: SpeediesUnit) -> None:
    """A4a: a number gets worse by 2, never beyond 20, or the hero is Slow. A dash cannot get worse (table ruling)."""
    game.at("A4a")
    title, die = f"{does(unit.name, 'has')} a major wound: a d20 for where", Dice("wound", D20, 1, reads=None)
    odds = partial(band_odds, unit, "major wound", "where it is", MAJOR_WOUNDS)
    face = await roll_d20(game, "major_wound", side.id, title, die, odds)
    value = game.tally(f"major_wound[{unit.id}]", [Line("d20", face, "Major wounds")], name=f"Wound of {unit.name}")
    band = row(MAJOR_WOUNDS, value)
    if not band.field:
        game.result(f"{unit.name}, {int(value)}: {band.text} from now on.", unit=unit.id)
        mark(game, unit, band.scar, "major wound: ", band.text)
        return
    before: int | None = getattr(unit, band.field)
    if before is None:
        game.result(f"{unit.name}, {int(value)}: {band.text}, of which it has none: nothing changes.", unit=unit.id)
        return
    worse = game.tally(
        f"worse[{unit.id}]",
        [Line(f"{band.text} now", before, "Major wounds"), Line("major wound", band.by, "Major wounds")],
        name=f"{band.text} of {unit.name}",
        hi=20,
        high_rule="no number is above 20",
    )
    game.result(f"{unit.name}, {int(value)}: {band.text} {before}+ becomes {int(worse)}+.", unit=unit.id)
    game.change(unit, band.field, worse, phrase("major wound: ", says(band.text, unit, band.field, None)))


async def _pit_fight(game: Game, side: Warband, unit: SpeediesUnit) -> None:
    """A4b: fought on the table; the winner learns and is paid, the loser never comes back."""
    game.at("A4b")
    end = await game.choose(
        "pit_fight",
        by=side.id,
        title=f"{does(unit.name, 'is')} sold to the pits: fight it on the table. How does it end?",
        options=[
            Option("won", f"{does(unit.name, 'wins')}: an improvement and {PRICES.pit_fight} gold"),
            Option("lost", f"{does(unit.name, 'loses and is')} gone"),
        ],
    )
    if end == "lost":
        leaves(game, unit, "lost in the pits", "lost the pit fight")
        return
    earn(game, side, PRICES.pit_fight, f"{unit.name} won a pit fight")
    await hero_draw(game, unit)


async def _hatred(game: Game, side: Warband, unit: SpeediesUnit) -> None:
    """Whom the hero hates from now on: an enemy of this battle, or a whole warband."""
    table = game.table
    foes = [other for other in table.units.values() if table.enemies(unit, other)]
    bands = [other for other in table.sides.values() if table.alliance(other.id) != table.alliance(side.id)]
    hated = await game.choose(
        "hatred",
        by=side.id,
        title=f"whom {question(unit.name, 'does')} hate from now on?",
        options=[
            *(Option(other.id, f"All of {other.name}'s warband") for other in bands),
            *(Option(other.id, other.name) for other in foes),
        ],
    )
    mark(game, unit, f"Hatred of {table.title(hated)}", "scar: hatred")


WORDS: dict[Fate, str] = {band.fate: band.text for band in BANDS}


HERO_BONUS = 2
"""What a hero adds to its die."""


async def blight(game: Game, side: Warband) -> dict[str, str]:
    """A d20 for every unit with the Blight, those that have just caught it too. Returns the fate by unit."""
    ill = [unit for unit in members(game.table, side.id) if BLIGHT in unit.scars]
    if not game.enters("A5", ill, "nobody has the Blight"):
        return {}
    return {unit.id: await _fate(game, side, unit) for unit in ill}


async def _fate(game: Game, side: Warband, unit: SpeediesUnit) -> Fate:
    plus = HERO_BONUS if unit.type == "hero" else 0
    printed = game.options["blight_table"] == "printed"
    title = f"{does(unit.name, 'has')} the Blight: a d20"

    def odds() -> Odds | None:
        # Where the players read the page, nobody knows the chances.
        return None if printed else band_odds(unit, "Blight", "what becomes of it", BANDS, plus)

    face = await roll_d20(game, "blight", side.id, title, Dice("Blight", D20, 1), odds)
    lines = [Line("d20", face, "The Blight")]
    if plus:
        lines.append(Line("a hero", plus, "The Blight"))
    value = game.tally(f"blight[{unit.id}]", lines, name=f"The Blight of {unit.name}")
    if printed:
        game.result(f"{unit.name}: {int(value)}. Read the page.", unit=unit.id, value=int(value))
        fate: Fate = await game.choose(
            "blight_fate",
            by=side.id,
            title=f"{does(unit.name, 'has')} {int(value)} for the Blight: what does the page say?",
            options=[Option(fate, f"{unit.name} {words}") for fate, words in WORDS.items()],
        )
    else:
        band = row(BANDS, value)
        fate = band.fate
        game.result(f"{unit.name} {band.text}: {int(value)}.", unit=unit.id, value=int(value))
    if fate == "dies":
        leaves(game, unit, DIED, phrase(says(DIED, unit, GONE, DIED), " of the Blight"))
    elif fate == "cured":
        game.change(unit, "scars", tuple(scar for scar in unit.scars if scar != BLIGHT), "cured of the Blight")
    return fate
