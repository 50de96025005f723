"""The Cast phase: one spell of one unit. What a spell does is on its card; players set it."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.odds import Odds
from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Line, added_up
from companion.engine.wording import does, question
from companion.rules.speedies import engagement
from companion.rules.speedies.odds.checks import check_odds, own_lean
from companion.rules.speedies.stat_checks import stat_check
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit, Spell

STEPS = (Step("C1", "Choose a spell"), Step("C2", "Cast Check"), Step("C3", "Effect"))
HINDERED = 2


def why_not(table: SpeediesTable, unit: SpeediesUnit) -> str | None:
    """Why a unit may not cast now."""
    if not unit.spells:
        return "knows no spell"
    if unit.cast:
        return "has cast already"
    if unit.helpless:
        return unit.status
    return None if any(_closed(table, s) is None for s in unit.spells) else "no harmful spells in the first turn"


def _closed(table: SpeediesTable, spell: Spell) -> str | None:
    return "no harmful spells in the first player's first turn" if spell.harmful and table.first_turn else None


def _needs(table: SpeediesTable, unit: SpeediesUnit, spell: Spell) -> list[Line]:
    """The difficulty, 2 more when engaged or after a Run."""
    lines = [Line(spell.name, spell.difficulty, "Cast Check")]
    if engagement.engaged(table, unit) or unit.ran:
        lines.append(Line("ran" if unit.ran else "engaged", HINDERED, "Cast Check"))
    return lines


def _number(table: SpeediesTable, unit: SpeediesUnit, spell: Spell) -> int:
    """What this unit has to roll for a spell as it stands now."""
    return added_up(_needs(table, unit, spell))


def _spell_odds(game: Game, unit: SpeediesUnit) -> Odds:
    table = game.table
    open_ = [spell for spell in unit.spells if _closed(table, spell) is None]
    needed = {spell.name: _number(table, unit, spell) for spell in open_}
    return check_odds(unit, needed, own_lean(unit), game.options["auto_fail_max"])


@procedure("Cast", STEPS)
async def cast(game: Game, unit: str) -> dict[str, Any]:
    """One Cast Check: d20 against the difficulty, 2 harder when engaged or after a Run."""
    table = game.table
    one = table.unit(unit)
    game.at("C1")
    chosen = await game.choose(
        "spell",
        by=one.side,
        title=f"which spell {question(one.name, 'does')} cast?",
        options=[Option(s.name, f"{s.name} ({_number(table, one, s)}+)", _closed(table, s)) for s in one.spells],
    ).with_odds(partial(_spell_odds, game, one))
    spell = next(s for s in one.spells if s.name == chosen)
    game.change(one, "cast", True, f"casts {spell.name}")
    game.at("C2")
    passed = await stat_check(
        game,
        one,
        "cast_check",
        _needs(table, one, spell),
        f"Cast Check for {spell.name}",
        key=f"cast_needs[{one.id}]",
        passes_to=f"{spell.name} works",
        fails_to=f"{spell.name} fails",
    )
    game.conclude(f"{does(one.name, 'casts')} {spell.name}: it {'works' if passed else 'fails'}")
    if not game.enters("C3", passed, "the spell fails"):
        return {"unit": one.id, "spell": spell.name, "passed": False}
    await game.do("effect", by=one.side, title=f"{spell.name} works: do as its card says, and adjust the units")
    if spell.ongoing and spell.name not in one.ongoing:
        game.change(one, "ongoing", (*one.ongoing, spell.name), f"{spell.name} lasts")
    return {"unit": one.id, "spell": spell.name, "passed": True}
