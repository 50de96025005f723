"""Rows: one attacker against one target. How hits are dealt to models and which models die; pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.rules.better_wargame.units import Troop


@dataclass(slots=True)
class Row:
    """One attacker and one target, the models assigned, and what became of it. Models are numbered from 1.

    `label` is its short name on dice: attacker and target by id.
    """

    attacker: Troop
    target: Troop
    models: int
    asked: tuple[str, ...] = ()
    hits: int = 0
    dealt: tuple[int, ...] = ()
    wounded: tuple[int, ...] = ()
    failed: tuple[int, ...] = ()
    label: str = ""

    def __post_init__(self) -> None:
        self.label = f"{self.attacker.id}→{self.target.id}"


def many(count: int, word: str) -> str:
    """A number and its word: `1 model`, `3 models`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def deal(hits: int, models: int, start: int) -> tuple[int, ...]:
    """Who takes each of `hits` among models 1 to `models`, going on after `start` hits dealt before (P9)."""
    return tuple((start + n) % models + 1 for n in range(hits)) if models else ()


def deal_evenly(rows: Iterable[Row], models: Mapping[str, int]) -> None:
    """P9: per target, hit after hit to its models in turn, row after row without starting over."""
    given: dict[str, int] = {}
    for row in rows:
        start = given.get(row.target.id, 0)
        row.dealt = deal(row.hits, models[row.target.id], start)
        given[row.target.id] = start + row.hits


def chosen(dealt: Sequence[int], results: Sequence[bool], *, keep: bool) -> tuple[int, ...]:
    """The models whose die came out as `keep`, in order."""
    return tuple(model for model, result in zip(dealt, results, strict=True) if result is keep)


@dataclass(slots=True)
class Losses:
    """The models of one unit that die: those touching, those in reach, those behind."""

    touching: int = 0
    reaching: int = 0
    behind: int = 0
    models: list[int] = field(default_factory=list)

    @property
    def total(self) -> int:
        """How many models die in all."""
        return self.touching + self.reaching + self.behind


def losses(rows: Iterable[Row], target: Troop, touching: int, reaching: int) -> Losses:
    """P11: every model with a failed save dies once; the first `touching` models touch, the next reach."""
    lost = Losses()
    for row in rows:
        if row.target is target:
            lost.models += [m for m in dict.fromkeys(row.failed) if m not in lost.models]
    lost.models.sort()
    lost.touching = sum(m <= touching for m in lost.models)
    lost.reaching = sum(touching < m <= touching + reaching for m in lost.models)
    lost.behind = len(lost.models) - lost.touching - lost.reaching
    return lost


def losses_from_behind(count: int, target: Troop) -> Losses:
    """Firing: models behind go first, then those in reach, then those touching, as positions are not known."""
    lost = Losses()
    lost.behind = min(count, target.models - target.fighting)
    lost.reaching = min(count - lost.behind, target.in_reach)
    lost.touching = count - lost.behind - lost.reaching
    return lost
