"""A6 and the first part of A7: attempts to improve, and the skills and spells that improvements brought."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from companion.engine.requests import Option
from companion.engine.wording import does, question
from companion.rules.speedies.aftermath.warband import heroes, members, pay, tell
from companion.rules.speedies.catalog import PRICES, SKILLS, Skill
from companion.rules.speedies.improvement import hero_draw
from companion.rules.speedies.odds.checks import attempt_odds
from companion.rules.speedies.skills import TRAITS
from companion.rules.speedies.units import Game, SpeediesUnit, Spell, Warband

SKILL_DRAWN = "skill"
OWN = ""
"""A skill of the players' own, among those that it may be."""
EASIEST, HARDEST = 2, 20


async def improvements(game: Game, side: Warband, at_home: Collection[str]) -> None:
    """A6: each hero that fought draws once for nothing, and once more if the player pays."""
    fought = [hero for hero in heroes(game.table, side.id) if hero.id not in at_home]
    if not game.enters("A6", fought, "no hero fought"):
        return
    for hero in fought:
        await hero_draw(game, hero)
        if side.gold >= PRICES.improvement and await game.yes_no(
            "buy_improvement",
            by=side.id,
            title=f"another attempt of {hero.name} to improve, for {PRICES.improvement} gold?",
            cost=[game.cost(side, "gold", PRICES.improvement)],
        ).with_odds(partial(attempt_odds, game.options, hero)):
            pay(game, side, PRICES.improvement, f"{hero.name} tried to improve")
            await hero_draw(game, hero)


async def skills(game: Game, side: Warband) -> None:
    """A7: every improvement of this battle that was a skill or a spell is chosen now."""
    for unit in members(game.table, side.id):
        for _ in range(unit.improvements.count(SKILL_DRAWN)):
            await _skill(game, side, unit)


def _learnable(unit: SpeediesUnit, name: str, skill: Skill) -> Option[str]:
    return Option(name, name, "it has that already" if name in unit.skills else None, does=skill.sentence)


async def _meant(game: Game, side: Warband, unit: SpeediesUnit, typed: str) -> str:
    """The skill that was meant. One in no table is the players' own and said to be, never taken in silence."""
    begun = [name for name in TRAITS if name.casefold().startswith(typed.casefold())]
    whole = next((name for name in begun if name.casefold() == typed.casefold()), None)
    if whole is not None:
        return whole
    if begun:
        meant = await game.choose(
            "skill_meant",
            by=side.id,
            title=f"no table has {typed}: which skill {question(unit.name, 'does')} learn?",
            options=[
                *(_learnable(unit, name, TRAITS[name]) for name in begun),
                Option(OWN, f"{typed}, a skill of your own: you apply it yourselves"),
            ],
        )
        if meant != OWN:
            return meant
    tell(game, f"No table has {typed}: you apply this skill of {unit.name} yourselves", unit=unit.id)
    return typed


async def _skill(game: Game, side: Warband, unit: SpeediesUnit) -> None:
    chosen = await game.choose(
        "skill",
        by=side.id,
        title=f"{does(unit.name, 'learns')} a skill or a spell: which?",
        options=[
            *(_learnable(unit, name, skill) for name, skill in SKILLS.items() if skill.learned),
            Option("other", "Another skill, by its name"),
            Option("spell", "A spell, by its name"),
        ],
    )
    if chosen in SKILLS:
        game.change(unit, "skills", (*unit.skills, chosen), "learned")
        return
    what = "spell" if chosen == "spell" else "skill"
    name = await game.text("skill_name", by=side.id, title=f"what is the {what} of {unit.name} called?")
    if not name:
        tell(game, f"{does(unit.name, 'learns')} nothing: no {what} was named", unit=unit.id)
    elif chosen == "other":
        game.change(unit, "skills", (*unit.skills, await _meant(game, side, unit, name)), "learned")
    else:
        difficulty = await game.number(
            "spell_difficulty",
            by=side.id,
            title=f"the difficulty of {name}",
            lo=EASIEST,
            hi=HARDEST,
            why_lo="a d20 below 2 fails anyway",
            why_hi="a d20 has no more",
        )
        game.change(unit, "spells", (*unit.spells, Spell(name, difficulty)), "learned")
