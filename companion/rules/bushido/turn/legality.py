"""When an action of an activation may be declared, and why not."""

from __future__ import annotations

from companion.engine.state.contacts import enemies_touching
from companion.rules.bushido.catalog import ACTIONS, LABELS
from companion.rules.bushido.engagement import stuck
from companion.rules.bushido.ki.feats import Offer, closed, in_force, most_of, offers_of
from companion.rules.bushido.powers import powers
from companion.rules.bushido.units import BushidoTable, BushidoUnit
from companion.rules.bushido.vocabulary import ActionEntry


def cost(model: BushidoUnit, action: ActionEntry) -> int:
    """Counters the action costs; Banzai! makes a Charge simple."""
    return 1 if action.id == "charge" and powers(model).has("simple_charge") else action.counters


def barred(table: BushidoTable, model: BushidoUnit, action: ActionEntry) -> str | None:
    """Why this action may not be declared now; None if it may."""
    if not model.alive:
        return "out of play"
    near = bool(enemies_touching(table, model))
    if action.needs and not model.has(action.needs):
        return f"it is not {LABELS[action.needs]}"
    only = limited(model, action)
    if only is not None:
        return only
    if action.contact == "no" and near:
        return "in contact with an enemy"
    if action.contact == "needs" and not near:
        return "touches no enemy"
    if model.activation_counters < cost(model, action):
        return f"costs {cost(model, action)} counters"
    if action.moves and stuck(model):
        return "it may not move"
    return forbidden(model, action) or special_needs(table, model, action)


def limited(model: BushidoUnit, action: ActionEntry) -> str | None:
    """A state that allows other actions only, with those; None if there is none."""
    allowed: dict[str, list[str]] = {}
    for power in powers(model).all("allows_only"):
        allowed.setdefault(power.source, []).append(power.what)
    for source, actions in allowed.items():
        if action.id not in actions:
            return f"{source}: only {', '.join(ACTIONS[of].title for of in actions)}"
    return None


def forbidden(model: BushidoUnit, action: ActionEntry) -> str | None:
    """The trait or state that forbids an action by name."""
    own = powers(model)
    for power in own.all("forbids"):
        if power.what == action.id:
            return power.source
    if own.has("forbids_unless_cancelled", action.id) and not own.has("defence_heavy"):
        return "Aggressive"
    return None


def special_needs(table: BushidoTable, model: BushidoUnit, action: ActionEntry) -> str | None:
    """What some actions need beyond that: a target, a weapon, a feat it can pay for."""
    if action.id in ("melee", "charge"):
        nobody = stuck(model) and not enemies_touching(table, model)
        return "no enemy is left" if not table.foes(model) else "it may not move" if nobody else None
    if action.id == "ranged":
        return None if most_of(model, model.ranged_pool, model.ranged_boost_cost) else "it cannot shoot"
    if action.id in ("simple_feat", "complex_feat"):
        return None if feats_of(table, model, action) else "no such feat that it can pay for"
    return None


def feats_of(table: BushidoTable, model: BushidoUnit, action: ActionEntry) -> list[Offer]:
    """The feats that this action may use now, and on whom; none if it uses no feat."""
    timing, _, what = action.id.partition("_")
    feats = [f for f in model.feats if f.timing == timing and not closed(model, f)] if what == "feat" else []
    return [offer for f in feats for offer in offers_of(model, f, table.units.values()) if not in_force(offer)]
