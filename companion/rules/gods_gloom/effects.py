"""Other effects that the players enter (cards, skills, auras): another one? on whom, what, how many, by whom."""

from __future__ import annotations

from companion.engine.frozen import frozen
from companion.engine.procedure import procedure
from companion.engine.requests import Option
from companion.engine.state.phrases import phrase
from companion.engine.wording import does
from companion.rules.gods_gloom.catalog import TOKENS
from companion.rules.gods_gloom.records import Role, other
from companion.rules.gods_gloom.tokens import can_pay_morale, gain, lose_morale, suffer
from companion.rules.gods_gloom.units import Fighters, Game, GloomUnit

MOST_WOUNDS = 30
MOST = 60
"""The most effects at one step, so that the question for another one ends."""


@frozen
class Moment:
    """When effects are asked for: the key of the prompt, and the words for it."""

    key: str
    words: str


async def effects(game: Game, moment: Moment, *, called: bool, fight: Fighters | None = None) -> dict[Role, int]:
    """Asks whether there is another effect, as long as there is: if the table called for it, or by option.

    Returns the wounds that count as inflicted, by the role that dealt them; none unless `fight` is given.
    """
    credit: dict[Role, int] = {"attacker": 0, "defender": 0}
    if not called and game.options["ask_effects"] not in ("melee", "always"):
        return credit
    title = phrase("another effect ", moment.words, "?")
    for _ in range(MOST):
        if not any(u.alive for u in game.table.units.values()):
            break
        if not await game.yes_no(moment.key, by="table", title=title):
            break
        role, wounds = await effect(game, moment, fight)
        if role:
            credit[role] += wounds
    return credit


@procedure("Another effect")
async def effect(game: Game, moment: Moment, fight: Fighters | None) -> tuple[Role | None, int]:
    """One effect: on which unit, what, how much. Returns the role that inflicted wounds with it, and how many."""
    key, why = moment.key, f"an effect {moment.words}"
    of = await game.choose(
        f"{key}.unit",
        by="table",
        title=phrase("another effect ", moment.words, ": on which unit?"),
        options=[Option(u.id, u.name) for u in game.table.units.values() if u.alive],
    )
    unit = game.table.unit(of)
    what = await game.choose(f"{key}.what", by="table", title=f"what happens to {unit.name}?", options=_kinds(unit))
    if what in TOKENS:
        gain(game, unit, what, why)
        return None, 0
    most = _most(unit, what, counted=fight is not None)
    amount = await game.number(
        f"{key}.amount",
        by="table",
        lo=1,
        hi=most,
        why_lo="an effect of none is no effect",
        why_hi="no unit takes more wounds" if most == MOST_WOUNDS else f"{does(unit.name, 'has')} no more to lose",
        title=f"how many {'wounds' if what == 'wounds' else 'morale tokens'}: {unit.name}?",
    )
    if what == "morale":
        lose_morale(game, unit, amount, why)
        return None, 0
    role = await _dealt_by(game, key, unit, fight)
    suffer(game, unit, amount, why, fight[role] if fight and role else None)
    return role, amount


def _kinds(unit: GloomUnit) -> list[Option[str]]:
    """What may happen to a unit; what would change nothing is closed."""
    immune = None if can_pay_morale(unit) else "cannot lose morale"
    return [
        Option("wounds", "Suffers wounds"),
        Option("morale", "Loses morale tokens", immune),
        *(Option(of, f"Gains {t.name}", "has it already" if getattr(unit, of) else None) for of, t in TOKENS.items()),
    ]


def _most(unit: GloomUnit, what: str, *, counted: bool) -> int:
    """More than this changes nothing, as the unit is destroyed before; wounds that count may exceed its health."""
    if what == "morale":
        return max(1, unit.morale + unit.health)
    return MOST_WOUNDS if counted else unit.health_max


async def _dealt_by(game: Game, key: str, unit: GloomUnit, fight: Fighters | None) -> Role | None:
    """The role whose inflicted wounds these are; None if they are nobody's."""
    role = next((other(role) for role, fighter in fight.items() if fighter is unit), None) if fight else None
    if fight is None or role is None:
        return None
    theirs = await game.yes_no(f"{key}.by", by="table", title=f"dealt by {fight[role].name}? Then they count to win")
    return role if theirs else None
