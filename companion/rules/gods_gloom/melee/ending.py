"""MEL.80: what happens at the end of a melee. It neither changes the winner nor opens MEL.70."""

from __future__ import annotations

from companion.engine.requests import Option
from companion.engine.state.phrases import step_said
from companion.engine.wording import count, does
from companion.rules.gods_gloom.catalog import TOKENS
from companion.rules.gods_gloom.effects import Moment, effects
from companion.rules.gods_gloom.melee.attack_test import Exchange
from companion.rules.gods_gloom.melee.score import Score
from companion.rules.gods_gloom.records import Role
from companion.rules.gods_gloom.tokens import gain, suffer
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.units import Fighters, Game, GloomUnit

AT_THE_END = Moment("MEL.80.effects", step_said("at the end of the melee"))

Pending = tuple[str, str, str]
"""(what, unit id, label) of one effect that is due."""


async def end_of_melee(game: Game, score: Score, exchange: Exchange | None, *, called: bool) -> None:
    """Berserk wounds, Death Curse, Bloodlust, then other effects; the active player may reorder by option."""
    units = score.units
    due = pending(units, score.setting.frenzied, exchange)
    for _ in range(len(due)):
        first = due[0][:2]
        if game.options["order_end_effects"]:
            word = await game.choose(
                "MEL.80.order",
                by=units["attacker"].side,
                title="which end effect comes next?",
                options=[Option(f"{what} {of}", label) for what, of, label in due],
            )
            first = next(d[:2] for d in due if f"{d[0]} {d[1]}" == word)
        due = [d for d in due if d[:2] != first]
        _apply(game, first[0], game.table.unit(first[1]), units)
    await effects(game, AT_THE_END, called=called)


def pending(units: Fighters, frenzied: tuple[Role, ...], exchange: Exchange | None) -> list[Pending]:
    """What is due at MEL.80, in the listed order."""
    due: list[Pending] = []
    for role, unit in units.items():
        frenzy = traits_of(unit).frenzy
        if frenzy is not None and role in frenzied and unit.alive:
            due.append(
                ("frenzy", unit.id, f"{frenzy.trait}: {does(unit.name, 'suffers')} {count(frenzy.wounds, 'wound')}")
            )
    if exchange is None:
        return due
    for role in exchange.killed:
        curse, unit = traits_of(units[role]).curse, units[role]
        if curse is not None and any(u.alive for u in units.values()):
            due.append(("curse", unit.id, f"{curse.trait} of {unit.name}"))
    for role, unit in units.items():
        token = traits_of(unit).after_wounding
        if token and exchange.inflicted[role] and unit.alive:
            due.append(("thirst", unit.id, f"{does(unit.name, 'gains')} {TOKENS[token].name}"))
    return due


def _apply(game: Game, what: str, unit: GloomUnit, units: Fighters) -> None:
    traits = traits_of(unit)
    if what == "frenzy" and traits.frenzy is not None and unit.alive:
        suffer(game, unit, traits.frenzy.wounds, traits.frenzy.trait)
    elif what == "curse" and traits.curse is not None:
        foe = next(u for u in units.values() if u is not unit)
        if foe.alive:
            suffer(game, foe, traits.curse.wounds, f"{traits.curse.trait} of {unit.name}", unit)
            gain(game, foe, traits.curse.token, f"{traits.curse.trait} of {unit.name}")
    elif what == "thirst" and unit.alive:
        gain(game, unit, traits.after_wounding, "having inflicted a wound")
