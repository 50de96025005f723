"""The actions of an activation as data: what each costs, and when it may not be declared (§3.4)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.bushido.catalog import feat_entry
from companion.rules.bushido.context import enemies_touched
from companion.rules.bushido.feats import closed, given
from companion.rules.bushido.powers import powers
from companion.rules.bushido.units import Model, Skirmish


@dataclass(frozen=True, slots=True)
class Deed:
    """One action. `contact`: whether it may be declared while touching an enemy: yes, no, or only then (needs)."""

    id: str
    title: str
    cost: int
    contact: str
    moves: bool = False


DEEDS: tuple[Deed, ...] = (
    Deed("melee", "Melee", 1, "yes"),
    Deed("charge", "Charge", 2, "no", True),
    Deed("disengage", "Disengage", 1, "needs"),
    Deed("stand_up", "Stand Up", 1, "yes"),
    Deed("walk", "Walk", 1, "no", True),
    Deed("run", "Run", 1, "no", True),
    Deed("ranged", "Ranged attack", 1, "no"),
    Deed("wait", "Wait", 1, "no"),
    Deed("focus", "Focus", 2, "no"),
    Deed("scenario", "Scenario action", 1, "no"),
    Deed("simple_feat", "Simple Ki feat", 1, "yes"),
    Deed("complex_feat", "Complex Ki feat", 2, "yes"),
)

BY_ID = {d.id: d for d in DEEDS}
HELD_MAY = ("disengage", "stand_up", "simple_feat", "complex_feat")


def cost(model: Model, deed: Deed) -> int:
    """Counters the action costs; Banzai! makes a Charge simple."""
    return 1 if deed.id == "charge" and powers(model).has("simple_charge") else deed.cost


def stuck(model: Model) -> bool:
    """Whether it cannot move of its own accord at all: no Move, or a special keeps it where it is."""
    return not model.move or bool(given(model, "no_move"))


def barred(table: Skirmish, model: Model, deed: Deed) -> str | None:
    """Why this action may not be declared now; None where it may."""
    if not model.alive:
        return "out of play"
    near = bool(enemies_touched(table, model))
    if model.has("prone") != (deed.id == "stand_up"):
        return "Prone: it may only Stand Up" if model.has("prone") else "it is not Prone"
    if model.has("held") and deed.id not in HELD_MAY:
        return "Held: Disengage, Stand Up and feats only"
    if deed.contact == "no" and near:
        return "in contact with an enemy"
    if deed.contact == "needs" and not near:
        return "touches no enemy"
    if model.activation_counters < cost(model, deed):
        return f"costs {cost(model, deed)} counters"
    if deed.moves and stuck(model):
        return "it may not move"
    return forbidden(model, deed) or special_needs(table, model, deed)


def forbidden(model: Model, deed: Deed) -> str | None:
    """Traits and states that forbid an action by name."""
    own = powers(model)
    for power in own.all("forbids"):
        if power.what == deed.id:
            return power.trait
    aggressive = own.has("forbids_unless_cancelled", deed.id) or (deed.id == "disengage" and model.has("berserk"))
    if aggressive and not (
        own.has("defence_heavy") or model.has("held") or (model.has("frightened") and not own.has("steadfast"))
    ):
        return "Aggressive"
    if model.has("blind") and deed.id in ("run", "charge"):
        return "Blind"
    return None


def special_needs(table: Skirmish, model: Model, deed: Deed) -> str | None:
    """What some actions need beyond that: a target, a weapon, a feat it can pay for."""
    if deed.id in ("melee", "charge"):
        foes = [u for u in table.units.values() if u.alive and table.enemies(u, model)]
        nobody = stuck(model) and not enemies_touched(table, model)
        return "no enemy is left" if not foes else "it may not move" if nobody else None
    if deed.id == "ranged":
        return "Reloading" if model.has("reloading") else None if model.ranged_pool else "it cannot shoot"
    if deed.id in ("simple_feat", "complex_feat"):
        return None if feats_of(model, deed) else "no such feat that it can pay for"
    return None


def feats_of(model: Model, deed: Deed) -> list[str]:
    """The names of the feats this action may use now."""
    timing = deed.id.partition("_")[0]
    return [f.name for f in map(feat_entry, model.ki_feats) if f.timing == timing and not closed(model, f)]
