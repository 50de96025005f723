"""A5: whoever has the Blight lives, dies, or is rid of it."""

from __future__ import annotations

from companion.engine.dice import D20, Dice
from companion.engine.odds import Odds
from companion.engine.requests import Option
from companion.engine.state.changes import Line
from companion.engine.wording import does
from companion.rules.speedies.aftermath.scars import BLIGHT, DIED
from companion.rules.speedies.aftermath.warband import leaves, members
from companion.rules.speedies.catalog import BLIGHT as BANDS
from companion.rules.speedies.catalog import Fate, row
from companion.rules.speedies.odds.checks import band_odds
from companion.rules.speedies.stat_checks import roll_d20
from companion.rules.speedies.units import Game, SpeediesUnit, Warband

WORDS: dict[Fate, str] = {band.fate: band.text for band in BANDS}


HERO_BONUS = 2
"""What a hero adds to its die."""


async def blight(game: Game, side: Warband) -> dict[str, str]:
    """A d20 for every unit with the Blight, those that have just caught it too. Returns the fate by unit."""
    ill = [unit for unit in members(game.table, side.id) if BLIGHT in unit.scars]
    if not ill:
        game.skip("A5", "nobody has the Blight")
        return {}
    game.at("A5")
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
        leaves(game, unit, DIED, "died of the Blight")
    elif fate == "cured":
        game.change(unit, "scars", tuple(scar for scar in unit.scars if scar != BLIGHT), "cured of the Blight")
    return fate
