"""Which models of a unit die, and how they are taken off: nothing before every save is rolled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.engine.state.phrases import Phrase, falls
from companion.engine.wording import does
from companion.rules.better_wargame.attack.rows import Row
from companion.rules.better_wargame.engagement import set_counts
from companion.rules.better_wargame.units import Game, WargameUnit


class Losses(NamedTuple):
    """How many models of one unit die: of those touching an enemy, of those in reach, of those behind."""

    touching: int = 0
    reaching: int = 0
    behind: int = 0

    @property
    def total(self) -> int:
        """How many models die in all."""
        return self.touching + self.reaching + self.behind


def failed_models(rows: Iterable[Row], target: WargameUnit) -> set[int]:
    """The numbers of the target's models that failed a save; a model dies once however many it failed."""
    failed: set[int] = set()
    for row in rows:
        if row.target is target:
            failed.update(row.failed)
    return failed


def melee_losses(rows: Iterable[Row], target: WargameUnit) -> Losses:
    """In melee the models that failed a save die; they are numbered with those in contact first."""
    in_contact, fighting = target.in_contact, target.fighting
    touching = reaching = behind = 0
    for model in failed_models(rows, target):
        if model <= in_contact:
            touching += 1
        elif model <= fighting:
            reaching += 1
        else:
            behind += 1
    return Losses(touching, reaching, behind)


def fire_losses(rows: Iterable[Row], target: WargameUnit) -> Losses:
    """Under fire those behind die first, then those in reach, then those touching: positions are not known."""
    count = len(failed_models(rows, target))
    behind = min(count, target.models - target.fighting)
    reaching = min(count - behind, target.in_reach)
    return Losses(count - behind - reaching, reaching, behind)


def is_wiped_out(unit: WargameUnit) -> Phrase:
    """`Boyz are wiped out`"""
    return falls(f"{does(unit.name, 'is')} wiped out", unit)


def remove(game: Game, unit: WargameUnit, lost: Losses) -> int:
    """Takes the dead off a unit, with the counts of those touching and in reach; returns how many died."""
    if not lost.total:
        return 0
    left = max(0, unit.models - lost.total)
    dead = unit.models - left
    touching, reaching = max(0, unit.in_contact - lost.touching), max(0, unit.in_reach - lost.reaching)
    set_counts(game, unit, touching, reaching, "casualties", models=left)
    if unit.fired_models > left:
        game.change(unit, "fired_models", left, "casualties")
    game.change(unit, "models", left, "failed saves")
    game.change(unit, "casualties", unit.casualties + dead, "failed saves")
    if not left:
        game.change(unit, "destroyed", True, "no models left")
    return dead
