"""An exchange as it would stand if something happened that has not: the one that is played stays as it is."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from copy import copy

from companion.rules.bushido.ki.feats import KEPT
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.records import Feat, Grant

Declared = tuple[str, Feat, str]
"""A feat: who pays for it and for whom, by their ids."""


def foreseen(ex: Exchange, feats: Iterable[Declared] = (), rolled: Collection[str] = ()) -> Exchange:
    """The same exchange of fighters and models that may be changed, once these feats are paid for, and once these
    fighters have rolled damage."""
    made = copy(ex)
    made.first, made.second = made.both = copy(ex.first), copy(ex.second)
    made.lead = made.first if ex.lead is ex.first else made.second
    for mine in made.both:
        model = mine.model = copy(mine.model)
        model.compiled = {}
        for user, feat, target in feats:
            if mine.id == target:
                grants = tuple(Grant(feat.name, feat.lasts, e) for e in feat.effects if e.op in KEPT)
                model.granted = (*model.granted, *grants)
            if mine.id == user:
                model.ki_tokens -= feat.ki or 0
        if mine.id in rolled:
            model.granted = tuple(g for g in model.granted if g.until != "damage")
            made.first_damage = 0 if mine is made.first else made.first_damage
    return made


def spends(ex: Exchange, mine: Fighter) -> bool:
    """Whether something ends with the next damage roll of this fighter."""
    return (mine is ex.first and bool(ex.first_damage)) or any(g.until == "damage" for g in mine.model.granted)
