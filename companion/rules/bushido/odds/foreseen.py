"""An exchange as it would stand if something happened that has not: the one that is played stays as it is."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from copy import copy

from companion.rules.bushido.ki.feats import KEPT
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.records import Feat, Grant


def copied(ex: Exchange) -> Exchange:
    """The same exchange of fighters and models that may be changed."""
    made = copy(ex)
    made.first, made.second = copy(ex.first), copy(ex.second)
    made.both = (made.first, made.second)
    made.lead = made.first if ex.lead is ex.first else made.second
    for mine in made.both:
        mine.model = copy(mine.model)
        mine.model.compiled = {}
    return made


Declared = tuple[str, Feat, str]
"""A feat: who pays for it and for whom, by their ids."""


def declared(ex: Exchange, feats: Iterable[Declared]) -> Exchange:
    """The exchange once these feats are paid for."""
    made = copied(ex)
    for user, feat, target in feats:
        for mine in made.both:
            if mine.id == target:
                grants = tuple(Grant(feat.name, feat.lasts, e) for e in feat.effects if e.op in KEPT)
                mine.model.granted = (*mine.model.granted, *grants)
            if mine.id == user:
                mine.model.ki_tokens -= feat.ki or 0
    return made


def spends(ex: Exchange, mine: Fighter) -> bool:
    """Whether something ends with the next damage roll of this fighter."""
    return (mine is ex.first and bool(ex.first_damage)) or any(g.until == "damage" for g in mine.model.granted)


def after_damage(ex: Exchange, rolled: Collection[str]) -> Exchange:
    """The exchange once these fighters have rolled damage."""
    made = copied(ex)
    for mine in made.both:
        if mine.id in rolled:
            mine.model.granted = tuple(g for g in mine.model.granted if g.until != "damage")
            if mine is made.first:
                made.first_damage = 0
    return made
