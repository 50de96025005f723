"""Rows: one attacker against one target. How hits are dealt to models; pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.rules.better_wargame.units import WargameUnit


@dataclass(slots=True)
class Row:
    """One attacker and one target, the models assigned, and what became of it.

    `asked` are the circumstances of a shot; `dealt`, `wounded` and `failed` list the target's models, numbered from 1,
    once for each hit, Wound and failed save. `label` is the row's short name on dice: attacker and target by id.
    `needs` are the target numbers counted so far, each under the words that players read.
    """

    attacker: WargameUnit
    target: WargameUnit
    models: int = 0
    asked: tuple[str, ...] = ()
    hits: int = 0
    dealt: tuple[int, ...] = ()
    wounded: tuple[int, ...] = ()
    failed: tuple[int, ...] = ()
    label: str = ""
    needs: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.label = f"{self.attacker.id}→{self.target.id}"


def deal(hits: int, models: int, start: int) -> tuple[int, ...]:
    """Who takes each of `hits` among models 1 to `models`, going on after `start` hits dealt before."""
    return tuple((start + n) % models + 1 for n in range(hits)) if models else ()


def deal_evenly(rows: Iterable[Row], models: Mapping[str, int]) -> None:
    """Allocation of Hits: per target, hit after hit to its models in turn, row after row without starting over.

    `models` are the numbers of models that can be hit, by unit id.
    """
    given: dict[str, int] = {}
    for row in rows:
        start = given.get(row.target.id, 0)
        row.dealt = deal(row.hits, models[row.target.id], start)
        given[row.target.id] = start + row.hits


def even_shares(hits: int, taken: Sequence[int]) -> list[tuple[int, int]]:
    """The fewest and most of `hits` that each model may take, so that none takes one more before all have as many.

    `taken` are the hits that each model has taken from rows before, themselves dealt evenly.
    """
    level, over = divmod(sum(taken) + hits, len(taken))
    if max(taken) > level + (over > 0):
        # The table ruled otherwise before: nothing even is left to ask for.
        return [(0, hits)] * len(taken)
    return [(max(0, level - had), level + (over > 0) - had) for had in taken]


def in_turn(shares: Sequence[int], taken: Sequence[int]) -> tuple[int, ...]:
    """The models in the order in which they take their shares: each hit to those that have taken fewest."""
    rounds = [
        (had + n, model) for model, (share, had) in enumerate(zip(shares, taken, strict=True), 1) for n in range(share)
    ]
    return tuple(model for _, model in sorted(rounds))


def picked_out(dealt: Sequence[int], results: Sequence[bool], *, keep: bool) -> tuple[int, ...]:
    """The models whose die came out as `keep`, in order."""
    return tuple(model for model, result in zip(dealt, results, strict=True) if result is keep)
