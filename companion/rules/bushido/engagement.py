"""Base contact: who touches whom, who assists, and what is left of it when a model moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.requests import Option
from companion.engine.state.contacts import touching
from companion.engine.state.paths import Pair
from companion.rules.bushido.ki.feats import given, most_of
from companion.rules.bushido.powers import powers
from companion.rules.bushido.records import Weapon
from companion.rules.bushido.states import separate
from companion.rules.bushido.units import BushidoTable, BushidoUnit, Game


def assisting(table: BushidoTable, model: BushidoUnit, against: BushidoUnit) -> list[BushidoUnit]:
    """The enemies that assist `against`: each touches `model` and no other friend of it."""
    found = []
    for other in touching(table, model.id):
        enemy = table.units[other]
        if enemy is against or not enemy.alive or not table.enemies(model, enemy):
            continue
        if powers(enemy).has("never_assists"):
            continue
        if blocker_of(table, model, enemy) is None:
            found.append(enemy)
    return found


def blocker_of(table: BushidoTable, model: BushidoUnit, enemy: BushidoUnit) -> BushidoUnit | None:
    """The friend of `model` whose contact keeps this enemy from assisting, in whatever condition it is."""
    for other in touching(table, enemy.id):
        friend = table.units[other]
        if friend is not model and friend.alive and not table.enemies(model, friend):
            return friend
    return None


def had_enemies(began: Mapping[Pair, Any], table: BushidoTable, model: BushidoUnit) -> bool:
    """Whether it touched any enemy in the contacts of the activation's beginning."""
    return any(
        model.id in pair and table.enemies(model, table.units[pair[0] if pair[1] == model.id else pair[1]])
        for pair in began
    )


def can_be_moved(model: BushidoUnit, weapon: Weapon | None = None) -> bool:
    """Whether a special may move it: never an Immovable or Held model, nor one kept where it is."""
    own = powers(model, weapon)
    return model.alive and not own.has("immovable") and not own.has("not_moved") and not given(model, "no_move")


def stuck(model: BushidoUnit) -> bool:
    """Whether it cannot move of its own accord at all: no Move even by boosts, or a special keeps it where it is."""
    return most_of(model, model.move, model.move_boost_cost) < 1 or bool(given(model, "no_move"))


async def contacts_after(game: Game, model: BushidoUnit, but: BushidoUnit | None, why: str) -> None:
    """A model moved: asks which of its contacts still hold, except `but`; ends the rest."""
    others = [u for u in map(game.table.unit, touching(game.table, model.id)) if u.alive and u is not but]
    if not others:
        return
    kept = await game.pick(
        "contacts",
        by="table",
        title=f"{model.name} moved: whom does it still touch?",
        options=[Option(u.id, u.name) for u in others],
    )
    for other in others:
        if other.id not in kept:
            separate(game, model, other, why)
